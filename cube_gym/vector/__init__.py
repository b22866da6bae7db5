"""Vector environments of tasks, as `gymnasium.make_vec` makes them."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from cube_core import Task
from cube_gym.arguments import check_choice, unknown_name
from cube_gym.env import ARGUMENTS
from cube_gym.vector.in_process import InProcessVectorEnv
from cube_gym.vector.recipe import Recipe
from cube_gym.vector.workers import WorkerVectorEnv

__all__ = ["InProcessVectorEnv", "WorkerVectorEnv", "make_vector"]

_OWN_ARGUMENTS = ("num_envs", "workers", "autoreset", "wrap", "step_timeout")
_MODES = {mode.name.lower(): mode for mode in AutoresetMode}


def make_vector(
    num_envs: int = 1,
    *,
    workers: int | None = None,
    autoreset: str = "same_step",
    wrap: Sequence[str] = (),
    step_timeout: float | None = None,
    **task: Any,  # noqa: ANN401, the arguments of TaskEnv
) -> VectorEnv[Any, Any, Any]:
    """A vector environment: `gym.make_vec("cube/Task-v0", num_envs=8)`.

    Its `reset` takes, beside the options of an environment, `reset_mask` (which environments) and `group_size`: with
    `options={"group_size": 4}` of 8 environments the first four play group 0 and the others group 1, then groups 2 and
    3, and so on; each comes to its next group by its own autoreset, and all members of a group start alike.

    Args:
        num_envs: how many environments.
        workers: None steps them in this process; a number gives each environment a process (it must equal `num_envs`).
            A process that dies costs its own episode only.
        autoreset: "same_step" (the default: no action is thrown away), "next_step" or "disabled", as in Gymnasium.
        wrap: wrappers to put around each environment, as "module:Wrapper", the innermost first.
        step_timeout: seconds that a worker may take for a step or a reset. One that takes longer is killed, and costs
            its own episode, as one that dies. None waits for ever.
        **task: the arguments of TaskEnv.

    Raises:
        TypeError: an argument is unknown, and the nearest is named; or the task is a live one.
        ValueError: an argument has a value it cannot have.
    """
    problem = unknown_name("make_vec", "argument", task, (*_OWN_ARGUMENTS, *ARGUMENTS))
    if problem is not None:
        raise TypeError(problem)
    check_choice("autoreset", autoreset, tuple(_MODES))
    if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer) or num_envs < 1:
        raise ValueError(f"num_envs is a whole number from 1 on, got {num_envs!r}")
    if workers is not None and workers != num_envs:
        raise ValueError(f"each environment gets a process of its own: workers is None or {num_envs}, got {workers!r}")
    if isinstance(wrap, str):
        raise ValueError(f"wrap is a list of wrappers, such as [{wrap!r}], not a text")  # noqa: TRY004, JSON is data
    if isinstance(task.get("task"), Task):
        raise TypeError("a live task is one environment's, and a vector makes its own: give its config, `task.config`")
    _check_timeout(step_timeout, workers)
    recipe, num_envs = Recipe(tuple(wrap), task), int(num_envs)
    if workers is None:
        return InProcessVectorEnv(recipe, num_envs, autoreset_mode=_MODES[autoreset])
    return WorkerVectorEnv(recipe, num_envs, autoreset_mode=_MODES[autoreset], step_timeout=step_timeout)


def _check_timeout(step_timeout: object, workers: int | None) -> None:
    if step_timeout is None:
        return
    if workers is None:
        raise ValueError("step_timeout is for workers: nothing can stop an environment in this process; give workers")
    number = isinstance(step_timeout, int | float | np.number) and not isinstance(step_timeout, bool)
    if not number or not 0 < float(step_timeout) < math.inf:  # type: ignore[arg-type]  # it is a number then
        raise ValueError(f"step_timeout is a number of seconds above 0, got {step_timeout!r}; None waits for ever")
