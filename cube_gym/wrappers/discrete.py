"""Actions of tasks as numbers, with a mask."""

import operator
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, SupportsFloat

import gymnasium as gym
import numpy as np

from cube_core import Action
from cube_core.short import short_repr
from cube_gym.memory import without_memory
from cube_gym.wrappers.elements import TREE
from cube_gym.wrappers.gestures import Gesture, gestures_of
from cube_gym.wrappers.masks import Mask, Masks
from cube_gym.wrappers.points import Grid
from cube_gym.wrappers.remembering import Memory
from cube_gym.wrappers.seeing import SeeingWrapper
from cube_gym.wrappers.slots import Sighting

SLOTS: Final = 48
TEXTS: Final = 96
PHRASES: Final = ("\n", " ", ", ", ".", ":", "/", "-", "!", "?", *map(str, range(21)))
"""What can always be typed: what stands between texts, and small numbers."""


class DiscreteActions(SeeingWrapper):
    """Each action of a task as one number, for learners that know no tools.

    A number stands for a gesture with what it needs: the element in a slot, the text in a slot, one of few values. What
    the slots hold changes with the screen (`cube_gym.wrappers.slots`); `action_masks()` and `info["action_mask"]` tell
    which numbers mean something now, as far as the screen shows it (`cube_gym.wrappers.masks`). The others are invalid
    actions, which the task refuses like any other.

    With `memory`, two more gestures keep a text of a slot or a phrase in the world's memory, as a new entry or at the
    end of the last one. What is remembered has text slots of its own, so that it can be typed when it is no longer on
    the screen, and an answer that stands nowhere can be put together.

    Args:
        env: A task that shows its tree.
        slots: How many elements can be reached.
        texts: How many texts have a slot.
        phrases: Texts that can be typed always, beside those that an action's description quotes.
        values: What parameters with many values may take, by name, such as `{"seconds": [2, 60]}`.
        leave_out: Names of actions not to offer.
        needs_focus: Names of actions that go to the focused element: masked out when nothing has the focus.
        memory: Whether texts can be remembered.
        carrier: The action that remembers, one that does no harm and needs no arguments.
        grid: Columns and rows of the points to offer to actions that take an `x` and a `y`; None for no points.

    Raises:
        TypeError: a text is given where several are wanted.
        TypeError, ValueError: the environment is no task, or does not show its tree; or there is nothing to offer, to
            carry what is remembered, or to lay a grid over.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> env = DiscreteActions(gym.make("cube/phone.rename-note-v0"))
    >>> observation, info = env.reset(seed=0)
    >>> number = int(info["action_mask"].nonzero()[0][0])
    >>> env.decode(number).name
    'launch_app'
    >>> observation, reward, terminated, truncated, info = env.step(number)
    """

    __module__ = "cube_gym.wrappers"

    def __init__(  # noqa: PLR0913, settings, each by its name
        self,
        env: gym.Env[Any, Any],
        *,
        slots: int = SLOTS,
        texts: int = TEXTS,
        phrases: Sequence[str] = PHRASES,
        values: Mapping[str, Sequence[Any]] | None = None,
        leave_out: Collection[str] = (),
        needs_focus: Collection[str] = ("clear_text", "type_text"),
        memory: bool = False,
        carrier: str = "wait",
        grid: Grid | None = None,
    ) -> None:
        _check(slots=slots, texts=texts, phrases=phrases, leave_out=leave_out, needs_focus=needs_focus)
        offered = {"phrases": phrases, "values": values, "leave_out": leave_out, "grid": grid}
        remembering = {"memory": memory, "carrier": carrier}
        sizes = {"slots": slots, "texts": texts}
        super().__init__(env, needs=TREE, needs_focus=needs_focus, **sizes, **offered, **remembering)
        self._slots, self._texts = slots, texts
        schemas = list(self.unwrapped.action_space.schemas.values())  # type: ignore[attr-defined]
        self._memory = Memory(schemas, carrier) if memory else None
        if self._memory is not None:
            schemas += self._memory.schemas
        schemas = [schema for schema in schemas if schema.name not in leave_out]
        self.gestures: tuple[Gesture, ...] = tuple(gestures_of(schemas, values or {}, phrases, grid))
        """What is offered, in the order of the numbers."""
        if not self.gestures:
            raise ValueError("none of the actions can be told by an element, a text or few values: name some `values`")
        self._ends = list(accumulate(gesture.size(slots, texts) for gesture in self.gestures))
        self.action_space = gym.spaces.Discrete(self._ends[-1])
        self._masks = Masks(self.gestures, slots, texts, needs_focus)
        self._masked: tuple[Sighting, Mask] | None = None

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

        An Action, such as a demonstration's, is taken as it is; with `memory`, "remember_text" and "extend_text" are
        actions too, which take a `text`.
        """
        if isinstance(number, Action):
            return self._carried(number)
        try:
            index = operator.index(number)
        except Exception:  # noqa: BLE001, no number at all, and it may raise anything
            return _refused(number)
        if not 0 <= index < self._ends[-1] or not self._mask()[index]:
            return _refused(index)
        place = bisect_right(self._ends, index)
        gesture = self.gestures[place]
        _, texts, choices = gesture.shape(self._slots, self._texts)
        rest, choice = divmod(index - (self._ends[place - 1] if place else 0), choices)
        slot, text = divmod(rest, texts)
        key = None if gesture.element is None else self.sighting.elements[slot].key
        return self._carried(
            gesture.action(key, None if gesture.text is None else self._text_at(gesture, text), choice)
        )

    def encode(self, action: Action) -> int | None:
        """The number that means this action now (but for what it remembers); None when there is none.

        With `memory`, what the carrier of it remembers counts, where it is one text of these gestures.
        """
        told = action if self._memory is None else self._memory.told(action, self.sighting)
        first = 0
        for gesture, end in zip(self.gestures, self._ends, strict=True):
            inside = self._inside(gesture, told) if gesture.name == told.name else None
            if inside is not None and self._mask()[first + inside]:
                return first + inside
            first = end
        return None

    # Inside

    def _carried(self, action: Action) -> Action:
        return action if self._memory is None else self._memory.carried(action, self.sighting)

    def _text_at(self, gesture: Gesture, place: int) -> str:
        return self.sighting.texts[place] if place < self._texts else gesture.phrases[place - self._texts]

    def _text_place(self, gesture: Gesture, text: object) -> int:
        """Where a text is offered: as a phrase rather than in a slot, since that place is always the same."""
        phrase = _index(text, gesture.phrases)
        return _index(text, self.sighting.texts[: self._texts]) if phrase < 0 else self._texts + phrase

    def _inside(self, gesture: Gesture, action: Action) -> int | None:
        arguments = without_memory(action).arguments
        choice = gesture.choice_of(action)
        slot = text = 0
        if gesture.element is not None:
            keys = [element.key for element in self.sighting.elements[: self._slots]]
            slot = _index(arguments.get(gesture.element), keys)
        if gesture.text is not None:
            text = self._text_place(gesture, arguments.get(gesture.text))
        if choice is None or slot < 0 or text < 0:
            return None
        return int(np.ravel_multi_index((slot, text, choice), gesture.shape(self._slots, self._texts)))

    def _copied_mask(self) -> Mask:
        return self._mask().copy()

    def _mask(self) -> Mask:
        seen = self.sighting
        if self._masked is None or self._masked[0] is not seen:
            self._masked = (seen, self._masks(seen, self._allowed()))
        return self._masked[1]

    def _allowed(self) -> set[str]:
        """The names of the actions that are offered now."""
        names = {schema.name for schema in self.unwrapped.action_set}  # type: ignore[attr-defined]
        return names if self._memory is None else names | self._memory.names


def _index(thing: object, things: Sequence[object]) -> int:
    """The place of `thing`, -1 where there is none."""
    return next((place for place, each in enumerate(things) if each == thing), -1)


def _refused(number: object) -> Action:
    """An action that no task has, whose name tells what was wrong."""
    try:
        shown = short_repr(number)
    except Exception:  # noqa: BLE001, somebody's own object
        shown = f"of {type(number).__name__}"
    return Action(name=f"action number {shown}, which means nothing now")


def _check(*, slots: int, texts: int, **collections: Collection[str]) -> None:
    if slots < 0 or texts < 0:
        raise ValueError(f"slots and texts are at least 0, got slots={slots} and texts={texts}")
    for name, given in collections.items():
        if isinstance(given, str):
            raise TypeError(f"{name} holds several texts, got one: write {name}=({given!r},)")
