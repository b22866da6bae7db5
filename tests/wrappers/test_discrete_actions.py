"""Actions as numbers."""

# Anything is given to an environment here.
# ruff: noqa: ANN401

from collections.abc import Iterator
from itertools import count
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import cube_gym
from cube_core import Action, ActionSchema, InvalidAction
from cube_gym import Outcome, TaskEnv
from cube_gym.wrappers import DiscreteActions, ElementObservation
from cube_gym.wrappers.gestures import Gesture, gestures_of
from tests.env.tasks import counting

ID = "cube/phone.rename-note-v0"


@pytest.fixture
def env() -> Iterator[Any]:
    made: Any = DiscreteActions(gym.make(ID))
    made.reset(seed=3)
    yield made
    made.close()


def walk(env: Any, seed: int, steps: int = 40) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Plays what the mask allows, without ends that an agent chooses."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(steps):
        yield observation, info
        allowed = np.flatnonzero(info["action_mask"])
        names = [env.get_wrapper_attr("decode")(number).name for number in allowed]
        kept = [n for n, name in zip(allowed, names, strict=True) if name not in {"final_step", "answer"}]
        observation, _, terminated, truncated, info = env.step(rng.choice(kept))
        if terminated or truncated:
            return


def test_every_number_that_is_allowed_is_an_action_that_the_task_runs(env: Any) -> None:
    for _ in walk(env, 0, 15):
        for number in np.flatnonzero(env.action_masks()):
            assert env.decode(number) in env.unwrapped.action_space


def test_encode_is_the_inverse_of_decode(env: Any) -> None:
    for _ in walk(env, 1, 15):
        for number in np.flatnonzero(env.action_masks()):
            action = env.decode(number)
            found = env.encode(action)
            assert found is not None
            assert env.decode(found) == action  # a phrase that is also on the screen has two numbers


def test_the_mask_is_told_in_info_and_by_the_method(env: Any) -> None:
    for _, info in walk(env, 2, 10):
        mask = info["action_mask"]
        assert mask.dtype == np.bool_
        assert mask.shape == (env.action_space.n,)
        assert (mask == env.action_masks()).all()
        assert mask is not env.action_masks()


def test_a_masked_number_is_an_invalid_action_and_not_the_end(env: Any) -> None:
    masked = np.flatnonzero(~env.action_masks())
    for number in (*masked[:: len(masked) // 20], -1, env.action_space.n, 10**30, "tap", None, 1.5, np.array([1, 2])):
        assert env.decode(number) not in env.unwrapped.action_space
    for number in (int(masked[0]), np.int64(masked[-1]), "tap"):
        _, reward, terminated, truncated, info = env.step(number)
        assert "means nothing now" in info["error"].exception_str
        assert info["outcome"] is Outcome.INVALID_ACTION
        assert (reward, terminated, truncated) == (0.0, False, False)


def test_an_action_itself_is_taken_as_it_is(env: Any) -> None:
    _, _, terminated, _, info = env.step(Action(name="launch_app", arguments={"app": "mail"}))
    assert (terminated, info["outcome"], info["world"].current_app) == (False, Outcome.OK, "mail")


def test_numbers_of_any_integer_type_are_taken(env: Any) -> None:
    number = env.encode(Action(name="press_home"))
    assert number is not None
    for kind in (int, np.int64, np.int32, np.array):
        assert env.decode(kind(number)).name == "press_home"


def test_texts_need_a_focus_where_no_element_is_named(env: Any) -> None:
    assert env.encode(Action(name="clear_text")) is None
    env.step(env.encode(Action(name="launch_app", arguments={"app": "notes"})))
    env.step(env.encode(Action(name="tap", arguments={"element": "query"})))
    assert env.encode(Action(name="clear_text")) is not None
    text = env.sighting.texts[0]
    env.step(env.encode(Action(name="type_text", arguments={"text": text})))
    assert any(element.value == text for element in env.sighting.elements)


def test_what_is_remembered_and_what_is_default_make_no_difference(env: Any) -> None:
    plain = env.encode(Action(name="tap", arguments={"element": "app:clock"}))
    assert plain is not None
    assert env.encode(Action(name="tap", arguments={"element": "app:clock", "remember": {"a": 1}})) == plain
    assert env.encode(Action(name="tap", arguments={"element": "app:clock", "x": None})) == plain
    assert env.encode(Action(name="tap", arguments={"element": "app:clock", "x": 3})) is None
    assert env.encode(Action(name="tap", arguments={"element": "nowhere"})) is None
    assert env.encode(Action(name="no_such_action")) is None


def test_a_phrase_that_the_description_quotes_can_be_said(env: Any) -> None:
    number = env.encode(Action(name="answer", arguments={"text": "impossible"}))
    assert number is not None
    assert env.step(number)[2]


def test_actions_can_be_left_out_and_slots_bounded() -> None:
    env = DiscreteActions(gym.make(ID), slots=8, texts=2, leave_out=["final_step", "answer"])
    env.reset(seed=0)
    names = {gesture.name for gesture in env.gestures}
    assert not names & {"final_step", "answer"}
    taps = [env.decode(number) for number in np.flatnonzero(env.action_masks())]
    expected = {element.key for element in env.sighting.elements[:8] if element.clickable}
    assert {action.arguments["element"] for action in taps if action.name == "tap"} == expected
    env.close()


@pytest.mark.parametrize(
    ("parameters", "required", "expected"),
    [
        ({}, [], [(1, 1, 1)]),
        ({"ref": {"type": "integer"}}, ["ref"], [(5, 1, 1)]),
        ({"element": {"type": "string"}, "x": {"type": "integer"}}, [], [(5, 1, 1)]),
        ({"ref": {"type": "integer"}, "text": {"type": "string"}}, ["ref", "text"], [(5, 2, 1)]),
        ({"text": {"type": "string"}}, ["text"], [(1, 3, 1)]),
        ({"way": {"enum": ["a", "b", "c"]}}, ["way"], [(1, 1, 3)]),
        ({"on": {"type": "boolean"}, "way": {"enum": ["a", "b", "c"]}}, ["way", "on"], [(1, 1, 6)]),
        ({"app": {"type": "string"}}, ["app"], [(1, 1, 4)]),
        ({"app": {"type": "string", "default": ""}}, [], [(1, 1, 4)]),
        ({"x": {"type": "integer"}, "y": {"type": "integer"}}, ["x", "y"], []),
        ({"points": {"type": "array"}}, ["points"], []),
        ({"a": {"type": "string"}, "b": {"type": "string"}}, ["a", "b"], []),
    ],
)
def test_gestures_follow_from_schemas(
    parameters: dict[str, Any], required: list[str], expected: list[tuple[int, int, int]]
) -> None:
    text = 'Do it. Say "no" for no.' if "text" in parameters and "ref" not in parameters else "Do it."
    body = {"type": "object", "properties": parameters, "required": required}
    schema = ActionSchema(name="act", description=text, parameters=body)
    gestures = list(gestures_of([schema], {"app": ["k", "l", "m", "n"]}))
    assert [gesture.shape(5, 2) for gesture in gestures] == expected
    assert all(isinstance(gesture, Gesture) for gesture in gestures)


def test_a_snapshot_brings_back_the_slots() -> None:
    env: Any = DiscreteActions(ElementObservation(gym.make(ID)))
    assert len(list(walk(env, 5, 6))) == 6
    state, mask, texts = env.unwrapped.snapshot(), env.action_masks(), env.sighting.texts
    env.reset(seed=9)
    _, info = env.reset(options={"snapshot": state})
    assert (info["action_mask"] == mask).all()
    assert env.sighting.texts == texts
    forks = cube_gym.fork(env, 2)
    assert [(fork.get_wrapper_attr("action_masks")() == mask).all() for fork in forks] == [True, True]
    for one in (env, *forks):
        one.close()


def test_a_fault_of_the_task_passes_through() -> None:
    env: Any = DiscreteActions(TaskEnv(counting().make()))
    env.reset(seed=0)
    _, _, terminated, truncated, info = env.step(env.encode(Action(name="break_tool")))
    assert (terminated, truncated, info["outcome"]) == (False, True, Outcome.TASK_FAULT)
    assert info["action_mask"].shape == (env.action_space.n,)
    env.close()


class Broken:
    def __index__(self) -> int:
        raise ValueError("no number")

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


@pytest.mark.parametrize("number", [Broken(), "x" * 10**6, 10**5000, np.zeros(3), 3.0, None], ids=count())
def test_whatever_is_given_for_a_number_does_not_raise_out_of_a_step(env: Any, number: object) -> None:
    env.reset(seed=0)
    observation, _, terminated, truncated, _ = env.step(number)
    assert isinstance(observation.error, InvalidAction)
    assert len(observation.error.exception_str) < 1_000
    assert (terminated, truncated) == (False, False)


@pytest.mark.parametrize(
    ("settings", "error", "reason"),
    [
        ({"slots": -1}, ValueError, "at least 0, got slots=-1"),
        ({"texts": -1}, ValueError, "at least 0, got .*texts=-1"),
        ({"phrases": "abc"}, TypeError, r"write phrases=\('abc',\)"),
        ({"leave_out": "wait"}, TypeError, r"write leave_out=\('wait',\)"),
        ({"needs_focus": "type_text"}, TypeError, r"write needs_focus=\('type_text',\)"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        DiscreteActions(gym.make(ID), **settings)


def test_what_cannot_be_wrapped_is_said() -> None:
    with pytest.raises(ValueError, match=r"make the environment with observation=\['text', 'tree'\]"):
        DiscreteActions(gym.make(ID, observation="text"))
    with pytest.raises(TypeError, match="goes around tasks"):
        DiscreteActions(gym.make("CartPole-v1"))
    with pytest.raises(ValueError, match="name some `values`"):
        DiscreteActions(gym.make(ID), leave_out=TaskEnv("phone/rename-note").action_space.names)
    array = gym.wrappers.TransformObservation(gym.make(ID), lambda _: np.zeros(1), gym.spaces.Box(0, 1, (1,)))
    with pytest.raises(TypeError, match="put it below the wrapper that makes these"):
        DiscreteActions(array).reset(seed=0)
