"""The virtual clock: it moves only when a gesture moves it."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

STEP_SECONDS = 2
"""How far every gesture moves the clock, in seconds."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

zone = lru_cache(maxsize=64)(ZoneInfo)


@lru_cache(maxsize=65536)
def local(seconds: int, name: str) -> datetime:
    """An instant (seconds since 1970, UTC) as the wall clock of a time zone shows it."""
    return datetime.fromtimestamp(seconds, zone(name))


def instant(day: date, time: str, name: str) -> int:
    """Seconds since 1970 of a wall clock time ("HH:MM") in a time zone."""
    hour, minute = time.split(":")
    where: tzinfo = zone(name)
    return int(datetime(day.year, day.month, day.day, int(hour), int(minute), tzinfo=where).timestamp())


def day_text(day: date) -> str:
    """A day as the screens write it: `Fri 14 Mar 2025`."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def short_day(day: date, today: date) -> str:
    """A day in a list: `Today`, `Yesterday`, `Tomorrow`, `14 Mar`, or with the year when it is another."""
    distance = (day - today).days
    if -1 <= distance <= 1:
        return ("Yesterday", "Today", "Tomorrow")[distance + 1]
    text = f"{day.day} {MONTHS[day.month - 1]}"
    return text if day.year == today.year else f"{text} {day.year}"


def time_text(moment: datetime) -> str:
    """Hours and minutes, `09:05`."""
    return f"{moment.hour:02d}:{moment.minute:02d}"


def when_text(moment: datetime, today: date) -> str:
    """The time for today's moments, else the day and the time."""
    if moment.date() == today:
        return time_text(moment)
    return f"{short_day(moment.date(), today)} {time_text(moment)}"


def length_text(seconds: int) -> str:
    """A duration: `45 s`, `3 min`, `3 min 20 s`, `1 h 5 min`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    parts = ((hours, "h"), (minutes, "min"), (left if hours == 0 else 0, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def parse_day(text: str) -> date:
    """Read `YYYY-MM-DD`; raises ValueError for anything else."""
    return date.fromisoformat(text)


def month_shift(day: date, months: int) -> date:
    """The same day `months` later, or the last day of that month when it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def epoch(moment: datetime) -> int:
    """Seconds since 1970 of an aware datetime."""
    return int(moment.astimezone(UTC).timestamp())
