"""Conversations with several worker processes at a time."""

from collections.abc import Generator, Iterable, Sequence
from multiprocessing.connection import wait
from typing import Any, TypeAlias, TypeVar

from cube_gym.vector.process import WorkerProcess
from cube_gym.vector.worker import Request

T = TypeVar("T")

_LONGEST_WAIT = 3600.0  # seconds; the system takes no infinite ones

Conversation: TypeAlias = Generator[Request, Any, T]
"""What is to be said to one worker: it yields requests, is sent the answers, and returns its result.

What cannot be answered is raised into the conversation: a death, or a silence that lasts too long, as
DeadWorkerError."""


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
        try:
            for index in list(self._open):
                self._go_on(index, None)
            while self._open:
                self._wait()
        except BaseException:  # Ctrl-C: an answer that comes later must not be taken for that to another question
            for index in self._open:
                self._workers[index].kill()
            raise

    def _wait(self) -> None:
        pipes = {self._workers[index].pipe: index for index in self._open}
        left = min(self._workers[index].seconds_left for index in self._open)
        ready = wait([pipe for pipe in pipes if pipe is not None], min(left, _LONGEST_WAIT))
        for pipe in ready:
            self._listen(pipes[pipe])  # type: ignore[index]
        if not ready:
            for index in [index for index in self._open if not self._workers[index].seconds_left]:
                self._go_on(index, self._workers[index].too_late())

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
