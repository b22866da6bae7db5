"""Searches whose result is on the screen at once: what is not there was not found."""

from __future__ import annotations

from collections.abc import Callable, Generator

from benchmarks.phone.templates.ways import seek
from benchmarks.phone.toolkit import Hand, OracleLostError, Seen, Steps, View
from cube_core import Action, Observation


def pick(hand: Hand, choose: Callable[[View], Seen | None]) -> Steps:
    """Tap the element on the screen that `choose` finds."""
    found = choose(hand.view)
    if found is None:
        raise OracleLostError(f"not on {hand.view.page}: {[e.text for e in hand.view.elements]}")
    yield from hand.do("tap", element=found.id)


def spot(hand: Hand, app: str, text: str, *, value: str | None = None) -> Steps:
    """Search an app for a text and tap the first item found that has exactly this text."""
    yield from seek(hand, app, text)
    yield from pick(hand, lambda view: view.find(text, role="item", value=value))


def spot_person(hand: Hand, name: str) -> Steps:
    """Search the contacts for a name and open the one found, which is the first of exactly this name."""
    yield from spot(hand, "contacts", name)


def current_note(hand: Hand, title: str) -> Generator[Action, Observation, str]:
    """Search for a note by its title; the text of the one found that is not in the archive."""
    yield from seek(hand, "notes", title)
    yield from pick(
        hand, lambda view: next((e for e in view.all(title, role="item") if "Archive" not in e.value), None)
    )
    body = yield from hand.scroll_to(lambda view: view.get("body"))
    return body.text
