"""Agent tasks as Gymnasium environments, with a deterministic memory of their world.

Importing this package registers the ids of all tasks, and does nothing else.
"""

import importlib
from typing import TYPE_CHECKING, Any

from cube_gym.registration import register, register_announced

if TYPE_CHECKING:
    from cube_core.observation import TaskFault
    from cube_core.profiling import Profiling
    from cube_gym.agents import (
        Agent,
        AgentConfig,
        ChatAgent,
        ChatAgentConfig,
        OracleAgent,
        PlannerAgent,
        RandomAgent,
    )
    from cube_gym.env import TaskEnv
    from cube_gym.evaluation import evaluate, replay
    from cube_gym.info import Details, Outcome
    from cube_gym.runtime import Planner, TaskContext, TaskRunner
    from cube_gym.snapshot import fork
    from cube_gym.spaces import ActionSpace, ObservationSpace
    from cube_gym.step_result import EnvStep
    from cube_gym.testing import certify

_HOMES = {
    "ActionSpace": "cube_gym.spaces",
    "Agent": "cube_gym.agents",
    "AgentConfig": "cube_gym.agents",
    "ChatAgent": "cube_gym.agents",
    "ChatAgentConfig": "cube_gym.agents",
    "Details": "cube_gym.info",
    "EnvStep": "cube_gym.step_result",
    "ObservationSpace": "cube_gym.spaces",
    "OracleAgent": "cube_gym.agents",
    "Outcome": "cube_gym.info",
    "Planner": "cube_gym.runtime",
    "PlannerAgent": "cube_gym.agents",
    "Profiling": "cube_core.profiling",
    "RandomAgent": "cube_gym.agents",
    "TaskContext": "cube_gym.runtime",
    "TaskEnv": "cube_gym.env",
    "TaskFault": "cube_core.observation",
    "TaskRunner": "cube_gym.runtime",
    "certify": "cube_gym.testing",
    "evaluate": "cube_gym.evaluation",
    "fork": "cube_gym.snapshot",
    "replay": "cube_gym.evaluation",
}

__all__ = [
    "ActionSpace",
    "Agent",
    "AgentConfig",
    "ChatAgent",
    "ChatAgentConfig",
    "Details",
    "EnvStep",
    "ObservationSpace",
    "OracleAgent",
    "Outcome",
    "Planner",
    "PlannerAgent",
    "Profiling",
    "RandomAgent",
    "TaskContext",
    "TaskEnv",
    "TaskFault",
    "TaskRunner",
    "certify",
    "evaluate",
    "fork",
    "register",
    "replay",
]

register_announced()


def __getattr__(name: str) -> Any:  # noqa: ANN401, whatever the name stands for
    if name not in _HOMES:
        raise AttributeError(f"module 'cube_gym' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
