"""Agents: what an agent is, and two that need no model."""

from cube_gym.agents.oracle import OracleAgent
from cube_gym.agents.protocol import Agent
from cube_gym.agents.random import RandomAgent

__all__ = ["Agent", "OracleAgent", "RandomAgent"]
