"""Choosing among the tasks of a benchmark."""

from typing import Any

import pytest
from pydantic import ValidationError

from cube_core import Benchmark, BenchmarkConfig, BenchmarkMetadata, InfraConfig, Task, TaskConfig, TaskMetadata


class NamedConfig(TaskConfig):
    def make(self) -> Task:
        raise NotImplementedError


TASKS = (
    TaskMetadata(id="click-button", split="train", tags=("click", "easy")),
    TaskMetadata(id="click-link", split="val", tags=("click",)),
    TaskMetadata(id="sort[2]", split="test", tags=("sort", "easy")),
    TaskMetadata(id="sort2", split="test", tags=("sort",)),
)


class ShelfConfig(BenchmarkConfig):
    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        return BenchmarkMetadata(name="shelf", description="Sort a shelf.")

    def all_task_configs(self) -> list[TaskConfig]:
        return [NamedConfig(metadata=task) for task in TASKS]


def chosen(**fields: Any) -> list[str]:  # noqa: ANN401, the fields of the config
    return [config.metadata.id for config in ShelfConfig(**fields).get_task_configs()]


def test_all_tasks_are_chosen_by_default_in_the_benchmarks_order() -> None:
    assert chosen() == [task.id for task in TASKS]


def test_tasks_are_chosen_by_id_pattern_tag_and_split() -> None:
    assert chosen(tasks=("click-*",)) == ["click-button", "click-link"]
    assert chosen(tasks=("sort2", "click-link")) == ["click-link", "sort2"]
    assert chosen(tags=("easy",)) == ["click-button", "sort[2]"]
    assert chosen(tags=("easy", "sort")) == ["sort[2]"]
    assert chosen(split="test", tasks=("*2*",)) == ["sort[2]", "sort2"]


def test_an_id_that_looks_like_a_pattern_names_its_task() -> None:
    assert chosen(tasks=("sort[2]",)) == ["sort[2]", "sort2"]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"tasks": ("click-buton",)}, "Did you mean 'click-button'"),
        ({"tasks": ("Click-*",)}, "no task 'Click-\\*' in 'shelf'"),
        ({"tasks": ("click-*", "none-such-*")}, "none-such"),
        ({"tags": ("esay",)}, "Did you mean 'easy'"),
        ({"tags": ("click", "sort")}, "at once: ask for less"),
        ({"split": "train", "tasks": ("sort*",)}, "at once: ask for less"),
        ({"tasks": ()}, "at once: ask for less"),
    ],
)
def test_a_choice_that_fits_no_task_is_an_error_that_helps(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(KeyError, match=text):
        chosen(**fields)


def test_a_config_makes_the_benchmark_of_its_choice_and_survives_a_dump() -> None:
    config = ShelfConfig(tasks=("click-*",), split="train")
    again = BenchmarkConfig.model_validate_json(config.model_dump_json())
    assert again == config
    with again.make() as shelf:
        assert shelf.metadata.name == "shelf"
        assert list(shelf.tasks) == ["click-button"]
        shelf.tasks["click-button"].metadata.description = "changed"
        assert shelf.tasks["click-button"].metadata.description == ""
    shelf.close()


def test_leaving_a_benchmark_closes_it_also_after_an_error() -> None:
    closed = []

    class Shop(Benchmark):
        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ZeroDivisionError), Shop(BenchmarkMetadata(name="shop"), []):
        raise ZeroDivisionError
    assert closed == [True]


def test_a_choice_is_checked_on_assignment() -> None:
    config = ShelfConfig()
    with pytest.raises(ValidationError):
        config.split = "dev"  # type: ignore[assignment]
    config.split = "val"
    assert [task.metadata.id for task in config.get_task_configs()] == ["click-link"]
    with pytest.raises(ValidationError):
        BenchmarkMetadata(name="two words")


def test_infrastructure_and_benchmarks_are_abstract() -> None:
    for abstract in (InfraConfig, BenchmarkConfig):
        with pytest.raises(ValidationError, match="abstract"):
            abstract.model_validate({})
