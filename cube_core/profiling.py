"""How long the phases of a step took."""

from collections.abc import Mapping
from dataclasses import dataclass

from cube_core.frozen import FrozenDict


@dataclass(frozen=True, slots=True, eq=False)
class Profiling:
    """Wall-clock seconds by phase, such as "action", "observe" and "evaluate".

    Equal when the phases are: two runs of one seed give equal infos, although no two take equally long.

    >>> Profiling({"action": 0.1}) == Profiling({"action": 0.2})
    True
    """

    __module__ = "cube_gym"

    seconds: Mapping[str, float]
    """Phase to seconds, read-only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", FrozenDict(self.seconds))

    def __eq__(self, other: object) -> bool:
        return self.seconds.keys() == other.seconds.keys() if isinstance(other, Profiling) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.seconds))

    def __copy__(self) -> "Profiling":
        return self

    def __deepcopy__(self, _memo: object) -> "Profiling":
        return self
