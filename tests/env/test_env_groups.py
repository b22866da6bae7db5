"""Groups of rollouts that start alike, one group after the other, whenever each member comes to it."""

# Anything is tried here.
# ruff: noqa: ANN401

import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import cube_gym
from cube_core import Action, TaskFault
from cube_gym import TaskEnv, fork
from cube_gym.vector import make_vector
from tests.env.tasks import Rooms, add, counting

cube_gym.register(Rooms)
MODES = ["same_step", "next_step"]


@contextmanager
def opened(num_envs: int, **settings: Any) -> Iterator[Any]:
    vector = make_vector(num_envs, **settings)
    try:
        yield vector
    finally:
        vector.close()


def state_of(env: Any, index: int) -> tuple[Any, ...]:
    """Which task is played, and a hash of the state that it is in."""
    state = env.call("snapshot")[index]
    return state.config_json, hash(state.task), state.goal


def fast_then_slow(index: int, turn: int) -> Action:
    """Members end at different times: member `i` adds one at every `i + 1`-th step only."""
    return add(5 if turn % (index + 1) == 0 else 0)


def starts(vector: Any, options: dict[str, Any], count: int, turns: int = 40, **reset: Any) -> list[list[Any]]:
    """The states in which the first `count` episodes of each environment start."""
    vector.reset(options=options, **reset)
    found = [[state_of(vector, index)] for index in range(vector.num_envs)]
    resets_at_next = vector.metadata["autoreset_mode"].name == "NEXT_STEP"
    ended = np.zeros(vector.num_envs, dtype=bool)
    for turn in range(turns):
        starting = ended
        _, _, terminated, truncated, _ = vector.step([fast_then_slow(i, turn) for i in range(vector.num_envs)])
        ended = terminated | truncated
        for index in np.flatnonzero(starting if resets_at_next else ended):
            found[index].append(state_of(vector, int(index)))
    return [each[:count] for each in found]


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("workers", [None, 4])
def test_members_of_a_group_start_alike_over_five_autoresets(autoreset: str, workers: int | None) -> None:
    options = {"group_size": 2, "group_seed": 9}
    with opened(4, workers=workers, autoreset=autoreset, benchmark="rooms", split="train") as vector:
        found = starts(vector, options, 6, seed=1)
    assert all(len(each) == 6 for each in found)
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert len({state for each in found for state in each}) == 12
    env = TaskEnv(benchmark="rooms", split="train")
    for turn in range(6):
        for member, group in ((0, 2 * turn), (2, 2 * turn + 1)):
            env.reset(options={"group_id": group, "group_seed": 9})
            state = env.snapshot()
            assert (state.config_json, hash(state.task), state.goal) == found[member][turn]


@pytest.mark.parametrize("autoreset", MODES)
def test_a_killed_worker_comes_to_the_same_next_group(autoreset: str) -> None:
    seen: dict[int, list[Any]] = defaultdict(list)
    with opened(4, workers=4, autoreset=autoreset, task=counting(target=5)) as vector:
        vector.reset(options={"group_size": 2, "group_id": 10})
        for turn in range(6):
            for index in range(4):
                seen[index].append(state_of(vector, index))
            if turn in {1, 3}:
                process = vector._workers[turn]._process
                os.kill(process.pid, signal.SIGKILL)
                process.join()
            *_, terminated, truncated, _ = vector.step([add(5)] * 4)
            assert (terminated | truncated).all()
            assert truncated.sum() == (turn in {1, 3})
            if autoreset == "next_step":
                vector.step([add(5)] * 4)
    assert seen[0] == seen[1]
    assert seen[2] == seen[3]
    assert len({state for states in seen.values() for state in states}) == 12


def test_groups_go_on_without_autoreset_where_a_mask_says_so() -> None:
    with opened(2, autoreset="disabled", task=counting()) as vector:
        vector.reset(options={"group_size": 2})
        vector.step([add(3), add(1)])
        vector.reset(options={"reset_mask": np.array([True, False])})
        vector.step([add(1), add(2)])
        late = state_of(vector, 0)
        vector.reset(options={"reset_mask": np.array([False, True])})
        vector.step([add(0), add(1)])
        assert state_of(vector, 1) == late


def test_gymnasiums_own_vectors_go_through_groups_too() -> None:
    vector = gym.vector.SyncVectorEnv([lambda: TaskEnv(counting())] * 2, autoreset_mode="SameStep", copy=False)
    obs = vector.reset(options={"group_id": 0, "group_stride": 1})[0]
    assert obs[0] == obs[1]
    first = vector.step([add(3), add(1)])[0]
    assert vector.step([add(0), add(2)])[0][1] == first[0]


def test_the_other_options_stay_while_groups_are_gone_through() -> None:
    env = TaskEnv(benchmark="rooms")
    env.reset(options={"group_id": 0, "group_stride": 1, "split": "test"})
    assert {env.reset()[1]["task_id"] for _ in range(20)} == {"count-5", "open-door"}


@pytest.mark.parametrize("ending", [{"seed": 3}, {"options": {"task_id": "count"}}, {"options": {"group_id": 7}}])
def test_whatever_a_reset_is_told_ends_the_groups(ending: dict[str, Any]) -> None:
    env, plain = TaskEnv(counting()), TaskEnv(counting())
    for each, options in ((env, {"group_id": 0, "group_stride": 1}), (plain, {"group_id": 0})):
        each.reset(seed=1, options=options)
        each.reset(**ending)
    assert env.reset()[0] == plain.reset()[0]


def test_the_groups_are_part_of_a_snapshot() -> None:
    env = gym.make("cube/rooms.count-3-v0")
    env.reset(options={"group_id": 0, "group_stride": 2})
    state = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    (other,) = fork(env, 1)
    following = [env.reset()[0] for _ in range(3)]
    assert [other.reset()[0] for _ in range(3)] == following
    env.reset(seed=5)
    env.reset(options={"snapshot": state})
    assert [env.reset()[0] for _ in range(3)] == following


def test_a_stride_of_zero_repeats_one_start() -> None:
    env = TaskEnv(counting())
    first = env.reset(options={"group_id": 4, "group_stride": 0})[0]
    assert [env.reset()[0] for _ in range(3)] == [first] * 3


@pytest.mark.parametrize("workers", [None, 2])
@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"group_size": 3}, "divides the number of environments, 2, got 3"),
        ({"group_size": 0}, "got 0"),
        ({"group_size": True}, "got True"),
        ({"group_size": 1.0}, r"got 1\.0"),
        ({"group_size": 1, "group_stride": 5}, "give one of the two"),
        ({"group_size": 1, "group_id": "a"}, "the number of the first group, got 'a'"),
        ({"group_stride": 2}, "without a group_id"),
        ({"group_stride": 2, "group_id": "a"}, "counts on from an int"),
        ({"group_stride": 1.5, "group_id": 1}, r"got 1\.5"),
    ],
)
def test_groups_that_cannot_be_are_refused(workers: int | None, options: dict[str, Any], match: str) -> None:
    with opened(2, workers=workers, task=counting()) as vector, pytest.raises((TypeError, ValueError), match=match):
        vector.reset(options=options)


def test_options_are_left_as_they_were_given() -> None:
    options = {"group_size": 1, "group_id": None, "group_stride": None, "reset_mask": np.array([True, True])}
    with opened(2, task=counting()) as vector:
        vector.reset(options=options)
        vector.reset(options=options)
    assert set(options) == {"group_size", "group_id", "group_stride", "reset_mask"}


def test_a_snapshot_takes_no_seed() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    state = env.snapshot()
    with pytest.raises(ValueError, match="seed=5 would say nothing"):
        env.reset(seed=5, options={"snapshot": state})
    env.reset(options={"snapshot": state})


def test_a_group_that_cannot_start_is_named() -> None:
    env = TaskEnv(counting(breaks_in=("reset",)))
    with pytest.raises(TaskFault, match=r"by reset\(options={'group_id': 3, 'group_seed': 0}\), which draws seed"):
        env.reset(options={"group_id": 3})
