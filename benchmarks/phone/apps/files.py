"""Files: folders within folders; make, rename, move, copy, delete."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import when_text
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Heading, Icon, Item, Screen, Text, Widget, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

ROOT = 1
MEGABYTE = 1_000_000
ORDERS = {"name": "name, id", "date": "modified DESC, id", "size": "bytes DESC, id"}
ICONS = {"jpg": "image", "png": "image", "mp3": "music"}

app = App(
    "files",
    "Files",
    "folder",
    "#c77d0a",
    (
        Table(
            "folders",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER REFERENCES folders ON DELETE CASCADE,"
            " name TEXT NOT NULL CHECK (name <> ''), UNIQUE (parent, name)",
        ),
        Table(
            "files",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,"
            " name TEXT NOT NULL CHECK (name <> ''), bytes INTEGER NOT NULL CHECK (bytes >= 0),"
            " modified INTEGER NOT NULL,"
            " UNIQUE (folder, name)",
            quiet=("modified",),
        ),
    ),
    permission="files on this phone",
)


@app.screen
def main(context: Context) -> Screen:
    """The uppermost folder; with a text in the search, files and folders anywhere."""
    query = context.get("query", "")
    if not query:
        return _folder(context, ROOT, "Files", [Search()])
    folders = context.db.rows(
        "SELECT * FROM folders WHERE name LIKE ? AND parent IS NOT NULL ORDER BY name, id", f"%{query}%"
    )
    files = context.db.rows("SELECT * FROM files WHERE name LIKE ? ORDER BY name, id", f"%{query}%")
    found = [
        *(_folder_item(row) for row in folders),
        *(_file_item(context, row, path(context, row["folder"])) for row in files),
    ]
    return Screen("Files", [Search(), *rows_or(found, "Nothing found")])


@app.screen
def folder(context: Context, key: int) -> Screen:
    """What is in a folder."""
    name = context.db.value("SELECT name FROM folders WHERE id = ?", key)
    if name is None:
        return Screen("Files", [Text("empty", "This folder is gone")])
    return _folder(context, key, name, [Text("path", path(context, key), "caption")])


def _folder(context: Context, key: int, title: str, head: list[Widget]) -> Screen:
    order = context.get("order", "name")
    folders = context.db.rows("SELECT * FROM folders WHERE parent = ? ORDER BY name, id", key)
    files = context.db.rows(f"SELECT * FROM files WHERE folder = ? ORDER BY {ORDERS[order]}", key)
    body = [*(_folder_item(row) for row in folders), *(_file_item(context, row, "") for row in files)]
    menu = [
        ("New folder", name_folder(0, key)),
        *((f"Sort by {name}", Command("kit.put", ("order", name))) for name in ORDERS if name != order),
    ]
    if key != ROOT:
        text = f"“{title}” and everything in it will be deleted."
        menu += [
            ("Rename folder", name_folder(key, key)),
            ("Move folder", move("folders", key, ROOT)),
            ("Delete folder", ask("Delete folder?", text, "Delete", delete_folder(key))),
        ]
    return Screen(title, [*head, *rows_or(body, "This folder is empty")], menu=menu)


@app.screen
def detail(context: Context, file: int) -> Screen:
    """One file."""
    row = context.db.get("files", file)
    if row is None:
        return Screen("File", [Text("empty", "This file is gone")])
    return Screen(
        "File",
        [
            Text("name", row["name"], "title"),
            Item("where", path(context, row["folder"]), "Folder", icon="folder"),
            Item("size", size_text(row["bytes"]), "Size", icon="file"),
            Item("modified", when_text(context.local(row["modified"]), context.today), "Changed", icon="clock"),
            Button(
                "share", "Send by mail", Command("mail.compose", ("", row["name"], "", 0, 0, str(file))), icon="mail"
            ),
        ],
        menu=[
            ("Rename", rename(file)),
            ("Move", move("files", file, ROOT)),
            ("Copy", copy(file)),
            ("Delete", ask("Delete file?", f"“{row['name']}” will be deleted.", "Delete", delete(file))),
        ],
    )


@app.screen
def rename(context: Context, file: int) -> Screen:
    """The name of a file."""
    name = context.db.value("SELECT name FROM files WHERE id = ?", file) or ""
    run = save_name(file)
    return Screen(
        "Rename file", [Field("name", "Name", name, on_enter=run)], actions=[Icon("save", "Save", "check", run)]
    )


@app.screen
def name_folder(context: Context, key: int, parent: int) -> Screen:
    """The name of a folder; 0 is a new one in `parent`."""
    name = context.db.value("SELECT name FROM folders WHERE id = ?", key) or ""
    run = save_folder(key, parent)
    return Screen(
        "Rename folder" if key else "New folder",
        [Field("name", "Name", name, on_enter=run)],
        actions=[Icon("save", "Save", "check", run)],
    )


@app.screen
def move(context: Context, table: str, key: int, start: int) -> Screen:
    """Where to move a file or a folder: folders to walk through, and a button."""
    here = int(context.get("here", start))
    parent = context.db.value("SELECT parent FROM folders WHERE id = ?", here)
    body: list[Widget] = [Heading(path(context, here))]
    if parent is not None:
        body.append(Item("up", "Up", icon="up", on_tap=walk(parent)))
    body += [
        Item(f"folder:{row['id']}", row["name"], icon="folder", on_tap=walk(row["id"]))
        for row in context.db.rows("SELECT * FROM folders WHERE parent = ? ORDER BY name, id", here)
        if not (table == "folders" and row["id"] == key)
    ]
    return Screen("Move to", body, footer=[Button("move-here", "Move here", put_into(table, key, here))])


@app.action
def walk(context: Context, here: int) -> None:
    """Look into another folder while choosing one."""
    context.put(here=here)


@app.action
def put_into(context: Context, table: str, key: int, here: int) -> None:
    """Move a file or a folder."""
    row = context.db.get(table, key)
    column = "parent" if table == "folders" else "folder"
    if row is None:
        context.alert("Not moved", "It is gone.")
    elif row[column] != here and _taken(context, table, column, here, row["name"]):
        context.alert("Not moved", f"There is a {table[:-1]} {row['name']} in {path(context, here)}.")
    else:
        context.db.update(table, key, **{column: here})
        context.back()
        context.toast("Moved")


@app.action
def save_name(context: Context, file: int) -> None:
    """Check the name of a file and store it."""
    name = context.form["name"].strip()
    row = context.db.row("SELECT * FROM files WHERE id = ?", file)
    taken = name != row["name"] and _taken(context, "files", "folder", row["folder"], name)
    if not context.rejects(name=_name_error(name, taken=taken)):
        context.db.update("files", file, name=name)
        context.back()
        context.toast("Renamed")


@app.action
def save_folder(context: Context, key: int, parent: int) -> None:
    """Check the name of a folder and store it."""
    name = context.form["name"].strip()
    old = context.db.get("folders", key)
    where = old["parent"] if old is not None else parent
    taken = (old is None or name != old["name"]) and _taken(context, "folders", "parent", where, name)
    if context.rejects(name=_name_error(name, taken=taken)):
        return
    if key:
        context.db.update("folders", key, name=name)
    else:
        context.db.insert("folders", parent=parent, name=name)
    context.back()
    context.toast("Folder saved")


@app.action
def copy(context: Context, file: int) -> None:
    """Put a copy beside a file."""
    row = context.db.row("SELECT * FROM files WHERE id = ?", file)
    stem, dot, ending = row["name"].rpartition(".")
    names = (f"{stem or ending} copy{n}{dot}{ending if stem else ''}" for n in ("", *range(2, 100)))
    name = next(name for name in names if not _taken(context, "files", "folder", row["folder"], name))
    context.db.insert("files", folder=row["folder"], name=name, bytes=row["bytes"], modified=context.now)
    context.toast(f"Copied to {name}")


@app.action
def delete(context: Context, file: int) -> None:
    """Delete a file."""
    context.db.delete("files", file)
    context.back()
    context.toast("File deleted")


@app.action
def delete_folder(context: Context, key: int) -> None:
    """Delete a folder with everything in it."""
    context.db.delete("folders", key)
    context.back()
    context.toast("Folder deleted")


def path(context: Context, key: int) -> str:
    """`Phone / Documents / Invoices`."""
    names = context.db.value(
        "WITH RECURSIVE up(id, parent, path) AS (SELECT id, parent, name FROM folders WHERE id = ?"
        " UNION ALL SELECT f.id, f.parent, f.name || ' / ' || up.path FROM folders f JOIN up ON f.id = up.parent)"
        " SELECT path FROM up WHERE parent IS NULL",
        key,
    )
    return str(names or "")


def size_text(count: int) -> str:
    """`12 kB`, `3.4 MB`."""
    return f"{count // 1000} kB" if count < MEGABYTE else f"{count / MEGABYTE:.1f} MB"


def _taken(context: Context, table: str, column: str, where: int, name: str) -> bool:
    return context.db.find(f"SELECT 1 FROM {table} WHERE {column} = ? AND name = ?", where, name) is not None


def _name_error(name: str, *, taken: bool) -> str:
    if not name or "/" in name:
        return "Enter a name without /"
    return "There is one of this name here" if taken else ""


def _folder_item(row: Row) -> Item:
    return Item(f"folder:{row['id']}", row["name"], icon="folder", on_tap=folder(row["id"]))


def _file_item(context: Context, row: Row, where: str) -> Item:
    ending = row["name"].rpartition(".")[2]
    about = f"{size_text(row['bytes'])} · {when_text(context.local(row['modified']), context.today)}"
    return Item(f"file:{row['id']}", row["name"], about, where, ICONS.get(ending, "file"), detail(row["id"]))


@app.generator
def fill(world: World) -> None:
    """A tree of folders with files in it."""
    fixed = ["Documents", "Downloads", "Pictures", "Music"]
    inner = [(2 + i % 4, name) for i, name in enumerate(world.pools.folders)]
    rows = [(1, None, "Phone"), *((i + 2, 1, name) for i, name in enumerate(fixed))]
    rows += [(i + 6, parent, name) for i, (parent, name) in enumerate(inner)]
    world.add("folders", ("id", "parent", "name"), rows)
    count = 90
    folders, names = world.ints(2, len(rows) + 1, count), world.texts(world.pools.files, count)
    sizes, ages = world.ints(4_000, 9_000_000, count), world.ints(600, 300 * 86400, count)
    files = {(folders[i], names[i]): (sizes[i], world.now - ages[i]) for i in range(count)}
    world.add("files", ("folder", "name", "bytes", "modified"), [(*key, *value) for key, value in files.items()])
