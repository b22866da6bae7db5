"""The task that an environment plays: made when it is drawn, and made anew when it broke."""

import logging
from collections.abc import Callable
from typing import TypeVar

from cube_core import AgentStop, Task, TaskConfig, TaskFault

T = TypeVar("T")

_logger = logging.getLogger(__name__)


class TaskSlot:
    """Holds one task at a time, perhaps none.

    Args:
        task: A live task, which is the only one ever: when it breaks it is started again, not made anew.
    """

    def __init__(self, task: Task | None = None) -> None:
        self.task = task
        self.broken = False
        """Whether the task broke: the next start makes a new one, unless it is a live one."""
        self._live = task is not None

    def start(self, config: TaskConfig, begin: Callable[[Task], T], how: str) -> T:
        """Open the task of `config` and give what `begin` makes of it. What fails is started anew, once.

        Raises:
            TaskFault: it failed twice. It names the task, `how` it was to start, and the cause.
        """
        try:
            return self._begin(config, begin)
        except (Exception, AgentStop):  # whatever died is restarted
            _logger.info("%s could not be started %s; it is tried anew", config.metadata.id, how, exc_info=True)
        try:
            return self._begin(config, begin)
        except (Exception, AgentStop) as exc:
            self._discard()
            cause = f"{type(exc).__name__}: {exc}"
            raise TaskFault(f"{config.metadata.id} could not be started {how}: {cause}") from exc

    def opened(self) -> Task:
        """The task that was started last.

        Raises:
            LookupError: there is none.
        """
        if self.task is None:
            raise LookupError("no task has been started")
        return self.task

    def close(self) -> None:
        """Close the task, if there is one. What its `close` raises comes out, the first time."""
        task, self.task = self.task, None
        if task is not None:
            task.close()

    def _begin(self, config: TaskConfig, begin: Callable[[Task], T]) -> T:
        task = self._open(config)
        self.broken = True  # until it has begun, whatever interrupts it
        begun = begin(task)
        self.broken = False
        return begun

    def _open(self, config: TaskConfig) -> Task:
        if self.broken or not self._holds(config):
            self._discard()
        if self.task is None:
            self.task = config.make()
        return self.task

    def _holds(self, config: TaskConfig) -> bool:
        return self.task is not None and (self.task.config is config or self.task.config == config)

    def _discard(self) -> None:
        """Drop the task, but a live one; what it complains about when it is closed is of no use to anybody."""
        self.broken = False
        if self._live:
            return
        task, self.task = self.task, None
        if task is not None:
            try:
                task.close()
            except Exception:  # see above
                _logger.debug("%s could not be closed", task.metadata.id, exc_info=True)
