"""What an agent can do: tools, whose marked methods are its actions."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from cube_core.action import STOP_ACTION, Action, ActionSchema
from cube_core.content import Content
from cube_core.drive import drive
from cube_core.observation import AgentStop, InvalidAction, Observation, StepError, TaskFault, stop_within
from cube_core.signature import Signature, read_signature
from cube_core.typed import ValidatedConfig

F = TypeVar("F", bound=Callable[..., Any])


def tool_action(method: F) -> F:
    """Mark a method of a Tool, sync or async, as an action that agents may call.

    Its type hints and docstring become the schema. It raises an ordinary exception when the action cannot be done: the
    agent reads the text and can try again.

    >>> class Counter(Tool):
    ...     count = 0
    ...
    ...     @tool_action
    ...     def add(self, amount: int = 1) -> int:
    ...         "Add to the counter."
    ...         self.count += amount
    ...         return self.count
    >>> Counter().execute_action(Action(name="add", arguments={"amount": 3})).to_markdown()
    '3'
    """
    method.__cube_action__ = True  # type: ignore[attr-defined]
    return method


@dataclass(frozen=True, slots=True)
class _ToolAction:
    """A marked method with what its signature says; read once a class."""

    schema: ActionSchema
    signature: Signature


class Tool:
    """A set of actions that share state. Mark the methods that agents may call with `@tool_action`."""

    __module__ = "cube_core"

    @tool_action
    def final_step(self) -> None:
        """Stop the task execution."""
        raise AgentStop

    def reset(self) -> None:
        """Forget the last episode. Called before each."""

    def close(self) -> None:
        """Let go of processes, files and connections. Can be called twice."""

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of all actions, in the order of their definition, `final_step` last."""
        return [action.schema for action in _actions_of(type(self)).values()]

    def execute_action(self, action: Action) -> Observation:
        """Run one action and say how it went; an async action is driven to its end.

        A refused or failed action is an observation with `.error` (an InvalidAction when it did not run at all).

        Raises:
            AgentStop: the action ends the episode.
            TaskFault: the task's own side is broken.
        """
        problem = self.problem(action)
        if problem is not None:
            return InvalidAction.because(problem).to_observation(action.id)
        try:
            result = self._call(action)
            return _observation_of(drive(result) if inspect.iscoroutine(result) else result, action.id)
        except BaseException as exc:  # noqa: BLE001, `_failed` raises again what is not the action's own failure
            return _failed(exc, action.id)

    async def async_execute_action(self, action: Action) -> Observation:
        """As `execute_action`, for callers that are async themselves."""
        problem = self.problem(action)
        if problem is not None:
            return InvalidAction.because(problem).to_observation(action.id)
        try:
            result = self._call(action)
            return _observation_of(await result if inspect.iscoroutine(result) else result, action.id)
        except BaseException as exc:  # noqa: BLE001, see execute_action
            return _failed(exc, action.id)

    def problem(self, action: Action) -> str | None:
        """Why `execute_action` would refuse this action, or None when it would run it."""
        known = _actions_of(type(self)).get(action.name)
        return unknown_action(action.name, self.action_set) if known is None else known.schema.problem(action.arguments)

    def _call(self, action: Action) -> Any:  # noqa: ANN401, whatever the action returns
        method = getattr(self, action.name)
        if not action.arguments:
            return method()
        positional, keywords = _actions_of(type(self))[action.name].signature.convert(action.arguments)
        return method(*positional, **keywords)


@cache
def _actions_of(tool: type[Tool]) -> dict[str, _ToolAction]:
    """The actions of a class by name. A method that overrides an action is an action too."""
    names = {name: None for base in reversed(tool.__mro__) for name, member in vars(base).items() if _is_marked(member)}
    names["final_step"] = names.pop("final_step")
    return {name: _read_action(tool, name) for name in names if callable(getattr(tool, name, None))}


def _is_marked(member: object) -> bool:
    return getattr(member, "__cube_action__", False) is True


def _read_action(tool: type[Tool], name: str) -> _ToolAction:
    method = getattr(tool, name)
    try:
        signature = read_signature(method)
    except (TypeError, ValueError) as exc:
        msg = f"action {tool.__name__}.{name}: {exc}"
        raise type(exc)(msg) from exc
    schema = ActionSchema(name=name, description=signature.description, parameters=signature.parameters)
    return _ToolAction(STOP_ACTION if schema == STOP_ACTION else schema, signature)


def unknown_action(name: str, schemas: list[ActionSchema]) -> str:
    """The sentence that tells an agent which actions there are."""
    return f"there is no action {name!r} now; there is: {', '.join(schema.name for schema in schemas)}"


def _observation_of(result: object, tool_call_id: str | None) -> Observation:
    if isinstance(result, Observation):
        return _answering(result, tool_call_id)
    return Observation(contents=[Content.from_data(result, tool_call_id=tool_call_id)])


def _answering(observation: Observation, tool_call_id: str | None) -> Observation:
    """A copy whose contents all carry the id: what a tool returned may still be its own."""
    contents = [content.model_copy(update={"tool_call_id": tool_call_id}) for content in observation.contents]
    return Observation.model_construct(contents=contents, error=observation.error)


def _failed(exc: BaseException, tool_call_id: str | None) -> Observation:
    stop = stop_within(exc) if isinstance(exc, BaseExceptionGroup) else None
    if stop is not None:
        raise stop from exc
    if isinstance(exc, TaskFault) or not isinstance(exc, Exception):
        raise exc
    return StepError.from_exception(exc).to_observation(tool_call_id)


class ToolConfig(ValidatedConfig, ABC):
    """What it takes to make a tool, in any process."""

    __module__ = "cube_core"

    @abstractmethod
    def make(self) -> Tool:
        """A new tool."""


class AsyncToolConfig(ValidatedConfig, ABC):
    """As ToolConfig, for a tool whose making has to wait."""

    __module__ = "cube_core"

    @abstractmethod
    async def make(self) -> Tool:
        """A new tool."""
