"""Notes in folders; some contradict each other, the later one counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App
from benchmarks.phone.clock import when_text
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Icon, Item, Rows, Screen, Text

if TYPE_CHECKING:
    from benchmarks.phone.world import World

app = App(
    "notes",
    "Notes",
    "note",
    "#e0a100",
    (
        Table(
            "notes",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL CHECK (title <> ''), body TEXT NOT NULL,"
            " folder TEXT NOT NULL DEFAULT 'Personal', pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),"
            " edited INTEGER NOT NULL",
            quiet=("edited",),
        ),
    ),
)
FOLDERS = ("Personal", "Work", "Home", "Travel", "Archive")


@app.screen
def main(context: Context) -> Screen:
    """All notes, pinned ones first, then by the last edit; the search looks at titles and texts."""
    folder = context.get("folder", "")
    rows = context.db.rows(
        "SELECT * FROM notes WHERE (title LIKE ?1 OR body LIKE ?1) AND ?2 IN ('', folder)"
        " ORDER BY pinned DESC, edited DESC, id DESC",
        f"%{context.get('query', '')}%",
        folder,
    )

    def item(row: dict[str, str | int]) -> Item:
        first = str(row["body"]).split("\n")[0] or "No text"
        when = when_text(context.local(int(row["edited"])), context.today)
        icon = "pin" if row["pinned"] else "note"
        return Item(
            f"note:{row['id']}", str(row["title"]), first, f"{row['folder']}, {when}", icon, detail(int(row["id"]))
        )

    options = (("", "All folders"), *((name, name) for name in FOLDERS))
    return Screen(
        "Notes",
        [
            Search(),
            Pick("folder", "Folder", "choice", options=options),
            Rows(rows, item) if rows else Text("empty", "No notes", "caption"),
        ],
        fab=Icon("add", "New note", "plus", edit(0)),
    )


@app.screen
def detail(context: Context, note: int) -> Screen:
    """One note to read."""
    row = context.db.get("notes", note)
    if row is None:
        return Screen("Note", [Text("empty", "This note is gone")])
    when = when_text(context.local(row["edited"]), context.today)
    return Screen(
        row["title"],
        [Text("about", f"{row['folder']} · edited {when}", "caption"), Text("body", row["body"])],
        actions=[
            Icon("pin", "Unpin" if row["pinned"] else "Pin", "pin", pin(note)),
            Icon("edit", "Edit", "edit", edit(note)),
        ],
        menu=[("Delete", ask("Delete note?", f"“{row['title']}” will be deleted.", "Delete", delete(note)))],
    )


@app.screen
def edit(context: Context, note: int) -> Screen:
    """The form of a note; 0 is a new one."""
    row = context.db.get("notes", note)
    title, body, folder = (row["title"], row["body"], row["folder"]) if row is not None else ("", "", FOLDERS[0])
    return Screen(
        "Edit note" if note else "New note",
        [
            Field("title", "Title", title),
            Pick("folder", "Folder", "choice", folder, tuple((name, name) for name in FOLDERS)),
            Field("body", "Text", body, lines=12),
        ],
        actions=[Icon("save", "Save", "check", save(note))],
    )


@app.action
def save(context: Context, note: int) -> None:
    """Check the form and store it."""
    form = context.form
    title = form["title"].strip()
    if context.rejects(title="" if title else "Enter a title"):
        return
    values = {"title": title, "body": form["body"], "folder": form["folder"], "edited": context.now}
    if note:
        context.db.update("notes", note, **values)
        context.back()
    else:
        context.replace(detail(context.db.insert("notes", **values)))
    context.toast("Note saved")


@app.action
def pin(context: Context, note: int) -> None:
    """Pin to the top, or unpin."""
    context.db.execute("UPDATE notes SET pinned = 1 - pinned WHERE id = ?", note)


@app.action
def delete(context: Context, note: int) -> None:
    """Delete a note."""
    context.db.delete("notes", note)
    context.back()
    context.toast("Note deleted")


@app.generator
def fill(world: World) -> None:
    """Notes of the pool with their placeholders filled; every fourth has an older, stale version in the archive."""
    count = 48
    titles, lines = world.texts(world.pools.note_titles, count), world.pools.note_lines
    pins, folders = world.ints(0, 9, count), world.ints(0, 4, count)
    first, second, third = (world.texts(lines, count) for _ in range(3))
    ages = world.ints(60, 90 * 86400, count)
    rows: list[tuple[str, str, str, int, int]] = []
    for i in range(count):
        stale = i % 4 == 0 and i > 0
        title = rows[-1][0] if stale else titles[i]
        folder = "Archive" if stale else FOLDERS[folders[i]]
        age = ages[i] + 100 * 86400 if stale else ages[i]
        rows.append((title, f"{first[i]}\n{second[i]}\n{third[i]}", folder, int(not pins[i]), world.now - age))
    world.add("notes", ("title", "body", "folder", "pinned", "edited"), rows)
