"""A worker process as its parent sees it."""

import math
import multiprocessing
import time
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final

from cube_gym.vector.worker import Failed, Request, serve

RESTART: Final = Request("restart")
"""Starts the process anew; its answer is the first that a new process gives."""
START_SECONDS: Final = 120.0
"""How much longer than any other answer the first of a new process may take, imports included."""
_PATIENCE: Final = 10.0  # seconds that a process is given to close its environment


class DeadWorkerError(RuntimeError):
    """A worker process ended without an answer: it was killed, ran out of memory, crashed, or took too long."""


class WorkerProcess:
    """One process with one environment. It is started by the first `RESTART`.

    Args:
        recipe: How the environment is made, pickled.
        timeout: Seconds that an answer may take.
    """

    def __init__(self, recipe: bytes, timeout: float = math.inf) -> None:
        self._recipe = recipe
        self._timeout = timeout
        self._allowed = self._due = math.inf
        self._process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None

    def ask(self, request: Request) -> None:
        """Send a request.

        Raises:
            DeadWorkerError: there is no process any more.
        """
        if request is RESTART:
            self._start()
            self._await(START_SECONDS)
            return
        if self.pipe is None:
            raise self._death()
        message = ForkingPickler.dumps(request)
        try:
            self.pipe.send_bytes(message)
        except OSError as exc:
            raise self._death() from exc
        self._await()

    @property
    def seconds_left(self) -> float:
        """How long the answer that is awaited may still take."""
        return max(self._due - time.monotonic(), 0.0)

    def kill(self) -> None:
        """End the process at once, whatever it is at."""
        if self._process is not None:
            self._process.kill()
        self.hang_up()

    def too_late(self) -> DeadWorkerError:
        """Kill the process, which has not answered in time; gives what there is to say of it."""
        self.kill()
        return DeadWorkerError(f"the worker process did not answer for {self._allowed:g} s, and was killed")

    def answer(self) -> Any:  # noqa: ANN401, whatever was asked
        """Wait for the answer.

        Raises:
            DeadWorkerError: the process ended first.
            Exception: what the environment raised.
        """
        if self.pipe is None:
            raise self._death()
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError) as exc:
            raise self._death() from exc
        if isinstance(answer, Failed):
            raise answer.exception
        return answer

    def hang_up(self) -> None:
        """Let the process close its environment and end, without waiting for it."""
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None

    def end(self, patience: float = _PATIENCE) -> None:
        """Wait for `patience` seconds until the process has ended; one that does not end by itself is made to."""
        self.hang_up()
        process, self._process = self._process, None
        if process is None:
            return
        process.join(patience)
        if process.exitcode is None:
            process.terminate()
            process.join(patience)
        if process.exitcode is None:
            process.kill()
            process.join()
        process.close()

    def _await(self, more: float = 0.0) -> None:
        self._allowed = self._timeout + more
        self._due = time.monotonic() + self._allowed

    def _start(self) -> None:
        self.end()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self._recipe), name="cube-gym-worker", daemon=True)
        self._process.start()
        theirs.close()

    def _death(self) -> DeadWorkerError:
        self.hang_up()
        if self._process is None:
            return DeadWorkerError("there is no worker process")
        self._process.join(_PATIENCE)
        code = self._process.exitcode
        how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return DeadWorkerError(f"the worker process died: {how}")
