"""What an agent is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from cube_core import Action, ActionSchema, Observation


class Agent(Protocol):
    """Whatever chooses actions. It sees observations and infos, never the task.

    >>> from cube_core import Action
    >>> from cube_gym import evaluate
    >>> class Stops:
    ...     "An agent that stops at once."
    ...
    ...     def reset(self, goal, action_set): ...
    ...
    ...     def act(self, observation, info):
    ...         return Action(name="final_step")
    >>> evaluate("phone/rename-note", Stops()).summary().total.successes
    0
    """

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode with this goal and these actions."""

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action | list[Action]:
        """What to do next: one action, or several to execute in order."""
        ...


Agent.__module__ = "cube_gym"


@dataclass(frozen=True, slots=True)
class Usage:
    """What an episode has cost so far. None where it was not measured, never 0."""

    calls: int = 0
    """Calls of the model, those that failed included."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """In the currency of the prices."""


@runtime_checkable
class AccountableAgent(Protocol):
    """An agent that also tells what it costs and what it said. The runner records both where they are there."""

    @property
    def usage(self) -> Usage:
        """What this episode has cost so far."""
        ...

    def transcript(self) -> list[dict[str, Any]]:
        """The messages since the last call of this method, as JSON; pictures are named only."""
        ...


AccountableAgent.__module__ = "cube_gym"
