"""When a repeating event takes place. An event repeats on the wall clock of its own time zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import count, islice
from typing import Any

from benchmarks.phone.clock import epoch, local, month_shift, parse_day, zone
from benchmarks.phone.store import Row

REPEATS = (
    ("none", "Does not repeat"),
    ("daily", "Every day"),
    ("weekdays", "Monday to Friday"),
    ("weekly", "Every week"),
    ("monthly", "Every month"),
    ("yearly", "Every year"),
)
Event = Mapping[str, Any] | Row
FRIDAY = 4
MOST_TRIED = 8
"""Days that are tried for the next occurrence: more than a weekend, and than one that has begun already."""


def happens(first: date, repeat: str, until: str, day: date) -> bool:
    """Whether an event whose first day is `first` takes place on `day`. `until` is "" or the last day."""
    if day < first or (until and day > parse_day(until)):
        return False
    if repeat == "daily" or day == first:
        return True
    if repeat == "weekdays":
        return day.weekday() <= FRIDAY
    if repeat == "weekly":
        return (day - first).days % 7 == 0
    months = (day.year - first.year) * 12 + day.month - first.month
    if repeat == "monthly" or (repeat == "yearly" and months % 12 == 0):
        return month_shift(first, months) == day
    return False


def start_on(event: Event, day: date) -> int | None:
    """Instant (seconds since 1970) at which the event starts on `day` of its own calendar; None when it does not."""
    first = local(event["starts"], event["zone"])
    if not happens(first.date(), event["repeat"], event["until"], day):
        return None
    moved = first.replace(year=day.year, month=day.month, day=day.day, tzinfo=zone(event["zone"]))
    return epoch(moved)


def starts_within(event: Event, day: date, where: str) -> int | None:
    """Instant at which the event starts on `day` as the calendar of the zone `where` counts days."""
    if event["repeat"] == "none":
        return event["starts"] if local(event["starts"], where).date() == day else None
    for shift in (0, -1, 1) if event["zone"] != where else (0,):
        start = start_on(event, day + timedelta(days=shift))
        if start is not None and local(start, where).date() == day:
            return start
    return None


def next_start(event: Event, after: int) -> int | None:
    """The first start later than an instant; None when there is none."""
    first = local(event["starts"], event["zone"]).date()
    today = local(after, event["zone"]).date()
    for day in islice(_days_from(first, event["repeat"], today), MOST_TRIED):
        start = start_on(event, day)
        if start is not None and start > after:
            return start
    return None


def _days_from(first: date, repeat: str, day: date) -> Iterator[date]:
    """Days, in order, that hold every occurrence on or after `day`."""
    gone = max(0, (day - first).days)
    months = max(0, (day.year - first.year) * 12 + day.month - first.month)
    match repeat:
        case "none":
            yield first
        case "daily" | "weekdays":
            yield from (first + timedelta(days=number) for number in count(gone))
        case "weekly":
            yield from (first + timedelta(weeks=number) for number in count(gone // 7))
        case "monthly":
            yield from (month_shift(first, number) for number in count(months))
        case _:
            yield from (month_shift(first, 12 * number) for number in count(months // 12))
