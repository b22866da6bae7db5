"""What is checked, and what a check is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from cube_core import Task, TaskConfig
from cube_gym.env import TaskEnv

SEEDS: Final = (0, 1, 2, 3)
STEPS: Final = 8
"""How many random actions a check plays at most."""

Factory = Callable[[], TaskConfig | Task | TaskEnv]


class Violation(AssertionError):  # noqa: N818, it is a finding, not an error of the program
    """A task breaks its contract; the text says how, and what to do.

    >>> from cube_gym.testing.subject import require
    >>> require(1 + 1 == 3, "the sum is wrong: count again")
    Traceback (most recent call last):
    cube_gym.testing.subject.Violation: the sum is wrong: count again
    """


class NotApplicable(Exception):  # noqa: N818, it is no error
    """The check says nothing of this task.

    >>> from cube_gym import TaskEnv
    >>> from cube_gym.testing import NotApplicable, Subject
    >>> try:
    ...     Subject(lambda: TaskEnv("phone/rename-note")).config()
    ... except NotApplicable as reason:
    ...     print(reason)
    the factory gives a live object, not a config
    """


@dataclass(frozen=True, slots=True)
class Subject:
    """The task that is checked. The factory makes it afresh: a config, a live task, or an environment.

    >>> from cube_gym import TaskEnv
    >>> with Subject(lambda: TaskEnv("phone/rename-note")).env() as env:
    ...     observation, info = env.reset(seed=0)
    >>> info["task_id"]
    'rename-note'
    """

    factory: Factory

    @contextmanager
    def env(self) -> Iterator[TaskEnv]:
        """A new environment of the task, closed afterwards."""
        made = self.factory()
        env = made if isinstance(made, TaskEnv) else TaskEnv(made)
        try:
            yield env
        finally:
            env.close()

    def deterministic(self) -> None:
        """Nothing for a task whose episodes repeat.

        Raises:
            NotApplicable: it says that they do not.
        """
        with self.env() as env:
            env.reset(seed=SEEDS[0])
            reason = env.task.metadata.nondeterministic
        if reason is not None:
            raise NotApplicable(f"the task says that it is not deterministic: {reason}")

    def config(self) -> TaskConfig:
        """The task's config.

        Raises:
            NotApplicable: the factory gives live objects.
        """
        made = self.factory()
        if isinstance(made, TaskConfig):
            return made
        made.close()
        raise NotApplicable("the factory gives a live object, not a config")


class Check(NamedTuple):
    """One clause of the contract.

    >>> from cube_gym.testing import CHECKS
    >>> [check.name for check in CHECKS if "oracle" in check.name]
    ['is_solved_by_its_oracle']
    """

    name: str
    clause: str
    """What every task does, in a sentence."""
    run: Callable[[Subject], None]
    """Raises Violation, or NotApplicable."""


CHECKS: Final[list[Check]] = []
"""All checks, in the order of their topics."""


def clause(run: Callable[[Subject], None]) -> Callable[[Subject], None]:
    """Make a function a check; the first line of its docstring is the clause."""
    CHECKS.append(Check(run.__name__, (run.__doc__ or "").splitlines()[0].rstrip("."), run))
    return run


def require(holds: bool, text: str) -> None:  # noqa: FBT001, as `assert`, which -O takes away
    """Raise Violation with `text` unless it holds."""
    if not holds:
        raise Violation(text)
