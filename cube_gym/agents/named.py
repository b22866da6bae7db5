"""Agents by name."""

from typing import Final

from cube_gym.agents.config import AgentConfig, ImportedAgentConfig, OracleAgentConfig, RandomAgentConfig
from cube_gym.catalogue import nearest

NAMED: Final[dict[str, type[AgentConfig]]] = {"oracle": OracleAgentConfig, "random": RandomAgentConfig}


def named_agent(name: str, *, seed: int = 0) -> AgentConfig:
    """The config of the agent called `name`: "oracle", "random", or "module:ClassOrFunction" of one's own.

    `seed` is that of the random agent's draws.

    Raises:
        ValueError: there is none; it names the nearest.
    """
    if name == "random":
        return RandomAgentConfig(seed=seed)
    if name in NAMED:
        return NAMED[name]()
    if ":" in name:
        return ImportedAgentConfig(factory=name)
    raise ValueError(f"no agent {name!r}.{nearest(name, NAMED)} There is: {', '.join(NAMED)}, or 'module:Class'")
