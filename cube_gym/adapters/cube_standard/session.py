"""A CUBE Task that is played: what it is asked, and what it answers, in this project's terms."""

import inspect
from collections.abc import Callable, Collection
from typing import Any

from cube.core import Action as CubeAction
from cube.core import AgentStop as CubeStop
from cube.core import Content as CubeContent
from cube.core import Observation as CubeObservation
from cube.core import StepError as CubeError
from cube.task import Task as CubeStandardTask
from cube.tool import AbstractTool

from cube_core import (
    STOP_ACTION,
    Action,
    ActionSchema,
    AgentStop,
    Content,
    Observation,
    StepError,
    TaskFault,
    TextContent,
)
from cube_core.drive import drive
from cube_core.frozen import thaw
from cube_gym.adapters.cube_standard.contents import observation_from_cube, observation_to_cube
from cube_gym.adapters.cube_standard.schemas import plain_method_of, schemas_of


class CubeSession:
    """Drives one CUBE Task. Everything happens in the thread that made the Task.

    Within a step the order is cube-standard's: the action, the Task's hook, `finished`. `evaluate` is asked with what
    was there before the observation's last touch.
    """

    def __init__(self, task: CubeStandardTask) -> None:
        self.task = task
        self.tool: AbstractTool = task.tool
        self.schemas: list[ActionSchema] = schemas_of(self.tool)
        """Read once: a CUBE tool makes them anew each time it is asked."""
        self.finished = False
        self.judges_each_step = bool(task.validate_per_step)
        self._offered = {schema.name: schema for schema in self.tool.action_set}
        self.filters = type(task)._filter_actions is not CubeStandardTask._filter_actions  # noqa: SLF001, the hook
        """Whether what is allowed may change within an episode."""
        self.has_own_tool = type(task)._make_tool is not CubeStandardTask._make_tool  # noqa: SLF001, the hook
        """Whether the Task builds its tool itself, perhaps another one for each task."""
        self._touches_up = type(task).obs_postprocess is not CubeStandardTask.obs_postprocess
        self._last = CubeObservation()

    def reset(self) -> tuple[Observation, dict[str, Any]]:
        """Start the episode: the first observation, and info with the goal."""
        self._last, info = self.task.reset()
        self.finished = False
        observation = observation_from_cube(self._last)
        return observation, {**info, "goal": _goal_of(info, observation)}

    def act(self, action: Action) -> Observation:
        """Execute an action that fits its schema.

        Raises:
            AgentStop: it ends the episode.
            TaskFault: the Task's own side is broken.
        """
        try:
            shown = self._execute(action)
        except CubeStop as stop:
            self._last = stop.observation
            raise AgentStop(self._after(stop.observation)) from None
        try:
            self.task._post_action(shown)  # noqa: SLF001, as `Task.step` of cube-standard does
            self.finished = bool(self.task.finished(shown))
        except Exception as exc:
            raise _fault(self.task, exc) from exc
        self._last = shown
        return self._after(shown)

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """The score of the Task as it is now, and what it was made of."""
        score, details = self.task.evaluate(self._last)
        return score, dict(details)

    def allowed(self) -> Collection[str]:
        """The actions that the Task offers now. The stop is always one."""
        offered = self.task._filter_actions(list(self._offered.values()))  # noqa: SLF001, the hook
        return {STOP_ACTION.name, *(schema.name for schema in offered)}

    def close(self) -> None:
        """Close the Task."""
        self.task.close()

    def _execute(self, action: Action) -> CubeObservation:
        if action.name == STOP_ACTION.name and action.name not in self._offered:
            raise CubeStop
        arguments = self._arguments(action)
        try:
            method = plain_method_of(self.tool, action.name)
            if method is not None:
                return _called(method, arguments)
            shown = self.tool.execute_action(CubeAction(id=action.id, name=action.name, arguments=arguments))
        except Exception as exc:  # noqa: BLE001, what an action does wrong is for the agent to read
            return _failure(exc)
        return shown.to_observation() if isinstance(shown, CubeError) else shown

    def _arguments(self, action: Action) -> dict[str, Any]:
        """The arguments as JSON; where an integer is asked for, 3.0 is 3."""
        schema = next((schema for schema in self.schemas if schema.name == action.name), None)
        declared = {} if schema is None else schema.parameters.get("properties", {})
        return {
            name: int(value) if isinstance(value, float) and declared.get(name, {}).get("type") == "integer" else value
            for name, value in thaw(action.arguments).items()
        }

    def _after(self, shown: CubeObservation) -> Observation:
        """What the agent gets to see. `evaluate` still gets what was there before, which the hook may change."""
        if not self._touches_up:
            return observation_from_cube(shown)
        try:
            return observation_from_cube(self.task.obs_postprocess(shown.model_copy(deep=True)))
        except Exception as exc:
            raise _fault(self.task, exc) from exc


def _called(method: Callable[..., Any], arguments: dict[str, Any]) -> CubeObservation:
    """What an action's method gives, said as it is: cube-standard says "Success" for 0, False, "" and []."""
    result = method(**arguments)
    if inspect.isawaitable(result):
        result = drive(result)
    if isinstance(result, CubeObservation):
        return result
    if isinstance(result, CubeContent):
        return CubeObservation(contents=[result])
    return observation_to_cube(Observation.of([Content.from_data(result)]))


def _failure(exc: Exception) -> CubeObservation:
    return observation_to_cube(StepError.from_exception(exc).to_observation())


def _fault(task: CubeStandardTask, exc: Exception) -> TaskFault:
    return TaskFault(f"the CUBE task {task.id!r} broke: {type(exc).__name__}: {exc}")


def _goal_of(info: dict[str, Any], observation: Observation) -> str:
    """The goal that the Task names; else the first text that it shows, where cube-standard wants the objective."""
    named = info.get("goal")
    if isinstance(named, str) and named:
        return named
    return next((content.data for content in observation.contents if isinstance(content, TextContent)), "")
