"""What an agent is."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cube_core import Action, ActionSchema, Observation


class Agent(Protocol):
    """Whatever chooses actions. It sees observations and infos, never the task."""

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode with this goal and these actions."""

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action | list[Action]:
        """What to do next: one action, or several to execute in order."""
        ...


Agent.__module__ = "cube_gym"
