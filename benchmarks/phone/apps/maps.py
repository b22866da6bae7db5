"""Maps: places of the town, favourites with notes, ways from one place to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.context import Context
from benchmarks.phone.routes import EXTENT, Mode, Point, distance_text, way
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.plan import Plan
from benchmarks.phone.ui.widgets import Button, Grid, Icon, Item, Rows, Screen, Switch, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

CATEGORIES = ("Café", "Restaurant", "Pharmacy", "Clinic", "Library", "Museum", "Bookshop", "Garage")
HOME = 1
"""The place where the phone's owner lives."""
MODES: tuple[tuple[Mode, str], ...] = (("foot", "On foot"), ("car", "By car"))
MOST_POINTS = 12
"""Places that the plan under a list shows."""
PLACES = 32
"""Places in a world."""
HALF_HOURS = tuple(f"{half // 2:02d}:{half % 2 * 30:02d}" for half in range(48))
COLUMNS = (
    "name", "category", "address", "district", "x", "y", "opens", "closes", "phone", "rating", "favourite", "note",
)  # fmt: skip
"""Columns of a place but its key."""

app = App(
    "maps",
    "Maps",
    "pin",
    "#2e8b57",
    (
        Table(
            "places",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL CHECK (name <> ''), category TEXT NOT NULL,"
            " address TEXT NOT NULL, district TEXT NOT NULL, x INTEGER NOT NULL CHECK (x BETWEEN 0 AND 4000),"
            " y INTEGER NOT NULL CHECK (y BETWEEN 0 AND 3000), opens TEXT NOT NULL, closes TEXT NOT NULL,"
            " phone TEXT NOT NULL DEFAULT '', rating INTEGER NOT NULL CHECK (rating BETWEEN 10 AND 50),"
            " favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)), note TEXT NOT NULL DEFAULT '',"
            " CHECK (opens < closes), UNIQUE (name, address)",
        ),
    ),
)


@app.screen
def main(context: Context) -> Screen:
    """All places, those of a category, those that a search finds."""
    rows = context.db.rows(
        "SELECT * FROM places WHERE ?1 IN ('', category)"
        " AND (name LIKE ?2 OR address LIKE ?2 OR district LIKE ?2 OR note LIKE ?2) ORDER BY name, id",
        context.get("category", ""),
        f"%{context.get('query', '')}%",
    )
    kinds = (("", "All categories"), *((name, name) for name in CATEGORIES))
    head: list[Widget] = [Search(), Pick("category", "Category", "choice", "", kinds)]
    return Screen(
        "Maps",
        [*head, *_listed(rows, "No such place")],
        actions=[
            Icon("favourites", "Favourites", "star", favourites()),
            Icon("route", "Route", "route", route(HOME, 0)),
        ],
    )


@app.screen
def favourites(context: Context) -> Screen:
    """Places that were saved."""
    rows = context.db.rows("SELECT * FROM places WHERE favourite = 1 ORDER BY name, id")
    return Screen("Favourites", _listed(rows, "No favourites"))


@app.screen
def place(context: Context, key: int) -> Screen:
    """One place."""
    row = context.db.row("SELECT * FROM places WHERE id = ?", key)
    share = Command("messages.new", (f"{row['name']}, {row['address']}, {row['district']}",))
    lines = [
        ("address", row["address"], "Address", "pin"),
        ("district", row["district"], "District", "globe"),
        ("hours", f"{row['opens']} to {row['closes']}", "Open", "clock"),
        ("rating", f"{row['rating'] / 10:.1f}", "Rating", "star"),
    ]
    body: list[Widget] = [
        Text("name", row["name"], "title"),
        Text("category", row["category"], "caption"),
        Plan("plan", f"{row['name']} on the plan", [_point(row)]),
        *(Item(name, text, label, icon=icon) for name, text, label, icon in lines),
    ]
    if row["phone"]:
        body.append(Item("phone", row["phone"], "Phone", "", "phone", Command("phone.dial", (row["phone"],))))
    body += [
        Grid(
            [
                Button("route", "Route", route(HOME, key), look="outlined", icon="route"),
                Button("share", "Share", share, look="outlined", icon="message"),
            ],
            2,
        ),
        Switch("favourite", "Favourite", bool(row["favourite"]), keep(key)),
        Field("note", "My note", row["note"], lines=2),
    ]
    return Screen("Place", body, actions=[Icon("save", "Save note", "check", save_note(key))])


@app.screen
def route(context: Context, start: int, end: int) -> Screen:
    """The way between two places; 0 is one yet to be chosen."""
    rows = {row["id"]: row for row in context.db.rows("SELECT * FROM places ORDER BY name, id")}
    options = tuple((str(key), f"{row['name']}, {row['address']}") for key, row in rows.items())
    ends = [rows.get(int(context.get(key, first) or 0)) for key, first in (("start", start), ("end", end))]
    body: list[Widget] = [
        Pick("start", "From", "choice", str(start), options),
        Pick("end", "To", "choice", str(end or ""), options),
    ]
    known = [row for row in ends if row is not None]
    if len(known) < len(ends):
        return Screen("Route", [*body, Text("hint", "Choose where to start and where to go.", "caption")])
    points = [_point(row) for row in known]
    body.append(Plan("plan", f"From {known[0]['name']} to {known[1]['name']}", points, way=True))
    for mode, label in MODES:
        metres, minutes = way(points[0], points[1], mode)
        body.append(Item(mode, f"{minutes} min", label, distance_text(metres), "person" if mode == "foot" else "car"))
    return Screen("Route", body)


@app.action
def keep(context: Context, key: int) -> None:
    """Save a place as a favourite, or take it off the favourites."""
    context.db.execute("UPDATE places SET favourite = 1 - favourite WHERE id = ?", key)


@app.action
def save_note(context: Context, key: int) -> None:
    """Store the note."""
    context.db.update("places", key, note=context.form["note"].strip())
    context.back()
    context.toast("Note saved")


def _listed(rows: list[Row], nothing: str) -> list[Widget]:
    if not rows:
        return [Text("empty", nothing, "caption")]
    points = [_point(row) for row in rows[:MOST_POINTS]]
    return [Rows(rows, _item), Plan("plan", f"{len(points)} of {len(rows)} on the plan", points)]


def _item(row: Row) -> Item:
    where = f"{row['category']} · {row['address']}, {row['district']}"
    star = "star-full" if row["favourite"] else "pin"
    return Item(f"place:{row['id']}", row["name"], where, f"{row['rating'] / 10:.1f}", star, place(row["id"]))


def _point(row: Row) -> Point:
    return Point(row["x"], row["y"])


@app.generator
def fill(world: World) -> None:
    """The owner's home and places around it; a fifth of them are namesakes in other streets."""
    count, pools = PLACES, world.pools
    with world.apart("maps"):
        names, kinds = world.picks(pools.venues, count), world.picks(CATEGORIES, count)
        streets, doors = world.picks(pools.streets, count), world.ints(1, 3, count)
        xs, ys = world.ints(12, EXTENT[0] // 10 - 12, count), world.ints(12, EXTENT[1] // 10 - 12, count)
        opens, closes = world.picks(HALF_HOURS[12:22], count), world.picks(HALF_HOURS[28:46], count)
        ratings, stars, notes = world.ints(25, 50, count), world.ints(0, 6, count), world.ints(0, 3, count)
        numbers, texts = world.numbers(count), world.texts(pools.place_notes, count)
    columns = 3
    lines = len(pools.districts) // columns
    rows: list[tuple[object, ...]] = []
    for i in range(count):
        twin = i - (i % 5 == 0)
        across, down = xs[i] * columns * 10 // EXTENT[0], ys[i] * lines * 10 // EXTENT[1]
        address = f"{streets[i]} {2 * i + doors[i]}"  # its own number: no two places share an address
        where = (address, pools.districts[down * columns + across], xs[i] * 10, ys[i] * 10)
        note = texts[i] if notes[i] == 0 else ""
        about = (opens[i], closes[i], numbers[i], ratings[i], int(stars[i] == 0), note)
        rows.append((f"{names[twin]} {kinds[twin]}", kinds[twin], *where, *about))
    rows[0] = ("Home", "Home", *rows[0][2:6], "00:00", "23:59", "", 50, 1, "")
    world.add("places", COLUMNS, rows)
