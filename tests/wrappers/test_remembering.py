"""Remembering as an action: texts of slots, kept in the world, and what becomes of them."""

# Anything is given to an environment here.
# ruff: noqa: ANN401

from collections.abc import Iterator
from itertools import count
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import cube_gym
from cube_core import Action, InvalidAction
from cube_gym import TaskEnv
from cube_gym.wrappers import DiscreteActions
from tests.env.tasks import counting

ID = "cube/phone.send-two-codes-v0"


@pytest.fixture
def env() -> Iterator[Any]:
    made: Any = DiscreteActions(gym.make(ID), memory=True)
    made.reset(seed=0)
    yield made
    made.close()


def remember(text: str) -> Action:
    return Action(name="remember_text", arguments={"text": text})


def extend(text: str) -> Action:
    return Action(name="extend_text", arguments={"text": text})


def variables(env: Any, *actions: Action) -> dict[str, Any]:
    """The world's variables after these, each taken by its number."""
    info: dict[str, Any] = {}
    for action in actions:
        number = env.encode(action)
        assert number is not None
        *_, info = env.step(number)
    return dict(info["world"].variables)


def test_texts_are_kept_one_after_another_and_put_together(env: Any) -> None:
    first, second = env.sighting.texts[:2]
    kept = variables(env, remember(first), remember(second), extend(": "[0]), extend("7"))
    assert kept == {"text_1": first, "text_2": f"{second}:7"}


def test_what_was_remembered_has_a_slot_of_its_own_from_then_on(env: Any) -> None:
    variables(env, remember("7"), extend("/"), extend("8"))
    (slot,) = [each for each in env.sighting.text_slots if each.text == "7/8"]
    assert (slot.source, slot.remembered, slot.start, slot.element) == ("memory", True, None, None)
    env.step(env.encode(Action(name="launch_app", arguments={"app": "notes"})))
    env.step(env.encode(Action(name="tap", arguments={"element": "query"})))
    env.step(env.encode(Action(name="type_text", arguments={"text": "7/8"})))
    assert any(element.value == "7/8" for element in env.sighting.elements)


def test_a_text_that_is_put_together_can_be_the_answer(env: Any) -> None:
    variables(env, remember("7"), extend("/"), extend("8"))
    _, _, terminated, _, _ = env.step(env.encode(Action(name="answer", arguments={"text": "7/8"})))
    assert terminated
    assert env.unwrapped.task.tool.answered == "7/8"


def test_only_what_is_new_is_remembered_and_only_what_is_there_extended(env: Any) -> None:
    text = env.sighting.texts[0]
    assert env.encode(extend("7")) is None
    assert env.encode(remember(text)) is not None
    variables(env, remember(text))
    assert env.encode(remember(text)) is None
    assert env.encode(extend("7")) is not None
    slots = {slot.text: slot for slot in env.sighting.text_slots}
    assert (slots[text].source, slots[text].remembered) == ("goal", True)


@pytest.mark.parametrize(
    "action",
    [
        extend("7"),  # nothing is there to extend
        Action(name="remember_text", arguments={"text": "7", "seconds": 2}),
        Action(name="remember_text", arguments={"text": 7}),
        Action(name="remember_text"),
    ],
    ids=count(),
)
def test_a_gesture_that_is_malformed_or_in_vain_is_refused(env: Any, action: Action) -> None:
    observation, _, terminated, _, info = env.step(action)
    assert isinstance(observation.error, InvalidAction)
    assert (terminated, dict(info["world"].variables)) == (False, {})


def test_the_task_only_waits(env: Any) -> None:
    number = env.encode(remember("7"))
    assert env.decode(number) == Action(name="wait", arguments={"remember": {"text_1": "7"}})
    assert env.encode(env.decode(number)) == number
    before = env.unwrapped.task.device.db.digest()
    env.step(number)
    assert env.unwrapped.task.device.db.digest() == before


def test_what_others_remembered_is_offered_too(env: Any) -> None:
    env.step(Action(name="press_home", arguments={"remember": {"code": 4711, "list": ["x"], "flag": True}}))
    assert env.sighting.remembered == {"code": "4711"}
    assert [slot.text for slot in env.sighting.text_slots if slot.source == "memory"] == ["4711"]
    assert variables(env, remember("7"))["text_1"] == "7"


def test_memory_goes_with_a_snapshot_and_ends_with_the_episode(env: Any) -> None:
    variables(env, remember("7"), extend("8"))
    (fork,) = cube_gym.fork(env, 1)
    assert fork.get_wrapper_attr("sighting").remembered == {"text_1": "78"}
    assert (fork.get_wrapper_attr("action_masks")() == env.action_masks()).all()
    fork.close()
    env.reset(seed=0)
    assert env.sighting.remembered == {}


def test_the_same_numbers_remember_the_same(env: Any) -> None:
    told = []
    for _ in range(2):
        rng = np.random.default_rng(4)
        _, info = env.reset(seed=4)
        for _ in range(12):
            names = {n: env.decode(n).name for n in np.flatnonzero(info["action_mask"])}
            number = rng.choice([n for n, name in names.items() if name not in {"answer", "final_step"}])
            *_, info = env.step(number)
        told.append(info["world"].variables)
    assert told[0] == told[1] != {}


@pytest.mark.parametrize(
    ("made", "settings", "reason"),
    [
        ({"world": False}, {}, "it is the world that remembers, and it is off: make the environment with world=True"),
        ({}, {"carrier": "rest"}, "no action 'rest' that needs no arguments"),
        ({}, {"carrier": "tap_and_hold"}, "press_back, press_home, "),
        ({}, {"carrier": "launch_app"}, "name another as `carrier`"),
    ],
)
def test_what_cannot_remember_is_said(made: dict[str, Any], settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        DiscreteActions(gym.make(ID, **made), memory=True, **settings)


def test_any_harmless_action_can_carry() -> None:
    env: Any = DiscreteActions(TaskEnv(counting().make()), memory=True, carrier="add")
    env.reset(seed=0)
    assert env.decode(env.encode(remember("7"))) == Action(name="add", arguments={"remember": {"text_1": "7"}})
    env.close()
