"""Snapshots: go back, go on, and fork."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import OrderEnforcing, RecordEpisodeStatistics

import cube_gym
from cube_core import TaskFault, TaskMetadata
from cube_gym import EnvStep, TaskEnv, fork
from tests.env.tasks import STOP, DoorConfig, Rooms, add, counting

cube_gym.register(Rooms)


def outline(step: EnvStep) -> tuple[Any, ...]:
    return step.obs, step.reward, step.done, step.truncated, step.info


def test_an_episode_goes_on_from_a_snapshot_as_it_did() -> None:
    env = TaskEnv(counting(target=5, page=True), max_steps=4)
    env.reset(seed=0)
    env.step(add(remember={"k": 1}))
    state = env.snapshot()
    plan = [add(2), add("x"), add(remember={"j": 2})]
    first = [outline(env.step(action)) for action in plan]
    for _ in range(2):
        env.reset(options={"snapshot": state})
        assert [outline(env.step(action)) for action in plan] == first
    assert first[-1][3], "the budget was gone on with"


def test_the_stream_of_episodes_goes_on_from_a_snapshot_too() -> None:
    env = TaskEnv(benchmark="rooms", split="train")
    env.reset(seed=0)
    state = env.snapshot()
    following = [env.reset()[0] for _ in range(3)]
    env.restore(state)
    assert [env.reset()[0] for _ in range(3)] == following


def test_restore_gives_the_observation_and_info_of_that_state() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    step = env.step(add(2, remember={"k": 1}))
    state = env.snapshot()
    env.step(STOP)
    obs, info = env.restore(state)
    assert obs.content("tree") is not None
    assert obs.content("tree").data["count"] == 2  # type: ignore[union-attr]
    assert info["world"] == step.info["world"]
    assert (info["goal"], info["task_id"]) == ("Count to 3.", "count")


def test_rewards_sum_to_the_score_after_a_restore() -> None:
    env = TaskEnv(counting(target=4, steady=True))
    env.reset(seed=0)
    env.step(add(2))
    state = env.snapshot()
    env.step(add(1))
    env.restore(state)
    assert env.step(add(2)).reward == pytest.approx(0.5)


def test_a_snapshot_taken_after_the_end_is_an_ended_episode() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    env.step(STOP)
    state = env.snapshot()
    env.reset(options={"snapshot": state})
    with pytest.raises(ResetNeeded):
        env.step(add())


def test_it_pickles_and_hashes() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    one, other = env.snapshot(), env.snapshot()
    assert one == other
    assert len({one, other, pickle.loads(pickle.dumps(one))}) == 1
    env.step(add())
    assert env.snapshot() != one


def test_it_goes_through_all_wrappers() -> None:
    env = RecordEpisodeStatistics(OrderEnforcing(gym.make("cube/rooms.count-3-v0")))
    env.reset(seed=0)
    env.step(add(2))
    state = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    env.step(add(1))
    env.reset(options={"snapshot": state})
    assert env.step(add(1))[1] == 1.0


def test_another_process_goes_on_from_it(tmp_path: Path) -> None:
    env = gym.make("cube/rooms.count-3-v0")
    env.reset(seed=0)
    env.step(add(2, remember={"k": 1}))
    (tmp_path / "state").write_bytes(pickle.dumps(env.unwrapped.snapshot()))  # type: ignore[attr-defined]
    code = (
        "import pickle, sys, pathlib, gymnasium, cube_gym\n"
        "from tests.env import tasks\n"
        "cube_gym.register(tasks.Rooms)\n"
        "env = gymnasium.make('cube/rooms.count-3-v0')\n"
        "state = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "_, info = env.reset(options={'snapshot': state})\n"
        "step = env.step(tasks.add(1))\n"
        "print(info['world'].variables, step[1], env.reset()[1]['details'], hash(state) is not None)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "state")],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    variables, reward = {"k": 1}, env.step(add(1))[1]
    assert said == f"{variables} {reward} {env.reset()[1]['details']} True\n"


def test_forks_go_on_from_the_same_state_and_apart() -> None:
    env = RecordEpisodeStatistics(gym.make("cube/rooms.count-3-v0"))
    env.reset(seed=0)
    env.step(add(1))
    one, other = fork(env, 2)
    assert isinstance(one, RecordEpisodeStatistics)
    assert one.unwrapped is not other.unwrapped
    assert one.unwrapped.snapshot() == env.unwrapped.snapshot()  # type: ignore[attr-defined]
    assert one.step(add(2))[1:3] == (1.0, True)
    assert other.step(add(1))[1:3] == (0.0, False)
    assert env.unwrapped.task.tool.count == 1  # type: ignore[attr-defined]
    for made in (one, other):
        made.close()


def test_a_fork_of_a_random_task_plays_the_task_that_was_drawn() -> None:
    env = gym.make("cube/Task-v0", benchmark="rooms", split="test")
    env.reset(seed=0, options={"task_id": "count-5"})
    (made,) = fork(env, 1)
    assert made.unwrapped.task.metadata.id == "count-5"  # type: ignore[attr-defined]
    assert made.reset()[0] == env.reset()[0]


def test_no_forks_are_an_empty_list() -> None:
    env = gym.make("cube/rooms.count-3-v0")
    env.reset(seed=0)
    assert fork(env, 0) == []


def test_what_was_not_made_by_gymnasium_cannot_be_forked() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    with pytest.raises(ValueError, match="no spec"):
        fork(env, 1)


def test_a_wrapper_without_recorded_arguments_cannot_be_rebuilt_and_is_named() -> None:
    class Bare(gym.Wrapper[Any, Any, Any, Any]):
        pass

    env = Bare(gym.make("cube/rooms.count-3-v0"))
    env.reset(seed=0)
    with pytest.raises(ValueError, match="Bare cannot be rebuilt"):
        fork(env, 1)


def test_a_task_that_cannot_be_snapshotted_says_so() -> None:
    env = TaskEnv(DoorConfig(metadata=TaskMetadata(id="door")))
    env.reset(seed=0)
    with pytest.raises(NotImplementedError, match="DoorTask cannot be snapshotted"):
        env.snapshot()


def test_before_the_first_reset_there_is_nothing_to_snapshot() -> None:
    with pytest.raises(ResetNeeded):
        TaskEnv(counting()).snapshot()


def test_a_snapshot_of_a_task_that_is_not_drawn_here_is_refused() -> None:
    env = TaskEnv(counting(id="one"))
    env.reset(seed=0)
    with pytest.raises(ValueError, match="'one', which this environment does not draw"):
        TaskEnv(counting(id="other")).reset(options={"snapshot": env.snapshot()})


def test_a_snapshot_settles_everything() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    with pytest.raises(ValueError, match="no other option"):
        env.reset(options={"snapshot": env.snapshot(), "split": "test"})


def test_a_snapshot_without_a_world_restores_into_an_empty_one() -> None:
    plain = TaskEnv(counting(), world=False)
    plain.reset(seed=0)
    plain.step(add())
    env = TaskEnv(counting())
    env.reset(seed=0)
    env.step(add(remember={"k": 1}))
    assert env.restore(plain.snapshot())[1]["world"].variables == {}


def test_a_restore_after_a_fault_works_on_a_new_task() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    env.step(add(2))
    state, broken = env.snapshot(), env.task
    env.step(cube_action("break_tool"))
    env.restore(state)
    assert env.task is not broken
    assert env.step(add(1)).reward == 1.0


def cube_action(name: str) -> Any:
    return add().model_copy(update={"name": name, "arguments": {}})


def test_a_task_that_cannot_be_restored_is_a_task_fault() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    state = env.snapshot()
    wrong = type(state)(**{name: getattr(state, name) for name in state.__slots__} | {"task": "nonsense"})
    with pytest.raises(TaskFault, match="from a snapshot"):
        env.restore(wrong)


@pytest.mark.parametrize(("n", "error"), [(-1, ValueError), (1.5, TypeError), ("2", TypeError)])
def test_the_number_of_forks_is_a_whole_number_from_0_on(n: Any, error: type[Exception]) -> None:
    env = gym.make("cube/rooms.count-3-v0")
    env.reset(seed=0)
    with pytest.raises(error):
        fork(env, n)
    assert fork(env, 0) == []
