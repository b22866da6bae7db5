import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from benchmarks.miniwob.oracles import ORACLES
from benchmarks.miniwob.task import MiniWobTask
from cube_core import Action
from tests.miniwob.miniwob_player import Make

SAMPLE = (
    "book-flight",
    "choose-date",
    "click-checkboxes-large",
    "click-menu",
    "click-scroll-list",
    "click-tab-2",
    "click-test-2",
    "copy-paste",
    "drag-items",
    "email-inbox-reply",
    "enter-date",
    "form-sequence",
    "search-engine",
    "sign-agreement",
    "simon-says",
    "use-autocomplete",
)


@pytest.fixture(scope="module")
def worker() -> Iterator[subprocess.Popen[str]]:
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("oracle_worker.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    yield process
    stdin = process.stdin
    assert stdin is not None
    stdin.close()
    assert process.wait(20) == 0
    assert process.stdout is not None
    process.stdout.close()


def tell(pipe: IO[str] | None, message: dict[str, Any] | str) -> None:
    assert pipe is not None
    pipe.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    pipe.flush()


def hear(worker: subprocess.Popen[str]) -> Action | None:
    assert worker.stdout is not None
    line = worker.stdout.readline()
    assert line, "the worker died"
    return None if line.strip() == "null" else Action.model_validate_json(line)


def play(task: MiniWobTask, seed: int, worker: subprocess.Popen[str]) -> float:
    observation, info = task.reset(seed=seed)
    tell(worker.stdin, {"page": task.metadata.id, "goal": info["goal"]})
    tell(worker.stdin, observation.model_dump_json())
    for step in range(task.metadata.recommended_max_steps or 0):
        action = hear(worker)
        if action is None:
            break
        result = task.step(action)
        over = result.done or result.error is not None
        tell(worker.stdin, {"over": True} if over else result.obs.model_dump_json())
        if over:
            assert hear(worker) is None
            assert result.error is None, (seed, step, action, result.error)
            break
    else:
        hear(worker)
        tell(worker.stdin, {"over": True})
        hear(worker)
        pytest.fail(f"seed {seed} took too many steps")
    return task.evaluate()[0]


@pytest.mark.parametrize("page", SAMPLE)
def test_a_scripted_solution_solves_its_page_from_json_alone(
    page: str, make: Make, worker: subprocess.Popen[str]
) -> None:
    task = make(page)
    assert [play(task, seed, worker) for seed in (0, 1)] == [1.0, 1.0]


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted(ORACLES))
def test_each_scripted_solution_solves_its_page_with_twenty_seeds(
    page: str, make: Make, worker: subprocess.Popen[str]
) -> None:
    task = make(page)
    assert [seed for seed in range(20) if play(task, seed, worker) < 1] == []
