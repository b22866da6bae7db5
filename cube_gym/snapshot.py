"""The whole state of an environment as a value, and copies of an environment that go on from it."""

from collections.abc import Hashable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.error import Error as GymnasiumError

from cube_core import Task, TaskConfig
from cube_gym.streams import read_generator
from world import WorldState


@dataclass(frozen=True, slots=True)
class EnvSnapshot:
    """An environment's state: task, world, generator, counters. It pickles and hashes; `TaskEnv.snapshot` makes it."""

    config_json: str
    """The config of the task."""
    task: Hashable
    """What the task's own `snapshot` gave."""
    score: float
    """What the rewards had come to."""
    world: WorldState | None
    generator_json: str
    """The state of the environment's generator, as `cube_gym.streams` writes it."""
    goal: str
    steps: int
    running: bool

    def config(self) -> TaskConfig:
        """The config of the task."""
        return TaskConfig.model_validate_json(self.config_json)

    def generator(self) -> np.random.Generator:
        """A generator that goes on as the environment's did."""
        return read_generator(self.generator_json)


def fork(env: gym.Env[Any, Any], n: int) -> list[gym.Env[Any, Any]]:
    """`n` new environments, each with the wrappers of `env`, in the state that `env` is in. The caller closes them.

    Raises:
        ValueError: the environment cannot be rebuilt, since it or one of its wrappers has no spec.
        NotImplementedError: its task cannot be snapshotted.
    """
    spec = env.spec
    if spec is None or any(isinstance(value, Task) for value in spec.kwargs.values()):
        raise ValueError("only what gymnasium.make built from JSON arguments can be forked: there is no spec to go by")
    state = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    with ExitStack() as made:
        forks = []
        for _ in range(n):
            forks.append(_rebuilt(spec))
            made.callback(forks[-1].close)
            forks[-1].reset(options={"snapshot": state})
        made.pop_all()
    return forks


def _rebuilt(spec: gym.envs.registration.EnvSpec) -> gym.Env[Any, Any]:
    bare = [wrapper.name for wrapper in spec.additional_wrappers if wrapper.kwargs is None]
    if bare:
        raise ValueError(f"{', '.join(bare)} cannot be rebuilt: a wrapper inherits from RecordConstructorArgs for that")
    try:
        return gym.make(spec)
    except GymnasiumError as exc:
        raise ValueError(f"{spec.id} cannot be rebuilt from its spec: {exc}") from exc
