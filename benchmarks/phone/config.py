"""The benchmark's configuration: which tasks there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.pools import Split
from cube_core import BenchmarkConfig, BenchmarkMetadata, Oracle, Task, TaskConfig, TaskMetadata

if TYPE_CHECKING:
    from benchmarks.phone.template import Template


class PhoneTaskConfig(TaskConfig):
    """One template, with parameters of the split that the metadata names."""

    __module__ = "benchmarks.phone"

    template: str
    """Name of the template."""

    def make(self) -> Task:
        """A new task; it has no phone before its first reset."""
        from benchmarks.phone.task import PhoneTask  # noqa: PLC0415, what plays loads more than what lists
        from benchmarks.phone.templates import TEMPLATES  # noqa: PLC0415, as above

        return PhoneTask(self, TEMPLATES[self.template], self.metadata.split)

    def in_splits(self) -> list[TaskConfig]:
        """The template with parameters of each of its splits."""
        shown = {"observation": self.observation, "reward": self.reward}
        return [task_config(self.template, split).model_copy(update=shown) for split in _template(self.template).splits]

    def oracle(self) -> Oracle | None:
        """The template's scripted solution."""
        return _template(self.template).oracle


class PhoneConfig(BenchmarkConfig):
    """A simulated phone: tasks over the data of thirteen apps."""

    __module__ = "benchmarks.phone"

    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        """What is known of the benchmark."""
        return BenchmarkMetadata(name="phone", description="Tasks in the apps of a simulated phone")

    def all_task_configs(self) -> list[TaskConfig]:
        """Templates in alphabetical order, each in its first split."""
        from benchmarks.phone.templates import TEMPLATES  # noqa: PLC0415, what plays loads more than what lists

        return [task_config(name, TEMPLATES[name].splits[0]) for name in sorted(TEMPLATES)]


def task_config(name: str, split: Split) -> PhoneTaskConfig:
    """The config of a template in one of its splits."""
    template = _template(name)
    metadata = TaskMetadata(
        id=name,
        description=(template.__doc__ or "").split("\n")[0],
        split=split,
        recommended_max_steps=2 * template.steps,
        tags=(template.kind, *template.apps),
    )
    return PhoneTaskConfig(metadata=metadata, template=name)


def _template(name: str) -> Template:
    from benchmarks.phone.templates import TEMPLATES  # noqa: PLC0415, what plays loads more than what lists

    return TEMPLATES[name]
