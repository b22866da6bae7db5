"""`gymnasium.make`, specs, Gymnasium's checker and wrappers, and arguments that cannot be."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

import cube_gym
from cube_core import EnvironmentOutput, TaskMetadata
from cube_gym import EnvStep, TaskEnv
from cube_gym.selection import select
from tests.env.tasks import STOP, CounterConfig, DiaryConfig, Rooms, add, counting
from world import WorldConfig

IDS = cube_gym.register(Rooms)


@pytest.mark.parametrize("env_id", [*IDS, "cube/Task-v0"])
def test_gymnasiums_checker_is_silent(env_id: str) -> None:
    settings: dict[str, Any] = {"benchmark": "rooms", "split": "train"} if env_id == "cube/Task-v0" else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(env_id, **settings).unwrapped)


@pytest.mark.parametrize("render_mode", ["rgb_array", "ansi"])
def test_gymnasiums_checker_is_silent_when_rendering(render_mode: str) -> None:
    check_env(gym.make("cube/rooms.count-3-v0", render_mode=render_mode).unwrapped)


def test_gymnasiums_wrappers_of_make_leave_the_step_result_whole() -> None:
    env = gym.make("cube/rooms.count-3-v0")
    env.reset(seed=0)
    step = env.step(add())
    assert isinstance(step, EnvStep)
    assert isinstance(step, EnvironmentOutput)


@pytest.mark.parametrize(
    "settings",
    [
        {"task": "rooms/count-3"},
        {"benchmark": "rooms", "split": "test", "observation": ["text", "tree"], "max_steps": 5},
        {"task": counting(target=4).model_dump(mode="json"), "world": {"history_size": 0}},
        {"task": counting(target=4).model_dump(mode="json"), "reward": "discounted", "render_mode": "ansi"},
        {"task": counting(target=4), "world": WorldConfig(history_size=2), "max_steps": np.int64(4)},
    ],
    ids=str,
)
def test_a_spec_survives_json_and_makes_the_same_environment(settings: dict[str, Any]) -> None:
    env = gym.make("cube/Task-v0", **settings)
    assert env.spec is not None
    text = env.spec.to_json()
    json.loads(text)
    again = gym.make(EnvSpec.from_json(text))
    assert again.action_space == env.action_space
    assert again.observation_space == env.observation_space
    assert again.reset(seed=3)[0] == env.reset(seed=3)[0]
    pickled = pickle.loads(pickle.dumps(partial(gym.make, "cube/Task-v0", **settings)))
    assert pickled().reset(seed=3)[0] == env.reset(seed=3)[0]


def test_a_config_whose_class_no_name_leads_to_stays_an_object_and_can_be_forked() -> None:
    class Local(CounterConfig):
        pass

    env = gym.make("cube/Task-v0", task=Local(metadata=TaskMetadata(id="local")))
    env.reset(seed=1)
    assert env.spec is not None
    (other,) = cube_gym.fork(env, 1)
    assert other.step(add(3))[1] == 1.0


def in_a_worker(code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    run = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return run.stdout


def test_the_module_prefix_registers_in_a_process_that_imported_nothing() -> None:
    dump = counting(target=4).model_dump(mode="json")
    code = "import gymnasium, tests.env.tasks\n"
    code += f"print(gymnasium.make('cube_gym:cube/Task-v0', task={dump!r}).reset(seed=3)[0])\n"
    assert str(gym.make("cube/Task-v0", task=dump).reset(seed=3)[0]) in in_a_worker(code)


def test_a_spawned_worker_makes_the_environment() -> None:
    make = partial(gym.make, "cube_gym:cube/Task-v0", task=counting(target=4))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        seen = pool.apply(_first, (make,))
    assert seen == make().reset(seed=3)[0]


def _first(make: Any) -> Any:
    return make().reset(seed=3)[0]


def test_a_live_task_is_played_as_it_is() -> None:
    task = counting(observation=("text", "tree")).make()
    env = TaskEnv(task)
    env.reset(seed=0)
    assert env.task is task
    assert env.observation_space.kinds == ("text", "tree")
    assert env.step(add(3)).reward == 1.0


def test_a_live_task_given_to_make_is_played_but_not_forked() -> None:
    env = gym.make("cube/Task-v0", task=counting().make())
    env.reset(seed=0)
    assert env.step(add(3))[1] == 1.0
    with pytest.raises(ValueError, match="JSON arguments"):
        cube_gym.fork(env, 2)


@pytest.mark.parametrize("world", [True, {"history_size": 2}, {"enabled": True}])
def test_the_world_can_be_set(world: Any) -> None:
    env = TaskEnv(counting(), world=world)
    assert env.reset(seed=0)[1]["world"] is not None


def test_record_episode_statistics_counts_what_happened() -> None:
    env = RecordEpisodeStatistics(gym.make("cube/rooms.count-3-v0"))
    env.reset(seed=0)
    env.step(add())
    result = env.step(add(2))
    assert (result[4]["episode"]["r"], result[4]["episode"]["l"]) == (1.0, 2)
    read = EnvironmentOutput.model_validate(tuple(result))
    assert (read.reward, read.done) == (1.0, True)


def test_gymnasiums_time_limit_works_around_it() -> None:
    env = TimeLimit(gym.make("cube/rooms.count-3-v0"), 2)
    env.reset(seed=0)
    env.step(add())
    result = env.step(add("x"))
    assert result[2:4] == (False, True)
    read = EnvironmentOutput.model_validate(result)
    assert read.error is not None


def test_gymnasiums_collection_of_frames_works_around_it() -> None:
    env = gym.make("cube/rooms.count-3-v0", render_mode="rgb_array_list")
    env.reset(seed=0)
    env.step(add())
    env.step(STOP)
    frames: Any = env.render()
    assert [frame.shape for frame in frames] == [(480, 640, 3)] * 3


@pytest.mark.parametrize(
    ("settings", "error", "match"),
    [
        ({"max_step": 3}, TypeError, "Did you mean 'max_steps'"),
        ({"observations": "tree"}, TypeError, "Did you mean 'observation'"),
        ({"observation": "trees"}, ValueError, "Did you mean 'tree'"),
        ({"observation": ["tree", "txt"]}, ValueError, "Did you mean 'text'"),
        ({"observation": []}, ValueError, "name at least one"),
        ({"observation": 5}, TypeError, "observation is one of"),
        ({"render_mode": "rgb"}, ValueError, "Did you mean 'rgb_array'"),
        ({"reward": "row"}, ValueError, "Did you mean 'raw'"),
        ({"split": "tset"}, ValueError, "Did you mean 'test'"),
        ({"split": "val", "task": "rooms/count-3"}, ValueError, "it has: train"),
        ({"world": {"history": 3}}, ValueError, "Did you mean 'history_size'"),
        ({"world": {"history_size": -1}}, ValueError, "greater than or equal to 0"),
        ({"world": "yes"}, TypeError, "world is True, False or a mapping"),
        ({"world": None}, TypeError, "world is True, False or a mapping"),
        ({"task": "rooms/count-33"}, KeyError, "Did you mean 'count-3'"),
        ({"task": "roms/count-3"}, KeyError, "Did you mean 'rooms'"),
        ({"task": "count-3"}, ValueError, "Did you mean 'rooms/count-3'"),
        ({"task": "rooms/count-3", "benchmark": "other"}, ValueError, "of another benchmark than 'other'"),
        ({"task": 5}, TypeError, "task is 'benchmark/task-id'"),
        ({"task": {"target": 3}}, ValueError, "abstract"),
        ({"benchmark": "room"}, KeyError, "Did you mean 'rooms'"),
        ({"benchmark": None}, TypeError, "benchmark is the name of one, such as 'phone', got None"),
        ({"benchmark": ["rooms"]}, TypeError, r"got \['rooms'\]"),
        ({"benchmark": Rooms}, TypeError, "benchmark is the name of one"),
        ({"benchmark": None, "task": "rooms/count-3"}, TypeError, "benchmark is the name of one"),
        ({"task": "rooms/open-door", "reward": "discounted"}, ValueError, "gives no 'discounted' reward"),
        ({"task": DiaryConfig(metadata=TaskMetadata(id="d"))}, ValueError, "'remember' of its own"),
    ],
    ids=str,
)
def test_what_cannot_be_says_what_would_be_right(settings: Any, error: type[Exception], match: str) -> None:
    given = {"benchmark": "rooms", **settings} if "task" not in settings else settings
    with pytest.raises(error, match=match):
        TaskEnv(**given)


def test_an_unknown_id_is_gymnasiums_matter_and_names_the_nearest() -> None:
    with pytest.raises(gym.error.NameNotFound, match=r"rooms\.open-door"):
        gym.make("cube/rooms.open-dor-v0")


def test_a_discounted_reward_is_asked_of_the_task() -> None:
    env = TaskEnv(counting(), reward="discounted", observation=["text"])
    env.reset(seed=0)
    assert (env.task.config.reward, env.task.config.observation) == ("discounted", ("text",))


def test_a_tool_with_a_memory_of_its_own_works_with_the_world_off() -> None:
    env = TaskEnv(DiaryConfig(metadata=TaskMetadata(id="d")), world=False)
    env.reset(seed=0)
    step = env.step(add().model_copy(update={"name": "note", "arguments": {"remember": "milk"}}))
    assert step.obs.contents[0].data == "noted milk"


def test_the_given_config_is_not_changed() -> None:
    config = counting()
    before = config.model_dump()
    TaskEnv(config, observation="screenshot", reward="discounted").reset(seed=0)
    assert config.model_dump() == before


def test_action_set_offers_memory_and_all_of_the_space_before_the_first_reset() -> None:
    env = TaskEnv(counting())
    assert env.action_set == list(env.action_space.schemas.values())
    env.reset(seed=0)
    offered = {schema.name: schema.parameters["properties"] for schema in env.action_set}
    assert "remember" in offered["add"]
    assert "remember" not in offered["final_step"]
    undressed = {schema.name: schema.parameters["properties"] for schema in env.task.action_set}
    assert "remember" not in undressed["add"]


@pytest.mark.parametrize("dumped", [False, True], ids=["config", "dump"])
@pytest.mark.parametrize("split", ["train", "val"])
def test_a_config_is_played_in_its_own_split(split: str, dumped: bool) -> None:  # noqa: FBT001, a parameter of pytest's
    config = select("phone/rename-note", "phone", split)[0]
    named = TaskEnv("phone/rename-note", split=split).reset(seed=0)[1]["goal"]
    given = gym.make("cube/Task-v0", task=config.model_dump(mode="json") if dumped else config)
    assert given.reset(seed=0)[1]["goal"] == named
    assert (
        given.reset(seed=0, options={"split": "val"})[1]["goal"]
        == (TaskEnv("phone/rename-note", split="val").reset(seed=0)[1]["goal"])
    )
