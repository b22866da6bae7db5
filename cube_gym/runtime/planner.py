"""What a planner is, and how it is asked."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cube_gym.runtime.context import TaskContext
from world import PlannedStep, Scene, SemanticScene, WorldState


class Planner(Protocol):
    """Decides what to do next.

    `plan` gives the next steps. They are executed in order, until they are used up or one of them fails; then it is
    asked again. An empty plan ends the run.

    >>> from cube_gym import TaskRunner
    >>> from benchmarks.phone import PhoneConfig
    >>> from world import PlannedStep, WorldModel
    >>> class LooksAround:
    ...     "Goes home once, then has nothing more to do."
    ...
    ...     def plan(self, scene, semantic_scene, context, /, *, world=None):
    ...         return [] if context.steps else [PlannedStep("press_home")]
    >>> task = PhoneConfig(tasks=("rename-note",)).get_task_configs()[0].make()
    >>> TaskRunner(task, LooksAround(), world_model=WorldModel()).run(seed=0).world.current_page
    'home.main'
    """

    def plan(
        self,
        scene: Scene,
        semantic_scene: SemanticScene | None,
        context: TaskContext,
        /,
        *,
        world: WorldState | None = None,
    ) -> Sequence[PlannedStep]:
        """The next steps, given what is on the screen, what it means, and the run so far (its goal, its results).

        `world` is what is known after the last completed step; None when the world is not tracked.
        """
        ...


class WorldlessPlanner(Protocol):
    """A planner whose `plan` has no parameter `world`. It works as it always did."""

    def plan(
        self, scene: Scene, semantic_scene: SemanticScene | None, context: TaskContext, /
    ) -> Sequence[PlannedStep]:
        """The next steps."""
        ...


Planner.__module__ = "cube_gym"


def takes_world(plan: Callable[..., Any]) -> bool:
    """Whether `plan` can be given `world` by name."""
    try:
        parameters = inspect.signature(plan).parameters.values()
    except (TypeError, ValueError):  # written in C, without a signature
        return False
    return any(
        parameter.kind is parameter.VAR_KEYWORD
        or (parameter.name == "world" and parameter.kind in {parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD})
        for parameter in parameters
    )


def checked_plan(plan: Sequence[PlannedStep]) -> Sequence[PlannedStep]:
    """The plan itself.

    Raises:
        TypeError: it is no sequence of PlannedSteps.
    """
    if isinstance(plan, str) or not isinstance(plan, Sequence):
        raise TypeError(f"plan() gives a sequence of PlannedSteps, an empty one to end; not {type(plan).__name__}")
    for step in plan:
        if not isinstance(step, PlannedStep):
            raise TypeError(f"plan() gives PlannedSteps, not {type(step).__name__}: see PlannedStep.from_action")
    return plan
