"""What scripted solutions do, as numbers of `DiscreteActions`: no slot may be missing for it."""

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest

from benchmarks.miniwob import MiniWobConfig
from benchmarks.phone import CONFIG
from cube_core import Action, TaskConfig
from cube_gym.wrappers import DiscreteActions

APPS = ("calendar", "clock", "contacts", "files", "home", "mail", "messages", "notes", "phone", "settings", "todo")
PHONE: dict[str, Any] = {"values": {"app": [*APPS, "wallet"], "seconds": [2, 60, 600]}}
PHONES = CONFIG().get_task_configs()
SHORT = (
    "alarm-on-day-of-event",
    "archive-invoice",
    "biggest-file",
    "clear-done",
    "company-of-contact",
    "favourite-colleague",
    "freeze-card",
    "freeze-reported-card",
    "overlapping-event",
    "rename-note",
    "swap-pin",
    "unblock-contact",
)
"""Short templates that need nothing but what goal and screen offer."""

KEYS = ("Enter", "Tab", "Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MINIWOB: dict[str, Any] = {
    "slots": 128,  # a page can have more than a hundred elements
    "values": {"key": KEYS, "milliseconds": [500, 1000, 1800], "replace": [False, True]},
}
PAGES = (
    "choose-list",
    "click-button",
    "click-checkboxes",
    "click-dialog-2",
    "click-tab-2",
    "click-test",
    "enter-text",
    "enter-password",
    "focus-text-2",
    "login-user",
    "read-table",
    "social-media-some",
    "use-spinner",
)
"""Pages that need nothing but what goal and screen offer, and no points."""


def missing(config: TaskConfig, benchmark: str, settings: dict[str, Any], seed: int) -> Iterator[tuple[Action, bool]]:
    """The actions of the scripted solution that have no number, and whether it is for want of the text itself."""
    task = f"{benchmark}/{config.metadata.id}"
    env = DiscreteActions(gym.make("cube/Task-v0", task=task, disable_env_checker=True), **settings)
    try:
        observation, info = env.reset(seed=seed)
        oracle = config.oracle()
        assert oracle is not None
        run = oracle(info["goal"], observation)
        action, over = next(run), False
        while not over:
            assert isinstance(action, Action)
            number = env.encode(action)
            if number is None:
                text = action.arguments.get("text")
                yield action, text is not None and text not in env.sighting.texts
            else:
                assert env.decode(number).arguments.items() <= action.arguments.items()
            observation, reward, terminated, truncated, _ = env.step(action if number is None else number)
            over = terminated or truncated
            if over:
                assert reward == 1
            else:
                action = next_of(run, observation)
    finally:
        env.close()


def next_of(run: Any, observation: Any) -> Any:  # noqa: ANN401, a running solution
    try:
        return run.send(observation)
    except StopIteration:
        return Action(name="final_step")


@pytest.mark.parametrize("config", PHONES, ids=lambda c: c.metadata.id)
def test_no_solution_on_the_phone_needs_a_slot_that_is_missing(config: TaskConfig) -> None:
    for _, for_want_of_the_text in missing(config, "phone", PHONE, 0):
        assert for_want_of_the_text


@pytest.mark.parametrize("config", [c for c in PHONES if c.metadata.id in SHORT], ids=lambda c: c.metadata.id)
def test_short_tasks_on_the_phone_are_solved_by_numbers_alone(config: TaskConfig) -> None:
    for seed in range(3):
        assert list(missing(config, "phone", PHONE, seed)) == []


@pytest.mark.browser
@pytest.mark.parametrize("config", MiniWobConfig(tasks=PAGES).get_task_configs(), ids=lambda c: c.metadata.id)
def test_pages_are_solved_by_numbers_alone(config: TaskConfig) -> None:
    assert list(missing(config, "miniwob", MINIWOB, 1)) == []
