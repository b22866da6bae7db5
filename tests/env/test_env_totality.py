"""`step` takes anything, and the action space says beforehand what would run."""

# Anything is tried here.
# ruff: noqa: ANN401

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cube_core import Action, EnvironmentOutput, InvalidAction, TaskConfig, TaskMetadata
from cube_gym import Outcome, TaskEnv
from tests.env.tasks import DiaryConfig, DoorConfig, add, counting

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))
NAMES = st.sampled_from(["add", "add_later", "fail", "give_odd", "final_step", "push", "unlock", "note"]) | st.text()
KEYS = st.sampled_from(["amount", "remember", "key"]) | st.text(max_size=4)
ARGUMENTS = st.dictionaries(KEYS, JSON | st.integers(-5, 5), max_size=3)
IDS = st.none() | st.text(max_size=5)
ACTIONS = st.builds(Action, id=IDS, name=NAMES, arguments=ARGUMENTS)
NOTHING: dict[str, st.SearchStrategy[Any]] = {}
UNCHECKED = st.fixed_dictionaries(
    NOTHING, optional={"id": JSON, "name": NAMES | JSON, "arguments": ARGUMENTS | JSON}
).map(lambda fields: Action.model_construct(**cast("dict[str, Any]", fields)))
SINGLE = ACTIONS | UNCHECKED | JSON
ENVS = st.sampled_from([(config, world) for config in ("count", "diary") for world in (True, False)])


def make(kind: str, *, world: bool) -> TaskEnv:
    config: TaskConfig = DiaryConfig(metadata=TaskMetadata(id="diary")) if kind == "diary" else counting(target=10**9)
    return TaskEnv(config, world=world and kind != "diary", max_steps=10**6)


@given(kind=ENVS, action=SINGLE)
def test_an_action_is_contained_exactly_when_it_is_not_refused(kind: tuple[str, bool], action: Any) -> None:
    env = make(kind[0], world=kind[1])
    env.reset(seed=0)
    contained = env.action_space.contains(action)
    if isinstance(action, list):
        return  # the next test's matter
    step = env.step(action)
    assert contained == (step.info["outcome"] is not Outcome.INVALID_ACTION)
    assert step.info["outcome"] is not Outcome.TASK_FAULT
    assert isinstance(step.error, InvalidAction) == (not contained)


@given(actions=st.lists(SINGLE, max_size=4))
def test_a_list_is_contained_exactly_when_none_of_it_is_refused(actions: list[Any]) -> None:
    env = make("count", world=True)
    env.reset(seed=0)
    contained = env.action_space.contains(actions)
    step = env.step(actions)
    if not step.done:
        assert contained == (step.info["outcome"] is not Outcome.INVALID_ACTION)
    assert step.info["outcome"] is not Outcome.TASK_FAULT


@given(actions=st.lists(SINGLE, max_size=8))
def test_no_action_raises_and_every_result_can_be_written(actions: list[Any]) -> None:
    env = make("count", world=True)
    env.reset(seed=0)
    for action in actions:
        step = env.step(action)
        assert step.obs in env.observation_space
        step.model_dump_json().encode()
        assert EnvironmentOutput.model_validate_json(step.model_dump_json()).obs == step.obs
        if step.done or step.truncated:
            break


@pytest.mark.parametrize("action", [None, 5, "add", {"name": "add"}, [], (), [[]], [None], object(), TaskEnv, b"x"])
def test_what_is_no_action_is_refused_with_a_sentence(action: Any) -> None:
    env = make("count", world=True)
    env.reset(seed=0)
    step = env.step(action)
    assert step.info["outcome"] is Outcome.INVALID_ACTION
    assert step.error is not None
    assert "action" in step.error.exception_str
    assert (step.done, step.truncated) == (False, False)
    assert step.obs.content("tree") is not None, "the agent still sees where it is"


@pytest.mark.parametrize(
    "remember", [{"k": 1}, {}, None, 5, "text", [1], {"k": {"deep": "x"}}, float("nan"), float("inf"), "\ud800"]
)
def test_remember_may_hold_anything_with_the_world_on(remember: Any) -> None:
    env = make("count", world=True)
    env.reset(seed=0)
    action = Action(name="add", arguments={"remember": remember})
    assert env.action_space.contains(action)
    step = env.step(action)
    assert step.info["outcome"] is Outcome.OK
    assert step.info["world"].variables == (remember if isinstance(remember, dict) else {})


@pytest.mark.parametrize("remember", [{"k": 1}, None, 5])
def test_remember_is_undeclared_with_the_world_off(remember: Any) -> None:
    env = make("count", world=False)
    env.reset(seed=0)
    action = Action(name="add", arguments={"remember": remember})
    assert not env.action_space.contains(action)
    step = env.step(action)
    assert step.info["outcome"] is Outcome.INVALID_ACTION
    assert "remember" in str(step.error)


def test_the_stop_takes_no_memory() -> None:
    env = make("count", world=True)
    env.reset(seed=0)
    action = Action(name="final_step", arguments={"remember": {"k": 1}})
    assert not env.action_space.contains(action)
    step = env.step(action)
    assert step.info["outcome"] is Outcome.INVALID_ACTION
    assert step.info["world"].variables == {}


@pytest.mark.parametrize(
    ("amount", "fits"),
    [(3, True), (3.0, True), (0, True), ("3", False), (True, False), (None, False), (2.5, False), ([3], False)],
)
def test_json_schema_alone_decides_what_fits(amount: Any, fits: bool) -> None:  # noqa: FBT001, a parameter of the test
    env = make("count", world=True)
    env.reset(seed=0)
    assert env.action_space.contains(add(amount)) is fits
    assert (env.step(add(amount)).info["outcome"] is Outcome.OK) is fits


def test_an_action_that_is_not_allowed_now_is_invalid_but_stays_in_the_space() -> None:
    env = TaskEnv(DoorConfig(metadata=TaskMetadata(id="door")))
    env.reset(seed=0)
    push, unlock = Action(name="push", arguments={}), Action(name="unlock", arguments={"key": "brass"})
    assert push in env.action_space
    assert [schema.name for schema in env.action_set] == ["unlock", "final_step"]
    step = env.step(push)
    assert step.info["outcome"] is Outcome.INVALID_ACTION
    assert "unlock" in str(step.error)
    env.step(unlock)
    assert [schema.name for schema in env.action_set] == ["push", "final_step"]
    assert env.step(push).done
