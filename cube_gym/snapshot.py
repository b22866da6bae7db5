"""The whole state of an environment as a value, and copies of an environment that go on from it."""

import json
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

import gymnasium as gym
import numpy as np

from cube_core import TaskConfig
from world import WorldState


@dataclass(frozen=True, slots=True)
class EnvSnapshot:
    """An environment's state: task, world, generator, counters. Made by `TaskEnv.snapshot`."""

    config_json: str
    task: Hashable
    score: float
    world: WorldState | None
    generator_json: str
    goal: str
    steps: int
    running: bool

    @classmethod
    def of(cls, *, config: TaskConfig, generator: np.random.Generator, **rest: Any) -> Self:  # noqa: ANN401, the other fields
        """A snapshot of these parts."""
        state = json.dumps(generator.bit_generator.state, sort_keys=True)
        return cls(config_json=config.model_dump_json(), generator_json=state, **rest)

    def config(self) -> TaskConfig:
        """The config of the task."""
        return TaskConfig.model_validate_json(self.config_json)

    def generator(self) -> np.random.Generator:
        """A generator that goes on as the environment's did."""
        bits = np.random.PCG64()
        bits.state = json.loads(self.generator_json)
        return np.random.Generator(bits)


def fork(env: gym.Env[Any, Any], n: int) -> list[gym.Env[Any, Any]]:
    """`n` new environments, each with the wrappers of `env`, in the state that `env` is in. The caller closes them.

    Raises:
        ValueError: the environment was not made by `gymnasium.make`, so that it has no spec to rebuild it from.
        NotImplementedError: its task cannot be snapshotted.
    """
    if env.spec is None:
        msg = "only an environment made by gymnasium.make can be forked: this one has no spec to rebuild it from"
        raise ValueError(msg)
    state = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    forks = []
    for _ in range(n):
        forks.append(gym.make(env.spec))
        forks[-1].reset(options={"snapshot": state})
    return forks
