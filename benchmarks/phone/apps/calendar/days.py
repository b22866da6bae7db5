"""What shows events: a day, the next two weeks, a search, one event, a reminder."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from benchmarks.phone.app import Command
from benchmarks.phone.apps.calendar.events import app, events_on
from benchmarks.phone.apps.calendar.form import REMINDERS, delete, drop_guest, edit, invite, skip
from benchmarks.phone.clock import day_text, local, parse_day, short_day, time_text, when_text
from benchmarks.phone.context import Context
from benchmarks.phone.recurrence import REPEATS, next_start, starts_within
from benchmarks.phone.ui.controls import Pick, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Grid, Heading, Icon, Item, Rows, Screen, Text, Widget, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row


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
    body += [Button("add-guest", "Add guest", invite(event), look="outlined", icon="plus")]
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
def about(context: Context, event: int) -> Screen:
    """Where a reminder leads: the event on its next day."""
    row = context.db.get("events", event)
    if row is None:
        return Screen("Event", [Text("empty", "This event is gone")])
    start = next_start(row, context.now - 86400) or row["starts"]
    when = when_text(context.local(start), context.today)
    open_it = Button("open", "Open", detail(event, context.local(start).date().isoformat()))
    return Screen("Reminder", [Text("what", row["title"], "title"), Text("when", when), open_it])


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
