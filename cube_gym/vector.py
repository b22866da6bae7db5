"""Vector environments of tasks, as `gymnasium.make_vec` makes them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import load_env_creator
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv

from cube_gym.registration import ANY_TASK


def make_vector(
    num_envs: int = 1,
    *,
    workers: int | None = None,
    autoreset: str = "same_step",
    wrap: Sequence[str] = (),
    **task: Any,  # noqa: ANN401, the arguments of TaskEnv
) -> VectorEnv[Any, Any, Any]:
    """A vector environment: `gym.make_vec("cube/Task-v0", num_envs=8)`.

    Args:
        num_envs: how many environments.
        workers: None steps them in this process; a number gives each environment a process (it must equal `num_envs`).
        autoreset: "same_step" (the default: no action is thrown away), "next_step" or "disabled", as Gymnasium has them.
        wrap: wrappers to put around each environment, as "module:Wrapper".
        **task: the arguments of TaskEnv.
    """
    if num_envs < 1:
        msg = f"num_envs is a whole number from 1 on, got {num_envs}"
        raise ValueError(msg)
    mode = _autoreset_mode(autoreset)
    make = partial(make_wrapped, tuple(wrap), task)
    creators: list[Callable[[], gym.Env[Any, Any]]] = [make] * num_envs
    if workers is None:
        return SyncVectorEnv(creators, copy=False, autoreset_mode=mode)
    if workers != num_envs:
        msg = f"each environment gets a process of its own: workers is None or {num_envs}, got {workers}"
        raise ValueError(msg)
    return AsyncVectorEnv(creators, shared_memory=False, copy=False, context="spawn", autoreset_mode=mode)


def make_wrapped(wrap: tuple[str, ...], task: dict[str, Any]) -> gym.Env[Any, Any]:
    """One environment of a vector, in whatever process it is needed."""
    env: gym.Env[Any, Any] = gym.make(f"cube_gym:{ANY_TASK}", disable_env_checker=True, **task)
    for name in wrap:
        env = load_env_creator(name)(env)
    return env


def _autoreset_mode(name: str) -> AutoresetMode:
    modes = {mode.name.lower(): mode for mode in AutoresetMode}
    if name not in modes:
        msg = f"autoreset is one of {', '.join(modes)}, got {name!r}"
        raise ValueError(msg)
    return modes[name]
