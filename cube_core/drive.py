"""Running a coroutine to its end from code that is not async, also inside a running event loop."""

import asyncio
import os
import selectors
import threading
import weakref
from collections.abc import Awaitable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import Final, TypeVar

T = TypeVar("T")


def drive(awaitable: Awaitable[T]) -> T:
    """The result of `awaitable`; what it raises is raised.

    Each thread keeps one event loop for this, so that what a tool opened in one call can be used in the next. Inside a
    running loop (a notebook, an async agent), where no other can run, a second thread keeps it.
    """
    kept = _kept()
    if asyncio._get_running_loop() is None:  # noqa: SLF001, documented, and the only one that does not raise
        return kept.loop.run_until_complete(awaitable)
    context = copy_context()

    def drive_here() -> T:
        return context.run(lambda: drive(awaitable))

    return result_of(kept.second_thread().submit(drive_here))


def result_of(future: Future[T], timeout: float | None = None) -> T:
    """The result of a call in another thread; what the call raises is raised, with the same traceback each time.

    `Future.result` raises from one of two lines, by whether it had to wait, and the traceback of a failed action is
    part of what the agent observes.

    Raises:
        TimeoutError: it was not over after `timeout` seconds.
    """
    wait([future], timeout)
    return future.result(0)


class _Kept:
    """What a thread keeps: its event loop, closed when the thread or the process ends."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.loop = _new_loop()
        self._second_thread: ThreadPoolExecutor | None = None
        weakref.finalize(self, _close, self.loop)

    def second_thread(self) -> ThreadPoolExecutor:
        if self._second_thread is None:
            self._second_thread = ThreadPoolExecutor(1, "cube-drive")
        return self._second_thread


class _Local(threading.local):
    kept: _Kept | None = None


_LOCAL: Final = _Local()


def _kept() -> _Kept:
    kept = _LOCAL.kept
    if kept is None or kept.process != os.getpid() or kept.loop.is_closed():
        kept = _LOCAL.kept = _Kept()
    return kept


def _new_loop() -> asyncio.AbstractEventLoop:
    """An event loop that a forked child can drop.

    A child shares the kernel's epoll or kqueue with its parent, and closing its copy of the loop would make the parent
    miss what happens. `poll` keeps nothing in the kernel.
    """
    if hasattr(selectors, "PollSelector"):
        return asyncio.SelectorEventLoop(selectors.PollSelector())
    return asyncio.new_event_loop()


def _close(loop: asyncio.AbstractEventLoop) -> None:
    if not loop.is_running():
        loop.close()
