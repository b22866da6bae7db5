"""Phone: recent calls, a keypad, a call that lasts until it is ended, blocked numbers."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import length_text, when_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Tabs
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Grid, Icon, Item, Rows, Screen, Text, Widget, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

app = App(
    "phone",
    "Phone",
    "phone",
    "#12a150",
    (
        Table(
            "calls",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL,"
            " kind TEXT NOT NULL CHECK (kind IN ('incoming', 'outgoing', 'missed')), at INTEGER NOT NULL,"
            " seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0)",
            quiet=("at", "seconds"),
        ),
        Table("blocked_numbers", "number TEXT PRIMARY KEY"),
        Table(
            "coming_calls",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, due INTEGER NOT NULL, number TEXT NOT NULL",
            quiet=("*",),
        ),
    ),
    permission="your contacts",
    target="call",
)
NAME = (
    "coalesce((SELECT name FROM contact_phones p JOIN contacts n ON n.id = p.contact WHERE p.number = c.number),"
    " c.number)"
)
ICONS = {"incoming": "call-in", "outgoing": "call-out", "missed": "call-missed"}
KEYS = "123456789*0#"


@app.screen
def main(context: Context) -> Screen:
    """Calls, the latest first."""
    chosen = context.get("show", "all")
    rows = context.db.rows(
        f"SELECT c.*, {NAME} AS name FROM calls c WHERE ?1 IN ('all', c.kind) ORDER BY at DESC, id DESC", chosen
    )

    def item(row: Row) -> Item:
        length = f", {length_text(row['seconds'])}" if row["seconds"] else ""
        when = when_text(context.local(row["at"]), context.today)
        return Item(
            f"call:{row['id']}", row["name"], f"{row['kind']}{length}", when, ICONS[row["kind"]], call(row["id"])
        )

    return Screen(
        "Phone",
        [
            Tabs("show", (("all", "All"), ("missed", "Missed"), ("outgoing", "Outgoing"))),
            Rows(rows, item) if rows else Text("empty", "No calls", "caption"),
        ],
        menu=[
            ("Blocked numbers", blocked()),
            (
                "Delete all calls",
                ask("Delete all calls?", "The whole history will be deleted.", "Delete", delete_all()),
            ),
        ],
        fab=Icon("keypad", "Keypad", "keypad", dial("")),
    )


@app.screen
def call(context: Context, key: int) -> Screen:
    """One call of the history."""
    row = context.db.find(f"SELECT c.*, {NAME} AS name FROM calls c WHERE id = ?", key)
    if row is None:
        return Screen("Call", [Text("empty", "This call is gone")])
    when = when_text(context.local(row["at"]), context.today)
    number = row["number"]
    is_blocked = context.db.get("blocked_numbers", number) is not None
    return Screen(
        "Call",
        [
            Text("name", row["name"], "title"),
            Item("number", number, "Number", icon="phone"),
            Item("when", when, row["kind"], icon=ICONS[row["kind"]]),
            Item("length", length_text(row["seconds"]), "Duration", icon="clock"),
            Button("call-back", "Call", ring(number), icon="phone"),
            Button("message", "Message", Command("messages.start", (number, "")), look="outlined", icon="message"),
            Button("block", "Unblock number" if is_blocked else "Block number", block(number), look="outlined"),
        ],
        menu=[("Delete", ask("Delete call?", "It will be removed from the history.", "Delete", delete(key)))],
    )


@app.screen
def dial(context: Context, number: str) -> Screen:
    """The keypad."""
    typed = context.get("number", number)
    name = context.db.value(
        "SELECT name FROM contact_phones p JOIN contacts c ON c.id = p.contact WHERE number = ?", typed
    )
    keys = [Button(f"key:{key}", key, press(typed + key), look="outlined") for key in KEYS]
    return Screen(
        "Keypad",
        [
            Text("number", typed or "Enter a number", "code"),
            Text("name", name or " ", "body"),
            Grid(keys, 3, 68),
            Grid(
                [
                    Button("erase", "Erase", press(typed[:-1]), enabled=bool(typed), look="plain"),
                    Button("dial", "Call", ring(typed), enabled=bool(typed), icon="phone"),
                ],
                2,
                64,
            ),
        ],
    )


@app.screen
def calling(context: Context, key: int) -> Screen:
    """A call that goes on."""
    row = context.db.find(f"SELECT c.*, {NAME} AS name FROM calls c WHERE id = ?", key)
    if row is None:
        return Screen("Call", [Text("empty", "The call has ended")])
    body: list[Widget] = [
        Text("name", row["name"], "title"),
        Text("number", row["number"]),
        Text("length", length_text(context.now - row["at"]), "code"),
        Button("end", "End call", hang_up(key), look="danger", icon="phone"),
    ]
    return Screen("Calling", body, live=True)


@app.screen
def ringing(context: Context, key: int) -> Screen:
    """A call that comes in, over everything."""
    row = context.db.row(f"SELECT c.*, {NAME} AS name FROM calls c WHERE id = ?", key)
    buttons = Grid(
        [Button("decline", "Decline", Command("kit.back"), look="danger"), Button("accept", "Answer", accept(key))], 2
    )
    body = [Text("name", row["name"], "title"), Text("number", row["number"])]
    return Screen("Incoming call", body, footer=[buttons], dialog=True)


@app.screen
def blocked(context: Context) -> Screen:
    """Numbers whose calls are refused."""
    rows = context.db.rows(f"SELECT number, {NAME} AS name FROM blocked_numbers c ORDER BY number")
    items = [
        Item(
            f"blocked:{row['number']}",
            row["name"],
            row["number"],
            "",
            "block",
            ask("Unblock?", f"{row['name']} can call you again.", "Unblock", block(row["number"])),
        )
        for row in rows
    ]
    return Screen("Blocked numbers", rows_or(items, "No blocked numbers"))


@app.action
def press(context: Context, typed: str) -> None:
    """A key of the keypad."""
    context.put(number=typed[:24])


@app.action
def ring(context: Context, number: str) -> None:
    """Call a number."""
    if not context.offline():
        key = context.db.insert("calls", number=number, kind="outgoing", at=context.now)
        context.open(calling(key))


@app.action
def call_contact(context: Context, contact: int) -> None:
    """Call a contact's first number that is not out of date."""
    number = context.db.value("SELECT number FROM contact_phones WHERE contact = ? ORDER BY label = 'old', id", contact)
    if number is None:
        context.alert("No number", "This contact has no phone number.")
    else:
        context.run(ring(number))


@app.action
def hang_up(context: Context, key: int) -> None:
    """End the call: its length is the time since it began."""
    context.db.execute("UPDATE calls SET seconds = ? - at WHERE id = ?", context.now, key)
    context.back()
    context.toast("Call ended")


@app.action
def accept(context: Context, key: int) -> None:
    """Answer a call that comes in."""
    context.back()
    context.db.update("calls", key, kind="incoming", at=context.now)
    context.launch("phone", calling(key))


@due("SELECT min(due) FROM coming_calls")
def ring_in(context: Context) -> None:
    """The next call that a world has planned: missed until somebody answers; silent from a blocked number."""
    row = context.db.row("SELECT * FROM coming_calls ORDER BY due, id")
    context.db.delete("coming_calls", row["id"])
    if context.db.get("blocked_numbers", row["number"]) is None:
        call = context.db.insert("calls", number=row["number"], kind="missed", at=context.now)
        context.over(ringing(call))


@app.action
def block(context: Context, number: str) -> None:
    """Block a number, or unblock it."""
    if context.db.get("blocked_numbers", number) is None:
        context.db.insert("blocked_numbers", number=number)
        context.toast("Number blocked")
    else:
        context.db.delete("blocked_numbers", number)
        context.toast("Number unblocked")


@app.action
def delete(context: Context, key: int) -> None:
    """Remove a call from the history."""
    context.db.delete("calls", key)
    context.back()
    context.toast("Call deleted")


@app.action
def delete_all(context: Context) -> None:
    """Empty the history."""
    context.db.execute("DELETE FROM calls")
    context.toast("History deleted")


@app.generator
def fill(world: World) -> None:
    """Calls with contacts and strangers."""
    count = 90
    strangers = world.numbers(12)
    numbers = [person.number for person in world.persons] + strangers
    which, kinds = world.picks(numbers, count), world.picks(("incoming", "outgoing", "missed"), count)
    ages = sorted(world.ints(300, 40 * 86400, count), reverse=True)
    lengths = world.ints(5, 2400, count)
    rows = [(which[i], kinds[i], world.now - ages[i], 0 if kinds[i] == "missed" else lengths[i]) for i in range(count)]
    world.add("calls", ("number", "kind", "at", "seconds"), rows)
    world.add("blocked_numbers", ("number",), [(number,) for number in strangers[:3]])
