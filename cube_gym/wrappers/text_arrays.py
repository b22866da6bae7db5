"""The texts to type as arrays."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from cube_gym.wrappers.element_arrays import KEY, joined, place_of, row_of, within
from cube_gym.wrappers.elements import Bounds, Element
from cube_gym.wrappers.hashing import Vector, hashed_name, hashed_text
from cube_gym.wrappers.text_table import TextTable
from cube_gym.wrappers.texts import beginning_of, quoted_in

_OFFER, _KIND, _AROUND, _BEARER, _SAID = 7, 6, 12, KEY + 3, 12
TEXT_WIDTHS: Final = {"offers": _OFFER, "kind": _KIND, "around": 2 * _AROUND, "bearer": _BEARER, "said": _SAID}
"""How many numbers of each array are one text's."""

_LONG: Final = 40
"""Letters of a text that count as 1."""


def text_arrays(table: TextTable, *, slots: int, pixels: int) -> dict[str, Vector]:
    """The arrays of the texts that have a slot, each flat."""
    goal, texts = table.goal, table.texts[:slots]
    starts = [beginning_of(text, goal) for text in texts]
    bearers = [None if (slot := table.bearers.get(text)) is None else table.elements[slot] for text in texts]
    origins = list(zip(texts, starts, bearers, strict=True))
    rows = {
        "offers": _offers(origins, table),
        "kind": [_kind(text) for text in texts],
        "around": [_SILENCE if start is None else _around(text, start, goal) for text, start, _ in origins],
        "bearer": [_NOBODY if bearer is None else _bearer(bearer, text, pixels) for text, _, bearer in origins],
        "said": [hashed_text(text, _SAID) for text in texts],
    }
    return {name: joined(rows[name], slots * width) for name, width in TEXT_WIDTHS.items()}


def asked(goal: str) -> str:
    """The goal without what differs between goals of one kind: what is quoted, and what has digits."""
    for quoted in quoted_in(goal):
        goal = goal.replace(quoted, " ")
    return " ".join(word for word in goal.split() if not any(map(str.isdigit, word)))


def _offers(origins: Sequence[tuple[str, int | None, Element | None]], table: TextTable) -> list[Vector]:
    quoted, remembered = quoted_in(table.goal), table.remembered
    held = {element.value for element in table.elements}
    focused = next((element.value for element in table.elements if element.focused), None)
    return [
        row_of(
            1.0,
            start is not None,
            text in quoted,
            text in remembered,
            bearer is not None,
            text in held,
            text == focused,
        )
        for text, start, bearer in origins
    ]


@lru_cache(maxsize=65536)
def _kind(text: str) -> Vector:
    return row_of(
        sum(map(str.isdigit, text)) / len(text),
        sum(map(str.isalpha, text)) / len(text),
        ":" in text,
        "@" in text,
        " " in text,
        within(len(text) / _LONG),
    )


@lru_cache(maxsize=16384)
def _around(text: str, start: int, goal: str) -> Vector:
    """The two words before a text of the goal and the two after it."""
    after = goal[start + len(text) :]
    said_before, said_after = asked(goal[:start]), asked(after[1:] if text in quoted_in(goal) else after)
    words = " ".join(said_before.split()[-2:]), " ".join(said_after.split()[:2])
    return np.concatenate([hashed_text(each, _AROUND) for each in words])


def _bearer(bearer: Element, text: str, pixels: int) -> Vector:
    return _bearer_row(str(bearer.key), bearer.bounds, bearer.text == text, pixels)


@lru_cache(maxsize=16384)
def _bearer_row(key: str, bounds: Bounds, whole: bool, pixels: int) -> Vector:  # noqa: FBT001, one of the numbers
    left, top, *_ = place_of(bounds, pixels)
    return row_of(*hashed_name(key, KEY), left, top, whole)


_SILENCE: Final = row_of(*[0.0] * 2 * _AROUND)
"""Around a text that is not in the goal."""
_NOBODY: Final = row_of(*[0.0] * _BEARER)
"""The bearer of a text that is read nowhere."""
