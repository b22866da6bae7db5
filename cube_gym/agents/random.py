"""The agent that tries anything."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cube_core import Action, ActionSchema, Observation
from cube_gym.spaces import ActionSpace


class RandomAgent:
    """Draws an action, and arguments that fit its schema, at each step. The same seed gives the same draws.

    >>> from cube_core import STOP_ACTION, Observation
    >>> agent = RandomAgent(seed=0)
    >>> agent.reset("anything", [STOP_ACTION])
    >>> agent.act(Observation(), {})
    Action(id=None, name='final_step', arguments={})
    """

    __module__ = "cube_gym.agents"

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._space: ActionSpace | None = None

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode. The generator goes on where the last episode left it."""
        del goal
        self._space = ActionSpace(action_set, seed=self._rng)

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        """Draw an action.

        Raises:
            RuntimeError: before `reset`.
        """
        del observation, info
        if self._space is None:
            raise RuntimeError("call reset(goal, action_set) first")
        return self._space.sample()
