"""Forks of a phone go on exactly as the phone they were taken from, here and in another process."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import cube_gym
from benchmarks.phone.task import PhoneTask
from cube_core import STOP_ACTION, Action
from cube_gym import TaskEnv
from cube_gym.snapshot import EnvSnapshot

ACTIONS = 20
BATCH = 50
ENDLESS = 10_000
Trace = list[tuple[str, str, str]]


def phone(env: gym.Env[Any, Any]) -> TaskEnv:
    inner = env.unwrapped
    assert isinstance(inner, TaskEnv)
    return inner


def actions(env: gym.Env[Any, Any], seed: int, count: int = ACTIONS) -> list[Action]:
    space = phone(env).action_space
    space.seed(seed)
    names = set(space.names) - {STOP_ACTION.name, "answer"}
    return [space.sample(mask=names) for _ in range(count)]


def played(env: gym.Env[Any, Any], plan: list[Action]) -> Trace:
    """For each step: what was seen, the state's hash, and the generators' state."""
    trace = []
    for action in plan:
        observation = env.step(action)[0]
        task = phone(env).task
        assert isinstance(task, PhoneTask)
        chance = repr((task.device.context.rng.bit_generator.state, phone(env).np_random.bit_generator.state))
        trace.append((observation.model_dump_json(exclude={"error"}), task.state_hash(), chance))
    return trace


def began(seed: int) -> gym.Env[Any, Any]:
    """A phone of some task, somewhere in the middle of random play."""
    env = gym.make("cube/Task-v0", benchmark="phone", max_steps=ENDLESS)
    env.reset(seed=seed)
    played(env, actions(env, seed, seed % 15))
    return env


def check_forks(seed: int, count: int) -> None:
    env = began(seed)
    state = phone(env).snapshot()
    for first in range(0, count, BATCH):
        size = min(BATCH, count - first)
        for number, forked in enumerate(cube_gym.fork(env, size)):
            plan = actions(env, seed * count + first + number)
            env.reset(options={"snapshot": state})
            assert played(forked, plan) == played(env, plan)
            forked.close()
        env.reset(options={"snapshot": state})
    env.close()


def played_elsewhere(state: EnvSnapshot, plan: list[Action], folder: Path) -> Trace:
    (folder / "state").write_bytes(pickle.dumps((state, plan)))
    done = subprocess.run(
        [sys.executable, "-m", "tests.phone.test_forks", str(folder / "state")],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    return [tuple(step) for step in json.loads(done.stdout)]


def check_elsewhere(seed: int, folder: Path) -> None:
    env = began(seed)
    state, plan = phone(env).snapshot(), actions(env, seed + 1)
    assert played_elsewhere(state, plan, folder) == played(env, plan)
    env.close()


@pytest.mark.parametrize("seed", range(3))
def test_forks_go_on_as_the_original(seed: int) -> None:
    check_forks(seed, 10)


def test_a_fork_goes_on_in_another_process(tmp_path: Path) -> None:
    check_elsewhere(5, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_ten_thousand_forks_go_on_as_the_original(seed: int) -> None:
    check_forks(seed, 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 300))
def test_a_hundred_forks_go_on_in_other_processes(seed: int, tmp_path: Path) -> None:
    check_elsewhere(seed, tmp_path)


if __name__ == "__main__":
    given, plan = pickle.loads(Path(sys.argv[1]).read_bytes())  # noqa: S301, written by the test
    fresh = gym.make("cube_gym:cube/Task-v0", benchmark="phone", max_steps=ENDLESS)
    fresh.reset(options={"snapshot": given})
    sys.stdout.write(json.dumps(played(fresh, plan)))
