"""Agent tasks as Gymnasium environments, with a deterministic memory of their world.

Importing this package registers the ids of all tasks, and does nothing else.
"""

import importlib
from typing import TYPE_CHECKING, Any

from cube_gym.registration import register, register_announced

if TYPE_CHECKING:
    from cube_core.observation import TaskFault
    from cube_core.profiling import Profiling
    from cube_gym.agents import Agent
    from cube_gym.env import TaskEnv
    from cube_gym.info import Details, Outcome
    from cube_gym.runtime import Planner, TaskContext, TaskRunner
    from cube_gym.snapshot import fork
    from cube_gym.spaces import ActionSpace, ObservationSpace
    from cube_gym.step_result import EnvStep

_HOMES = {
    "ActionSpace": "cube_gym.spaces",
    "Agent": "cube_gym.agents",
    "Details": "cube_gym.info",
    "EnvStep": "cube_gym.step_result",
    "ObservationSpace": "cube_gym.spaces",
    "Outcome": "cube_gym.info",
    "Planner": "cube_gym.runtime",
    "Profiling": "cube_core.profiling",
    "TaskContext": "cube_gym.runtime",
    "TaskEnv": "cube_gym.env",
    "TaskFault": "cube_core.observation",
    "TaskRunner": "cube_gym.runtime",
    "fork": "cube_gym.snapshot",
}

__all__ = [
    "ActionSpace",
    "Agent",
    "Details",
    "EnvStep",
    "ObservationSpace",
    "Outcome",
    "Planner",
    "Profiling",
    "TaskContext",
    "TaskEnv",
    "TaskFault",
    "TaskRunner",
    "fork",
    "register",
]

register_announced()


def __getattr__(name: str) -> Any:  # noqa: ANN401, whatever the name stands for
    if name not in _HOMES:
        msg = f"module 'cube_gym' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
