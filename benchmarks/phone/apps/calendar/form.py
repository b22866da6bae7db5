"""What changes events: the form, guests, deleting one or one of its days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.phone.apps.calendar.events import KINDS, app, remind_at
from benchmarks.phone.clock import instant, local, parse_day, time_text
from benchmarks.phone.context import Context
from benchmarks.phone.recurrence import REPEATS
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.widgets import Icon, Item, Rows, Screen

if TYPE_CHECKING:
    from benchmarks.phone.store import Row

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
