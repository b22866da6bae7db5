"""The elements on the screen, and the texts to type, as arrays."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_gym.wrappers.discrete import SLOTS, TEXTS
from cube_gym.wrappers.element_arrays import element_arrays, element_widths
from cube_gym.wrappers.hashing import Vector, hashed_text
from cube_gym.wrappers.seeing import FeatureWrapper
from cube_gym.wrappers.slots import beyond
from cube_gym.wrappers.text_arrays import TEXT_WIDTHS, asked, text_arrays
from cube_gym.wrappers.text_table import TextTable

ELEMENT_ARRAYS: Final = tuple(element_widths(0))
TEXT_ARRAYS: Final = tuple(TEXT_WIDTHS)

_GOAL, _ASKED = 32, 64
_MANY = 100  # elements beyond the slots that count as 1


class ElementObservation(FeatureWrapper):
    """Shows a dict of one-dimensional arrays of float32 in [-1, 1], the slots one after another; empty slots are 0.

    Slots hold what they hold for `DiscreteActions`, whichever is around the other. For each element slot:

    - "role" (16): hashed
    - "key" (16): the words of what it is called by, hashed without their digits
    - "bounds" (4): left, top, right, bottom, in units of `pixels`, cut off at -1 and 1
    - "flags" (8): filled, enabled, visible, focused, checked, can be checked, can hold a value, holds one
    - "text" (`features`): hashed words
    - "value" (12): hashed words
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
        sizes = {name: width * slots for name, width in element_widths(features).items()}
        sizes |= {name: width * texts for name, width in TEXT_WIDTHS.items()}
        sizes |= {"goal": _GOAL, "asked": _ASKED, "beyond": 2}
        spaces = {name: gym.spaces.Box(-1, 1, (size,), np.float32) for name, size in sizes.items()}
        super().__init__(env, dict(spaces), slots=slots, texts=texts, features=features, pixels=pixels)

    def features(self) -> dict[str, NDArray[Any]]:
        """The arrays of the last step."""
        shown = _shown(self.sighting.text_table, self._sizes)
        return {name: array.copy() for name, array in shown.items()}


class _Sizes(NamedTuple):
    """What the wrapper was given."""

    slots: int
    texts: int
    features: int
    pixels: int


@lru_cache(maxsize=512)
def _shown(table: TextTable, sizes: _Sizes) -> dict[str, Vector]:
    """All arrays of a screen. Kept, since many actions leave the screen as it is."""
    slots, texts, features, pixels = sizes
    elements, goal = table.elements, table.goal
    left = [beyond(elements, slots), beyond(table.texts, texts)]
    return {
        **element_arrays(elements, goal, slots=slots, features=features, pixels=pixels),
        **text_arrays(table, slots=texts, pixels=pixels),
        "goal": hashed_text(goal, _GOAL),
        "asked": hashed_text(asked(goal), _ASKED),
        "beyond": np.minimum(np.array(left, dtype=np.float32) / _MANY, 1),
    }
