"""Reset; execute, then observe the world: the one way it is done, by environments and by planner-driven runs."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from cube_core import STOP_ACTION, Action, EnvironmentOutput, Observation, Task
from cube_core.wire import clean_text
from cube_gym.info import Details
from cube_gym.memory import forgetful, without_memory
from world import PlannedStep, StepResult, WorldModel, read_scenes
from world.rules import page_of
from world.sources import Scenes, read_scene, read_semantic_scene

DEFAULT_MAX_STEPS: Final = 100
"""Steps of an episode whose task recommends no number."""

_logger = logging.getLogger(__name__)


class Told(NamedTuple):
    """What a task says when it is reset."""

    observation: Observation
    goal: str
    details: Details


def reset_task(task: Task, seed: int | None) -> Told:
    """Reset a task and read what it says.

    Raises:
        Exception: what the task raised, or what its answer cannot be read as: the task's fault either way.
    """
    observation, told = task.reset(seed=seed)
    if not isinstance(observation, Observation):
        raise TypeError(f"reset() gives an Observation and info, got {type(observation).__name__}")
    info = dict(told)
    goal = info.pop("goal", None)
    return Told(observation.answering(None), "" if goal is None else clean_text(str(goal)), Details.of(info))


def execute_step(
    task: Task,
    action: Action,
    world_model: WorldModel | None,
    *,
    record: Callable[[EnvironmentOutput, Scenes], None] | None = None,
) -> EnvironmentOutput:
    """Execute one action and bring the world up to date, also when the action was refused, failed or stopped.

    With a world model, the action's `remember` is for the world only: the tool does not see it. `record` gets the
    result, and the scenes it led to, before the world does.

    Raises:
        TaskFault: the task's own side is broken; the world is not told of such a step.
    """
    output = task.step(action if world_model is None else without_memory(action))
    scenes = None
    if record is not None:
        scenes = read_scenes(task, output.obs)
        record(output, scenes)
    if world_model is not None:
        observe_world(world_model, task, action, output, scenes)
    return output


def observe_world(
    world_model: WorldModel, task: Task, action: Action, output: EnvironmentOutput, scenes: Scenes | None = None
) -> None:
    """Tell the world what was done and what it led to: `scenes`, or else what the task shows now. Never raises.

    What is to be remembered is kept whatever became of the call, but for the stop action, which offers no memory.
    """
    scene, semantic_scene = scenes or (None, read_semantic_scene(task))
    if scene is None and page_of(semantic_scene) is None:  # where a page is named, nobody asks for the raw scene
        scene = read_scene(task, output.obs)
    step = PlannedStep.from_action(forgetful(action) if action.name == STOP_ACTION.name else action)
    result = StepResult.from_output(output)
    try:
        world_model.observe(scene, semantic_scene, step, result)
    except Exception:  # a model of one's own may raise; the task goes on
        _logger.warning("the world model failed to observe %s", step, exc_info=True)
