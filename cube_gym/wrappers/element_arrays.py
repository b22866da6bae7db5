"""The elements of a screen as arrays."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from cube_gym.wrappers.elements import Bounds, Element
from cube_gym.wrappers.hashing import Vector, hashed_name, hashed_text, overlap
from cube_gym.wrappers.texts import texts_of_goal

FOCUSED: Final = 3
"""Which of the flags tells that an element has the focus."""
NAMED: Final = 8
"""How many of the goal's texts are looked for on each element."""
KEY: Final = 16
"""The size of the hash of what an element is called by."""

_ROLE, _BOUNDS, _FLAGS, _VALUE, _OVERLAP = 16, 4, 8, 12, 4


def element_widths(features: int) -> dict[str, int]:
    """How many numbers of each array are one element's; `features` are those of its text."""
    return {
        "role": _ROLE,
        "key": KEY,
        "bounds": _BOUNDS,
        "flags": _FLAGS,
        "text": features,
        "value": _VALUE,
        "overlap": _OVERLAP,
        "named": NAMED,
    }


def element_arrays(
    elements: Sequence[Element], goal: str, *, slots: int, features: int, pixels: int
) -> dict[str, Vector]:
    """The arrays of the elements that have a slot, each flat."""
    shown, wanted = elements[:slots], _wanted(goal)
    rows: dict[str, list[Vector]] = {
        "role": [hashed_text(each.role, _ROLE) for each in shown],
        "key": [hashed_name(str(each.key), KEY) for each in shown],
        "bounds": [place_of(each.bounds, pixels) for each in shown],
        "flags": [_flags(each) for each in shown],
        "text": [hashed_text(each.text, features) for each in shown],
        "value": [hashed_text(each.value or "", _VALUE) for each in shown],
        "overlap": [row_of(*overlap(each.text, goal), *overlap(each.value or "", goal)) for each in shown],
        "named": [_named(each.text.casefold(), (each.value or "").casefold(), wanted) for each in shown],
    }
    return {name: joined(rows[name], slots * width) for name, width in element_widths(features).items()}


def joined(rows: Sequence[Vector], size: int) -> Vector:
    """Rows one after another, then zeros up to `size`."""
    array = np.zeros(size, dtype=np.float32)
    if rows:
        filled = np.concatenate(rows)
        array[: filled.size] = filled
    return array


@lru_cache(maxsize=16384)
def place_of(bounds: Bounds, pixels: int) -> Vector:
    """Left, top, right and bottom in units of `pixels`, cut off at -1 and 1. Read-only."""
    return row_of(*(within(edge / pixels) for edge in bounds))


@lru_cache(maxsize=16384)
def row_of(*numbers: float) -> Vector:
    """The numbers as an array. Read-only."""
    row = np.array(numbers, dtype=np.float32)
    row.flags.writeable = False
    return row


def within(number: float) -> float:
    """The number, cut off at -1 and 1."""
    return min(max(number, -1.0), 1.0)


def _flags(element: Element) -> Vector:
    return row_of(
        1.0,
        element.enabled,
        element.visible,
        element.focused,
        element.checked is True,
        element.checked is not None,
        element.value is not None,
        bool(element.value),
    )


def _named(text: str, value: str, wanted: Sequence[str]) -> Vector:
    """For each text that is wanted, 1 where it is what is shown, 0.5 where it is a part of that; all in small letters.

    A single letter is part of too much to tell anything.
    """
    named = [
        1.0 if each in (text, value) else 0.5 if len(each) > 1 and (each in text or each in value) else 0.0
        for each in wanted
    ]
    return row_of(*named, *[0.0] * (NAMED - len(named)))


@lru_cache(maxsize=1024)
def _wanted(goal: str) -> tuple[str, ...]:
    """The first texts that a goal offers, in small letters."""
    return tuple(text.casefold() for text in texts_of_goal(goal)[:NAMED])
