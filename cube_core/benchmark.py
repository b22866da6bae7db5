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
from cube_core.wire import CleanText


class BenchmarkMetadata(TypedBaseModel):
    """What is known of a benchmark without making it.

    >>> BenchmarkMetadata(name="dials", description="Dials to turn").version
    '0'
    """

    __module__ = "cube_core"

    name: str = Field(pattern=r"^[A-Za-z0-9_-]+$")
    version: CleanText = "0"
    description: CleanText = ""
    extra: CleanText | None = None
    """The extra of its package that its tasks need, None if they need nothing."""


class Benchmark:
    """A benchmark that is ready: its tasks by id, and what they share.

    >>> from benchmarks.phone import PhoneConfig
    >>> with PhoneConfig(tasks=("rename-n*",)).make() as benchmark:
    ...     benchmark, list(benchmark.tasks)
    (Benchmark('phone', 1 tasks), ['rename-note'])
    """

    __module__ = "cube_core"

    def __init__(self, metadata: BenchmarkMetadata, configs: Iterable[TaskConfig]) -> None:
        self.metadata = metadata
        self.tasks = ConfigRegistry({config.metadata.id: config for config in configs})

    def close(self) -> None:
        """Let go of what the tasks share. Can be called twice."""

    def __repr__(self) -> str:
        return f"Benchmark({self.metadata.name!r}, {len(self.tasks)} tasks)"

    def _repr_html_(self) -> str:
        from cube_core.display import benchmark_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(benchmark_view(self.metadata, [config.metadata for config in self.tasks.values()]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class BenchmarkConfig(ValidatedConfig, ABC):
    """A choice of a benchmark's tasks; all of them by default.

    `tasks` holds ids or shell patterns (`click-*`); a task is chosen when it fits one of them, has all the `tags`, and
    belongs to `split`. A task of several splits is taken in the one asked for, else in its first.

    >>> from benchmarks.phone import PhoneConfig
    >>> "rename-note" in {config.metadata.id for config in PhoneConfig(tasks=("rename-*",)).get_task_configs()}
    True
    >>> PhoneConfig(tasks=("rename-nota",)).get_task_configs()
    Traceback (most recent call last):
    KeyError: "no task 'rename-nota' in 'phone'. Did you mean 'rename-note'? `cube-gym list phone` prints all"
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
        """The configs of all tasks, each in its first split, in an order that never changes."""

    def get_task_configs(self) -> list[TaskConfig]:
        """The configs of the chosen tasks, in the benchmark's order.

        Raises:
            KeyError: a pattern or tag fits no task, and the nearest is named; or no task fits all that was asked for.
        """
        configs = self.all_task_configs()
        self._check(configs)
        variants = [variant for config in configs for variant in self._variants(config)]
        chosen = [variant for variant in variants if self._chooses(variant.metadata)]
        if not chosen:
            wanted = f"tasks={self.tasks}, tags={self.tags} and split={self.split!r}"
            msg = f"no task of {self.benchmark().name!r} fits {wanted} at once: ask for less"
            raise KeyError(msg)
        return chosen

    def make(self) -> Benchmark:
        """The benchmark with the chosen tasks."""
        return Benchmark(self.benchmark(), self.get_task_configs())

    def _repr_html_(self) -> str:
        from cube_core.display import benchmark_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(benchmark_view(self.benchmark(), [config.metadata for config in self.get_task_configs()]))

    def _variants(self, config: TaskConfig) -> list[TaskConfig]:
        return [config] if self.split is None else config.in_splits()

    def _chooses(self, task: TaskMetadata) -> bool:
        return (
            any(_fits(task.id, pattern) for pattern in self.tasks)
            and set(self.tags) <= set(task.tags)
            and self.split in (None, task.split)
        )

    def _check(self, configs: list[TaskConfig]) -> None:
        known = [config.metadata for config in configs]
        ids = [task.id for task in known]
        for pattern in self.tasks:
            if not any(_fits(name, pattern) for name in ids):
                raise KeyError(_nothing("task", pattern, ids, self.benchmark().name))
        tags = sorted({tag for task in known for tag in task.tags})
        for tag in self.tags:
            if tag not in tags:
                raise KeyError(_nothing("tag", tag, tags, self.benchmark().name))


def _fits(name: str, pattern: str) -> bool:
    return name == pattern or fnmatchcase(name, pattern)  # an id may look like a pattern: `sort[2]`


def _nothing(what: str, wanted: str, known: list[str], benchmark: str) -> str:
    nearest = get_close_matches(wanted, known, n=1, cutoff=0.4)
    hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return f"no {what} {wanted!r} in {benchmark!r}.{hint} `cube-gym list {benchmark}` prints all"
