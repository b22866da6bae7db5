"""Running a coroutine to its end from code that is not async, also inside a running event loop."""

import asyncio
import os
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")


def drive(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of `coroutine`; what it raises is raised.

    Each thread keeps an event loop for this. Inside a running loop (a notebook, an async agent) the coroutine runs on
    a thread of its own, since a loop cannot run inside another.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _own_loop().run_until_complete(coroutine)
    with ThreadPoolExecutor(1, "cube-drive") as pool:
        return pool.submit(copy_context().run, asyncio.run, coroutine).result()


class _Kept(threading.local):
    """The event loop of a thread, by process: a forked child must not touch its parent's."""

    def __init__(self) -> None:
        self.loops: dict[int, _Loop] = {}


class _Loop:
    """An event loop that is closed when its thread, or the process, ends."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        weakref.finalize(self, self.loop.close)


_KEPT = _Kept()


def _own_loop() -> asyncio.AbstractEventLoop:
    pid = os.getpid()
    kept = _KEPT.loops.get(pid)
    if kept is None:
        kept = _KEPT.loops[pid] = _Loop()
    return kept.loop
