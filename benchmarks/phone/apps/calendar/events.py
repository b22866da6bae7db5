"""The calendar's tables, which events take place on a day, and when reminders are due."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from benchmarks.phone.app import App
from benchmarks.phone.clock import instant, when_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.recurrence import REPEATS, Event, next_start, starts_within
from benchmarks.phone.schema import Table

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

KINDS = ("Personal", "Work", "Family")

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
