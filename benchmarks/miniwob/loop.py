"""One event loop in a thread of its own: it works the same when the caller sits inside a running loop."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import TypeVar

from cube_core.drive import result_of

T = TypeVar("T")


class LoopThread:
    """An event loop in a daemon thread. Coroutines are handed over from any other thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._serve, name="miniwob-browser", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[object, object, T], *, timeout: float | None = None) -> T:
        """Wait for the coroutine's result, at most `timeout` seconds.

        Raises:
            TimeoutError: it took longer, and was cancelled.
        """
        future: Future[T] = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        try:
            return result_of(future, timeout)
        except BaseException:
            future.cancel()  # an interrupted caller leaves nothing running behind
            raise

    def close(self) -> None:
        """Stop the loop, whatever still runs in it, and the thread. Can be called twice."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(5)

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:  # cancels what is left, and waits for its end
            runner.run(self._closing.wait())
