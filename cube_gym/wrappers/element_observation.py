"""The elements on the screen, and the texts to type, as arrays."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_gym.wrappers.discrete import SLOTS, TEXTS
from cube_gym.wrappers.elements import Element
from cube_gym.wrappers.hashing import Vector, hashed_name, hashed_text, overlap
from cube_gym.wrappers.seeing import FeatureWrapper
from cube_gym.wrappers.slots import beyond
from cube_gym.wrappers.text_table import TextTable
from cube_gym.wrappers.texts import quoted_in, texts_of_goal

ELEMENT_ARRAYS = ("role", "key", "bounds", "flags", "text", "overlap", "named")
TEXT_ARRAYS = ("offers", "kind", "around", "bearer", "said")
FOCUSED = 3
"""Which of the flags tells that an element has the focus."""
NAMED = 8
"""How many of the goal's texts are looked for on each element."""

_ROLE, _KEY, _BOUNDS, _FLAGS, _OVERLAP = 16, 16, 4, 8, 4
_OFFER, _KIND, _AROUND, _BEARER, _SAID = 7, 6, 12, 19, 12
_GOAL, _ASKED = 32, 64
_MANY = 100  # elements beyond the slots that count as 1
_LONG = 40  # letters of a text that count as 1


class ElementObservation(FeatureWrapper):
    """Shows a dict of one-dimensional arrays of float32 in [-1, 1], the slots one after another; empty slots are 0.

    Slots hold what they hold for `DiscreteActions`, whichever is around the other. For each element slot:

    - "role" (16): hashed
    - "key" (16): the words of what it is called by, hashed without their digits
    - "bounds" (4): left, top, right, bottom, in units of `pixels`, cut off at -1 and 1
    - "flags" (8): filled, enabled, visible, focused, checked, can be checked, can hold a value, holds one
    - "text" (`features`): hashed words of text and value
    - "overlap" (4): the share of the words of its text, and of its value, that are in the goal; whether the whole is
    - "named" (8): for each of the first texts that the goal offers, which are the first text slots: 1 where the
      element's text or value is this text, 0.5 where one of them holds it

    For each text slot:

    - "offers" (7): filled, in the goal, quoted there, remembered, read on an element, held by an element, and whether
      it is all that the focused element holds
    - "kind" (6): the shares of digits and of letters; whether it has a colon, an at sign, a space; its length, 40
      letters being 1
    - "around" (24): the two words before it in the goal, and the two words after it, hashed; quoted ones and numbers
      do not count
    - "bearer" (19): the key, hashed, of the element on which it is read, left and top of that element, and whether it
      is the element's whole text
    - "said" (12): hashed words

    Once for all: "goal" (32), hashed words; "asked" (64), the same without what is quoted and what has digits, so that
    goals of one kind are alike; and "beyond" (2), how many hundreds of elements and texts have no slot.

    Args:
        env: A task that shows its tree.
        slots: How many elements are shown.
        texts: How many texts are told of.
        features: Size of the hashed text of an element.
        pixels: What counts as 1 in bounds.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> env = ElementObservation(gym.make("cube/phone.rename-note-v0"), slots=32)
    >>> arrays, info = env.reset(seed=0)
    >>> arrays["bounds"].shape
    (128,)
    """

    __module__ = "cube_gym.wrappers"

    def __init__(
        self,
        env: gym.Env[Any, Any],
        *,
        slots: int = SLOTS,
        texts: int = TEXTS,
        features: int = 24,
        pixels: int = 1000,
    ) -> None:
        self._sizes = _Sizes(slots, texts, features, pixels)
        widths = self._sizes.of_an_element() | self._sizes.of_a_text()
        sizes = {name: width * (slots if name in ELEMENT_ARRAYS else texts) for name, width in widths.items()}
        sizes |= {"goal": _GOAL, "asked": _ASKED, "beyond": 2}
        spaces = {name: gym.spaces.Box(-1, 1, (size,), np.float32) for name, size in sizes.items()}
        super().__init__(env, dict(spaces), slots=slots, texts=texts, features=features, pixels=pixels)

    def features(self) -> dict[str, NDArray[Any]]:
        """The arrays of the last step."""
        seen = self.sighting
        shown = _shown(seen.elements, seen.text_table, self._sizes)
        return {name: array.copy() for name, array in shown.items()}


class _Sizes(NamedTuple):
    """What the wrapper was given."""

    slots: int
    texts: int
    features: int
    pixels: int

    def of_an_element(self) -> dict[str, int]:
        """The widths of the parts of an element's row, in their order."""
        widths = (_ROLE, _KEY, _BOUNDS, _FLAGS, self.features, _OVERLAP, NAMED)
        return dict(zip(ELEMENT_ARRAYS, widths, strict=True))

    def of_a_text(self) -> dict[str, int]:
        """The same of a text."""
        return dict(zip(TEXT_ARRAYS, (_OFFER, _KIND, 2 * _AROUND, _BEARER, _SAID), strict=True))


@lru_cache(maxsize=512)
def _shown(elements: tuple[Element, ...], table: TextTable, sizes: _Sizes) -> dict[str, Vector]:
    """All arrays of a screen: the same screen comes again and again."""
    goal = table.goal
    of_elements = [_element_row(each, goal, sizes.features, sizes.pixels) for each in elements[: sizes.slots]]
    arrays = _arrays(of_elements, sizes.slots, sizes.of_an_element())
    arrays |= _arrays(_text_rows(elements, table, sizes), sizes.texts, sizes.of_a_text())
    left = [beyond(elements, sizes.slots), beyond(table.texts, sizes.texts)]
    arrays["goal"], arrays["asked"] = hashed_text(goal, _GOAL), hashed_text(_asked(goal), _ASKED)
    arrays["beyond"] = np.minimum(np.array(left, dtype=np.float32) / _MANY, 1)
    return arrays


def _arrays(rows: list[Vector], slots: int, widths: dict[str, int]) -> dict[str, Vector]:
    """The rows of the filled slots, cut into parts, each flat."""
    table = np.zeros((slots, sum(widths.values())), dtype=np.float32)
    if rows:
        table[: len(rows)] = rows
    parts = np.split(table, np.cumsum(list(widths.values()))[:-1], axis=1)
    return {name: part.reshape(-1) for name, part in zip(widths, parts, strict=True)}


@lru_cache(maxsize=16384)
def _element_row(element: Element, goal: str, features: int, pixels: int) -> Vector:
    """The numbers of one element, in the order of the parts."""
    value = element.value or ""
    flags = (
        True,
        element.enabled,
        element.visible,
        element.focused,
        element.checked is True,
        element.checked is not None,
        element.value is not None,
        bool(element.value),
    )
    names = (hashed_text(element.role, _ROLE), hashed_name(str(element.key), _KEY))
    place = (_within(edge / pixels) for edge in element.bounds)
    words = hashed_text(f"{element.text} {value}", features)
    agreed = (*overlap(element.text, goal), *overlap(value, goal))
    return np.fromiter(chain(*names, place, flags, words, agreed, _named(element, goal)), dtype=np.float32)


def _text_rows(elements: Sequence[Element], table: TextTable, sizes: _Sizes) -> list[Vector]:
    held = {element.value for element in elements if element.value}
    focused = next((element.value for element in elements if element.focused), None)
    rows = []
    for text, _, start, element, remembered in table.slots[: sizes.texts]:
        bearer = None if element is None else elements[element]
        now = (remembered, bearer is not None, text in held, text == focused)
        rows.append(_text_row(text, start, bearer, now, table.goal, sizes.pixels))
    return rows


@lru_cache(maxsize=65536)
def _text_row(
    text: str, start: int | None, bearer: Element | None, now: tuple[bool, ...], goal: str, pixels: int
) -> Vector:
    """The numbers of one text, in the order of the parts; `now` ends what it offers."""
    offers = (True, start is not None, text in quoted_in(goal), *now)
    kind = (
        sum(map(str.isdigit, text)) / len(text),
        sum(map(str.isalpha, text)) / len(text),
        ":" in text,
        "@" in text,
        " " in text,
        _within(len(text) / _LONG),
    )
    around = (hashed_text(words, _AROUND) for words in _around(text, start, goal))
    rest = (_bearer(bearer, text, pixels), hashed_text(text, _SAID))
    return np.fromiter(chain(offers, kind, *around, *rest), dtype=np.float32)


def _named(element: Element, goal: str) -> Vector:
    named = np.zeros(NAMED, dtype=np.float32)
    shown = [text.casefold() for text in (element.text, element.value) if text]
    for place, text in enumerate(texts_of_goal(goal)[:NAMED]):
        wanted = text.casefold()
        if wanted in shown:
            named[place] = 1
        elif len(wanted) > 1 and any(wanted in each for each in shown):
            named[place] = 0.5
    return named


def _bearer(bearer: Element | None, text: str, pixels: int) -> Vector:
    row = np.zeros(_BEARER, dtype=np.float32)
    if bearer is not None:
        row[:_KEY] = hashed_name(str(bearer.key), _KEY)
        row[_KEY:] = _within(bearer.bounds[0] / pixels), _within(bearer.bounds[1] / pixels), bearer.text == text
    return row


def _around(text: str, start: int | None, goal: str) -> tuple[str, str]:
    """The two words before a text of the goal and the two after it; nothing for another text."""
    if start is None:
        return "", ""
    after = goal[start + len(text) :]
    before, after = _asked(goal[:start]), _asked(after[1:] if text in quoted_in(goal) else after)
    return " ".join(before.split()[-2:]), " ".join(after.split()[:2])


@lru_cache(maxsize=4096)
def _asked(goal: str) -> str:
    """The goal without what differs between goals of one kind."""
    for quoted in quoted_in(goal):
        goal = goal.replace(quoted, " ")
    return " ".join(word for word in goal.split() if not any(map(str.isdigit, word)))


def _within(number: float) -> float:
    return min(max(number, -1.0), 1.0)
