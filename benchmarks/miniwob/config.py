"""The benchmark: which pages there are, and how to make a task of one."""

import json
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.miniwob.oracles import find_oracle
from cube_core import BenchmarkConfig, BenchmarkMetadata, Oracle, Task, TaskConfig, TaskMetadata


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(Path(__file__).with_name("tasks.json").read_text(encoding="utf-8"))
    return table


@cache
def reset_in_place() -> frozenset[str]:
    """The pages that forget an episode without a reload, as the survey found."""
    return frozenset(row["id"] for row in _table()["tasks"] if row["reset"] == "in place")


class MiniWobTaskConfig(TaskConfig):
    """One page of MiniWoB++, as its authors ship it."""

    __module__ = "benchmarks.miniwob"

    rewards: ClassVar = ("raw", "discounted")

    def make(self) -> Task:
        """A new task; the browser starts at its first reset."""
        from benchmarks.miniwob.task import MiniWobTask  # noqa: PLC0415, what plays loads more than what lists

        return MiniWobTask(self, in_place=self.metadata.id in reset_in_place())

    def oracle(self) -> Oracle | None:
        """The page's scripted solution, None where there is none."""
        return find_oracle(self.metadata.id)


class MiniWobConfig(BenchmarkConfig):
    """MiniWoB++: small pages in a real Chromium, with a mouse and a keyboard."""

    __module__ = "benchmarks.miniwob"

    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        """What is known of the benchmark."""
        return BenchmarkMetadata.model_validate(_table()["benchmark"])

    def all_task_configs(self) -> list[TaskConfig]:
        """One config a page, in alphabetical order."""
        fields = set(TaskMetadata.model_fields)
        rows = ({key: value for key, value in row.items() if key in fields} for row in _table()["tasks"])
        return [MiniWobTaskConfig(metadata=TaskMetadata.model_validate(row)) for row in rows]
