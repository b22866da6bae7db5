"""What is in `info`: frozen objects, which vector environments and learners pass on whole."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, Self

from cube_core.frozen import FrozenDict, freeze, thaw
from cube_core.short import Short
from cube_core.wire import jsonable

_LONGEST_REPR: Final = 400

INFO_KEYS: Final = ("task_id", "goal", "world", "error", "outcome", "profiling", "details")
"""The keys of `info`, the same after every reset and every step."""


class Outcome(StrEnum):
    """How a step went.

    >>> Outcome("action_failed") is Outcome.ACTION_FAILED
    True
    """

    OK = "ok"
    INVALID_ACTION = "invalid_action"
    """The action was refused before it ran: unknown, not allowed now, or its arguments do not fit."""
    ACTION_FAILED = "action_failed"
    """The action ran, and could not be done."""
    TASK_FAULT = "task_fault"
    """The task's own side broke; the episode ends as truncated and counts for nothing."""


Outcome.__module__ = "cube_gym"


class Details(Mapping[str, Any]):
    """What the verifier reports, as JSON that cannot be changed.

    Not a dict: Gymnasium's vector environments take dicts apart.

    >>> Details({"predicates": {"sent": True}})["predicates"]["sent"]
    True
    """

    __slots__ = ("_values",)
    __module__ = "cube_gym"

    def __init__(self, values: Mapping[Any, Any] = FrozenDict()) -> None:
        self._values: FrozenDict[str, Any] = freeze(jsonable(dict(values)))

    @classmethod
    def of(cls, told: object) -> "Details":
        """Details from whatever a task reported: what is no mapping stands under "details"."""
        if isinstance(told, Details):
            return told
        if told is None or told == {}:
            return NO_DETAILS
        return cls(told if isinstance(told, Mapping) else {"details": told})

    def as_dict(self) -> dict[str, Any]:
        """A copy in plain dicts and lists."""
        return thaw(self._values)  # type: ignore[no-any-return]

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401, JSON
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Details):
            return self._values == other._values
        return self._values == other if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"Details({Short(self._values, _LONGEST_REPR)})"

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.steps import details_view  # noqa: PLC0415, only notebooks draw

        return whole(details_view(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Any]]]:
        return type(self), (self.as_dict(),)


NO_DETAILS: Final = Details()
"""Shared by all steps that report nothing."""
