"""The space of the actions that a set of schemas allows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_core import Action, ActionSchema
from cube_gym.catalogue import nearest
from cube_gym.memory import withdraw_memory, without_memory
from cube_gym.spaces.sampling import sample_arguments

Mask: TypeAlias = Collection[str] | Sequence[bool] | NDArray[np.bool_] | NDArray[np.integer]

_ATTEMPTS = 20


class ActionSpace(gym.Space[Action]):
    """All actions that fit one of `schemas`; lists of them, which are parallel calls, are contained too.

    `contains` is true exactly when an environment would run the action: where the world's `remember` is offered, it may
    hold anything. Samples are single actions, bounded in size, without `remember`, and always contained.

    Args:
        schemas: What each action takes.
        seed: Where chance starts.

    Raises:
        ValueError: there are no schemas, or two different ones of one name.

    >>> from cube_core import STOP_ACTION, Action
    >>> space = ActionSpace([STOP_ACTION], seed=0)
    >>> space.sample() in space, Action(name="no_such_action") in space
    (True, False)
    """

    __module__ = "cube_gym"

    def __init__(self, schemas: Iterable[ActionSchema], *, seed: int | np.random.Generator | None = None) -> None:
        self.schemas = _by_name(schemas)
        """What an agent is told of each action, by name."""
        self._judges = {name: withdraw_memory(schema) for name, schema in self.schemas.items()}
        """What the tool demands of it."""
        super().__init__(None, None, seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the actions, in the order that a boolean mask follows."""
        return tuple(self.schemas)

    @property
    def is_np_flattenable(self) -> bool:
        """Always False: arguments have no fixed size."""
        return False

    def sample(self, mask: Mask | None = None, probability: None = None) -> Action:
        """A random action, its arguments drawn from the schema.

        Args:
            mask: what may be drawn: names of actions, or booleans in the order of `names`.
            probability: not supported.

        Raises:
            ValueError: the mask leaves nothing, has the wrong length, is no mask at all, or names no action of the
                space; or chance finds no arguments for what it leaves.
        """
        if probability is not None:
            raise ValueError("an ActionSpace draws actions uniformly: use `mask` to leave some out")
        allowed = self._allowed(mask)
        names = list(allowed)
        while names:
            name = names[int(self.np_random.integers(len(names)))]
            for _ in range(_ATTEMPTS):
                arguments = sample_arguments(self._judges[name].parameters, self.np_random)
                if self._judges[name].problem(arguments) is None:
                    return Action(name=name, arguments=arguments)
            names.remove(name)  # a schema that chance cannot meet, such as a rare pattern
        raise ValueError(f"no arguments were found that fit {', '.join(allowed)}: leave them out of the mask")

    def contains(self, x: Any) -> bool:  # noqa: ANN401, anything may be asked
        """Whether `x` is an action, or a list of actions, that the schemas allow."""
        if isinstance(x, (list, tuple)):
            return bool(x) and all(map(self._contains_one, x))
        return self._contains_one(x)

    def to_jsonable(self, sample_n: Iterable[Action]) -> list[dict[str, Any]]:
        """Actions as JSON objects."""
        return [action.model_dump(mode="json") for action in sample_n]

    def from_jsonable(self, sample_n: list[dict[str, Any]]) -> list[Action]:
        """Actions from JSON objects."""
        return [Action.model_validate(action) for action in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self.schemas == other.schemas

    def __hash__(self) -> int:
        return hash(frozenset(self.schemas))

    def __repr__(self) -> str:
        return f"ActionSpace({', '.join(self.names)})"

    def _contains_one(self, x: object) -> bool:
        if malformed(x) is not None or not isinstance(x, Action):
            return False
        judge = self._judges.get(x.name)
        if judge is None:
            return False
        return judge.problem((x if judge is self.schemas[x.name] else without_memory(x)).arguments) is None

    def _allowed(self, mask: Mask | None) -> tuple[str, ...]:
        if mask is None:
            return self.names
        chosen = self._chosen(mask)
        allowed = tuple(name for name in self.names if name in chosen)
        if not allowed:
            raise ValueError("the mask leaves no action: allow at least one")
        return allowed

    def _chosen(self, mask: Mask) -> set[str]:
        if isinstance(mask, str):
            raise ValueError(f"a mask is a set of names, not a text: {{{mask!r}}}")  # noqa: TRY004, it is a bad mask
        if isinstance(mask, (bytes, Mapping)) or not isinstance(mask, Iterable) or getattr(mask, "ndim", 1) != 1:
            raise ValueError(f"a mask holds names of actions, or one boolean for each; got {mask!r}")
        given = list(mask)
        if all(isinstance(one, str) for one in given):
            return self._known(given)
        if len(given) != len(self.names) or not all(_is_flag(one) for one in given):
            count = len(self.names)
            raise ValueError(f"a mask holds names of actions, or one boolean for each of {count} actions; got {mask!r}")
        return {name for name, flag in zip(self.names, given, strict=True) if flag}

    def _known(self, names: Sequence[str]) -> set[str]:
        for name in names:
            if name not in self.schemas:
                raise ValueError(f"the mask names {name!r}, which is no action here.{nearest(name, self.names)}")
        return set(names)


def _is_flag(one: object) -> bool:
    return isinstance(one, (bool, np.bool_, int, np.integer)) and one in (0, 1)


def malformed(thing: object) -> str | None:
    """Why `thing` is no action that could be judged, or None. An Action may be made without validation."""
    if not isinstance(thing, Action):
        return f"an action is a cube_core.Action or a list of them, got {type(thing).__name__}"
    found = thing.__dict__.get
    call_id, name = found("id"), found("name")
    if not isinstance(name, str):
        return f"an action's name is a text, got {type(name).__name__}"
    if call_id is not None and not isinstance(call_id, str):
        return f"the id of an action is a text, got {type(call_id).__name__}"
    return None


def _by_name(schemas: Iterable[ActionSchema]) -> dict[str, ActionSchema]:
    found: dict[str, ActionSchema] = {}
    for schema in schemas:
        if found.setdefault(schema.name, schema) != schema:
            raise ValueError(
                f"two actions are named {schema.name!r} and differ in what they take or say: one space cannot hold both"
            )
    if not found:
        raise ValueError("an action space needs at least one action")
    return found
