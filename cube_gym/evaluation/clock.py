"""Deadlines of calls."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cube_gym.agents.errors import DeadlineMissed, ProviderOutage


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raise DeadlineMissed inside the block when it takes longer than `seconds`, and again at its end if it got lost.

    It interrupts Python code and waiting, by SIGALRM: so it works in a process's main thread only, and elsewhere does
    nothing. A call that computes in C without a break is caught by the process that watches the worker.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    text = f"{what} took longer than {seconds:g} s"
    rung = threading.Event()

    def ring(_signal: int, _frame: FrameType | None) -> None:
        rung.set()
        raise DeadlineMissed(text)

    before = signal.signal(signal.SIGALRM, ring)
    begun = time.monotonic()
    outer, _ = signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    except (DeadlineMissed, ProviderOutage, KeyboardInterrupt):  # an outage is why no answer came in time
        raise
    except BaseException as exc:
        if rung.is_set():  # somebody made something else of it
            raise DeadlineMissed(text) from exc
        raise
    else:
        if rung.is_set():  # somebody swallowed it
            raise DeadlineMissed(text)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:  # somebody else's alarm goes on, such as that of a run whose agent plays another
            signal.setitimer(signal.ITIMER_REAL, max(outer - (time.monotonic() - begun), 1e-3))
