"""How lists write days, moments and sizes, read back."""

from __future__ import annotations

import re
from datetime import date, timedelta

from benchmarks.phone.templates.ways import day_in, match, time_in
from benchmarks.phone.toolkit import MONTHS, View

UNITS = {"kB": 1_000, "MB": 1_000_000}
RELATIVE = {"Yesterday": -1, "Today": 0, "Tomorrow": 1}


def today_on(view: View) -> date:
    """The day that the phone shows."""
    return date.fromisoformat(day_in(view.day))


def listed_day(text: str, today: date) -> date:
    """The day in `Yesterday 12:30`, `Tomorrow`, `14 Mar 09:05`, `14 Mar 2024`; today for a time alone.

    >>> [
    ...     listed_day(text, date(2025, 3, 1)).isoformat()
    ...     for text in ("Yesterday 12:30", "2 May, 09:05", "2 May 2024 08:00")
    ... ]
    ['2025-02-28', '2025-05-02', '2024-05-02']
    """
    written = re.search(r"(\d{1,2}) ([A-Z][a-z]{2})\b(?: (\d{4})\b)?", text)
    if written is not None:
        day, month, year = written.groups()
        return date(int(year or today.year), MONTHS.index(month) + 1, int(day))
    shift = next((days for word, days in RELATIVE.items() if word in text), 0)
    return today + timedelta(days=shift)


def listed_moment(text: str, today: date) -> tuple[date, str]:
    """Day and time of a moment in a list: comparable."""
    return listed_day(text, today), time_in(text)


def listed_bytes(text: str) -> float:
    """Size in bytes, as near as `12 kB` or `3.4 MB` tell it."""
    number, unit = match(r"([\d.]+) (kB|MB)", text).groups()
    return float(number) * UNITS[unit]
