"""Real pages in the real browser of this process."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.miniwob import MiniWobConfig
from benchmarks.miniwob.task import MiniWobTask

sys.path.insert(0, str(Path(__file__).parent))  # tests are not a package: what they share is found here


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def make() -> Iterator[Any]:
    """Makes tasks, and closes them."""
    tasks: list[MiniWobTask] = []

    def make_task(page: str, **fields: object) -> MiniWobTask:
        (config,) = MiniWobConfig(tasks=(page,)).get_task_configs()
        task = config.model_copy(update=fields).make()
        assert isinstance(task, MiniWobTask)
        tasks.append(task)
        return task

    yield make_task
    for task in tasks:
        task.close()
