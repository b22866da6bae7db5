"""Calendar: days, events that repeat, time zones, guests, reminders."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import day_text, instant, local, parse_day, short_day, time_text, when_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.recurrence import REPEATS, Event, next_start, starts_within
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Grid, Heading, Icon, Item, Rows, Screen, Text, Widget, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

KINDS = ("Personal", "Work", "Family")
LENGTHS = tuple(
    (str(m), t)
    for m, t in (
        (15, "15 min"),
        (30, "30 min"),
        (45, "45 min"),
        (60, "1 hour"),
        (90, "1.5 hours"),
        (120, "2 hours"),
        (240, "4 hours"),
        (480, "8 hours"),
    )
)
REMINDERS = (
    ("-1", "None"),
    ("0", "At the start"),
    ("10", "10 min before"),
    ("30", "30 min before"),
    ("60", "1 hour before"),
    ("1440", "1 day before"),
)
ZONES = tuple(
    (name, name)
    for name in (
        "America/New_York", "America/Sao_Paulo", "Asia/Tokyo", "Australia/Sydney",
        "Europe/Berlin", "Europe/Lisbon", "Europe/London", "Europe/Oslo",
    )
)  # fmt: skip

app = App(
    "calendar",
    "Calendar",
    "calendar",
    "#e5533d",
    (
        Table(
            "events",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL CHECK (title <> ''), starts INTEGER NOT NULL,"
            " minutes INTEGER NOT NULL CHECK (minutes > 0), zone TEXT NOT NULL,"
            " repeat TEXT NOT NULL DEFAULT 'none'"
            " CHECK (repeat IN ('none', 'daily', 'weekdays', 'weekly', 'monthly', 'yearly')),"
            " until TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',"
            " calendar TEXT NOT NULL DEFAULT 'Personal' CHECK (calendar IN ('Personal', 'Work', 'Family')),"
            " reminder INTEGER NOT NULL DEFAULT -1, remind_at INTEGER",
            quiet=("remind_at",),
        ),
        Table(
            "event_exceptions",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,"
            " day TEXT NOT NULL, UNIQUE (event, day)",
        ),
        Table(
            "event_guests",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,"
            " contact INTEGER NOT NULL REFERENCES contacts ON DELETE CASCADE, UNIQUE (event, contact)",
        ),
    ),
    target="about",
)


@app.screen
def main(context: Context) -> Screen:
    """The events of one day."""
    day = parse_day(context.get("day", context.today.isoformat()))
    earlier, later = (_show(day + timedelta(days=step)) for step in (-1, 1))
    rows = [_row(context, event, start, day) for start, event in events_on(context, day)]
    arrows = Grid(
        [
            Button("previous-day", "<", earlier, look="plain", value="Previous day"),
            Button("today", "Today", _show(context.today), look="plain"),
            Button("next-day", ">", later, look="plain", value="Next day"),
        ],
        3,
        48,
    )
    body: list[Widget] = [Text("day-name", day_text(day), "title"), Pick("day", "Day", "date", day.isoformat()), arrows]
    return Screen(
        "Calendar",
        [*body, *rows_or(rows, "No events")],
        actions=[Icon("search", "Search events", "search", search()), Icon("agenda", "Next 14 days", "list", agenda())],
        fab=Icon("add", "New event", "plus", edit(0, day.isoformat())),
        on_swipe=(later, earlier),
    )


@app.screen
def agenda(context: Context) -> Screen:
    """The next two weeks."""
    body: list[Widget] = []
    for number in range(14):
        day = context.today + timedelta(days=number)
        rows = [_row(context, event, start, day) for start, event in events_on(context, day)]
        if rows:
            body += [Heading(day_text(day)), *rows]
    return Screen("Next 14 days", rows_or(body, "No events"))


@app.screen
def search(context: Context) -> Screen:
    """Events by title, place or note, by their first day."""
    rows = context.db.rows(
        "SELECT * FROM events WHERE title LIKE ?1 OR place LIKE ?1 OR note LIKE ?1 ORDER BY starts, id",
        f"%{context.get('query', '')}%",
    )

    def item(row: Row) -> Item:
        start = context.local(row["starts"])
        repeat = "" if row["repeat"] == "none" else dict(REPEATS)[row["repeat"]]
        shown = f"{short_day(start.date(), context.today)}, {time_text(start)}"
        return Item(
            f"event:{row['id']}", row["title"], shown, repeat, "calendar", detail(row["id"], start.date().isoformat())
        )

    return Screen("Search events", [Search(), Rows(rows, item) if rows else Text("empty", "No events", "caption")])


@app.screen
def detail(context: Context, event: int, day: str) -> Screen:
    """One event, on one of its days."""
    row = context.db.get("events", event)
    if row is None:
        return Screen("Event", [Text("empty", "This event is gone")])
    start = starts_within(row, parse_day(day), context.zone) or row["starts"]
    begin, end = context.local(start), context.local(start + row["minutes"] * 60)
    there = local(start, row["zone"])
    foreign = f" ({time_text(there)} in {row['zone']})" if row["zone"] != context.zone else ""
    lines = [
        ("date", day_text(begin.date()), "Day", "calendar"),
        ("time", f"{time_text(begin)} to {time_text(end)}{foreign}", "Time", "clock"),
        (
            "repeat",
            dict(REPEATS)[row["repeat"]] + (f", until {row['until']}" if row["until"] else ""),
            "Repeats",
            "repeat",
        ),
        ("place", row["place"], "Place", "pin"),
        ("calendar", row["calendar"], "Calendar", "list"),
        ("reminder", dict(REMINDERS).get(str(row["reminder"]), ""), "Reminder", "bell"),
    ]
    guests = context.db.rows(
        "SELECT g.id, c.name FROM event_guests g JOIN contacts c ON c.id = g.contact WHERE g.event = ? ORDER BY g.id",
        event,
    )
    body: list[Widget] = [Text("title-text", row["title"], "title")]
    body += [Item(key, text, label, icon=icon) for key, text, label, icon in lines if text]
    body += [Text("note", row["note"])] if row["note"] else []
    body += [Heading("Guests")]
    body += [
        Item(
            f"guest:{g['id']}",
            g["name"],
            "Guest",
            icon="avatar",
            on_long_press=ask("Remove guest?", f"{g['name']} will be removed.", "Remove", drop_guest(g["id"])),
        )
        for g in guests
    ]
    body += [Button("add-guest", "Add guest", Command("calendar.invite", (event,)), look="outlined", icon="plus")]
    menu = [("Delete", ask("Delete event?", "All its days will be deleted.", "Delete", delete(event)))]
    if row["repeat"] != "none":
        menu.insert(
            0,
            (
                "Delete only this day",
                ask("Delete this day?", f"{day_text(parse_day(day))} will be left out.", "Delete", skip(event, day)),
            ),
        )
    return Screen("Event", body, actions=[Icon("edit", "Edit", "edit", edit(event, day))], menu=menu)


@app.screen
def invite(context: Context, event: int) -> Screen:
    """A contact to invite."""
    rows = context.db.rows(
        "SELECT id, name, company FROM contacts WHERE name LIKE ? ORDER BY name, id", f"%{context.get('query', '')}%"
    )

    def item(row: Row) -> Item:
        return Item(
            f"contact:{row['id']}", row["name"], row["company"] or "—", "", "avatar", add_guest(event, row["id"])
        )

    return Screen("Add guest", [Search(), Rows(rows, item)])


@app.screen
def edit(context: Context, event: int, day: str) -> Screen:
    """The form of an event; 0 is a new one on the given day."""
    row = context.db.get("events", event)
    old: dict[str, Any] = dict(row) if row is not None else {}
    where = old.get("zone", context.zone)
    begin = local(old["starts"], where) if old else None
    minutes = str(old.get("minutes", 60))
    lengths = LENGTHS if minutes in dict(LENGTHS) else ((minutes, f"{minutes} min"), *LENGTHS)
    zones = ZONES if where in dict(ZONES) else ((where, where), *ZONES)
    return Screen(
        "Edit event" if event else "New event",
        [
            Field("title", "Title", old.get("title", "")),
            Pick("date", "Day", "date", begin.date().isoformat() if begin else day),
            Pick("time", "Time", "time", time_text(begin) if begin else "12:00"),
            Pick("minutes", "Duration", "choice", minutes, lengths),
            Pick("zone", "Time zone", "choice", where, zones),
            Pick("repeat", "Repeats", "choice", old.get("repeat", "none"), REPEATS),
            Pick("until", "Until", "date", old.get("until", "")),
            Field("place", "Place", old.get("place", "")),
            Pick(
                "calendar", "Calendar", "choice", old.get("calendar", KINDS[0]), tuple((name, name) for name in KINDS)
            ),
            Pick("reminder", "Reminder", "choice", str(old.get("reminder", -1)), REMINDERS),
            Field("note", "Note", old.get("note", ""), lines=3),
        ],
        actions=[Icon("save", "Save", "check", save(event))],
    )


@app.screen
def about(context: Context, event: int) -> Screen:
    """Where a reminder leads: the event on its next day."""
    row = context.db.get("events", event)
    if row is None:
        return Screen("Event", [Text("empty", "This event is gone")])
    start = next_start(row, context.now - 86400) or row["starts"]
    when = when_text(context.local(start), context.today)
    open_it = Button("open", "Open", detail(event, context.local(start).date().isoformat()))
    return Screen("Reminder", [Text("what", row["title"], "title"), Text("when", when), open_it])


@app.action
def save(context: Context, event: int) -> None:
    """Check the form and store it."""
    form = context.form
    title, repeats = form["title"].strip(), form["repeat"] != "none"
    late = repeats and form["until"] and form["until"] < form["date"]
    errors = {
        "title": "" if title else "Enter a title",
        "until": "The last day is before the first one" if late else "",
    }
    if context.rejects(**errors):
        return
    values: dict[str, Any] = {
        "title": title,
        "starts": instant(parse_day(form["date"]), form["time"], form["zone"]),
        "minutes": int(form["minutes"]),
        "until": form["until"] if repeats else "",
        "reminder": int(form["reminder"]),
        **{key: form[key] for key in ("zone", "repeat", "calendar", "note")},
        "place": form["place"].strip(),
    }
    values["remind_at"] = remind_at(values, context.now)
    if event:
        context.db.update("events", event, **values)
        context.back()
    else:
        context.db.insert("events", **values)
        context.back()
        if context.page.screen == "calendar.main":
            context.put(day=form["date"])
    context.toast("Event saved")


@app.action
def delete(context: Context, event: int) -> None:
    """Delete an event with all its days."""
    context.db.delete("events", event)
    context.back()
    context.toast("Event deleted")


@app.action
def skip(context: Context, event: int, day: str) -> None:
    """Leave out one day of a repeating event."""
    context.db.execute("INSERT OR IGNORE INTO event_exceptions (event, day) VALUES (?, ?)", event, day)
    context.back()
    context.toast("Day deleted")


@app.action
def add_guest(context: Context, event: int, contact: int) -> None:
    """Invite a contact."""
    context.db.execute("INSERT OR IGNORE INTO event_guests (event, contact) VALUES (?, ?)", event, contact)
    context.back()


@app.action
def drop_guest(context: Context, guest: int) -> None:
    """Take a guest off the list."""
    context.db.delete("event_guests", guest)


@due("SELECT min(remind_at) FROM events")
def remind(context: Context) -> None:
    """A reminder goes off; the next one is planned."""
    row = context.db.row("SELECT * FROM events WHERE remind_at IS NOT NULL ORDER BY remind_at, id LIMIT 1")
    context.db.update("events", row["id"], remind_at=remind_at(row, row["remind_at"] + row["reminder"] * 60))
    if context.settings["do_not_disturb"] != "on":
        start = context.local(row["remind_at"] + row["reminder"] * 60)
        context.notify("calendar", row["title"], f"Starts {when_text(start, context.today)}", row["id"])


def remind_at(event: Event, after: int) -> int | None:
    """When the next reminder later than an instant is due."""
    reminder = event["reminder"]
    if reminder < 0:
        return None
    start = next_start(event, after + reminder * 60)
    return None if start is None else start - reminder * 60


def events_on(context: Context, day: date) -> list[tuple[int, Row]]:
    """Events of a day (of the phone's time zone) with the instants at which they start, in their order."""
    noon = instant(day, "12:00", context.zone)
    rows = context.db.rows(
        "SELECT * FROM events WHERE starts < ?1 + 130000 AND (repeat <> 'none' OR starts > ?1 - 130000) ORDER BY id",
        noon,
    )
    left_out = {
        row["event"] for row in context.db.rows("SELECT event FROM event_exceptions WHERE day = ?", day.isoformat())
    }
    starts = ((starts_within(row, day, context.zone), row) for row in rows if row["id"] not in left_out)
    found = [(start, row) for start, row in starts if start is not None]
    return sorted(found, key=lambda pair: (pair[0], pair[1]["id"]))


def _row(context: Context, event: Row, start: int, day: date) -> Item:
    begin, end = context.local(start), context.local(start + event["minutes"] * 60)
    where = f", {event['place']}" if event["place"] else ""
    return Item(
        f"event:{event['id']}:{day.isoformat()}",
        event["title"],
        f"{time_text(begin)} to {time_text(end)}{where}",
        event["calendar"],
        "repeat" if event["repeat"] != "none" else "calendar",
        detail(event["id"], day.isoformat()),
    )


def _show(day: date) -> Command:
    return Command("kit.put", ("day", day.isoformat()))


@app.generator
def fill(world: World) -> None:
    """Events around today, some of which repeat, a few in another time zone."""
    count = 90
    titles, places = world.texts(world.pools.events, count), world.picks(world.pools.places, count)
    days, quarters = world.ints(-60, 75, count), world.ints(28, 80, count)
    lengths, repeats = world.picks((30, 60, 90, 120), count), world.ints(0, 30, count)
    foreign, kinds, reminders = world.ints(0, 8, count), world.picks(KINDS, count), world.ints(0, 6, count)
    rows = []
    for i in range(count):
        zone = world.pools.zones[i % len(world.pools.zones)] if foreign[i] == 0 else world.zone
        repeat = REPEATS[repeats[i]][0] if repeats[i] < len(REPEATS) else "none"
        starts = instant(
            world.today + timedelta(days=days[i]), f"{quarters[i] // 4:02d}:{quarters[i] % 4 * 15:02d}", zone
        )
        event = {
            "starts": starts,
            "zone": zone,
            "repeat": repeat,
            "until": "",
            "reminder": 10 if reminders[i] == 0 else -1,
        }
        place = places[i] if kinds[i] != "Family" else ""
        rows.append(
            (
                titles[i],
                starts,
                lengths[i],
                zone,
                repeat,
                place,
                kinds[i],
                event["reminder"],
                remind_at(event, world.now),
            )
        )
    columns = ("title", "starts", "minutes", "zone", "repeat", "place", "calendar", "reminder", "remind_at")
    world.add("events", columns, rows)
    guests = world.ints(1, len(world.persons) + 1, 40)
    events = world.ints(1, count + 1, 40)
    world.add("event_guests", ("event", "contact"), sorted(set(zip(events, guests, strict=True))))
