"""The agent that knows the way."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from cube_core import STOP_ACTION, Action, ActionSchema, Observation, Oracle


class OracleAgent:
    """Plays the scripted solutions of tasks, and stops when one has nothing left to do.

    A solution is a function of the goal and the observations; it never sees the task.

    >>> from cube_core import Action, Observation
    >>> from cube_gym import OracleAgent
    >>> def solve(goal, observation):
    ...     yield Action(name="press_home")
    >>> agent = OracleAgent({"go-home": solve})
    >>> agent.reset("Go home.", [])
    >>> [agent.act(Observation(), {"task_id": "go-home"}).name for _ in range(2)]
    ['press_home', 'final_step']
    """

    __module__ = "cube_gym.agents"

    def __init__(self, oracles: Mapping[str, Oracle]) -> None:
        """`oracles` holds the scripted solutions by task id."""
        self._oracles = dict(oracles)
        self._goal = ""
        self._steps: Generator[Action | list[Action], Observation, None] | None = None

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        del action_set
        self._goal, self._steps = goal, None

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action | list[Action]:
        """The solution's next action.

        Raises:
            KeyError: the task has no scripted solution here.
        """
        try:
            if self._steps is None:
                self._steps = self._oracles[info["task_id"]](self._goal, observation)
                return next(self._steps)
            return self._steps.send(observation)
        except StopIteration:
            return Action(name=STOP_ACTION.name)
