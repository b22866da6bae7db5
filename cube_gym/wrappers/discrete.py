"""Actions of tasks as numbers, with a mask."""

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_core import Action
from cube_gym.memory import without_memory
from cube_gym.wrappers.elements import TREE, Element
from cube_gym.wrappers.gestures import Gesture, gestures_of
from cube_gym.wrappers.seeing import SeeingWrapper
from cube_gym.wrappers.slots import Sighting

SLOTS: Final = 48
TEXTS: Final = 64


class DiscreteActions(SeeingWrapper):
    """Each action of a task as one number, for learners that know no tools.

    A number stands for a gesture with what it needs: the element in a slot, the text in a slot, one of few values. What
    the slots hold changes with the screen (`cube_gym.wrappers.slots`); `action_masks()` and `info["action_mask"]` tell
    which numbers mean something now. The others are invalid actions, which the task refuses like any other.

    Args:
        env: A task that shows its tree.
        slots: How many elements can be reached.
        texts: How many texts can be typed.
        values: What parameters with many values may take, by name, such as `{"app": ["clock", "notes"]}`.
        leave_out: Names of actions not to offer.
        needs_focus: Names of actions that go to the focused element: masked out when nothing has the focus.

    Raises:
        TypeError, ValueError: the environment is no task, or does not show its tree; or there is nothing to offer.
    """

    __module__ = "cube_gym.wrappers"

    def __init__(
        self,
        env: gym.Env[Any, Any],
        *,
        slots: int = SLOTS,
        texts: int = TEXTS,
        values: Mapping[str, Sequence[Any]] | None = None,
        leave_out: Collection[str] = (),
        needs_focus: Collection[str] = ("clear_text", "type_text"),
    ) -> None:
        named = {"values": values, "leave_out": leave_out, "needs_focus": needs_focus}
        super().__init__(env, needs=TREE, slots=slots, texts=texts, **named)
        self._slots, self._texts = slots, texts
        self._needs_focus = frozenset(needs_focus)
        schemas = [each for each in self.unwrapped.action_space.schemas.values() if each.name not in leave_out]  # type: ignore[attr-defined]
        self.gestures: tuple[Gesture, ...] = tuple(gestures_of(schemas, values or {}))
        """What is offered, in the order of the numbers."""
        self._ends = np.cumsum([gesture.size(slots, texts) for gesture in self.gestures], dtype=np.int64)
        if not self.gestures:
            raise ValueError("none of the actions can be told by an element, a text or few values: name some `values`")
        self.action_space = gym.spaces.Discrete(int(self._ends[-1]))
        self._masked: tuple[Sighting, NDArray[np.bool_]] | None = None

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401, anything may be given
        """Take the action of a number. A number that means nothing now is an invalid action."""
        return super().step(self.decode(action))

    def told(self, info: dict[str, Any]) -> dict[str, Any]:
        """With the mask."""
        return {**info, "action_mask": self._mask().copy()}

    @property
    def action_masks(self) -> Any:  # noqa: ANN401, see SeeingWrapper
        """A method: which numbers mean something now, as an array of booleans of one's own."""
        return self._copied_mask

    def decode(self, number: Any) -> Action:  # noqa: ANN401, anything may be given
        """The action that a number means now; for one that means nothing, an action that is refused.

        An Action, such as a demonstration's, is taken as it is.
        """
        if isinstance(number, Action):
            return number
        try:
            index = operator.index(number)
        except TypeError:
            return _refused(number)
        if not 0 <= index < self._ends[-1] or not self._mask()[index]:
            return _refused(index)
        place = int(np.searchsorted(self._ends, index, side="right"))
        gesture = self.gestures[place]
        inside = index - (int(self._ends[place - 1]) if place else 0)
        slot, text, choice = np.unravel_index(inside, gesture.shape(self._slots, self._texts))
        seen = self.sighting
        key = None if gesture.element is None else seen.elements[slot].key
        return gesture.action(key, None if gesture.text is None else seen.texts[text], int(choice))

    def encode(self, action: Action) -> int | None:
        """The number that means this action now (but for what it remembers); None when there is none."""
        first = 0
        for gesture, end in zip(self.gestures, self._ends, strict=True):
            inside = self._inside(gesture, action) if gesture.name == action.name else None
            if inside is not None and self._mask()[first + inside]:
                return first + inside
            first = int(end)
        return None

    # Inside

    def _inside(self, gesture: Gesture, action: Action) -> int | None:
        arguments, seen = without_memory(action).arguments, self.sighting
        choice = gesture.choice_of(action)
        slot = text = 0
        if gesture.element is not None:
            slot = _index(arguments.get(gesture.element), [element.key for element in seen.elements[: self._slots]])
        if gesture.text is not None:
            text = _index(arguments.get(gesture.text), seen.texts[: self._texts])
        if choice is None or slot < 0 or text < 0:
            return None
        return int(np.ravel_multi_index((slot, text, choice), gesture.shape(self._slots, self._texts)))

    def _copied_mask(self) -> NDArray[np.bool_]:
        return self._mask().copy()

    def _mask(self) -> NDArray[np.bool_]:
        seen = self.sighting
        if self._masked is None or self._masked[0] is not seen:
            self._masked = (seen, self._new_mask(seen))
        return self._masked[1]

    def _new_mask(self, seen: Sighting) -> NDArray[np.bool_]:
        allowed = {schema.name for schema in self.unwrapped.action_set}  # type: ignore[attr-defined]
        elements = seen.elements[: self._slots]
        enabled = _filled([element.enabled for element in elements], self._slots)
        writable = enabled & _filled([element.writable for element in elements], self._slots)
        typed = _filled([True] * min(len(seen.texts), self._texts), self._texts)
        if not _focus_among(seen.elements):
            allowed -= self._needs_focus_alone
        mask = np.zeros(int(self._ends[-1]), dtype=np.bool_)
        first = 0
        for gesture, end in zip(self.gestures, self._ends, strict=True):
            if gesture.name in allowed:
                block = mask[first:end].reshape(gesture.shape(self._slots, self._texts))
                block[:] = True
                if gesture.element is not None:
                    block &= (enabled if gesture.text is None else writable)[:, None, None]
                if gesture.text is not None:
                    block &= typed[None, :, None]
            first = int(end)
        return mask

    @property
    def _needs_focus_alone(self) -> set[str]:
        """The actions that go to the focused element, since they name none."""
        return {gesture.name for gesture in self.gestures if gesture.element is None} & self._needs_focus


def _focus_among(elements: Sequence[Element]) -> bool:
    return any(element.focused for element in elements)


def _filled(flags: Sequence[bool], size: int) -> NDArray[np.bool_]:
    array = np.zeros(size, dtype=np.bool_)
    array[: len(flags)] = flags
    return array


def _index(thing: object, things: Sequence[object]) -> int:
    """The place of `thing`, -1 where there is none."""
    return next((place for place, each in enumerate(things) if each == thing), -1)


def _refused(number: object) -> Action:
    """An action that no task has, whose name tells what was wrong."""
    return Action(name=f"action number {number!r}, which means nothing now")
