"""Scripted solutions, played by the numbers of `DiscreteActions` alone."""

from typing import Any

import pytest

from benchmarks.miniwob import MiniWobConfig
from benchmarks.phone import CONFIG
from cube_core import TaskConfig
from tests.sampling import one_in
from tests.wrappers.in_numbers import Played, in_numbers

PHONE: dict[str, Any] = {"values": {"seconds": [2, 60, 600]}}
OUT_OF_REACH = {
    "contact-from-message": "searches for a word that it knows from nowhere: “from” before a company's name",
    "money-to-collect": "answers with a sum that stands nowhere, and its budget does not last to spell that",
    "todo-from-invoice": "searches for words that it knows from nowhere: “Correction of”",
}
"""Templates whose scripted solutions cannot be played by numbers, and why. The same tasks may be solved otherwise."""
PHONES = CONFIG().get_task_configs()
PLAYABLE = [config for config in PHONES if config.metadata.id not in OUT_OF_REACH]

KEYS = ("Enter", "Tab", "Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "a", "c", "v")
MINIWOB: dict[str, Any] = {
    "slots": 128,  # a page can have more than a hundred elements
    "values": {
        "key": KEYS,
        "modifiers": [[], ["Control"]],
        "milliseconds": [100, 500, 1000, 1800],
        "replace": [False, True],
    },
}
NO_NUMBER = {
    "ascending-numbers": "clicks points",
    "drag-box": "drags",
    "drag-circle": "drags",
    "drag-items": "drags",
    "drag-shapes": "drags",
    "drag-shapes-2": "drags",
    "drag-single-shape": "drags",
    "drag-sort-numbers": "drags",
    "draw-line": "drags",
    "enter-date": "types a date that stands nowhere: its field begins anew with each piece",
    "enter-time": "types a time as digits that stand nowhere: its field begins anew with each piece",
    "highlight-text": "drags",
    "highlight-text-2": "drags",
    "resize-textarea": "drags",
    "scroll-text-2": "turns the wheel by pixels",
    "sign-agreement": "turns the wheel by pixels",
    "simon-says": "waits for moments that no few values name",
    "terminal": "presses the key of each letter",
    "use-colorwheel": "types a colour that stands nowhere",
    "use-colorwheel-2": "types a colour that stands nowhere",
}
"""Pages whose scripted solutions cannot be played by numbers, and why."""
PAGES = [c for c in MiniWobConfig().get_task_configs() if c.oracle() is not None and c.metadata.id not in NO_NUMBER]
SAMPLE = ("choose-list", "click-checkboxes", "copy-paste", "enter-text-2", "login-user", "read-table", "use-spinner")


def named(config: TaskConfig) -> str:
    return config.metadata.id


def played_whole(played: Played) -> bool:
    """Whether nothing had to be done without a number, and it came to the end."""
    return not played.missing and played.reward == 1


@pytest.mark.parametrize("config", one_in(4, PLAYABLE), ids=named)
def test_a_template_is_solved_by_numbers_alone(config: TaskConfig) -> None:
    played = in_numbers(config, "phone", PHONE, 0)
    assert played.missing == []
    assert played.reward == 1


@pytest.mark.slow
@pytest.mark.parametrize("config", PLAYABLE, ids=named)
def test_every_template_is_solved_by_numbers_alone(config: TaskConfig) -> None:
    for seed in range(5):
        played = in_numbers(config, "phone", PHONE, seed)
        assert (seed, played.missing, played.reward) == (seed, [], 1)


@pytest.mark.parametrize("name", OUT_OF_REACH)
def test_what_is_said_to_be_out_of_reach_is(name: str) -> None:
    (config,) = CONFIG(tasks=(name,)).get_task_configs()
    assert not all(played_whole(in_numbers(config, "phone", PHONE, seed)) for seed in range(3))


@pytest.mark.browser
@pytest.mark.parametrize("config", [page for page in PAGES if named(page) in SAMPLE], ids=named)
def test_a_page_is_solved_by_numbers_alone(config: TaskConfig) -> None:
    played = in_numbers(config, "miniwob", MINIWOB, 1)
    assert played.missing == []
    assert played.reward == 1


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("config", [page for page in PAGES if named(page) not in SAMPLE], ids=named)
def test_every_other_page_is_solved_by_numbers_alone(config: TaskConfig) -> None:
    played = in_numbers(config, "miniwob", MINIWOB, 1)
    assert played.missing == []
    assert played.reward == 1


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("name", NO_NUMBER)
def test_what_is_said_to_have_no_number_has_none(name: str) -> None:
    (config,) = MiniWobConfig(tasks=(name,)).get_task_configs()
    assert not played_whole(in_numbers(config, "miniwob", MINIWOB, 1))
