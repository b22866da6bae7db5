"""What can go wrong with a worker."""

import signal


class WorkerLost(RuntimeError):  # noqa: N818, it says what is the matter
    """A worker died or hung in the middle of its work, and was replaced."""

    __module__ = "cube_gym.evaluation"

    def __init__(self, phase: str, how: str, *, by_itself: bool = False) -> None:
        """`phase` is what it was at; `by_itself`: by what it executed, not by a signal from outside."""
        super().__init__(phase, how)
        self.phase = phase
        self.how = how
        self.by_itself = by_itself

    def __str__(self) -> str:
        return f"the worker {self.how} during {self.phase}"

    def __reduce__(self) -> tuple[object, ...]:
        return _lost, (self.phase, self.how, self.by_itself)


class CannotRebuild(RuntimeError):  # noqa: N818, it says what is the matter
    """A worker could not load what it was sent: a class or function that it cannot import."""

    __module__ = "cube_gym.evaluation"


def hung(phase: str, seconds: float) -> WorkerLost:
    """A worker that did not answer in time."""
    return WorkerLost(phase, f"did not answer for {seconds:g} s", by_itself=True)


def died(phase: str, code: int | None, last_words: str) -> WorkerLost:
    """A worker whose process ended with this code (negative: by that signal)."""
    if code is None:
        return WorkerLost(phase, "was lost")
    if code < 0:
        how = f"was ended by {_signal_name(-code)}"
        own = -code in {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL}
    else:
        how, own = f"exited with status {code}", True
    return WorkerLost(phase, f"{how} ({last_words})" if last_words else how, by_itself=own)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _lost(phase: str, how: str, by_itself: bool) -> WorkerLost:  # noqa: FBT001, what a pickle hands over
    return WorkerLost(phase, how, by_itself=by_itself)
