"""Deadlines of calls."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cube_gym.agents.errors import DeadlineMissed


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raise DeadlineMissed inside the block when it takes longer than `seconds`.

    It interrupts Python code and waiting, by SIGALRM: so it works in a process's main thread only, and elsewhere does
    nothing. A call that computes in C without a break is caught by the process that watches the worker.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise DeadlineMissed(f"{what} took longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
