"""To-do: lists of things to do with days, priorities and notes."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from benchmarks.phone.app import App
from benchmarks.phone.clock import parse_day, short_day
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search, Tabs
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Icon, Item, Rows, Screen, Text, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

PRIORITIES = (("0", "None"), ("1", "Low"), ("2", "Medium"), ("3", "High"))

app = App(
    "todo",
    "To-do",
    "check-square",
    "#0f8b8d",
    (
        Table("todo_lists", "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE CHECK (name <> '')"),
        Table(
            "todos",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, list INTEGER NOT NULL REFERENCES todo_lists ON DELETE CASCADE,"
            " title TEXT NOT NULL CHECK (title <> ''), note TEXT NOT NULL DEFAULT '', due TEXT NOT NULL DEFAULT '',"
            " priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 3),"
            " done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1))",
        ),
    ),
)


@app.screen
def main(context: Context) -> Screen:
    """The lists; with a text in the search, to-dos of all lists."""
    query = context.get("query", "")
    if query:
        found = context.db.rows(
            "SELECT * FROM todos WHERE title LIKE ?1 OR note LIKE ?1 ORDER BY done, id", f"%{query}%"
        )
        rows = [_todo(context, row) for row in found]
    else:
        lists = context.db.rows(
            "SELECT l.*, (SELECT count(*) FROM todos t WHERE t.list = l.id AND t.done = 0) AS n"
            " FROM todo_lists l ORDER BY name"
        )
        rows = [
            Item(f"list:{row['id']}", row["name"], f"{row['n']} open", icon="list", on_tap=items(row["id"]))
            for row in lists
        ]
    return Screen(
        "To-do",
        [Search(), *rows_or(rows, "Nothing found")],
        fab=Icon("add", "New list", "plus", edit_list(0)),
    )


@app.screen
def items(context: Context, key: int) -> Screen:
    """One list."""
    name = context.db.value("SELECT name FROM todo_lists WHERE id = ?", key)
    if name is None:
        return Screen("To-do", [Text("empty", "This list is gone")])
    show = context.get("show", "open")
    rows = context.db.rows(
        "SELECT * FROM todos WHERE list = ?1 AND ?2 IN ('all', CASE done WHEN 1 THEN 'done' ELSE 'open' END)"
        " ORDER BY done, priority DESC, due = '', due, id",
        key,
        show,
    )

    def item(row: Row) -> Item:
        return _todo(context, row)

    return Screen(
        name,
        [
            Tabs("show", (("open", "Open"), ("done", "Done"), ("all", "All"))),
            Rows(rows, item) if rows else Text("empty", "Nothing here", "caption"),
        ],
        menu=[
            ("Rename list", edit_list(key)),
            ("Delete done", ask("Delete done?", "Everything done in this list will be deleted.", "Delete", clear(key))),
            (
                "Delete list",
                ask("Delete list?", f"“{name}” and all its to-dos will be deleted.", "Delete", delete_list(key)),
            ),
        ],
        fab=Icon("add", "New to-do", "plus", edit(0, key)),
    )


@app.screen
def edit(context: Context, todo: int, key: int) -> Screen:
    """The form of a to-do; 0 is a new one in the given list."""
    row = context.db.get("todos", todo)
    title, note, due, priority, chosen = (
        (row["title"], row["note"], row["due"], str(row["priority"]), row["list"]) if row else ("", "", "", "0", key)
    )
    lists = tuple((str(r["id"]), r["name"]) for r in context.db.rows("SELECT * FROM todo_lists ORDER BY name"))
    menu = [("Delete", ask("Delete to-do?", f"“{title}” will be deleted.", "Delete", delete(todo)))] if row else []
    if due:
        menu.insert(0, ("Remove day", undate(todo)))
    return Screen(
        "Edit to-do" if todo else "New to-do",
        [
            Field("title", "Title", title),
            Pick("due", "Day", "date", due),
            Pick("priority", "Priority", "choice", priority, PRIORITIES),
            Pick("list", "List", "choice", str(chosen), lists),
            Field("note", "Note", note, lines=4),
        ],
        actions=[Icon("save", "Save", "check", save(todo))],
        menu=menu,
    )


@app.screen
def edit_list(context: Context, key: int) -> Screen:
    """The name of a list; 0 is a new one."""
    name = context.db.value("SELECT name FROM todo_lists WHERE id = ?", key) or ""
    save_it = save_list(key)
    return Screen(
        "Rename list" if key else "New list",
        [Field("name", "Name", name, on_enter=save_it)],
        actions=[Icon("save", "Save", "check", save_it)],
    )


@app.action
def save(context: Context, todo: int) -> None:
    """Check the form and store it."""
    form = context.form
    title = form["title"].strip()
    known = context.db.find("SELECT 1 FROM todo_lists WHERE id = ?", int(form["list"])) is not None
    if context.rejects(title="" if title else "Enter a title", list="" if known else "Choose a list"):
        return
    values = {
        "title": title,
        "note": form["note"],
        "due": form["due"],
        "priority": int(form["priority"]),
        "list": int(form["list"]),
    }
    if todo:
        context.db.update("todos", todo, **values)
    else:
        context.db.insert("todos", **values)
    context.back()
    context.toast("To-do saved")


@app.action
def undate(context: Context, todo: int) -> None:
    """Remove the day."""
    context.db.update("todos", todo, due="")
    context.put(due=None)


@app.action
def tick(context: Context, todo: int) -> None:
    """Mark as done, or as open again."""
    context.db.execute("UPDATE todos SET done = 1 - done WHERE id = ?", todo)


@app.action
def delete(context: Context, todo: int) -> None:
    """Delete a to-do."""
    context.db.delete("todos", todo)
    context.back()
    context.toast("To-do deleted")


@app.action
def clear(context: Context, key: int) -> None:
    """Delete what is done in a list."""
    context.db.execute("DELETE FROM todos WHERE list = ? AND done = 1", key)


@app.action
def save_list(context: Context, key: int) -> None:
    """Check the name and store it."""
    name = context.form["name"].strip()
    taken = context.db.find("SELECT 1 FROM todo_lists WHERE name = ? AND id <> ?", name, key) is not None
    if context.rejects(name="A list has this name" if taken else "" if name else "Enter a name"):
        return
    if key:
        context.db.update("todo_lists", key, name=name)
    else:
        context.db.insert("todo_lists", name=name)
    context.back()
    context.toast("List saved")


@app.action
def delete_list(context: Context, key: int) -> None:
    """Delete a list with all its to-dos."""
    context.db.delete("todo_lists", key)
    context.back()
    context.toast("List deleted")


def _todo(context: Context, row: Row) -> Item:
    day = short_day(parse_day(row["due"]), context.today) if row["due"] else "No day"
    priority = PRIORITIES[row["priority"]][1] if row["priority"] else ""
    key = row["id"]
    return Item(
        f"todo:{key}", row["title"], day, priority, on_tap=edit(key, row["list"]), check=(bool(row["done"]), tick(key))
    )


@app.generator
def fill(world: World) -> None:
    """Lists with to-dos, some overdue, some nearly the same."""
    names = [*world.pools.lists, f"{world.pools.lists[0]} {world.pools.year}"]
    world.add("todo_lists", ("id", "name"), [(i + 1, name) for i, name in enumerate(names)])
    count = 72
    lists, titles, notes = (
        world.ints(1, len(names) + 1, count),
        world.texts(world.pools.todos, count),
        world.texts(world.pools.note_lines, count),
    )
    days, ranks, done = world.ints(-40, 60, count), world.ints(0, 7, count), world.ints(0, 3, count)
    rows = []
    for i in range(count):
        due = (world.today + timedelta(days=days[i])).isoformat() if days[i] % 3 else ""
        rows.append(
            (lists[i], titles[i], notes[i] if ranks[i] == 1 else "", due, max(0, ranks[i] - 3), int(done[i] == 0))
        )
    world.add("todos", ("list", "title", "note", "due", "priority", "done"), rows)
