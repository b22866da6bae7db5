"""What there is to know about a run, while it runs and after it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cube_core import ActionSchema, Observation, StepError
from cube_gym.info import Details, Outcome
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldState


@dataclass(slots=True)
class TaskContext:
    """One run of a task: what the planner works with, and what `TaskRunner.run` gives.

    It grows by one entry a step, and belongs to its run alone.

    >>> from world import StepResult
    >>> context = TaskContext(goal="Go home.")
    >>> context.add_step_result(StepResult(success=True))
    >>> len(context.results)
    1
    """

    __module__ = "cube_gym"

    task_id: str = ""
    goal: str = ""
    """What is to be done, in words."""
    action_set: Sequence[ActionSchema] = ()
    """The actions that are allowed now."""
    observation: Observation = field(default_factory=Observation)
    """The last observation, whole."""
    semantic_scene: SemanticScene | None = None
    """What the screen means now."""
    scenes: list[Scene] = field(default_factory=list)
    """What was on the screen: the first scene, then one a step."""
    steps: list[PlannedStep] = field(default_factory=list)
    """The executed steps, failed ones too."""
    results: list[StepResult] = field(default_factory=list)
    """How each of them went."""
    world: WorldState | None = None
    """What is known after the last completed step; None when the world is not tracked."""
    reward: float = 0.0
    """The sum of the rewards; after the run, the verifier's score."""
    details: Details = field(default_factory=Details)
    """What the verifier reports."""
    terminated: bool = False
    """The task is finished, or the agent stopped."""
    truncated: bool = False
    """The steps were used up, or the task broke. Neither of the two: the planner had nothing more to do."""
    outcome: Outcome = Outcome.OK
    """`task_fault` when the task's own side broke: such a run counts for nothing. Otherwise `ok`."""
    fault: StepError | None = None
    """What broke."""

    def add_step_result(self, result: StepResult) -> None:
        """Take in how a step went."""
        self.results.append(result)
