"""Timing that holds on a shared, noisy machine: cases take turns, and medians are compared."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to time."""

    name: str
    call: Callable[[], object]
    number: int
    """Calls in a round."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The seconds that one call took, by round."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median round, in seconds a call."""
        return statistics.median(self.seconds)


def interleave(cases: Sequence[Case], *, rounds: int = ROUNDS) -> list[Timed]:
    """Time the cases in turns, round by round, so that a change in the machine's speed meets all of them.

    Each case is called a tenth of its number before, uncounted. The garbage collector rests while a case runs.
    """
    taken: dict[str, list[float]] = {case.name: [] for case in cases}
    for case in cases:
        _seconds_of(case, max(1, case.number // 10))
    for _ in range(rounds):
        for case in cases:
            taken[case.name].append(_seconds_of(case, case.number))
    return [Timed(name, tuple(seconds)) for name, seconds in taken.items()]


def _seconds_of(case: Case, number: int) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(number):
            case.call()
        return (time.perf_counter() - start) / number
    finally:
        gc.enable()
