"""Which numbers mean something now: a mask over all gestures, in a few steps over whole arrays."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cube_gym.wrappers.elements import Element
from cube_gym.wrappers.gestures import OPTION_PARAMETERS, Gesture
from cube_gym.wrappers.remembering import EXTEND_TEXT, REMEMBER_TEXT, last_of
from cube_gym.wrappers.slots import Sighting

Mask = NDArray[np.bool_]
Numbers = NDArray[np.intp]

TAPS: Final = ("click", "double_click", "double_tap", "tap")
LONG_PRESSES: Final = ("long_click", "long_press")
SCROLLS: Final = ("down", "up")
"""The values of `direction` that move along a list. A page may answer to left and right in ways that no tree tells."""

_ENABLED, _TAPPED, _PRESSED, _WRITTEN, _CHOSEN = range(5)
"""What an element must be good for."""
_ANY, _NEW = range(2)
"""Which texts will do."""


class Masks:
    """The mask of a list of gestures, as a function of what is seen.

    It leaves out what the screen shows to be in vain, and nothing else: an action that is not offered now, an empty
    slot, an element that is disabled or does not answer, typing without a focus, an option that is not the element's,
    scrolling where the tree says that nothing scrolls, remembering what is remembered.

    Args:
        gestures: What the numbers stand for, in their order.
        slots: How many elements can be reached.
        texts: How many texts have a slot.
        needs_focus: Names of actions that go to the focused element when they name none.
    """

    def __init__(self, gestures: Sequence[Gesture], slots: int, texts: int, needs_focus: Collection[str]) -> None:
        self._slots, self._texts = slots, texts
        owner = np.repeat(np.arange(len(gestures)), [each.size(slots, texts) for each in gestures])
        element, text, choice = np.concatenate(
            [np.indices(each.shape(slots, texts)).reshape(3, -1) for each in gestures], axis=1
        )
        firsts = np.cumsum([0, *(len(each.choices) for each in gestures)])
        self._row: Numbers = firsts[owner] + choice
        # The last column of each table stands for what needs no slot, and is always true.
        use = np.array([_use_of(each) for each in gestures])[owner]
        no_element = np.array([each.element is None for each in gestures])[owner]
        self._element: Numbers = use * (slots + 1) + np.where(no_element, slots, element)
        kind = np.array([_NEW if each.name == REMEMBER_TEXT else _ANY for each in gestures])[owner]
        no_slot = np.array([each.text is None for each in gestures])[owner] | (text >= texts)
        self._text: Numbers = kind * (texts + 1) + np.where(no_slot, texts, text)
        self._options: Numbers = np.flatnonzero(use == _CHOSEN)
        self._pairs: Numbers = (element * texts + text)[self._options]
        rows = [(each, chosen) for each in gestures for chosen in each.choices]
        self._named = {name: _where([each.name == name for each, _ in rows]) for name in {g.name for g in gestures}}
        self._focus = _where([each.name in needs_focus and each.element is None for each, _ in rows])
        self._scroll = _where([chosen.get("direction") in SCROLLS for _, chosen in rows])

    def __call__(self, seen: Sighting, allowed: Collection[str]) -> Mask:
        """Which numbers mean something; `allowed` are the names of the actions that are offered now."""
        mask: Mask = self._able(seen, allowed).take(self._row)
        mask &= self._good(seen.elements[: self._slots]).take(self._element)
        mask &= self._typable(seen).take(self._text)
        if self._options.size:
            mask[self._options] &= self._fitting(seen).take(self._pairs)
        return mask

    def _able(self, seen: Sighting, allowed: Collection[str]) -> Mask:
        """For each choice of each gesture, whether it can be made at all."""
        able = np.ones(int(self._row[-1]) + 1, dtype=np.bool_)
        for name, rows in self._named.items():
            if name not in allowed:
                able[rows] = False
        if not any(element.focused for element in seen.elements):
            able[self._focus] = False
        if not _scrolls(seen.elements):
            able[self._scroll] = False
        if EXTEND_TEXT in self._named and not last_of(seen):
            able[self._named[EXTEND_TEXT]] = False
        return able

    def _good(self, elements: Sequence[Element]) -> Mask:
        """What the element in each slot is good for."""
        good = np.zeros((_CHOSEN + 1, self._slots + 1), dtype=np.bool_)
        if elements:
            good[:, : len(elements)] = np.array([_uses(element) for element in elements]).T
        good[:, -1] = True
        return good

    def _typable(self, seen: Sighting) -> Mask:
        """Which text slots are filled, and which with something that is not remembered."""
        typable = np.zeros((_NEW + 1, self._texts + 1), dtype=np.bool_)
        typable[:, : len(seen.texts)] = True
        if seen.remembered:
            remembered = set(seen.remembered.values())
            texts = seen.texts[: self._texts]
            typable[_NEW, : len(texts)] = [text not in remembered for text in texts]
        typable[:, -1] = True
        return typable

    def _fitting(self, seen: Sighting) -> Mask:
        """Which text is an option of which element."""
        fitting = np.zeros((self._slots, self._texts), dtype=np.bool_)
        places = {text: place for place, text in enumerate(seen.texts[: self._texts])}
        for slot, element in enumerate(seen.elements[: self._slots]):
            fitting[slot, [places[option] for option in element.options if option in places]] = True
        return fitting


def _use_of(gesture: Gesture) -> int:
    if gesture.text in OPTION_PARAMETERS:
        return _CHOSEN
    if gesture.text is not None:
        return _WRITTEN
    if gesture.name in TAPS:
        return _TAPPED
    return _PRESSED if gesture.name in LONG_PRESSES else _ENABLED


def _uses(element: Element) -> tuple[bool, bool, bool, bool, bool]:
    enabled = element.enabled
    return (
        enabled,
        enabled and element.clickable,
        enabled and element.long_clickable,
        enabled and element.writable,
        enabled and bool(element.options),
    )


def _scrolls(elements: Sequence[Element]) -> bool:
    """Whether something scrolls, or the tree does not tell."""
    told = [element.scrollable for element in elements if element.scrollable is not None]
    return any(told) or not told


def _where(flags: Sequence[bool]) -> Numbers:
    return np.flatnonzero(flags)
