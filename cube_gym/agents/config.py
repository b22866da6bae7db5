"""How an agent is made, in whatever process plays the episode."""

import hashlib
import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from pydantic import Field

from cube_core import TaskConfig, ValidatedConfig
from cube_gym.agents.errors import AgentUnusable
from cube_gym.agents.oracle import OracleAgent
from cube_gym.agents.planner import PlannerAgent
from cube_gym.agents.protocol import Agent
from cube_gym.agents.random import RandomAgent


class AgentConfig(ValidatedConfig, ABC):
    """What it takes to make an agent, in any process.

    >>> from cube_gym import AgentConfig, RandomAgent
    >>> class Chance(AgentConfig):
    ...     "Makes an agent that draws actions."
    ...
    ...     @property
    ...     def label(self) -> str:
    ...         return "chance"
    ...
    ...     def make(self, task, seed):
    ...         return RandomAgent(seed)
    >>> AgentConfig.model_validate(Chance().model_dump()).label
    'chance'
    """

    __module__ = "cube_gym.agents"

    @property
    @abstractmethod
    def label(self) -> str:
        """What tables and reports call it."""

    @abstractmethod
    def make(self, task: TaskConfig, seed: int) -> Agent:
        """An agent for one episode of `task` with this seed. Called once an episode, so keep it cheap.

        An agent's chance depends on the episode alone: then it does not matter which process plays which episode.
        """

    def can_play(self, task: TaskConfig) -> bool:
        """Whether the agent can play this task at all."""
        del task
        return True


class RandomAgentConfig(AgentConfig):
    """Makes a RandomAgent; its draws depend on `seed` and the episode."""

    __module__ = "cube_gym.agents"

    seed: int = Field(default=0, ge=0)

    @property
    def label(self) -> str:
        """What tables and reports call it."""
        return "random"

    def make(self, task: TaskConfig, seed: int) -> Agent:
        """An agent with a generator of its own."""
        named = f"{self.seed}:{task.metadata.id}:{seed}"
        return RandomAgent(np.random.default_rng(int.from_bytes(hashlib.sha256(named.encode()).digest())))


class OracleAgentConfig(AgentConfig):
    """Makes an OracleAgent with the task's scripted solution."""

    __module__ = "cube_gym.agents"

    @property
    def label(self) -> str:
        """What tables and reports call it."""
        return "oracle"

    def make(self, task: TaskConfig, seed: int) -> Agent:
        """An agent that knows this task's solution."""
        del seed
        oracle = task.oracle()
        return OracleAgent({} if oracle is None else {task.metadata.id: oracle})

    def can_play(self, task: TaskConfig) -> bool:
        """Whether the task has a scripted solution."""
        return task.oracle() is not None


class ImportedAgentConfig(AgentConfig):
    """Makes an agent of one's own: `factory` is "module:name" of a class or function, called with `options`.

    With `planner` it makes a planner instead, which a PlannerAgent drives.
    """

    __module__ = "cube_gym.agents"

    factory: str = Field(pattern=r"^[\w.]+:[\w.]+$")
    options: dict[str, Any] = Field(default_factory=dict)
    planner: bool = False

    @property
    def label(self) -> str:
        """What tables and reports call it."""
        return self.factory

    def make(self, task: TaskConfig, seed: int) -> Agent:
        """What the factory gives.

        Raises:
            AgentUnusable: there is no such module, or no such name in it.
        """
        del task, seed
        made = self._factory()(**self.options)
        return PlannerAgent(made) if self.planner else made

    def _factory(self) -> Callable[..., Any]:
        module, _, path = self.factory.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for name in path.split("."):
                found = getattr(found, name)
        except (ImportError, AttributeError) as exc:
            raise AgentUnusable(f"no agent {self.factory!r}: {exc}. Write it 'module:ClassOrFunction'") from exc
        return found  # type: ignore[no-any-return]
