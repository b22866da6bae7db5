import json
from pathlib import Path

import pytest

import benchmarks.miniwob
from benchmarks.miniwob import CONFIG, MiniWobTaskConfig
from benchmarks.miniwob.oracles import ORACLES
from benchmarks.miniwob.pages import page_url, pages_root
from cube_core import TaskConfig

TABLE = json.loads(Path(benchmarks.miniwob.__file__).with_name("tasks.json").read_text(encoding="utf-8"))


def test_every_page_of_the_package_is_registered_or_left_out_with_a_reason() -> None:
    pages = {path.stem for path in pages_root().joinpath("miniwob").glob("*.html")}
    registered = {row["id"] for row in TABLE["tasks"]}
    left_out = {page for page in TABLE["left_out"] if "/" not in page}
    assert registered | left_out == pages
    assert not registered & left_out
    flights = {f"flight/{path.parent.name}" for path in pages_root().joinpath("flight").glob("*/wrapper.html")}
    assert flights == set(TABLE["left_out"]) - left_out
    assert all(TABLE["left_out"].values())


def test_every_task_says_what_it_is_about() -> None:
    for row in TABLE["tasks"]:
        assert row["description"]
        assert row["tags"]
        assert row["reset"] in ("in place", "reload")


def test_few_pages_are_not_deterministic_and_each_has_its_reason() -> None:
    reasons = [config.metadata.nondeterministic for config in CONFIG().get_task_configs()]
    assert sum(reason is not None for reason in reasons) <= 5


def test_a_config_makes_the_same_task_after_a_trip_through_json() -> None:
    for config in CONFIG().get_task_configs():
        again = TaskConfig.model_validate(config.model_dump(mode="json"))
        assert isinstance(again, MiniWobTaskConfig)
        assert again == config


def test_tasks_are_chosen_by_tag_and_pattern() -> None:
    chosen = {config.metadata.id for config in CONFIG(tasks=("drag-*",), tags=("visual",)).get_task_configs()}
    assert "drag-shapes" in chosen
    assert "drag-items" not in chosen


def test_each_solution_belongs_to_a_page() -> None:
    assert set(ORACLES) <= {row["id"] for row in TABLE["tasks"]}
    assert len(ORACLES) >= 30


def test_a_page_that_is_not_there_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no page 'click-nothing'"):
        page_url("click-nothing")
