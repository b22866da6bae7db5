"""What an agent can do: tools, whose marked methods are its actions."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from cube_core.action import STOP_ACTION, Action, ActionSchema, ActionSet
from cube_core.drive import drive
from cube_core.frozen import thaw
from cube_core.observation import AgentStop, InvalidAction, Observation, StepError
from cube_core.signals import signal_of
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
    """A set of actions that share state. Mark the methods that agents may call with `@tool_action`.

    >>> from cube_core import Action, Tool, tool_action
    >>> class Lamp(Tool):
    ...     @tool_action
    ...     def switch(self, on: bool) -> str:
    ...         "Switch the lamp."
    ...         return "It is bright." if on else "It is dark."
    >>> lamp = Lamp()
    >>> [schema.name for schema in lamp.action_set]
    ['switch', 'final_step']
    >>> lamp.execute_action(Action(name="switch", arguments={"on": True})).to_markdown()
    'It is bright.'
    """

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
        return ActionSet(_actions_of(type(self)).schemas)

    def execute_action(self, action: Action) -> Observation:
        """Run one action and say how it went; an async action is driven to its end.

        A refused or failed action is an observation with `.error` (an InvalidAction when it did not run at all).

        Raises:
            AgentStop: the action ends the episode.
            TaskFault: the task's own side is broken, or the action raised a BaseException of its own.
            KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError: as they are.
        """
        call = self._call_of(action)
        if isinstance(call, StepError):
            return call.to_observation(action.id)
        try:
            result = call()
            return Observation.from_result(drive(result) if inspect.isawaitable(result) else result, action.id)
        except BaseException as exc:  # noqa: BLE001, `_failed` raises again what is not the action's own failure
            return _failed(exc, action.id)

    async def async_execute_action(self, action: Action) -> Observation:
        """As `execute_action`, for callers that are async themselves."""
        call = self._call_of(action)
        if isinstance(call, StepError):
            return call.to_observation(action.id)
        try:
            result = call()
            return Observation.from_result(await result if inspect.isawaitable(result) else result, action.id)
        except BaseException as exc:  # noqa: BLE001, see execute_action
            return _failed(exc, action.id)

    def problem(self, action: Action) -> str | None:
        """Why `execute_action` would refuse this action, or None when it would run it."""
        known = _actions_of(type(self)).by_name.get(action.name)
        return unknown_action(action.name, self.action_set) if known is None else known.schema.problem(action.arguments)

    def _call_of(self, action: Action) -> Callable[[], Any] | StepError:
        """The call that the action asks for, its arguments converted; or why there is none.

        JSON Schema alone decides whether an action is invalid, so that a space can say it beforehand; what a type's own
        validators refuse after that is an action that failed.
        """
        known = _actions_of(type(self)).by_name.get(action.name)
        if known is None:
            return InvalidAction.because(unknown_action(action.name, self.action_set))
        problem = known.schema.problem(action.arguments)
        if problem is not None:
            return InvalidAction.because(problem)
        try:
            positional, keywords = known.signature.convert(thaw(action.arguments))  # a tool may change what it gets
        except Exception as exc:  # noqa: BLE001, a type's own validators may raise anything
            return StepError.from_exception(exc).model_copy(update={"exception_str": _misfit(exc)})
        return partial(getattr(self, action.name), *positional, **keywords)


class _Actions:
    """The actions of a class, read once."""

    __slots__ = ("by_name", "schemas")

    def __init__(self, by_name: dict[str, _ToolAction]) -> None:
        self.by_name = by_name
        self.schemas = tuple(action.schema for action in by_name.values())


def _actions_of(tool: type[Tool]) -> _Actions:
    """The actions of a class. A method that overrides an action is an action too."""
    known: _Actions | None = tool.__dict__.get(_READ)
    if known is None:
        names = {
            name: 0 for base in reversed(tool.__mro__) for name, member in vars(base).items() if _is_marked(member)
        }
        names["final_step"] = names.pop("final_step")
        for name in sorted(names.keys() & vars(Tool).keys() - {"final_step"}):
            msg = f"action {tool.__name__}.{name} takes the place of a method that every tool has: name it otherwise"
            raise ValueError(msg)
        known = _Actions({name: _read_action(tool, name) for name in names if callable(getattr(tool, name, None))})
        setattr(tool, _READ, known)
    return known


_READ: Final = "_cube_actions"
"""Where a class keeps its actions: a table beside the classes would keep them alive."""


def _is_marked(member: object) -> bool:
    function = getattr(member, "__func__", None)  # of a static or class method
    return getattr(member, "__cube_action__", False) is True or getattr(function, "__cube_action__", False) is True


def _read_action(tool: type[Tool], name: str) -> _ToolAction:
    docs = (inspect.getdoc(vars(base)[name]) for base in tool.__mro__ if name in vars(base))
    member = inspect.getattr_static(tool, name)
    # bound, to anything: its first parameter is not the agent's, whatever it is called
    method = member.__get__(tool, tool) if hasattr(member, "__get__") else member
    try:
        signature = read_signature(method, doc=next(filter(None, docs), None))
    except (TypeError, ValueError) as exc:
        msg = f"action {tool.__name__}.{name}: {exc}"
        raise type(exc)(msg) from exc
    schema = ActionSchema(name=name, description=signature.description, parameters=signature.parameters)
    return _ToolAction(STOP_ACTION if schema == STOP_ACTION else schema, signature)


_LONGEST_NAME: Final = 100
"""Characters of an unknown action's name that are repeated to the agent."""


def unknown_action(name: str, schemas: list[ActionSchema]) -> str:
    """The sentence that tells an agent which actions there are."""
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..."
    return f"there is no action {shown!r} now; there is: {', '.join(schema.name for schema in schemas)}"


def _misfit(exc: Exception) -> str:
    """What does not fit, for the agent: a place and a reason for each."""
    if not isinstance(exc, ValidationError):
        return f"the arguments do not fit: {StepError.from_exception(exc).exception_str}"
    errors = exc.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in errors[:5])


def _failed(exc: BaseException, tool_call_id: str | None) -> Observation:
    signal = signal_of(exc)
    if signal is None:
        return StepError.from_exception(exc).to_observation(tool_call_id)
    if signal is exc:
        raise exc
    raise signal from signal.__cause__ or exc


class ToolConfig(ValidatedConfig, ABC):
    """What it takes to make a tool, in any process.

    >>> from cube_core import Tool
    >>> class LampConfig(ToolConfig):
    ...     watts: int = 40
    ...
    ...     def make(self) -> Tool:
    ...         return Tool()
    >>> ToolConfig.model_validate(LampConfig(watts=60).model_dump()).watts
    60
    """

    __module__ = "cube_core"

    @abstractmethod
    def make(self) -> Tool:
        """A new tool."""


class AsyncToolConfig(ValidatedConfig, ABC):
    """As ToolConfig, for a tool whose making has to wait.

    >>> import asyncio
    >>> from cube_core import Tool
    >>> class BrowserConfig(AsyncToolConfig):
    ...     async def make(self) -> Tool:
    ...         await asyncio.sleep(0)  # the browser starts
    ...         return Tool()
    >>> type(asyncio.run(BrowserConfig().make())).__name__
    'Tool'
    """

    __module__ = "cube_core"

    @abstractmethod
    async def make(self) -> Tool:
        """A new tool."""
