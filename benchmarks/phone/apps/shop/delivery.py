"""Where and when parcels come: saved addresses, and the fields in which they are chosen."""

from __future__ import annotations

from benchmarks.phone.apps.shop.tables import SLOTS, app
from benchmarks.phone.context import Context
from benchmarks.phone.ui.controls import Field, Pick
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Icon, Item, Screen, rows_or


@app.screen
def addresses(context: Context) -> Screen:
    """The saved addresses."""
    rows = [
        Item(
            f"address:{row['id']}",
            row["label"],
            row["line"],
            icon="pin",
            on_tap=edit_address(row["id"]),
            on_long_press=ask("Delete address?", f"{row['label']} will be deleted.", "Delete", drop_address(row["id"])),
        )
        for row in context.db.rows("SELECT * FROM addresses ORDER BY label")
    ]
    return Screen("Addresses", rows_or(rows, "No addresses"), fab=Icon("add", "New address", "plus", edit_address(0)))


@app.screen
def edit_address(context: Context, key: int) -> Screen:
    """The form of an address; 0 is a new one."""
    row = context.db.get("addresses", key)
    label, line = (row["label"], row["line"]) if row is not None else ("", "")
    return Screen(
        "Edit address" if key else "New address",
        [Field("label", "Label", label), Field("line", "Address", line)],
        actions=[Icon("save", "Save", "check", save_address(key))],
    )


@app.action
def save_address(context: Context, key: int) -> None:
    """Check the form and store it; orders keep the address that they were placed with."""
    label, line = context.form["label"].strip(), context.form["line"].strip()
    taken = context.db.find("SELECT 1 FROM addresses WHERE label = ? AND id <> ?", label, key) is not None
    wrong = "Another address has this label" if taken else "" if label else "Enter a label"
    if context.rejects(label=wrong, line="" if line else "Enter an address"):
        return
    if key:
        context.db.update("addresses", key, label=label, line=line)
    else:
        context.db.insert("addresses", label=label, line=line)
    context.back()
    context.toast("Address saved")


@app.action
def drop_address(context: Context, key: int) -> None:
    """Delete an address; orders keep it."""
    context.db.delete("addresses", key)
    context.toast("Address deleted")


def delivery_fields(context: Context, address: str = "", day: str = "", slot: str = "") -> list[Pick]:
    """Pickers of an address, a day and a slot; one that is given stays possible even when it is no longer saved."""
    saved = [
        (row["line"], f"{row['label']} ({row['line']})")
        for row in context.db.rows("SELECT * FROM addresses ORDER BY label")
    ]
    if address and address not in dict(saved):
        saved.insert(0, (address, address))
    return [
        Pick("address", "Address", "choice", address, tuple(saved)),
        Pick("day", "Delivery day", "date", day),
        Pick("slot", "Time", "choice", slot, tuple((name, name) for name in SLOTS)),
    ]


def delivery_errors(context: Context) -> dict[str, str]:
    """What is wrong with these fields, by field; empty texts when nothing is."""
    form = context.form
    late = form["day"] and form["day"] <= context.today.isoformat()
    return {
        "address": "" if form["address"] else "Choose an address",
        "day": "Tomorrow at the earliest" if late else "" if form["day"] else "Choose a day",
        "slot": "" if form["slot"] else "Choose a time",
    }
