"""The planner-driven loop: observe, plan, act, observe."""

import math
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from cube_core import Action, ActionSchema, AgentStop, EnvironmentOutput, StepError, Task, TaskFault
from cube_core.frozen import thaw
from cube_gym.arguments import checked_budget
from cube_gym.info import Details, Outcome
from cube_gym.memory import REMEMBER, offer_memory, without_memory
from cube_gym.runtime.context import TaskContext
from cube_gym.runtime.execution import DEFAULT_MAX_STEPS, execute_step, reset_task
from cube_gym.runtime.planner import Planner, WorldlessPlanner, checked_plan, takes_world
from cube_gym.streams import checked_seed
from world import PlannedStep, StepResult, WorldModel, read_scenes
from world.sources import Scenes

T = TypeVar("T")


class TaskRunner:
    """Runs a task with a planner, without Gymnasium.

    Each step is executed, its result goes into the context, and then the world model observes it, failed steps too.
    The planner plans again when its plan is used up or a step has failed. An empty plan, the stop action, a finished
    task and the budget end the run, which is judged once.

    What the planner raises is raised by `run`, but AgentStop, which counts as an empty plan. What breaks on the task's
    side ends the run with outcome "task_fault".

    Args:
        task: The task, which stays open after the run.
        planner: Whether its `plan` takes `world` is read from its signature, here, once.
        world_model: Tracks the world from a new state on, in each run. None, or one that is disabled: no world.
        max_steps: How many steps a run may take; by default what the task recommends, else 100.

    Raises:
        ValueError: `max_steps` is no whole number from 1 on.

    >>> from benchmarks.phone import PhoneConfig
    >>> from world import PlannedStep, WorldModel
    >>> class OpensMail:
    ...     def plan(self, scene, semantic_scene, context, /, *, world=None):
    ...         there = world is not None and world.current_app == "mail"
    ...         return [] if there else [PlannedStep("launch_app", {"app": "mail"})]
    >>> task = PhoneConfig(tasks=("rename-note",)).get_task_configs()[0].make()
    >>> context = TaskRunner(task, OpensMail(), world_model=WorldModel()).run(seed=0)
    >>> context.world.current_app, len(context.steps), context.reward
    ('mail', 1, 0.0)
    """

    __module__ = "cube_gym"

    def __init__(
        self,
        task: Task,
        planner: Planner | WorldlessPlanner,
        *,
        world_model: WorldModel | None = None,
        max_steps: int | None = None,
    ) -> None:
        budget = checked_budget(max_steps)
        self.task = task
        self.planner = planner
        self.context = TaskContext()
        """The current run, or the last one: also after `run` has raised."""
        self._world_model = world_model if world_model is not None and world_model.enabled else None
        self._max_steps = budget or task.metadata.recommended_max_steps or DEFAULT_MAX_STEPS
        self._takes_world = takes_world(planner.plan)
        schemas = [] if self._world_model is None else task.tool.action_set
        self._offers = {schema.name: offer_memory(schema) for schema in schemas}

    def run(self, *, seed: int | None = None) -> TaskContext:
        """Play one episode, from a reset with `seed` to its end.

        Raises:
            TypeError, ValueError: the seed is neither None nor a whole number from 0 on.
        """
        seed = checked_seed(seed)
        context = self.context = TaskContext(task_id=self.task.metadata.id)
        try:
            self._begin(context, seed)
            self._play(context)
            self._judge(context)
        except TaskFault as fault:
            context.terminated, context.truncated, context.outcome = False, True, Outcome.TASK_FAULT
            context.fault = StepError.from_exception(fault.__cause__ or fault)
        return context

    def _begin(self, context: TaskContext, seed: int | None) -> None:
        context.observation, context.goal, _ = _on_the_tasks_side(partial(reset_task, self.task, seed))
        self.task.begin()
        scene, context.semantic_scene = read_scenes(self.task, context.observation)
        context.scenes.append(scene)
        if self._world_model is not None:
            self._world_model.reset(context.semantic_scene)
            context.world = self._world_model.state

    def _play(self, context: TaskContext) -> None:
        plan: deque[PlannedStep] = deque()
        while not (context.terminated or context.truncated):
            if not plan:
                context.action_set = self._offered()
                plan.extend(self._plan(context))
            if not plan:
                return
            self._execute(plan.popleft(), context)
            if not context.results[-1].success:
                plan.clear()

    def _plan(self, context: TaskContext) -> Sequence[PlannedStep]:
        known = {"world": context.world} if self._takes_world else {}
        plan: Callable[..., Sequence[PlannedStep]] = self.planner.plan
        try:
            return checked_plan(plan(context.scenes[-1], context.semantic_scene, context, **known))
        except AgentStop:
            return ()

    def _execute(self, step: PlannedStep, context: TaskContext) -> None:
        def record(output: EnvironmentOutput, scenes: Scenes) -> None:
            context.observation = output.obs
            context.scenes.append(scenes.scene)
            context.semantic_scene = scenes.semantic_scene
            context.reward += output.reward
            context.details = Details(output.info.get("details", {}))
            context.steps.append(step)
            context.add_step_result(StepResult.from_output(output))

        action = self._action_of(step, context)
        output = _on_the_tasks_side(partial(execute_step, self.task, action, self._world_model, record=record))
        if self._world_model is not None:
            context.world = self._world_model.state
        context.terminated = output.done
        context.truncated = not output.done and len(context.results) >= self._max_steps

    def _judge(self, context: TaskContext) -> None:
        """Judge the run, unless its last step was judged already."""
        if context.terminated or (self.task.evaluate_each_step and context.results):
            return
        reward, context.details = _on_the_tasks_side(partial(_judgement, self.task))
        context.reward += reward

    def _offered(self) -> list[ActionSchema]:
        """The actions allowed now, with `remember` where there is a world to remember it."""
        allowed = _on_the_tasks_side(lambda: self.task.action_set)
        return [self._offers.get(schema.name, schema) for schema in allowed]

    def _action_of(self, step: PlannedStep, context: TaskContext) -> Action:
        """The action; without a world its `remember` says nothing, unless the tool has such a parameter itself."""
        action = Action(name=step.name, arguments=thaw(step.args))
        if self._world_model is not None or _declares_memory(step.name, context.action_set):
            return action
        return without_memory(action)


def _on_the_tasks_side(call: Callable[[], T]) -> T:
    """What `call` gives. What is raised there is a fault of the task: no action of an agent raises this far."""
    try:
        return call()
    except TaskFault:
        raise
    except (Exception, AgentStop) as exc:
        raise TaskFault(f"{type(exc).__name__}: {exc}") from exc


def _judgement(task: Task) -> tuple[float, Details]:
    reward, details = task.judge()
    if not math.isfinite(reward):
        raise TaskFault(f"the verifier gave a reward of {reward}")
    return reward, Details(details)


def _declares_memory(name: str, schemas: Sequence[ActionSchema]) -> bool:
    return any(schema.name == name and REMEMBER in schema.parameters.get("properties", {}) for schema in schemas)
