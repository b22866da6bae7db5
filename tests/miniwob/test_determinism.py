import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.miniwob import MiniWobConfig
from benchmarks.miniwob.config import reset_in_place
from benchmarks.miniwob.survey import play, survey
from tests.miniwob.miniwob_player import Make, do, run_script

CONFIGS = {config.metadata.id: config for config in MiniWobConfig().get_task_configs()}
SAMPLE = ("choose-date", "click-collapsible", "click-dialog", "email-inbox", "navigate-tree", "terminal")


@pytest.mark.parametrize("page", SAMPLE)
def test_a_page_repeats_itself_and_forgets_what_happened_on_it(page: str) -> None:
    finding = survey(page, seeds=(4,))
    assert finding.differs is None
    assert finding.in_place == (page in reset_in_place())


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted(CONFIGS))
def test_every_page_repeats_itself_and_is_reset_as_the_survey_says(page: str) -> None:
    if CONFIGS[page].metadata.nondeterministic:
        return
    finding = survey(page)
    assert finding.differs is None
    assert finding.in_place or page not in reset_in_place()


def test_an_episode_is_the_same_in_another_process(make: Make) -> None:
    script = (
        "import json; from benchmarks.miniwob.session import Session; from benchmarks.miniwob.survey import play\n"
        "print(json.dumps([play(Session('click-tab-2'), 5), play(Session('multi-layouts'), 5)]))"
    )
    root = Path(__file__).parents[2]
    shown = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": hash_seed}
        ended = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
        shown.append(json.loads(ended.stdout))
    here = [play(make("click-tab-2").session, 5), play(make("multi-layouts").session, 5)]
    assert shown == [here, here]


def test_the_page_stands_still_until_the_next_action(make: Make) -> None:
    task = make("chase-circle")
    task.reset(seed=0)
    circle = "document.querySelector('circle').outerHTML"
    before = run_script(task, circle)
    time.sleep(0.3)
    assert run_script(task, circle) == before
    do(task, "wait", milliseconds=200)
    assert run_script(task, circle) != before


def test_each_action_moves_the_page_s_clock_by_a_tenth_of_a_second(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    assert run_script(task, "new Date().toISOString()") == "2020-01-01T12:00:00.000Z"
    do(task, "click_at", x=80, y=20)
    do(task, "click_at", x=80, y=20)
    assert run_script(task, "[new Date().toISOString(), Math.round(performance.now())].join()") == (
        "2020-01-01T12:00:00.200Z,200"
    )


def test_seeds_are_texts_so_that_every_integer_is_one_of_its_own(make: Make) -> None:
    task = make("enter-text")
    goals = {task.reset(seed=seed)[1]["goal"] for seed in (0, 2**64, 2**64 + 1)}
    assert len(goals) == 3


def test_two_resets_without_a_seed_differ(make: Make) -> None:
    task = make("enter-text")
    assert len({task.reset()[1]["page_seed"] for _ in range(5)}) == 5


def test_pictures_of_one_state_are_equal(make: Make) -> None:
    task, other = make("click-dialog", observation=("screenshot",)), make("click-dialog", observation=("screenshot",))
    assert task.reset(seed=3) == other.reset(seed=3)
    assert task.observe() == other.observe()
