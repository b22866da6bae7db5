"""Messages: one conversation for each number, whoever it belongs to now."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import when_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Compose, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Bubble, Icon, Item, Rows, Screen, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

app = App(
    "messages",
    "Messages",
    "message",
    "#1f9d55",
    (
        Table("threads", "id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL UNIQUE"),
        Table(
            "messages",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,"
            " mine INTEGER NOT NULL CHECK (mine IN (0, 1)), text TEXT NOT NULL CHECK (text <> ''), at INTEGER NOT NULL,"
            " read INTEGER NOT NULL DEFAULT 1 CHECK (read IN (0, 1))",
            quiet=("at", "read"),
            indexes=("thread, at",),
        ),
        Table(
            "arrivals",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, due INTEGER NOT NULL, number TEXT NOT NULL, text TEXT NOT NULL",
            quiet=("*",),
        ),
    ),
    permission="your contacts",
    target="thread",
)

SHORTEST_NUMBER = 5
NAME = (
    "coalesce((SELECT name FROM contact_phones p JOIN contacts c ON c.id = p.contact WHERE p.number = t.number),"
    " t.number)"
)
LATEST = f"""
SELECT t.id, {NAME} AS name, m.text, m.at, m.mine,
       (SELECT count(*) FROM messages u WHERE u.thread = t.id AND u.read = 0) AS unread
FROM threads t JOIN messages m ON m.id = (SELECT id FROM messages WHERE thread = t.id ORDER BY at DESC, id DESC LIMIT 1)
"""


@app.screen
def main(context: Context) -> Screen:
    """Conversations by their last message; the search looks at names and at every message."""
    query = context.get("query", "")
    where = "WHERE name LIKE ?1 OR t.id IN (SELECT thread FROM messages WHERE text LIKE ?1)" if query else ""
    rows = context.db.rows(f"{LATEST} {where} ORDER BY m.at DESC, t.id", *([f"%{query}%"] if query else []))

    def item(row: Row) -> Item:
        unread, when = row["unread"], when_text(context.local(row["at"]), context.today)
        last = f"You: {row['text']}" if row["mine"] else row["text"]
        extra = f"{unread} new, {when}" if unread else when
        return Item(
            f"thread:{row['id']}",
            row["name"],
            last.replace("\n", " "),
            extra,
            "avatar",
            read(row["id"]),
            bold=bool(unread),
        )

    body = [Search(), Rows(rows, item) if rows else Text("empty", "No conversations", "caption")]
    return Screen("Messages", body, fab=Icon("add", "New message", "plus", new("")))


@app.screen
def thread(context: Context, key: int) -> Screen:
    """One conversation, the latest at the end."""
    row = context.db.find(f"SELECT t.number, {NAME} AS name FROM threads t WHERE t.id = ?", key)
    if row is None:
        return Screen("Messages", [Text("empty", "This conversation is gone")])
    body: list[Widget] = [
        Bubble(
            f"message:{m['id']}",
            m["text"],
            bool(m["mine"]),
            when_text(context.local(m["at"]), context.today),
            options(m["id"]),
        )
        for m in context.db.rows("SELECT * FROM messages WHERE thread = ? ORDER BY at, id", key)
    ]
    if not body:
        body = [Text("empty", "No messages yet", "caption")]
    return Screen(
        row["name"],
        body,
        actions=[Icon("call", "Call", "phone", Command("phone.dial", (row["number"],)))],
        menu=[
            ("Details", details(row["number"])),
            ("Mark as unread", unread(key)),
            (
                "Delete conversation",
                ask("Delete conversation?", "All its messages will be deleted.", "Delete", delete_thread(key)),
            ),
        ],
        footer=[Compose("draft", "Message", send(key))],
        anchor="end",
    )


@app.screen
def new(context: Context, text: str) -> Screen:
    """Whom to write to: a contact's number, or a number typed in. `text` is what will be forwarded."""
    query = context.get("query", "").strip()
    rows = context.db.rows(
        "SELECT c.name, p.label, p.number FROM contact_phones p JOIN contacts c ON c.id = p.contact"
        " WHERE c.name LIKE ?1 OR p.number LIKE ?1 ORDER BY c.name, c.id, p.id",
        f"%{query}%",
    )

    def item(row: Row) -> Item:
        return Item(
            f"to:{row['number']}", row["name"], row["number"], row["label"], "avatar", start(row["number"], text)
        )

    body: list[Widget] = [Search("query", "Name or number")]
    if query and not set(query) - set("+0123456789 ") and len(query) >= SHORTEST_NUMBER:
        body.append(Item("to-typed", f"Send to {query}", icon="message", on_tap=start(query, text)))
    return Screen("Forward to" if text else "New message", [*body, Rows(rows, item)])


@app.screen
def details(context: Context, number: str) -> Screen:
    """Whose number it is."""
    row = context.db.find(
        "SELECT c.* FROM contact_phones p JOIN contacts c ON c.id = p.contact WHERE p.number = ?", number
    )
    body: list[Widget] = [Item("number", number, "Number", icon="phone")]
    if row is not None:
        body.append(
            Item("person", row["name"], "Contact", icon="person", on_tap=Command("contacts.detail", (row["id"],)))
        )
    return Screen("Details", body)


@app.action
def read(context: Context, key: int) -> None:
    """Open a conversation: it counts as read."""
    context.db.execute("UPDATE messages SET read = 1 WHERE thread = ? AND read = 0", key)
    context.open(thread(key))


@app.action
def unread(context: Context, key: int) -> None:
    """Leave a conversation and mark its last message as unread."""
    context.db.execute(
        "UPDATE messages SET read = 0"
        " WHERE id = (SELECT id FROM messages WHERE thread = ? ORDER BY at DESC, id DESC LIMIT 1)",
        key,
    )
    context.back()


@app.action
def start(context: Context, number: str, text: str) -> None:
    """Go to the conversation with a number, making it when there is none."""
    key = find_thread(context, number)
    context.replace(thread(key))
    if text:
        context.put(draft=text)


@app.action
def to_contact(context: Context, contact: int) -> None:
    """Write to a contact's first number that is not out of date."""
    number = context.db.value("SELECT number FROM contact_phones WHERE contact = ? ORDER BY label = 'old', id", contact)
    if number is None:
        context.alert("No number", "This contact has no phone number.")
    else:
        context.open(thread(find_thread(context, number)))


@app.action
def send(context: Context, key: int) -> None:
    """Send the draft."""
    if context.offline():
        return
    if context.db.get("threads", key) is None:
        context.alert("Not sent", "This conversation was deleted.")
        return
    context.db.insert("messages", thread=key, mine=1, text=context.form["draft"].strip(), at=context.now)
    context.put(draft=None)
    context.nav = context.nav.with_top(context.page._replace(scroll=None))


@app.action
def options(context: Context, message: int) -> None:
    """What a long press on a message offers."""
    row = context.db.row("SELECT * FROM messages WHERE id = ?", message)
    forward = new(row["text"])
    erase = ask("Delete message?", "It will be deleted for you.", "Delete", delete(message))
    context.open(Command("kit.menu", ((("Forward", forward), ("Delete", erase)),)))


@app.action
def delete(context: Context, message: int) -> None:
    """Delete one message."""
    context.db.delete("messages", message)
    context.toast("Message deleted")


@app.action
def delete_thread(context: Context, key: int) -> None:
    """Delete a conversation with all its messages."""
    context.db.delete("threads", key)
    context.back()
    context.toast("Conversation deleted")


def find_thread(context: Context, number: str) -> int:
    """The conversation with a number; made when there is none."""
    key = context.db.value("SELECT id FROM threads WHERE number = ?", number)
    return context.db.insert("threads", number=number) if key is None else int(key)


def receive(context: Context, number: str, text: str) -> None:
    """A message arrives."""
    key = find_thread(context, number)
    context.db.insert("messages", thread=key, mine=0, text=text, at=context.now, read=0)
    name = context.db.value(f"SELECT {NAME} FROM threads t WHERE id = ?", key)
    if context.settings["do_not_disturb"] != "on":
        context.notify("messages", name, text, key)


@due("SELECT min(due) FROM arrivals")
def arrive(context: Context) -> None:
    """The next message that a world has planned."""
    row = context.db.row("SELECT * FROM arrivals ORDER BY due, id")
    context.db.delete("arrivals", row["id"])
    receive(context, row["number"], row["text"])


@app.generator
def fill(world: World) -> None:
    """Conversations with half of the contacts and a few unknown numbers."""
    known = world.rng.permutation(len(world.persons))[:26].tolist()
    numbers = [world.persons[i].number for i in known] + world.numbers(4)
    world.add("threads", ("id", "number"), [(i + 1, number) for i, number in enumerate(numbers)])
    count = 260
    threads = world.ints(0, len(numbers), count)
    threads[: len(numbers)] = range(len(numbers))
    mine, texts = world.ints(0, 2, count), world.texts(world.pools.messages, count)
    ages = sorted(world.ints(120, 60 * 86400, count), reverse=True)
    rows = [
        (threads[i] + 1, mine[i], texts[i], world.now - ages[i], int(mine[i] or ages[i] > 2 * 86400))
        for i in range(count)
    ]
    world.add("messages", ("thread", "mine", "text", "at", "read"), rows)
