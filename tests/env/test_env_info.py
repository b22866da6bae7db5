"""`info`: the same keys each time, each a text or one frozen object."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import copy
import dataclasses
import json
import pickle
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cube_core import Action
from cube_gym import Details, Outcome, Profiling, TaskEnv
from cube_gym.info import INFO_KEYS
from tests.env.tasks import STOP, CounterTask, add, counting
from world import WorldState

ACTIONS: list[Any] = [add(), add("x"), 5, [], [add(), add()], Action(name="fail", arguments={}), STOP]


class Telling(CounterTask):
    """Reports whatever it is told to."""

    told: Any = None

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return 1.0, self.told


def telling(told: Any) -> TaskEnv:
    task = Telling(counting(), counting().make().tool)
    task.told = told
    env = TaskEnv(task)
    env.reset(seed=0)
    return env


@pytest.mark.parametrize("world", [True, False])
def test_the_keys_are_the_same_every_time(world: bool) -> None:  # noqa: FBT001, a parameter of the test
    env = TaskEnv(counting(target=99), world=world)
    assert tuple(env.reset(seed=0)[1]) == INFO_KEYS
    for action in [*ACTIONS[:-1], Action(name="break_tool", arguments={})]:
        assert tuple(env.step(action).info) == INFO_KEYS
    env.reset()
    assert tuple(env.step(STOP).info) == INFO_KEYS


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_the_types_do_not_depend_on_the_value(action: Any) -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    info = env.step(action).info
    assert {key: type(info[key]) for key in INFO_KEYS if key != "error"} == {
        "task_id": str,
        "goal": str,
        "world": WorldState,
        "outcome": Outcome,
        "profiling": Profiling,
        "details": Details,
    }
    assert not any(isinstance(value, dict) for value in info.values()), "vectors take dicts apart"


def test_each_call_gives_a_dict_of_its_own() -> None:
    env = TaskEnv(counting())
    _, first = env.reset(seed=0)
    kept = dict(first)
    first["goal"] = "something else"
    second = env.step(add()).info
    assert second["goal"] == kept["goal"]
    assert second is not first


@pytest.mark.parametrize("name", ["world", "profiling", "details"])
def test_values_cannot_be_changed_and_copies_are_themselves(name: str) -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    value = env.step(add(3, remember={"k": [1]})).info[name]
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    with pytest.raises((AttributeError, TypeError, dataclasses.FrozenInstanceError)):
        value.anything = 1
    with pytest.raises(TypeError):
        value["anything"] = 1


def test_details_refuse_writes_inside() -> None:
    details = Details({"a": {"b": [1]}})
    with pytest.raises(TypeError):
        details["a"]["c"] = 1
    with pytest.raises(TypeError):
        details["a"]["b"].append(2)
    own = details.as_dict()
    own["a"]["b"].append(2)
    assert details == {"a": {"b": [1]}}


def test_details_are_made_json_at_the_door() -> None:
    reported = {
        "number": np.float32(0.5),
        "when": date(2024, 2, 29),
        "array": np.arange(2),
        3: float("nan"),
        "s": {2, 1},
    }
    step = telling(reported).step(STOP)
    assert json.loads(step.model_dump_json())["info"]["details"] == {
        "number": 0.5,
        "when": "2024-02-29",
        "array": [0, 1],
        "3": None,
        "s": [1, 2],
    }
    assert step.info["details"]["array"] == [0, 1]


def test_later_changes_of_what_was_reported_do_not_show() -> None:
    reported: dict[str, Any] = {"list": [1]}
    details = telling(reported).step(STOP).info["details"]
    reported["list"].append(2)
    assert details == {"list": [1]}


@pytest.mark.parametrize(
    ("told", "details"), [(None, {}), ([1], {"details": [1]}), ("text", {"details": "text"}), (0, {"details": 0})]
)
def test_what_is_no_mapping_stands_under_details(told: Any, details: Any) -> None:
    assert telling(told).step(STOP).info["details"] == details


def test_details_that_cannot_be_read_are_the_tasks_fault() -> None:
    class Unreadable(dict[str, Any]):
        def keys(self) -> Any:
            raise RuntimeError("no")

        def __iter__(self) -> Any:
            raise RuntimeError("no")

    step = telling(Unreadable(a=1)).step(STOP)
    assert step.info["outcome"] in {Outcome.OK, Outcome.TASK_FAULT}


@given(st.dictionaries(st.text(), st.recursive(st.none() | st.floats() | st.text(), st.lists, max_leaves=5)))
def test_any_details_survive_dump_and_load(values: dict[str, Any]) -> None:
    details = Details(values)
    text = json.dumps(details.as_dict(), allow_nan=False)
    assert Details(json.loads(text)) == details
    assert pickle.loads(pickle.dumps(details)) == details


def test_what_reset_tells_beside_the_goal_is_in_details() -> None:
    env = TaskEnv(counting())
    _, info = env.reset(seed=0)
    assert info["goal"] == "Count to 3."
    assert info["details"] == {"shade": env.task.shade}  # type: ignore[attr-defined]


def test_a_goal_with_half_a_pair_can_be_written() -> None:
    class Cut(CounterTask):
        def reset(self, *, seed: int | None = None) -> Any:
            return super().reset(seed=seed)[0], {"goal": "ok \ud83d end"}

    env = TaskEnv(Cut(counting(), counting().make().tool))
    assert env.reset(seed=0)[1]["goal"] == "ok � end"


def test_profiling_compares_by_phases_not_by_times() -> None:
    first, second = TaskEnv(counting()), TaskEnv(counting())
    for env in (first, second):
        env.reset(seed=0)
    one, two = first.step(add()).info["profiling"], second.step(add()).info["profiling"]
    assert one == two
    assert set(one.seconds) >= {"action", "observe", "evaluate"}
    assert all(isinstance(value, float) for value in one.seconds.values())


def test_two_runs_of_one_seed_have_equal_infos() -> None:
    def run() -> list[Any]:
        env = TaskEnv(counting())
        return [env.reset(seed=4), *(tuple(env.step(action)) for action in ACTIONS[:3])]

    for one, two in zip(run(), run(), strict=True):
        assert one[0] == two[0]
        assert {k: v for k, v in one[-1].items() if k != "error"} == {k: v for k, v in two[-1].items() if k != "error"}


def test_nothing_that_was_handed_out_changes_later() -> None:
    env = TaskEnv(counting(), render_mode="ansi")
    handed = [env.reset(seed=1)]
    step = env.step(add(remember={"k": [1]}))
    handed.append((step.obs, step.info))
    kept = [(obs.model_dump_json(), pickle.dumps(info)) for obs, info in handed]
    env.step([add(), add("x")])
    env.render()
    env.reset(seed=2)
    env.step(add())
    assert [(obs.model_dump_json(), pickle.dumps(info)) for obs, info in handed] == kept


def test_adding_to_a_handed_out_observation_does_not_reach_the_environment() -> None:
    env = TaskEnv(counting(), render_mode="ansi")
    obs, _ = env.reset(seed=1)
    before = env.render()
    obs += obs.model_copy(deep=True)
    assert env.render() == before
