"""The catalogue and the cart: find a product, put a variant into the cart, order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.apps.shop.delivery import addresses, delivery_errors, delivery_fields
from benchmarks.phone.apps.shop.orders import order, orders
from benchmarks.phone.apps.shop.tables import CATEGORIES, MOST, app
from benchmarks.phone.apps.wallet import money
from benchmarks.phone.context import Context
from benchmarks.phone.ui.controls import Pick, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Icon, Item, Rows, Screen, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row

COUNTS = tuple((str(count), str(count)) for count in range(1, MOST + 1))
LINES = (
    "SELECT c.variant, c.count, v.name AS variant_name, v.cents, v.stock, p.name FROM cart_items c"
    " JOIN variants v ON v.id = c.variant JOIN products p ON p.id = v.product"
)
"""What is in the cart, with names and prices."""


@app.screen
def main(context: Context) -> Screen:
    """All products, those of a category, those that a search finds."""
    rows = context.db.rows(
        "SELECT p.*, (SELECT min(cents) FROM variants WHERE product = p.id) AS cents FROM products p"
        " WHERE ?1 IN ('', category) AND (name LIKE ?2 OR about LIKE ?2) ORDER BY name",
        context.get("category", ""),
        f"%{context.get('query', '')}%",
    )
    kinds = (("", "All categories"), *((name, name) for name in CATEGORIES))
    head: list[Widget] = [Search(), Pick("category", "Category", "choice", "", kinds)]
    return Screen(
        "Shop",
        [*head, Rows(rows, _product) if rows else Text("empty", "No such product", "caption")],
        actions=[Icon("orders", "Orders", "parcel", orders()), Icon("cart", "Cart", "cart", cart())],
        menu=[("Addresses", addresses())],
    )


@app.screen
def product(context: Context, key: int) -> Screen:
    """One product; its variants differ in price and stock."""
    row = context.db.row("SELECT * FROM products WHERE id = ?", key)
    variants = context.db.rows("SELECT * FROM variants WHERE product = ? ORDER BY id", key)
    options = tuple((str(v["id"]), f"{v['name']} ({money(v['cents'])})") for v in variants)
    body: list[Widget] = [Text("name", row["name"], "title"), Text("category", row["category"], "caption")]
    body += [Text("about", row["about"])] if row["about"] else []
    body += [
        Item(
            f"variant:{v['id']}",
            v["name"],
            f"{v['stock']} in stock" if v["stock"] else "Sold out",
            money(v["cents"]),
            "parcel",
        )
        for v in variants
    ]
    body += [
        Pick("variant", "Variant", "choice", options[0][0] if len(options) == 1 else "", options),
        Pick("count", "Quantity", "choice", "1", COUNTS),
        Button("add", "Add to cart", add(), icon="cart"),
    ]
    return Screen("Product", body, actions=[Icon("cart", "Cart", "cart", cart())])


@app.screen
def cart(context: Context) -> Screen:
    """What will be ordered."""
    rows = context.db.rows(f"{LINES} ORDER BY p.name, c.variant")
    if not rows:
        return Screen("Cart", [Text("empty", "The cart is empty", "caption")])
    total = sum(row["count"] * row["cents"] for row in rows)
    return Screen(
        "Cart",
        [Rows(rows, _line), Text("total", f"Total {money(total)}", "title")],
        footer=[Button("checkout", "Check out", checkout())],
    )


@app.screen
def line(context: Context, key: int) -> Screen:
    """One line of the cart."""
    row = context.db.find(f"{LINES} WHERE c.variant = ?", key)
    if row is None:
        return Screen("Cart", [Text("empty", "This is no longer in the cart")])
    drop = ask("Remove from cart?", f"{row['name']}, {row['variant_name']}", "Remove", remove(key))
    return Screen(
        "Quantity",
        [
            Text("name", row["name"], "title"),
            Text("variant", f"{row['variant_name']}, {money(row['cents'])}"),
            Pick("count", "Quantity", "choice", str(row["count"]), COUNTS),
        ],
        actions=[Icon("remove", "Remove", "trash", drop), Icon("save", "Save", "check", save_count(key))],
    )


@app.screen
def checkout(context: Context) -> Screen:
    """The form of a new order."""
    total = context.db.value("SELECT sum(c.count * v.cents) FROM cart_items c JOIN variants v ON v.id = c.variant")
    fields = delivery_fields(context)
    return Screen(
        "Check out", [Text("total", money(total or 0), "code"), *fields], footer=[Button("place", "Order now", place())]
    )


@app.action
def add(context: Context) -> None:
    """Put pieces of a variant into the cart, as many as there are at most."""
    variant, count = context.form["variant"], int(context.form["count"])
    row = context.db.get("variants", int(variant)) if variant else None
    held = context.db.value("SELECT count FROM cart_items WHERE variant = ?", row["id"]) if row else 0
    wanted = count + (held or 0)
    errors = {"variant": "" if row else "Choose a variant", "count": _short(row["stock"], wanted) if row else ""}
    if context.rejects(**errors) or row is None:
        return
    if held:
        context.db.update("cart_items", row["id"], count=wanted)
    else:
        context.db.insert("cart_items", variant=row["id"], count=count)
    context.toast("Added to cart")


@app.action
def save_count(context: Context, key: int) -> None:
    """Change how many pieces are wanted."""
    count = int(context.form["count"])
    stock = context.db.value("SELECT stock FROM variants WHERE id = ?", key)
    if context.rejects(count=_short(stock, count)):
        return
    context.db.update("cart_items", key, count=count)
    context.back()


@app.action
def remove(context: Context, key: int) -> None:
    """Take a line out of the cart."""
    context.db.delete("cart_items", key)
    context.back()


@app.action
def place(context: Context) -> None:
    """Order what is in the cart: it leaves the stock."""
    if context.rejects(**delivery_errors(context)) or context.offline():
        return
    rows = context.db.rows(f"{LINES} ORDER BY p.name, c.variant")
    missing = [f"{row['name']}, {row['variant_name']}" for row in rows if row["count"] > row["stock"]]
    if missing or not rows:
        context.alert("Not ordered", f"Not in stock: {', '.join(missing)}" if missing else "The cart is empty.")
        return
    number = context.db.value("SELECT max(CAST(number AS INTEGER)) FROM orders") or 0
    chosen = {name: context.form[name] for name in ("address", "day", "slot")}
    key = context.db.insert("orders", number=str(number + 1), at=context.now, **chosen)
    for row in rows:
        context.db.insert("order_items", order_id=key, variant=row["variant"], count=row["count"], cents=row["cents"])
        context.db.execute("UPDATE variants SET stock = stock - ? WHERE id = ?", row["count"], row["variant"])
    context.db.execute("DELETE FROM cart_items")
    context.back(2)
    context.open(order(key))
    context.toast("Order placed")


def _product(row: Row) -> Item:
    return Item(
        f"product:{row['id']}",
        row["name"],
        row["category"],
        f"from {money(row['cents'])}",
        "parcel",
        product(row["id"]),
    )


def _line(row: Row) -> Item:
    about = f"{row['variant_name']} · {row['count']} x {money(row['cents'])}"
    return Item(
        f"line:{row['variant']}", row["name"], about, money(row["count"] * row["cents"]), "parcel", line(row["variant"])
    )


def _short(stock: int, wanted: int) -> str:
    if wanted > MOST:
        return f"{MOST} at most"
    return "" if wanted <= stock else f"Only {stock} in stock"
