"""One episode of a task: its actions are executed and counted, its end is judged."""

import logging
import math
from typing import Any

from cube_core import Action, AgentStop, EnvironmentOutput, InvalidAction, Observation, StepError, Task, TaskFault
from cube_core.profiling import Profiling
from cube_gym.info import NO_DETAILS, Details, Outcome
from cube_gym.runtime.execution import execute_step, observe_world
from cube_gym.spaces.action import malformed
from cube_gym.turn import UNTIMED, Turn, fault, left_out, merged, outcome_of
from world import WorldModel

_logger = logging.getLogger(__name__)


class Episode:
    """What is between a reset and an end.

    Args:
        task: The task, reset already.
        world: Is told of each executed action; None when the world is not tracked.
        goal: What is to be done, in words.
        max_steps: How many actions may be executed.
        steps: How many have been, in an episode that is gone on with.
        running: False for an episode that is over already.
    """

    def __init__(
        self, task: Task, world: WorldModel | None, *, goal: str, max_steps: int, steps: int = 0, running: bool = True
    ) -> None:
        self.task = task
        self.task_id = task.metadata.id
        self.goal = goal
        self.steps = steps
        self.max_steps = max_steps
        self.running = running
        self.broken = False
        """Whether the task broke: nothing more can be done with it."""
        self._world = world

    def step(self, action: object) -> Turn:
        """Execute an action, or a list of them in order. Whatever it is, nothing is raised.

        After the end of the episode, the rest of a list is answered as not executed.
        """
        if not isinstance(action, (list, tuple)):
            return self._play(action)
        turns: list[Turn] = []
        for single in action or [_NOTHING]:
            turns.append(self._play(single))
            if not self.running:
                break
        return turns[0] if len(action) == 1 else merged(turns, [left_out(rest) for rest in action[len(turns) :]])

    def info(
        self,
        *,
        details: Details = NO_DETAILS,
        profiling: Profiling = UNTIMED,
        outcome: Outcome = Outcome.OK,
        error: StepError | None = None,
    ) -> dict[str, Any]:
        """Gymnasium's info: the keys are the same after every reset and every step."""
        return {
            "task_id": self.task_id,
            "goal": self.goal,
            "world": None if self._world is None else self._world.state,
            "error": error,
            "outcome": outcome,
            "profiling": profiling,
            "details": details,
        }

    def _play(self, action: object) -> Turn:
        self.steps += 1
        try:
            turn = self._executed(action)
        except (Exception, AgentStop) as exc:  # no action can raise this far: it is the task's own side
            _logger.info("%s broke in step %d", self.task_id, self.steps, exc_info=True)
            self.running, self.broken = False, True
            return fault(exc, action)
        except BaseException:  # Ctrl-C, an exit: nobody knows how far the action came
            self.running, self.broken = False, True
            raise
        self.running = not (turn.terminated or turn.truncated)
        return turn

    def _executed(self, action: object) -> Turn:
        problem = malformed(action)
        if problem is None:
            output = execute_step(self.task, action, self._world)  # type: ignore[arg-type]  # `malformed` has judged it
        else:
            output = self._refused("an action is never an empty list" if action is _NOTHING else problem)
        reward, details = output.reward, output.info.get("details")
        truncated = not output.done and self.steps >= self.max_steps
        if truncated and not self.task.evaluate_each_step:
            due, details = self.task.judge()
            reward += due
        if not math.isfinite(reward):
            raise TaskFault(f"the verifier of {self.task_id} came to a reward of {reward}")
        return Turn(
            output.obs,
            reward,
            output.done,
            truncated,
            outcome_of(output.error),
            output.error,
            Details.of(details),
            output.info.get("profiling", UNTIMED),
        )

    def _refused(self, problem: str) -> EnvironmentOutput:
        """As `Task.step` refuses, for what is no action at all."""
        error = InvalidAction.because(problem)
        observation = Observation.of([*error.to_observation().contents, *self.task.observe().contents], error=error)
        done = self.task.finished()
        reward, details = self.task.judge() if done or self.task.evaluate_each_step else (0.0, {})
        output = EnvironmentOutput.of(observation, reward=reward, done=done, info={"details": details})
        if self._world is not None:
            observe_world(self._world, self.task, Action(name=""), output)
        return output


class _Nothing:
    """Stands for the action of an agent that gave an empty list."""


_NOTHING = _Nothing()
