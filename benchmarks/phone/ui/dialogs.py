"""Dialogs that every app shares: alert, confirm, menu, choice, date, time; and the kit's own actions."""

from __future__ import annotations

from datetime import date, timedelta

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import MONTHS, WEEKDAYS, day_text, month_shift, parse_day
from benchmarks.phone.context import Context
from benchmarks.phone.ui.widgets import Button, Grid, Item, Radio, Screen, Text, Widget

kit = App("kit", "UI kit", "", "")


@kit.action
def back(context: Context) -> None:
    """Leave the page."""
    context.back()


@kit.action
def put(context: Context, key: str, value: str) -> None:
    """Set a value of the page."""
    context.put(**{key: value})


@kit.action
def tab(context: Context, key: str, value: str) -> None:
    """Choose a tab and start at its top."""
    context.put(**{key: value})
    context.nav = context.nav.with_top(context.page._replace(scroll=None, focus=""))


@kit.action
def focus(context: Context, key: str) -> None:
    """Open the keyboard for a field."""
    context.nav = context.nav.with_top(context.page._replace(focus=key))


@kit.action
def enter(context: Context) -> None:
    """The enter key: what the field says, or close the keyboard."""
    run = context.enter
    context.run(focus("") if run is None else run)


@kit.action
def answer(context: Context, command: Command) -> None:
    """Close a dialog and run what was chosen in it."""
    context.back()
    context.run(Command(*command))


@kit.action
def chosen(context: Context, key: str, value: str) -> None:
    """Close a picker and hand its value to the page below."""
    context.put_below(**{key: value, f"!{key}": None})


@kit.screen
def alert(_: Context, title: str, text: str) -> Screen:
    """A text with one button."""
    return Screen(title, [Text("message", text)], footer=[Button("ok", "OK", back())], dialog=True)


@kit.screen
def confirm(_: Context, title: str, text: str, label: str, command: Command) -> Screen:
    """Ask before a command runs."""
    buttons = Grid([cancel(), Button("confirm", label, answer(command))], 2)
    return Screen(title, [Text("message", text)], footer=[buttons], dialog=True)


@kit.screen
def menu(_: Context, options: tuple[tuple[str, Command], ...]) -> Screen:
    """Commands to choose from."""
    rows = [Item(f"menu:{label}", label, on_tap=answer(command)) for label, command in options]
    return Screen("Options", rows, footer=[cancel()], dialog=True)


@kit.screen
def choice(_: Context, key: str, label: str, value: str, options: tuple[tuple[str, str], ...]) -> Screen:
    """One of several values."""
    rows: list[Widget] = [
        Radio(f"{key}:{option}", text, option == value, chosen(key, option)) for option, text in options
    ]
    return Screen(label, rows, footer=[cancel()], dialog=True)


@kit.screen
def date_picker(context: Context, key: str, label: str, value: str) -> Screen:
    """A month of days, with arrows."""
    picked = parse_day(context.get("day") or value or context.today.isoformat())
    first = parse_day(context.get("month") or picked.replace(day=1).isoformat())
    earlier, later = (month_shift(first, step).isoformat() for step in (-1, 1))
    arrows = Grid(
        [
            Button("month/previous", "<", put("month", earlier), look="plain"),
            Button("month", f"{MONTHS[first.month - 1]} {first.year}", put("month", first.isoformat()), look="plain"),
            Button("month/next", ">", put("month", later), look="plain"),
        ],
        3,
        48,
    )
    days = Grid(_days(first, picked), 7, 44)
    names = Text("weekdays", "  ".join(WEEKDAYS), "caption")
    shown = Text("picked", day_text(picked), "title")
    return Screen(label, [shown, arrows, names, days], footer=[_confirm(key, picked.isoformat())], dialog=True)


@kit.screen
def time_picker(context: Context, key: str, label: str, value: str) -> Screen:
    """Hours, five-minute steps, and single minutes."""
    picked = str(context.get("time") or value or "12:00")
    hour, minute = map(int, picked.split(":"))
    hours = [
        Button(f"hour:{h:02d}", f"{h:02d}", put("time", f"{h:02d}:{minute:02d}"), look="day", checked=h == hour)
        for h in range(24)
    ]
    minutes = [
        Button(f"minute:{m:02d}", f":{m:02d}", put("time", f"{hour:02d}:{m:02d}"), look="day", checked=m == minute)
        for m in range(0, 60, 5)
    ]
    steps = [
        Button("minute/less", "- 1 min", put("time", _shift(hour, minute, -1)), look="outlined"),
        Button("minute/more", "+ 1 min", put("time", _shift(hour, minute, 1)), look="outlined"),
    ]
    body: list[Widget] = [
        Text("picked", picked, "title"),
        Grid(hours, 6, 44),
        Text("minutes", "Minutes", "caption"),
        Grid(minutes, 6, 44),
        Grid(steps, 2, 52),
    ]
    return Screen(label, body, footer=[_confirm(key, picked)], dialog=True)


def ask(title: str, text: str, label: str, command: Command) -> Command:
    """Command that asks first, and runs `command` when the button `label` is tapped."""
    return Command("kit.confirm", (title, text, label, command))


def cancel() -> Button:
    """The button that leaves a dialog."""
    return Button("cancel", "Cancel", back(), look="outlined")


def _confirm(key: str, value: str) -> Grid:
    return Grid([cancel(), Button("ok", "OK", chosen(key, value))], 2)


def _shift(hour: int, minute: int, step: int) -> str:
    total = (hour * 60 + minute + step) % 1440
    return f"{total // 60:02d}:{total % 60:02d}"


def _days(first: date, picked: date) -> list[Button | None]:
    count = (month_shift(first, 1) - first).days
    cells: list[Button | None] = [None] * first.weekday()
    for number in range(count):
        day = first + timedelta(days=number)
        name = day.isoformat()
        cells.append(Button(f"day:{name}", str(day.day), put("day", name), look="day", checked=day == picked))
    return cells
