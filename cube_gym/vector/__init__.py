"""Vector environments of tasks, as `gymnasium.make_vec` makes them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from cube_gym.arguments import check_choice, unknown_name
from cube_gym.env import ARGUMENTS
from cube_gym.spaces import ObservationSpace
from cube_gym.vector.recipe import Recipe
from cube_gym.vector.workers import WorkerVectorEnv

__all__ = ["WorkerVectorEnv", "make_vector"]

_OWN_ARGUMENTS = ("num_envs", "workers", "autoreset", "wrap")
_MODES = {mode.name.lower(): mode for mode in AutoresetMode}


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
            A process that dies costs its own episode only.
        autoreset: "same_step" (the default: no action is thrown away), "next_step" or "disabled", as in Gymnasium.
        wrap: wrappers to put around each environment, as "module:Wrapper", the innermost first.
        **task: the arguments of TaskEnv.

    Raises:
        TypeError: an argument is unknown; the nearest is named.
        ValueError: an argument has a value it cannot have.
    """
    problem = unknown_name("make_vec", "argument", task, (*_OWN_ARGUMENTS, *ARGUMENTS))
    if problem is not None:
        raise TypeError(problem)
    check_choice("autoreset", autoreset, tuple(_MODES))
    if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
        raise ValueError(f"num_envs is a whole number from 1 on, got {num_envs!r}")
    if workers is not None and workers != num_envs:
        raise ValueError(f"each environment gets a process of its own: workers is None or {num_envs}, got {workers!r}")
    if isinstance(wrap, str):
        raise ValueError(f"wrap is a list of wrappers, such as [{wrap!r}], not a text")  # noqa: TRY004, JSON is data
    recipe = Recipe(tuple(wrap), task)
    if workers is not None:
        return WorkerVectorEnv(recipe, num_envs, autoreset_mode=_MODES[autoreset])
    return _in_process(recipe, num_envs, _MODES[autoreset])


def _in_process(recipe: Recipe, num_envs: int, mode: AutoresetMode) -> VectorEnv[Any, Any, Any]:
    vector = SyncVectorEnv([partial(recipe.make)] * num_envs, autoreset_mode=mode)
    # Observations are new objects each time: only what a wrapper made an array of would be written over.
    vector.copy = not isinstance(vector.single_observation_space, ObservationSpace)
    return vector
