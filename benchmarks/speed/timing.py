"""Timing that holds on a shared, noisy machine: cases take turns, and medians are compared."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.speed.peers.inside.stopwatch import seconds_of

ROUNDS = 7


class LostError(RuntimeError):
    """A case cannot go on, through no fault of ours: it leaves the run, and the others stay."""


class Timeable(Protocol):
    """What takes turns with others."""

    @property
    def name(self) -> str:
        """What the measurement is called."""

    @property
    def number(self) -> int:
        """Calls in a round."""

    def seconds(self, number: int) -> float:
        """The seconds that a call takes, over `number` calls."""


@dataclass(frozen=True, slots=True)
class Case:
    """A call in this process."""

    name: str
    call: Callable[[], object]
    number: int

    def seconds(self, number: int) -> float:
        """The seconds that a call takes, over `number` calls."""
        return seconds_of(self.call, number)


@dataclass(frozen=True, slots=True)
class Timed:
    """The seconds that one call took, by round."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median round, in seconds a call."""
        return statistics.median(self.seconds)


def interleave(cases: Sequence[Timeable], *, rounds: int = ROUNDS) -> list[Timed]:
    """Time the cases in turns, round by round, so that a change in the machine's speed meets all of them.

    Each case is called a tenth of its number before, uncounted. A case that is lost is missing in the result.
    """
    taken: dict[str, list[float]] = {case.name: [] for case in cases}
    for counted in (False, *[True] * rounds):
        for case in cases:
            if case.name not in taken:
                continue
            try:
                seconds = case.seconds(case.number if counted else max(1, case.number // 10))
            except LostError:
                del taken[case.name]
            else:
                taken[case.name] += [seconds] * counted
    return [Timed(name, tuple(seconds)) for name, seconds in taken.items()]
