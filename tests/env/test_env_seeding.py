"""One seed, one stream of episodes, in any process."""

# Anything is tried here.
# ruff: noqa: ANN401

import os
import random  # noqa: TID251, to see that it is left alone
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from gymnasium.wrappers import RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st

import cube_gym
from cube_gym import TaskEnv
from tests.env.tasks import Rooms, add, counting

cube_gym.register(Rooms)


def starts(env: Any, seed: int | None, count: int = 5) -> list[tuple[Any, ...]]:
    found = [env.reset(seed=seed), *(env.reset() for _ in range(count - 1))]
    return [(obs, info["task_id"], info["details"]) for obs, info in found]


def rooms(**settings: Any) -> TaskEnv:
    return TaskEnv(benchmark="rooms", split="train", **settings)


def everything() -> TaskEnv:
    env = TaskEnv(benchmark="rooms")
    env._draws.configs = [config for config in env._draws.configs if config.metadata.id != "noise"]
    return env


@given(st.integers(0, 2**31))
def test_a_seed_fixes_the_whole_stream_of_episodes(seed: int) -> None:
    env = everything()
    first = starts(env, seed)
    env.reset(seed=seed + 1)
    assert starts(env, seed) == first == starts(everything(), seed)


def test_the_episodes_of_a_stream_differ() -> None:
    shades = [details["shade"] for _, _, details in starts(rooms(), 7)]
    assert len(set(shades)) == len(shades)
    env = TaskEnv(benchmark="rooms", split="test")
    assert {task for _, task, _ in starts(env, 7, 20)} == {"count-5", "open-door"}


def test_of_several_tasks_those_to_train_on_are_drawn_unless_a_split_is_named() -> None:
    env = everything()
    assert {task for _, task, _ in starts(env, 7, 20)} == {"count-3"}
    assert env.reset(seed=1, options={"task_id": "open-door"})[1]["task_id"] == "open-door"


@pytest.mark.parametrize("seed", [np.int64(7), np.uint8(7)])
def test_a_seed_may_be_of_numpy(seed: Any) -> None:
    assert starts(rooms(), seed) == starts(rooms(), 7)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True, [1], np.array(1), float("nan")])
def test_what_is_no_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    plain, refused = rooms(), rooms()
    for env in (plain, refused):
        env.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="a seed is a whole number from 0 on"):
        refused.reset(seed=seed)
    assert plain.reset()[0] == refused.reset()[0]


def test_a_seed_beside_a_refused_option_changes_nothing() -> None:
    plain, refused = TaskEnv(benchmark="rooms"), TaskEnv(benchmark="rooms")
    for env in (plain, refused):
        env.reset(seed=1)
    with pytest.raises(KeyError):
        refused.reset(seed=5, options={"task_id": "count-9"})
    assert plain.reset()[0] == refused.reset()[0]


def test_zero_is_a_seed() -> None:
    assert starts(rooms(), 0) == starts(rooms(), 0)
    assert starts(rooms(), 0) != starts(rooms(), 1)


def test_without_a_seed_two_environments_differ() -> None:
    assert starts(rooms(), None) != starts(rooms(), None)


def test_steps_do_not_move_the_stream() -> None:
    still, stepping = rooms(), rooms()
    still.reset(seed=3)
    stepping.reset(seed=3)
    for _ in range(2):
        stepping.step([add(), add()])
        stepping.action_space.sample()
    assert still.reset()[0] == stepping.reset()[0]


def test_global_generators_are_left_alone_and_do_not_matter() -> None:
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002, TID251, to see that it is left alone
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    first = starts(rooms(), 7)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]  # noqa: NPY002
    random.seed(2)
    np.random.seed(2)  # noqa: NPY002, TID251, see above
    assert starts(rooms(), 7) == first


def test_the_stream_is_the_same_through_wrappers_and_vectors() -> None:
    plain = [details for _, _, details in starts(rooms(), 7, 3)]
    wrapped = [details for _, _, details in starts(RecordEpisodeStatistics(rooms()), 7, 3)]
    vector = SyncVectorEnv([rooms], autoreset_mode="SameStep")
    infos = [vector.reset(seed=7)[1], *(vector.step([add(3)])[-1] for _ in range(2))]
    assert wrapped == plain
    assert [info["details"][0] for info in infos] == plain


def in_another_process(code: str, hash_seed: str) -> str:
    """What `code` prints in a fresh interpreter."""
    here = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(here)}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_another_process_plays_the_same_episodes_under_any_hash_seed(hash_seed: str) -> None:
    code = (
        "import cube_gym\n"
        "from tests.env import tasks\n"
        "cube_gym.register(tasks.Rooms)\n"
        "env = cube_gym.TaskEnv(benchmark='rooms')\n"
        "env.reset(seed=11)\n"
        "print([env.reset()[1]['task_id'] for _ in range(6)], env.reset(options={'group_id': 'g'})[1]['task_id'])\n"
        "env.action_space.seed(5)\n"
        "print([env.action_space.sample() for _ in range(5)], env.action_space.names)\n"
    )
    env = TaskEnv(benchmark="rooms")
    env.reset(seed=11)
    tasks = [env.reset()[1]["task_id"] for _ in range(6)]
    group = env.reset(options={"group_id": "g"})[1]["task_id"]
    env.action_space.seed(5)
    samples = [env.action_space.sample() for _ in range(5)]
    expected = f"{tasks} {group}\n{samples} {env.action_space.names}\n"
    assert in_another_process(code, hash_seed) == expected


@pytest.mark.parametrize("group", [0, 3, "a", -1, np.int64(3), 2**100, "half \ud83d"])
def test_members_of_a_group_start_alike_whatever_their_own_stream(group: Any) -> None:
    options = {"group_id": group, "group_seed": 5}
    one, other = rooms(), rooms()
    one.reset(seed=1)
    other.reset(seed=2)
    assert one.reset(options=options)[0] == other.reset(options=options)[0] == rooms().reset(options=options)[0]


def test_groups_differ_by_id_and_by_seed() -> None:
    chosen = [(0, 0), (1, 0), (0, 1), ("0", 0), ("", 0)]
    first = [str(rooms().reset(options={"group_id": group, "group_seed": seed})[0]) for group, seed in chosen]
    assert len(set(first)) == len(first)


def test_a_group_does_not_move_the_environments_own_stream() -> None:
    plain, grouped = rooms(), rooms()
    plain.reset(seed=1)
    grouped.reset(seed=1)
    grouped.reset(options={"group_id": 4})
    assert plain.reset()[0] == grouped.reset()[0]


def test_a_reset_that_is_refused_does_not_move_the_stream() -> None:
    plain, refused = rooms(), rooms()
    plain.reset(seed=1)
    refused.reset(seed=1)
    with pytest.raises(ValueError, match="no option 'sed'"):
        refused.reset(seed=5, options={"sed": 1})
    with pytest.raises(KeyError):
        refused.reset(options={"task_id": "count-9"})
    assert plain.reset()[0] == refused.reset()[0]


def test_naming_the_task_is_as_drawing_from_it_alone() -> None:
    one, other = TaskEnv(benchmark="rooms"), TaskEnv("rooms/count-5")
    assert one.reset(seed=3, options={"task_id": "count-5"})[0] == other.reset(seed=3)[0]


def test_split_narrows_what_is_drawn() -> None:
    env = TaskEnv(benchmark="rooms")
    found = {env.reset(seed=seed, options={"split": "test"})[1]["task_id"] for seed in range(20)}
    assert found == {"count-5", "open-door"}


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"taskid": "x"}, ValueError, "Did you mean 'task_id'"),
        ({"task_id": "count-33"}, KeyError, "Did you mean 'count-3'"),
        ({"task_id": 3}, TypeError, "task_id"),
        ({"split": "tests"}, ValueError, "Did you mean 'test'"),
        ({"task_id": "count-3", "split": "test"}, ValueError, "cannot draw 'count-3' from split 'test'"),
        ({"group_id": 1.5}, TypeError, "group_id"),
        ({"group_id": True}, TypeError, "group_id"),
        ({"group_id": 1, "group_seed": "x"}, TypeError, "group_seed"),
        ({"group_seed": 1}, ValueError, "without a group_id"),
        ({"snapshot": {"a": 1}}, TypeError, "snapshot"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(options: dict[str, Any], error: type[Exception], match: str) -> None:
    env = TaskEnv(benchmark="rooms")
    with pytest.raises(error, match=match):
        env.reset(seed=0, options=options)


def test_empty_options_are_no_options() -> None:
    env = TaskEnv(counting())
    assert env.reset(seed=1, options={})[0] == env.reset(seed=1, options=None)[0]
    assert env.reset(seed=1, options={"task_id": None, "snapshot": None})[0] == env.reset(seed=1)[0]
