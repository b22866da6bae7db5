"""Ways through the phone that several oracles take, and how they read what they find there."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from typing import TypeVar

from benchmarks.phone.toolkit import MONTHS, Hand, OracleLostError, Steps
from cube_core import Action, Observation

T = TypeVar("T")
Reading = Generator[Action, Observation, str]


def seek(hand: Hand, app: str, query: str) -> Steps:
    """Open an app and search there."""
    yield from hand.open(app)
    yield from hand.fill("query", query)


def find(hand: Hand, app: str, text: str, *, value: str | None = None) -> Steps:
    """Search an app for a text and tap the first item that has exactly this text."""
    yield from seek(hand, app, text)
    yield from hand.tap(text, role="item", value=value)


def seek_event(hand: Hand, title: str) -> Steps:
    """Search the calendar."""
    yield from hand.open("calendar")
    yield from hand.do("tap", element="search")
    yield from hand.fill("query", title)


def read(hand: Hand, key: str) -> Reading:
    """Scroll to the element with this id and give its text."""
    found = yield from hand.scroll_to(lambda view: view.get(key))
    return found.text


def read_note(hand: Hand, title: str) -> Reading:
    """The text of the note of this title that is not in the archive."""
    yield from seek(hand, "notes", title)
    note = yield from hand.scroll_to(
        lambda view: next((e for e in view.all(title, role="item") if "Archive" not in e.value), None)
    )
    yield from hand.do("tap", element=note.id)
    return (yield from read(hand, "body"))


def choose_starting(hand: Hand, key: str, prefix: str) -> Steps:
    """Set a picker of choices to the first option whose label starts so."""
    yield from hand.tap_id(key)
    option = yield from hand.scroll_to(
        lambda view: next((e for e in view.all(role="radio") if e.text.startswith(prefix)), None)
    )
    yield from hand.do("tap", element=option.id)


def pay(hand: Hand, payee: str, amount: str, *, source: str = "", note: str = "") -> Steps:
    """From the first page of the wallet, transfer an amount below that which wants a code."""
    yield from hand.do("tap", element="transfer")
    if source:
        yield from choose_starting(hand, "source", f"{source} (")
    yield from choose_starting(hand, "target", f"{payee} (")
    yield from hand.fill("amount", amount)
    if note:
        yield from hand.fill("note", note)
    yield from hand.tap_id("continue")
    yield from hand.do("tap", element="send")


def match(pattern: str, text: str) -> re.Match[str]:
    """Where a text fits a pattern; raises OracleLostError when it does not."""
    found = re.search(pattern, text)
    if found is None:
        raise OracleLostError(f"nothing like {pattern!r} in {text!r}")
    return found


def first(found: Iterable[T]) -> T:
    """The first of what was found; raises OracleLostError when there is nothing."""
    for one in found:
        return one
    raise OracleLostError("what the screen should show is not there")


def day_in(text: str) -> str:
    """The first day in a text, as `YYYY-MM-DD`.

    >>> day_in("Please pay by Fri 14 Mar 2025.")
    '2025-03-14'
    """
    day, month, year = match(r"(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})", text).groups()
    return f"{year}-{MONTHS.index(month) + 1:02d}-{int(day):02d}"


def time_in(text: str) -> str:
    """The first time in a text, as `HH:MM`."""
    return match(r"\d\d:\d\d", text)[0]


def earlier(time: str, minutes: int) -> str:
    """`HH:MM` some minutes before another one of the same day.

    >>> earlier("10:05", 20)
    '09:45'
    """
    total = int(time[:2]) * 60 + int(time[3:]) - minutes
    return f"{total // 60:02d}:{total % 60:02d}"


def cents_in(text: str) -> int:
    """The first amount in a text, in cents.

    >>> cents_in("Food · Today 10:15 · -1,234.50 €")
    -123450
    """
    sign, whole, rest = match(r"(-?)([\d,]+)\.(\d\d) €", text).groups()
    return int(f"{sign}{whole.replace(',', '')}{rest}")
