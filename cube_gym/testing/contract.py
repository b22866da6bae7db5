"""The contract as a test suite: subclass it, give a factory, and run pytest."""

from collections.abc import Callable
from typing import Any

from cube_core import Task, TaskConfig
from cube_gym.env import TaskEnv
from cube_gym.testing.checks import CHECKS
from cube_gym.testing.subject import Check, NotApplicable, Subject


class TaskContract:
    """Checks any task or environment against everything that tasks promise.

    Subclass it with a name that your test runner collects, and implement `make`; each clause is one test:

        class TestMyTask(TaskContract):
            def make(self) -> TaskConfig:
                return MyTaskConfig(metadata=TaskMetadata(id="my-task"))

    >>> from cube_gym.testing import CHECKS
    >>> len([name for name in dir(TaskContract) if name.startswith("test_")]) == len(CHECKS)
    True
    """

    def make(self) -> TaskConfig | Task | TaskEnv:
        """The task, made afresh: a config (which lets most be checked), a live task, or an environment."""
        raise NotImplementedError("implement make(): give the task that is to be checked")

    def skip(self, reason: str) -> None:
        """What to do with a clause that says nothing of this task: pytest's skip, where pytest runs."""
        import pytest  # noqa: PLC0415, whoever calls this has it

        pytest.skip(reason)


def _as_test(check: Check) -> Callable[[Any], None]:
    def test(self: TaskContract) -> None:
        try:
            check.run(Subject(self.make))
        except NotApplicable as exc:
            self.skip(str(exc))

    test.__doc__ = check.clause
    test.__name__ = f"test_{check.name}"
    return test


for _check in CHECKS:
    setattr(TaskContract, f"test_{_check.name}", _as_test(_check))
