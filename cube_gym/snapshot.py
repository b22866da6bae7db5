"""The whole state of an environment as a value, and copies of an environment that go on from it."""

from collections.abc import Hashable
from contextlib import ExitStack
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

import gymnasium as gym
from gymnasium.error import Error as GymnasiumError

from cube_core import Task, TaskConfig
from world import WorldState

if TYPE_CHECKING:
    from cube_gym.options import ResetOptions


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
    following: "ResetOptions | None" = None
    """What the next reset plays that is told nothing, where groups are gone through."""

    def config(self) -> TaskConfig:
        """The config of the task."""
        return TaskConfig.model_validate_json(self.config_json)


def fork(env: gym.Env[Any, Any], n: int) -> list[gym.Env[Any, Any]]:
    """`n` new environments, each with the wrappers of `env`, in the state that `env` is in. The caller closes them.

    Raises:
        ValueError: the environment cannot be rebuilt, since it or one of its wrappers has no spec; or `n` is negative.
        TypeError: `n` is no whole number.
        NotImplementedError: its task cannot be snapshotted.

    >>> import gymnasium as gym
    >>> from cube_core import Action
    >>> from cube_gym import fork
    >>> env = gym.make("cube/phone.rename-note-v0")
    >>> observation, info = env.reset(seed=0)
    >>> one, other = fork(env, 2)
    >>> result = one.step(Action(name="launch_app", arguments={"app": "notes"}))
    >>> result.info["world"].current_app, other.unwrapped.task.device.page
    ('notes', 'home.main')
    >>> for each in (one, other, env):
    ...     each.close()
    """
    count = index(n)
    if count < 0:
        raise ValueError(f"the number of forks is a whole number from 0 on, got {n}")
    spec = env.spec
    if spec is None or any(isinstance(value, Task) for value in spec.kwargs.values()):
        raise ValueError("only what gymnasium.make built from JSON arguments can be forked: there is no spec to go by")
    state = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    with ExitStack() as made:
        forks = []
        for _ in range(count):
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
