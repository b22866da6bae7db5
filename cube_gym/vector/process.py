"""A worker process as its parent sees it, and conversations with several of them at a time."""

import multiprocessing
from collections.abc import Generator, Iterable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final, TypeAlias, TypeVar

from cube_gym.vector.worker import Failed, Request, serve

T = TypeVar("T")

Conversation: TypeAlias = Generator[Request, Any, T]
"""What is to be said to one worker: it yields requests, is sent the answers, and returns its result.

`RESTART` starts the process anew; its answer is the first that a new process gives. What cannot be answered is
raised into the conversation: a death as DeadWorkerError."""

RESTART: Final = Request("restart")
_PATIENCE: Final = 10.0  # seconds that a process is given to close its environment


class DeadWorkerError(RuntimeError):
    """A worker process ended without an answer: it was killed, ran out of memory, or crashed."""


class WorkerProcess:
    """One process with one environment. It is started by the first `RESTART`."""

    def __init__(self, recipe: bytes) -> None:
        self._recipe = recipe
        self._process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None

    def ask(self, request: Request) -> None:
        """Send a request.

        Raises:
            DeadWorkerError: there is no process any more.
        """
        if request is RESTART:
            self._start()
            return
        if self.pipe is None:
            raise self._death()
        message = ForkingPickler.dumps(request)
        try:
            self.pipe.send_bytes(message)
        except OSError as exc:
            raise self._death() from exc

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

    def end(self) -> None:
        """Wait until the process has ended; one that does not end by itself is made to."""
        self.hang_up()
        process, self._process = self._process, None
        if process is None:
            return
        process.join(_PATIENCE)
        if process.exitcode is None:
            process.terminate()
            process.join(_PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        process.close()

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


def converse(workers: Sequence[WorkerProcess], conversations: Sequence[Conversation[T] | None]) -> list[T | None]:
    """Lead the conversations, one a worker, all at a time, and give their results; None has nothing to say.

    Raises:
        Exception: what the first of those that failed raised, after all have ended.
    """
    talk = _Talk(workers, conversations)
    talk.lead()
    failed = next((talk.failures[index] for index in sorted(talk.failures)), None)
    if failed is not None:
        raise failed
    return [talk.results.get(index) for index in range(len(workers))]


class _Talk:
    def __init__(self, workers: Sequence[WorkerProcess], conversations: Iterable[Conversation[Any] | None]) -> None:
        self.results: dict[int, Any] = {}
        self.failures: dict[int, Exception] = {}
        self._workers = workers
        self._open = {index: said for index, said in enumerate(conversations) if said is not None}

    def lead(self) -> None:
        for index in list(self._open):
            self._go_on(index, None)
        while self._open:
            pipes = {self._workers[index].pipe: index for index in self._open}
            for pipe in wait([pipe for pipe in pipes if pipe is not None]):
                self._listen(pipes[pipe])  # type: ignore[index]

    def _listen(self, index: int) -> None:
        try:
            answer = self._workers[index].answer()
        except Exception as exc:  # noqa: BLE001, it is the conversation's matter
            self._go_on(index, exc)
        else:
            self._go_on(index, answer)

    def _go_on(self, index: int, answer: Any) -> None:  # noqa: ANN401, an answer, or what was raised in its place
        """Hand on an answer and ask what comes next, until a request is on its way or all is said."""
        said = self._open[index]
        while True:
            try:
                request = said.throw(answer) if isinstance(answer, Exception) else said.send(answer)
            except StopIteration as end:
                self.results[index] = end.value
                break
            except Exception as exc:  # noqa: BLE001, raised when the others have ended
                self.failures[index] = exc
                break
            try:
                self._workers[index].ask(request)
            except Exception as exc:  # noqa: BLE001, see _listen
                answer = exc
            else:
                return
        del self._open[index]
