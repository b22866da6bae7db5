"""Executors of evaluations: this very process, or several watched ones."""

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from cube_gym.evaluation.workers.messages import VALUE

T = TypeVar("T")


class Worker(Protocol):
    """What runs a pickled request somewhere else."""

    def call(self, request: bytes) -> bytes:
        """Run it; WorkerLost is raised when the worker dies or hangs."""
        ...

    def close(self) -> None:
        """End it, whatever it is at."""


class WorkerPool(Executor):
    """Runs functions in workers: any function that can be imported, with arguments that pickle.

    A future raises `WorkerLost` when its worker died or hung, and nobody else's work is lost by that.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = tuple(workers)
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(len(self._workers), "cube-worker")

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":  # noqa: ANN401, the function's own
        """Run `fn(*args)` in a free worker. Keywords are not supported."""
        if kwargs:
            raise TypeError(f"give {', '.join(kwargs)} by position")
        return self._threads.submit(self._call, pickle.dumps((fn, args)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002, as the base class has it
        """End the workers: at once with `cancel_futures`, else when they are done."""
        if not cancel_futures:
            self._threads.shutdown(wait)
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)

    def _call(self, request: bytes) -> Any:  # noqa: ANN401, what the function gives
        worker = self._free.get()
        try:
            answer = worker.call(request)
        finally:
            self._free.put(worker)
        value = pickle.loads(answer[1:])  # noqa: S301, from a process that this one started
        if answer[:1] == VALUE:
            return value
        raise value


class InlineExecutor(Executor):
    """Runs each function at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":  # noqa: ANN401, the function's own
        """Run `fn`; the future is done. KeyboardInterrupt and SystemExit pass through."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as exc:  # noqa: BLE001, the future tells
            future.set_exception(exc)
        return future
