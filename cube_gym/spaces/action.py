"""The space of the actions that a set of schemas allows."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeAlias

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_core import Action, ActionSchema
from cube_gym.spaces.sampling import sample_arguments

Mask: TypeAlias = Collection[str] | NDArray[np.bool_]

_ATTEMPTS = 20


class ActionSpace(gym.Space[Action]):
    """All actions that fit one of `schemas`; lists of them, which are parallel calls, are contained too.

    `contains` is true exactly when an environment would run the action. Samples are single actions, bounded in size,
    and always contained.

    >>> space = ActionSpace([STOP_ACTION], seed=0)
    >>> space.sample() in space, Action(name="no_such_action") in space
    (True, False)
    """

    __module__ = "cube_gym"

    def __init__(self, schemas: Iterable[ActionSchema], *, seed: int | np.random.Generator | None = None) -> None:
        """Raises ValueError for no schemas, or two different ones of one name."""
        self.schemas: dict[str, ActionSchema] = {}
        for schema in schemas:
            if self.schemas.setdefault(schema.name, schema) != schema:
                msg = f"two actions are named {schema.name!r} and take different arguments: one space cannot hold both"
                raise ValueError(msg)
        if not self.schemas:
            msg = "an action space needs at least one action"
            raise ValueError(msg)
        super().__init__(None, None, seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the actions, in the order that a boolean mask follows."""
        return tuple(self.schemas)

    @property
    def is_np_flattenable(self) -> bool:
        """Always False: arguments have no fixed size. `cube_gym.wrappers` has array spaces."""
        return False

    def sample(self, mask: Mask | None = None, probability: None = None) -> Action:
        """A random action, its arguments drawn from the schema.

        Args:
            mask: what may be drawn: names of actions, or booleans in the order of `names`.
            probability: not supported.

        Raises:
            ValueError: the mask leaves nothing, has the wrong length, or names no action of the space.
        """
        if probability is not None:
            msg = "an ActionSpace draws actions uniformly: use `mask` to leave some out"
            raise ValueError(msg)
        names = list(self._allowed(mask))
        while names:
            name = names[int(self.np_random.integers(len(names)))]
            for _ in range(_ATTEMPTS):
                arguments = sample_arguments(self.schemas[name].parameters, self.np_random)
                if self.schemas[name].problem(arguments) is None:
                    return Action(name=name, arguments=arguments)
            names.remove(name)  # a schema that chance cannot meet, such as a rare pattern
        msg = f"no arguments were found that fit {', '.join(self._allowed(mask))}: leave them out of the mask"
        raise ValueError(msg)

    def contains(self, x: Any) -> bool:  # noqa: ANN401, anything may be asked
        """Whether `x` is an action, or a list of actions, that the schemas allow."""
        if isinstance(x, (list, tuple)):
            return bool(x) and all(isinstance(item, Action) and self.contains(item) for item in x)
        if not isinstance(x, Action) or not isinstance(x.name, str):
            return False
        schema = self.schemas.get(x.name)
        return schema is not None and schema.problem(x.arguments) is None

    def to_jsonable(self, sample_n: Sequence[Action]) -> list[dict[str, Any]]:
        """Actions as JSON objects."""
        return [action.model_dump(mode="json") for action in sample_n]

    def from_jsonable(self, sample_n: list[dict[str, Any]]) -> list[Action]:  # type: ignore[override]
        """Actions from JSON objects."""
        return [Action.model_validate(action) for action in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self.schemas == other.schemas

    def __hash__(self) -> int:
        return hash(self.names)

    def __repr__(self) -> str:
        return f"ActionSpace({', '.join(self.names)})"

    def _allowed(self, mask: Mask | None) -> tuple[str, ...]:
        if mask is None:
            return self.names
        if isinstance(mask, np.ndarray):
            if mask.shape != (len(self.names),):
                msg = f"a mask has one boolean for each of {len(self.names)} actions, got shape {mask.shape}"
                raise ValueError(msg)
            allowed = tuple(name for name, kept in zip(self.names, mask, strict=True) if kept)
        else:
            unknown = sorted(set(mask) - set(self.names))
            if unknown:
                msg = f"the mask names {', '.join(unknown)}, which the space does not have: {', '.join(self.names)}"
                raise ValueError(msg)
            allowed = tuple(name for name in self.names if name in mask)
        if not allowed:
            msg = "the mask leaves no action: allow at least one"
            raise ValueError(msg)
        return allowed
