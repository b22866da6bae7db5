"""Scripted solutions as the debug agents that cube-standard's test command runs."""

from collections.abc import Generator, Sequence
from typing import Any

from cube.core import Action as CubeAction
from cube.core import Observation as CubeObservation

from cube_core import STOP_ACTION, Action, Observation, Oracle
from cube_core.frozen import thaw
from cube_gym import catalogue
from cube_gym.adapters.cube_standard.contents import observation_from_cube


class DebugAgent:
    """Plays a scripted solution, one action a call, and stops when it has nothing left to do."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._steps: Generator[Action | list[Action], Observation, None] | None = None
        self._planned: list[Action] = []
        self._seen: list[Any] = []

    def __call__(self, obs: CubeObservation, action_set: Sequence[Any]) -> CubeAction:
        """The next action after what was seen."""
        del action_set
        if not self._planned:
            self._planned = self._next(observation_from_cube(obs))
        else:
            self._seen += observation_from_cube(obs).contents
        action = self._planned.pop(0)
        return CubeAction(id=action.id, name=action.name, arguments=thaw(action.arguments))

    def _next(self, observation: Observation) -> list[Action]:
        """What to do next: the answers to actions that were planned together are seen together."""
        seen = Observation.of([*self._seen, *observation.contents], error=observation.error)
        self._seen = []
        try:
            if self._steps is None:
                self._steps = self._oracle(_goal_in(observation), observation)
                planned = next(self._steps)
            else:
                planned = self._steps.send(seen)
        except StopIteration:
            planned = Action(name=STOP_ACTION.name)
        return [planned] if isinstance(planned, Action) else list(planned)


def solvable(benchmark: str) -> list[str]:
    """The ids of a benchmark's tasks that have a scripted solution."""
    return [name for name, config in catalogue.benchmark(benchmark).configs().items() if config.oracle() is not None]


def agent_of(benchmark: str, task_id: str) -> DebugAgent:
    """A debug agent for a task.

    Raises:
        KeyError: there is no such task.
        ValueError: it has no scripted solution.
    """
    oracle = catalogue.benchmark(benchmark).configs()[task_id].oracle()
    if oracle is None:
        raise ValueError(f"{task_id!r} of {benchmark!r} has no scripted solution")
    return DebugAgent(oracle)


def _goal_in(observation: Observation) -> str:
    goal = observation.content("goal")
    return "" if goal is None else str(goal.data)
