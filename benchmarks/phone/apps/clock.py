"""Clock: alarms and timers that ring over everything, and the time elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import WEEKDAYS, instant, length_text, local, time_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Tabs, Toggle
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Grid, Heading, Icon, Item, Screen, Text, Widget, rows_or

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

SOUNDS = ("Morning", "Waves", "Bell", "Birds")
ZONES = (
    "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Africa/Accra",
    "Africa/Cairo", "Australia/Sydney", "Europe/Berlin", "Europe/Lisbon", "Europe/London", "Europe/Oslo",
)  # fmt: skip
SNOOZE = 540

app = App(
    "clock",
    "Clock",
    "clock",
    "#5b5bd6",
    (
        Table(
            "alarms",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL CHECK (time GLOB '[0-2][0-9]:[0-5][0-9]'),"
            " days TEXT NOT NULL DEFAULT '0000000' CHECK (days GLOB '[01][01][01][01][01][01][01]'),"
            " label TEXT NOT NULL DEFAULT '', sound TEXT NOT NULL DEFAULT 'Morning',"
            " enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)), next_at INTEGER",
            quiet=("next_at",),
        ),
        Table(
            "timers",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, seconds INTEGER NOT NULL CHECK (seconds > 0),"
            " label TEXT NOT NULL DEFAULT '', running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1)),"
            " ends_at INTEGER",
            quiet=("ends_at",),
        ),
        Table("world_clocks", "id INTEGER PRIMARY KEY AUTOINCREMENT, zone TEXT NOT NULL UNIQUE"),
    ),
)


@app.screen
def main(context: Context) -> Screen:
    """Alarms, timers, and clocks of other zones."""
    tab = context.get("show", "alarms")
    tabs = Tabs("show", (("alarms", "Alarms"), ("timers", "Timers"), ("world", "World")))
    body, new = {"alarms": _alarms, "timers": _timers, "world": _world}[tab](context)
    return Screen("Clock", [tabs, *body], fab=new, live=tab == "timers")


def _alarms(context: Context) -> tuple[Sequence[Widget], Icon]:
    body: list[Widget] = []
    for row in context.db.rows("SELECT * FROM alarms ORDER BY time, id"):
        about = " · ".join(part for part in (row["label"], days_text(row["days"])) if part)
        key, turn = row["id"], (bool(row["enabled"]), switch_alarm(row["id"]))
        body.append(Item(f"alarm:{key}", row["time"], about, icon="alarm", on_tap=edit_alarm(key), switch=turn))
    return rows_or(body, "No alarms"), Icon("add", "New alarm", "plus", edit_alarm(0))


def _timers(context: Context) -> tuple[Sequence[Widget], Icon]:
    body: list[Widget] = []
    for row in context.db.rows("SELECT * FROM timers ORDER BY seconds, id"):
        left = f"{length_text(row['ends_at'] - context.now)} left" if row["running"] else "stopped"
        name = row["label"] or "Timer"
        key = row["id"]
        body += [
            Item(f"timer:{key}", f"{name}, {length_text(row['seconds'])}", left, icon="timer"),
            Grid(
                [
                    Button(
                        f"timer:{key}/start", "Start", start_timer(key), enabled=not row["running"], look="outlined"
                    ),
                    Button(f"timer:{key}/stop", "Stop", stop_timer(key), enabled=bool(row["running"]), look="outlined"),
                    Button(
                        f"timer:{key}/delete",
                        "Delete",
                        ask("Delete timer?", f"{name} will be deleted.", "Delete", delete_timer(key)),
                        look="outlined",
                    ),
                ],
                3,
            ),
        ]
    return rows_or(body, "No timers"), Icon("add", "New timer", "plus", new_timer())


def _world(context: Context) -> tuple[Sequence[Widget], Icon]:
    body: list[Widget] = [Heading(f"Here: {context.zone}")]
    for row in context.db.rows("SELECT * FROM world_clocks ORDER BY zone"):
        there = local(context.now, row["zone"])
        erase = ask("Remove clock?", row["zone"], "Remove", delete_clock(row["id"]))
        body.append(
            Item(
                f"clock:{row['id']}",
                row["zone"],
                f"{WEEKDAYS[there.weekday()]} {time_text(there)}",
                icon="globe",
                on_long_press=erase,
            )
        )
    return body, Icon("add", "Add clock", "plus", new_clock())


@app.screen
def edit_alarm(context: Context, alarm: int) -> Screen:
    """The form of an alarm; 0 is a new one."""
    row = context.db.get("alarms", alarm)
    time, days, label, sound = (
        (row["time"], row["days"], row["label"], row["sound"]) if row else ("07:00", "0" * 7, "", SOUNDS[0])
    )
    menu = (
        [("Delete", ask("Delete alarm?", f"The alarm at {time} will be deleted.", "Delete", delete_alarm(alarm)))]
        if alarm
        else []
    )
    return Screen(
        "Edit alarm" if alarm else "New alarm",
        [
            Pick("time", "Time", "time", time),
            Field("label", "Label", label),
            Pick("sound", "Sound", "choice", sound, tuple((name, name) for name in SOUNDS)),
            Heading("Repeat on"),
            *(Toggle(f"day{number}", name, days[number] == "1") for number, name in enumerate(WEEKDAYS)),
        ],
        actions=[Icon("save", "Save", "check", save_alarm(alarm))],
        menu=menu,
    )


@app.screen
def new_timer(_: Context) -> Screen:
    """The form of a timer."""
    choices = {
        key: tuple((str(n), str(n)) for n in numbers)
        for key, numbers in (("hours", range(13)), ("minutes", range(60)), ("seconds", range(0, 60, 5)))
    }
    picks = [Pick(key, key.capitalize(), "choice", "0", options) for key, options in choices.items()]
    return Screen("New timer", [Field("label", "Label"), *picks], actions=[Icon("save", "Save", "check", save_timer())])


@app.screen
def new_clock(context: Context) -> Screen:
    """A zone to add."""
    there = {row["zone"] for row in context.db.rows("SELECT zone FROM world_clocks")}
    zones = [zone for zone in ZONES if zone not in there]
    return Screen("Add clock", [Item(f"zone:{zone}", zone, icon="globe", on_tap=add_clock(zone)) for zone in zones])


@app.screen
def ringing(_: Context, title: str, text: str, alarm: int) -> Screen:
    """What rings, over everything."""
    snoozed = [Button("snooze", "Snooze", snooze(alarm), look="outlined")] if alarm else []
    buttons = Grid([*snoozed, Button("dismiss", "Dismiss", Command("kit.back"))], 1 + len(snoozed))
    return Screen(title, [Text("message", text)], footer=[buttons], dialog=True)


@app.action
def save_alarm(context: Context, alarm: int) -> None:
    """Store the form; a saved alarm is on."""
    form = context.form
    days = "".join(form[f"day{number}"] for number in range(7))
    values = {"time": form["time"], "days": days, "label": form["label"].strip(), "sound": form["sound"], "enabled": 1}
    values["next_at"] = next_at(form["time"], days, context.now, context.zone)
    if alarm:
        context.db.update("alarms", alarm, **values)
    else:
        context.db.insert("alarms", **values)
    context.back()
    context.toast("Alarm saved")


@app.action
def switch_alarm(context: Context, alarm: int) -> None:
    """Turn an alarm on or off."""
    row = context.db.row("SELECT * FROM alarms WHERE id = ?", alarm)
    when = None if row["enabled"] else next_at(row["time"], row["days"], context.now, context.zone)
    context.db.update("alarms", alarm, enabled=1 - row["enabled"], next_at=when)


@app.action
def delete_alarm(context: Context, alarm: int) -> None:
    """Delete an alarm."""
    context.db.delete("alarms", alarm)
    context.back()
    context.toast("Alarm deleted")


@app.action
def snooze(context: Context, alarm: int) -> None:
    """Let an alarm ring again in nine minutes."""
    context.db.update("alarms", alarm, next_at=context.now + SNOOZE)
    context.back()


@app.action
def save_timer(context: Context) -> None:
    """Store the form."""
    form = context.form
    seconds = int(form["hours"]) * 3600 + int(form["minutes"]) * 60 + int(form["seconds"])
    if context.rejects(seconds="" if seconds else "Choose a duration"):
        return
    context.db.insert("timers", seconds=seconds, label=form["label"].strip())
    context.back()
    context.toast("Timer saved")


@app.action
def start_timer(context: Context, timer: int) -> None:
    """Start a timer."""
    seconds = context.db.value("SELECT seconds FROM timers WHERE id = ?", timer)
    context.db.update("timers", timer, running=1, ends_at=context.now + seconds)


@app.action
def stop_timer(context: Context, timer: int) -> None:
    """Stop a timer."""
    context.db.update("timers", timer, running=0, ends_at=None)


@app.action
def delete_timer(context: Context, timer: int) -> None:
    """Delete a timer."""
    context.db.delete("timers", timer)


@app.action
def add_clock(context: Context, zone: str) -> None:
    """Show the time of one more zone."""
    context.db.execute("INSERT OR IGNORE INTO world_clocks (zone) VALUES (?)", zone)
    context.back()


@app.action
def delete_clock(context: Context, clock: int) -> None:
    """Remove a clock."""
    context.db.delete("world_clocks", clock)


@due("SELECT min(next_at) FROM alarms WHERE enabled = 1")
def ring_alarm(context: Context) -> None:
    """An alarm rings: a repeating one is planned again, another one is done."""
    row = context.db.row("SELECT * FROM alarms WHERE enabled = 1 AND next_at IS NOT NULL ORDER BY next_at, id")
    again = next_at(row["time"], row["days"], row["next_at"], context.zone) if "1" in row["days"] else None
    context.db.update("alarms", row["id"], next_at=again)
    context.over(ringing(f"Alarm {row['time']}", row["label"] or "It is time", row["id"]))


@due("SELECT min(ends_at) FROM timers WHERE running = 1")
def ring_timer(context: Context) -> None:
    """A timer is over."""
    row: Row = context.db.row("SELECT * FROM timers WHERE running = 1 ORDER BY ends_at, id")
    context.db.update("timers", row["id"], running=0, ends_at=None)
    context.over(ringing("Timer", f"{row['label'] or 'Timer'}: {length_text(row['seconds'])} is over", 0))


def next_at(time: str, days: str, after: int, zone: str) -> int:
    """The next instant at which an alarm rings, later than `after`; no days means once."""
    today = local(after, zone).date()
    for number in range(8):
        day = today + timedelta(days=number)
        when = instant(day, time, zone)
        if when > after and (days[day.weekday()] == "1" or "1" not in days):
            return when
    return instant(today + timedelta(days=8), time, zone)


def days_text(days: str) -> str:
    """`Mon, Tue`, `Every day`, `Monday to Friday`, or `Once`."""
    special = {"1111111": "Every day", "1111100": "Monday to Friday", "0000011": "Weekend", "0000000": "Once"}
    return special.get(days) or ", ".join(name for name, on in zip(WEEKDAYS, days, strict=True) if on == "1")


@app.generator
def fill(world: World) -> None:
    """Alarms, timers and clocks."""
    count = 9
    spots, kinds, on = (
        world.ints(60, 280, count),
        world.picks(("1111100", "0000011", "0000000", "1111111", "1010100"), count),
        world.ints(0, 2, count),
    )
    sounds, labels = world.picks(SOUNDS, count), world.texts(world.pools.todos, count)
    rows = []
    for i in range(count):
        time = f"{spots[i] // 12:02d}:{spots[i] % 12 * 5:02d}"
        when = next_at(time, kinds[i], world.now, world.zone) if on[i] else None
        rows.append((time, kinds[i], labels[i] if i % 2 else "", sounds[i], on[i], when))
    world.add("alarms", ("time", "days", "label", "sound", "enabled", "next_at"), rows)
    world.add(
        "timers",
        ("seconds", "label"),
        list(zip(world.picks((60, 180, 300, 600, 1500, 3600), 4), labels[:4], strict=True)),
    )
    zones = [ZONES[i] for i in world.rng.permutation(len(ZONES))[:4].tolist()]
    world.add("world_clocks", ("zone",), [(zone,) for zone in zones])
