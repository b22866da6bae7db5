"""Orders, and what stands in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import Command
from benchmarks.phone.apps.shop.tables import app
from benchmarks.phone.apps.wallet import money
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.context import Context
from benchmarks.phone.ui.controls import Search, Tabs
from benchmarks.phone.ui.widgets import Button, Heading, Item, Rows, Screen, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row

ITEMS = (
    "SELECT i.*, v.name AS variant_name, p.name FROM order_items i"
    " JOIN variants v ON v.id = i.variant JOIN products p ON p.id = v.product"
)
"""What was ordered, with names."""
ORDERS = (
    "SELECT o.*, (SELECT sum(count * cents) FROM order_items WHERE order_id = o.id) AS cents,"  # noqa: S608, our own words
    f" (SELECT group_concat(name, ', ') FROM ({ITEMS} WHERE i.order_id = o.id ORDER BY i.id)) AS names FROM orders o"
)
"""Orders with their totals and the names of what is in them."""


@app.screen
def orders(context: Context) -> Screen:
    """All orders, the latest first; a search finds them by number, address or product."""
    rows = context.db.rows(
        f"{ORDERS} WHERE (number LIKE ?1 OR address LIKE ?1 OR names LIKE ?1)"
        " AND ?2 IN ('all', CASE WHEN status IN ('placed', 'shipped') THEN 'open' ELSE 'closed' END)"
        " ORDER BY at DESC, id DESC",
        f"%{context.get('query', '')}%",
        context.get("show", "all"),
    )
    tabs = Tabs("show", (("all", "All"), ("open", "Open"), ("closed", "Closed")))
    found = Rows(rows, _order) if rows else Text("empty", "No orders", "caption")
    return Screen("Orders", [Search(), tabs, found])


@app.screen
def order(context: Context, key: int) -> Screen:
    """One order."""
    row = context.db.row("SELECT * FROM orders WHERE id = ?", key)
    items = context.db.rows(f"{ITEMS} WHERE i.order_id = ? ORDER BY i.id", key)
    total = sum(i["count"] * i["cents"] for i in items)
    body: list[Widget] = [
        Text("number", f"Order {row['number']}", "title"),
        Item("status", row["status"].capitalize(), "Status", icon="info"),
        Item("ordered", day_text(context.local(row["at"]).date()), "Ordered", icon="clock"),
        Item("delivery", f"{day_text(parse_day(row['day']))}, {row['slot']}", "Delivery", icon="calendar"),
        Item("address", row["address"], "Address", icon="pin"),
        Heading("Items"),
        *(_ordered(i) for i in items),
        Text("total", f"Total {money(total)}", "title"),
    ]
    menu = [
        ("Change delivery", Command("shop.begin_change", (key,))),
        ("Cancel order", Command("shop.begin_cancel", (key,))),
        ("Order again", Command("shop.again", (key,))),
    ]
    return Screen("Order", body, menu=menu)


@app.screen
def item(context: Context, key: int) -> Screen:
    """One line of an order."""
    row = context.db.row(f"{ITEMS} WHERE i.id = ?", key)
    return Screen(
        "Item",
        [
            Text("name", row["name"], "title"),
            Item("variant", row["variant_name"], "Variant", icon="parcel"),
            Item("count", str(row["count"]), "Quantity", icon="list"),
            Item("price", money(row["count"] * row["cents"]), "Price", icon="coin"),
            Button(
                "return",
                "Returned" if row["returned"] else "Return",
                Command("shop.begin_return", (key,)),
                enabled=not row["returned"],
                look="outlined",
            ),
        ],
    )


def _order(row: Row) -> Item:
    about = f"{row['status'].capitalize()} · {row['names']}"
    return Item(f"order:{row['id']}", f"Order {row['number']}", about, money(row["cents"]), "parcel", order(row["id"]))


def _ordered(row: Row) -> Item:
    back = " · returned" if row["returned"] else ""
    about = f"{row['variant_name']} · {row['count']} x {money(row['cents'])}{back}"
    return Item(f"item:{row['id']}", row["name"], about, money(row["count"] * row["cents"]), "parcel", item(row["id"]))
