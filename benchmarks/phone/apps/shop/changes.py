"""What can be done about an order: change its delivery, cancel it, return an item, order it again."""

from __future__ import annotations

from datetime import timedelta

from benchmarks.phone.apps.shop.catalogue import cart
from benchmarks.phone.apps.shop.delivery import delivery_errors, delivery_fields
from benchmarks.phone.apps.shop.tables import MOST, app
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.context import Context
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Icon, Screen

RETURN_DAYS = 30
"""An item can be returned for so many days after the delivery."""


@app.screen
def change(context: Context, key: int) -> Screen:
    """The form of address, day and slot."""
    row = context.db.row("SELECT * FROM orders WHERE id = ?", key)
    fields = delivery_fields(context, row["address"], row["day"], row["slot"])
    return Screen("Change delivery", fields, actions=[Icon("save", "Save", "check", save_delivery(key))])


@app.action
def begin_change(context: Context, key: int) -> None:
    """Open the form, unless the parcel has left."""
    if not _refused(context, key, "changed"):
        context.open(change(key))


@app.action
def save_delivery(context: Context, key: int) -> None:
    """Check the form and store it."""
    if context.rejects(**delivery_errors(context)) or context.offline():
        return
    context.db.update("orders", key, **{name: context.form[name] for name in ("address", "day", "slot")})
    context.back()
    context.toast("Delivery changed")


@app.action
def begin_cancel(context: Context, key: int) -> None:
    """Ask, unless the parcel has left."""
    if not _refused(context, key, "cancelled"):
        context.open(ask("Cancel order?", "Nothing of it will be delivered.", "Cancel order", cancel(key)))


@app.action
def cancel(context: Context, key: int) -> None:
    """Cancel an order: its items go back to the stock."""
    if context.offline():
        return
    context.db.update("orders", key, status="cancelled")
    context.db.execute(
        "UPDATE variants SET stock = stock"
        " + (SELECT sum(count) FROM order_items WHERE order_id = ?1 AND variant = variants.id)"
        " WHERE id IN (SELECT variant FROM order_items WHERE order_id = ?1)",
        key,
    )
    context.toast("Order cancelled")


@app.action
def begin_return(context: Context, key: int) -> None:
    """Ask, if the item was delivered and not too long ago."""
    row = context.db.row("SELECT o.* FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.id = ?", key)
    last = parse_day(row["day"]) + timedelta(days=RETURN_DAYS)
    if row["status"] != "delivered":
        context.alert("Not possible", f"Only what was delivered can be returned. This order is {row['status']}.")
    elif context.today > last:
        context.alert("Not possible", f"The last day to return this was {day_text(last)}.")
    else:
        context.open(ask("Return item?", f"It can be returned until {day_text(last)}.", "Return", give_back(key)))


@app.action
def give_back(context: Context, key: int) -> None:
    """Return an item; with the last one, the order counts as returned."""
    if context.offline():
        return
    context.db.update("order_items", key, returned=1)
    order = context.db.value("SELECT order_id FROM order_items WHERE id = ?", key)
    if context.db.find("SELECT 1 FROM order_items WHERE order_id = ? AND returned = 0", order) is None:
        context.db.update("orders", order, status="returned")
    context.back()
    context.toast("Return registered")


@app.action
def again(context: Context, key: int) -> None:
    """Put what an order held into the cart, as far as it is in stock, and open the cart."""
    rows = context.db.rows(
        "SELECT i.variant, sum(i.count) AS count, v.stock, v.name AS variant_name, p.name FROM order_items i"
        " JOIN variants v ON v.id = i.variant JOIN products p ON p.id = v.product"
        " WHERE i.order_id = ? GROUP BY i.variant ORDER BY i.id",
        key,
    )
    missing = []
    for row in rows:
        held = context.db.get("cart_items", row["variant"])
        wanted = row["count"] + (held["count"] if held else 0)
        if wanted > min(row["stock"], MOST):
            missing.append(f"{row['name']}, {row['variant_name']}")
        elif held:
            context.db.update("cart_items", row["variant"], count=wanted)
        else:
            context.db.insert("cart_items", variant=row["variant"], count=wanted)
    context.open(cart())
    if missing:
        context.alert("Not everything is in stock", f"Left out: {'; '.join(missing)}")


def _refused(context: Context, key: int, done: str) -> bool:
    """Say that an order can no longer be `done`, unless it can."""
    status = context.db.value("SELECT status FROM orders WHERE id = ?", key)
    if status != "placed":
        context.alert("Not possible", f"This order is {status}: it can no longer be {done}.")
    return bool(status != "placed")
