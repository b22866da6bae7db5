"""The agent that drives a planner."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cube_core import STOP_ACTION, Action, ActionSchema, AgentStop, Observation, StepError
from cube_core.frozen import thaw
from cube_gym.runtime import Planner, TaskContext
from cube_gym.runtime.planner import WorldlessPlanner, checked_plan, takes_world
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldState


class PlannerAgent:
    """Asks a planner for a plan and plays it, step by step, as `TaskRunner` does, with the world from `info`.

    The planner plans again when its plan is used up or a step has failed; an empty plan stops the episode.

    >>> from cube_gym import PlannerAgent, evaluate
    >>> from world import PlannedStep
    >>> class OpensNotes:
    ...     "A planner that is done once the notes are open."
    ...
    ...     def plan(self, scene, semantic_scene, context, /, *, world=None):
    ...         there = world is not None and world.current_app == "notes"
    ...         return [] if there else [PlannedStep("launch_app", {"app": "notes"})]
    >>> evaluate("phone/rename-note", lambda: PlannerAgent(OpensNotes())).results[0].steps
    2
    """

    __module__ = "cube_gym.agents"

    def __init__(self, planner: Planner | WorldlessPlanner) -> None:
        self._planner = planner
        self._takes_world = takes_world(planner.plan)
        self._context = TaskContext()
        self._plan: deque[PlannedStep] = deque()

    @property
    def context(self) -> TaskContext:
        """What the planner works with: the episode so far."""
        return self._context

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        self._context = TaskContext(goal=goal, action_set=action_set)
        self._plan = deque()

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        """The next step of the plan, or of a new one."""
        self._take_in(observation, info)
        if not self._plan:
            self._plan.extend(self._ask())
        if not self._plan:
            return Action(name=STOP_ACTION.name)
        step = self._plan.popleft()
        self._context.steps.append(step)
        return Action(name=step.name, arguments=thaw(step.args))

    def _take_in(self, observation: Observation, info: Mapping[str, Any]) -> None:
        context, world = self._context, info.get("world")
        context.task_id = str(info.get("task_id", ""))
        context.observation, context.world = observation, world
        context.scenes.append(Scene.from_observation(observation))
        context.semantic_scene = _semantic_scene(world)
        if len(context.results) < len(context.steps):
            error: StepError | None = info.get("error")
            text = None if error is None else f"{error.error_type}: {error.exception_str}"
            context.add_step_result(StepResult(success=error is None, error=text))
            if error is not None:
                self._plan.clear()

    def _ask(self) -> Sequence[PlannedStep]:
        context = self._context
        known = {"world": context.world} if self._takes_world else {}
        plan: Callable[..., Sequence[PlannedStep]] = self._planner.plan
        try:
            return checked_plan(plan(context.scenes[-1], context.semantic_scene, context, **known))
        except AgentStop:
            return ()


def _semantic_scene(world: WorldState | None) -> SemanticScene | None:
    """What the screen means now, as the world has it: whole after a step, its page alone after a reset."""
    if world is None:
        return None
    if world.history and isinstance(world.history[-1].scene, SemanticScene):
        return world.history[-1].scene
    return SemanticScene(page=world.current_page) if world.current_page else None
