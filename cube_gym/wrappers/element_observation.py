"""The elements on the screen as arrays."""

from functools import lru_cache
from itertools import chain
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_gym.wrappers.discrete import SLOTS, TEXTS
from cube_gym.wrappers.elements import Element
from cube_gym.wrappers.hashing import Vector, hashed_text, overlap
from cube_gym.wrappers.seeing import FeatureWrapper
from cube_gym.wrappers.slots import Sighting, beyond, texts_of_goal

_BOUNDS, _FLAGS, _OVERLAP, _OFFER = 4, 7, 4, 3
_ROLE, _GOAL = 16, 32
_MANY = 100  # elements beyond the slots that count as 1


class ElementObservation(FeatureWrapper):
    """Shows a dict of one-dimensional arrays of float32 in [-1, 1], the slots one after another; empty slots are 0.

    Slot i is the element that `DiscreteActions` calls i, whichever is around the other. For each element slot:

    - "role" (16): hashed
    - "bounds" (4): left, top, right, bottom, in units of `pixels`, cut off at -1 and 1
    - "flags" (7): filled, enabled, visible, focused, checked, can be checked, holds a value
    - "text" (`features`): hashed words of text and value
    - "overlap" (4): the share of the words of its text, and of its value, that are in the goal; whether the whole is

    For each text slot "offers" (3): filled, from the goal, held by an element. Once for all: "goal" (32), hashed words,
    and "beyond" (2), how many hundreds of elements and texts have no slot.

    Args:
        env: A task that shows its tree.
        slots: How many elements are shown.
        texts: How many texts are told of.
        features: Size of the hashed text of an element.
        pixels: What counts as 1 in bounds.
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
        self._slots, self._texts, self._features, self._pixels = slots, texts, features, pixels
        widths = {"role": _ROLE, "bounds": _BOUNDS, "flags": _FLAGS, "text": features, "overlap": _OVERLAP}
        self._parts = _parts(widths)
        sizes = {name: slots * width for name, width in widths.items()}
        sizes |= {"offers": texts * _OFFER, "goal": _GOAL, "beyond": 2}
        spaces = {name: gym.spaces.Box(-1, 1, (size,), np.float32) for name, size in sizes.items()}
        super().__init__(env, dict(spaces), slots=slots, texts=texts, features=features, pixels=pixels)

    def features(self) -> dict[str, NDArray[Any]]:
        """The arrays of the last step."""
        seen = self.sighting
        elements = seen.elements[: self._slots]
        table = np.zeros((self._slots, self._parts["overlap"].stop), dtype=np.float32)
        if elements:
            table[: len(elements)] = [_row(each, seen.goal, self._features, self._pixels) for each in elements]
        arrays: dict[str, NDArray[Any]] = {name: table[:, part].reshape(-1) for name, part in self._parts.items()}
        arrays["offers"] = self._offers(seen)
        arrays["goal"] = hashed_text(seen.goal, _GOAL).copy()
        left = [beyond(seen.elements, self._slots), beyond(seen.texts, self._texts)]
        arrays["beyond"] = np.minimum(np.array(left, dtype=np.float32) / _MANY, 1)
        return arrays

    def _offers(self, seen: Sighting) -> Vector:
        told = len(texts_of_goal(seen.goal))
        held = {element.value for element in seen.elements if element.value}
        offers = np.zeros((self._texts, _OFFER), dtype=np.float32)
        texts = seen.texts[: self._texts]
        offers[: len(texts), 0] = 1
        offers[:told, 1] = 1
        offers[: len(texts), 2] = [text in held for text in texts]
        return offers.reshape(-1)


def _parts(widths: dict[str, int]) -> dict[str, slice]:
    """Where each part stands in an element's row."""
    ends = np.cumsum(list(widths.values())).tolist()
    return {name: slice(end - width, end) for (name, width), end in zip(widths.items(), ends, strict=True)}


@lru_cache(maxsize=16384)
def _row(element: Element, goal: str, features: int, pixels: int) -> Vector:
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
    )
    place = (min(max(edge / pixels, -1.0), 1.0) for edge in element.bounds)
    words = hashed_text(f"{element.text} {value}", features)
    agreed = (*overlap(element.text, goal), *overlap(value, goal))
    return np.fromiter(chain(hashed_text(element.role, _ROLE), place, flags, words, agreed), dtype=np.float32)
