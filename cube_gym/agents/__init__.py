"""Agents: what an agent is, some that need no model, and one for any model behind a chat completions API."""

import importlib
from typing import TYPE_CHECKING, Any

from cube_gym.agents.config import AgentConfig, ImportedAgentConfig, OracleAgentConfig, RandomAgentConfig
from cube_gym.agents.errors import (
    AgentFailure,
    AgentUnusable,
    BudgetExhausted,
    DeadlineMissed,
    Nonsense,
    ProviderOutage,
)
from cube_gym.agents.oracle import OracleAgent
from cube_gym.agents.planner import PlannerAgent
from cube_gym.agents.protocol import AccountableAgent, Agent, Usage
from cube_gym.agents.random import RandomAgent

if TYPE_CHECKING:
    from cube_gym.agents.chat import ChatAgent, ChatAgentConfig

__all__ = [
    "AccountableAgent",
    "Agent",
    "AgentConfig",
    "AgentFailure",
    "AgentUnusable",
    "BudgetExhausted",
    "ChatAgent",
    "ChatAgentConfig",
    "DeadlineMissed",
    "ImportedAgentConfig",
    "Nonsense",
    "OracleAgent",
    "OracleAgentConfig",
    "PlannerAgent",
    "ProviderOutage",
    "RandomAgent",
    "RandomAgentConfig",
    "Usage",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401, whatever the name stands for
    if name not in {"ChatAgent", "ChatAgentConfig"}:
        raise AttributeError(f"module 'cube_gym.agents' has no attribute {name!r}")
    return getattr(importlib.import_module("cube_gym.agents.chat"), name)
