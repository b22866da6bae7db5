"""Where a CUBE Task runs: all calls of one Task in one thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, Protocol, TypeVar

from cube_core.drive import result_of

P = ParamSpec("P")
T = TypeVar("T")


class Place(Protocol):
    """Runs calls one after the other, always in the same thread."""

    def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the call gives or raises."""
        ...

    def close(self) -> None:
        """Let go of the thread. Can be called twice."""
        ...


class OwnThread:
    """A thread that nothing else uses.

    Tools may hold what belongs to a thread, and may run once in each: Playwright's synchronous browsers do both, and
    refuse a thread with a running event loop.
    """

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, name)

    def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the call gives or raises."""
        return result_of(self._executor.submit(call, *args, **kwargs))

    def close(self) -> None:
        """End the thread after the call that it runs."""
        self._executor.shutdown()


class CallersThread:
    """No thread of its own: for a Task that somebody else made, in the thread that it is used in."""

    def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the call gives or raises."""
        return call(*args, **kwargs)

    def close(self) -> None:
        """Nothing to let go of."""
