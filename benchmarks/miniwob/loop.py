"""One event loop in a thread of its own: it works the same when the caller sits inside a running loop."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class LoopThread:
    """An event loop in a daemon thread. Coroutines are handed over from any other thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="miniwob-browser", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[object, object, T], *, timeout: float | None = None) -> T:
        """Wait for the coroutine's result, at most `timeout` seconds.

        Raises:
            TimeoutError: it took longer, and was cancelled.
        """
        future: Future[T] = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        try:
            return future.result(timeout)
        except BaseException:
            future.cancel()  # an interrupted caller leaves nothing running behind
            raise

    def close(self) -> None:
        """Stop the loop and the thread. Can be called twice."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(5)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        finally:
            self.loop.close()
