"""Benchmarks: named sets of tasks, and how to choose among them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Self

from pydantic import Field

from cube_core.registry import ConfigRegistry
from cube_core.task import Split, TaskConfig, TaskMetadata
from cube_core.typed import TypedBaseModel, ValidatedConfig


class BenchmarkMetadata(TypedBaseModel):
    """What is known of a benchmark without making it."""

    __module__ = "cube_core"

    name: str = Field(pattern=r"^[A-Za-z0-9_-]+$")
    version: str = "0"
    description: str = ""
    extra: str | None = None
    """The extra of its package that its tasks need, None if they need nothing."""


class Benchmark:
    """A benchmark that is ready: its tasks by id, and what they share."""

    __module__ = "cube_core"

    def __init__(self, metadata: BenchmarkMetadata, configs: Iterable[TaskConfig]) -> None:
        self.metadata = metadata
        self.tasks = ConfigRegistry({config.metadata.id: config for config in configs})

    def close(self) -> None:
        """Let go of what the tasks share. Can be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class BenchmarkConfig(ValidatedConfig, ABC):
    """A choice of a benchmark's tasks; all of them by default.

    `tasks` holds ids or shell patterns (`click-*`); a task is chosen when it fits one of them, has all the `tags`, and
    belongs to `split`.
    """

    __module__ = "cube_core"

    tasks: tuple[str, ...] = ("*",)
    tags: tuple[str, ...] = ()
    split: Split | None = None

    @classmethod
    @abstractmethod
    def benchmark(cls) -> BenchmarkMetadata:
        """What is known of the benchmark."""

    @abstractmethod
    def all_task_configs(self) -> list[TaskConfig]:
        """The configs of all tasks, in an order that never changes."""

    def get_task_configs(self) -> list[TaskConfig]:
        """The configs of the chosen tasks, in the benchmark's order.

        Raises:
            KeyError: a pattern, tag or split fits no task; it names the nearest.
        """
        configs = self.all_task_configs()
        self._check(configs)
        return [config for config in configs if self._chooses(config.metadata)]

    def make(self) -> Benchmark:
        """The benchmark with the chosen tasks."""
        return Benchmark(self.benchmark(), self.get_task_configs())

    def _chooses(self, task: TaskMetadata) -> bool:
        return (
            any(fnmatchcase(task.id, pattern) for pattern in self.tasks)
            and set(self.tags) <= set(task.tags)
            and self.split in (None, task.split)
        )

    def _check(self, configs: list[TaskConfig]) -> None:
        known = [config.metadata for config in configs]
        ids = [task.id for task in known]
        for pattern in self.tasks:
            if not any(fnmatchcase(name, pattern) for name in ids):
                raise KeyError(_nothing("task", pattern, ids, self.benchmark().name))
        tags = sorted({tag for task in known for tag in task.tags})
        for tag in self.tags:
            if tag not in tags:
                raise KeyError(_nothing("tag", tag, tags, self.benchmark().name))


def _nothing(what: str, wanted: str, known: list[str], benchmark: str) -> str:
    nearest = get_close_matches(wanted, known, n=1, cutoff=0.4)
    hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return f"no {what} {wanted!r} in {benchmark!r}.{hint} `cube-gym list {benchmark}` prints all"
