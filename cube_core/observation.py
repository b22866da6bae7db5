"""What an agent gets back: observations, errors it can read, and the signal that ends an episode."""

import traceback
from collections.abc import Iterator, Sequence
from typing import Any, Final, Self, TypeGuard

from PIL import Image
from pydantic import ConfigDict, Field

from cube_core.content import NO_OUTPUT, Content, TextContent
from cube_core.short import Short
from cube_core.typed import TypedBaseModel, assemble
from cube_core.wire import CleanText

_LONGEST_REPR: Final = 600


class StepError(TypedBaseModel):
    """Why an action failed, for programs; the agent reads the same in the observation's contents. Frozen.

    >>> try:
    ...     raise ValueError("no app 'kontacts'")
    ... except ValueError as exc:
    ...     error = StepError.from_exception(exc)
    >>> error.to_observation(tool_call_id="call_1").to_markdown()
    "ValueError: no app 'kontacts'"
    """

    __module__ = "cube_core"

    model_config = ConfigDict(frozen=True)

    error_type: CleanText
    """The name of the exception's class."""
    exception_str: CleanText
    """The exception's text; it may be empty."""
    stack_trace: CleanText

    @classmethod
    def from_exception(cls, exc: BaseException) -> Self:
        """The error that `exc` stands for. Never raises, whatever the exception's own `__str__` does."""
        return cls(
            error_type=type(exc).__name__,
            exception_str=_text_of(exc),
            stack_trace=_trace_of(exc),
        )

    def to_observation(self, tool_call_id: str | None = None) -> "Observation":
        """An observation with the error as text for the agent, and the error itself on `.error`."""
        text = f"{self.error_type}: {self.exception_str}" if self.exception_str else self.error_type
        return Observation.of([TextContent.of(text, name="error", tool_call_id=tool_call_id)], error=self)

    def _repr_html_(self) -> str:
        from cube_core.display import error_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(error_view(self))


class InvalidAction(StepError):  # noqa: N818, no exception: it is read, never raised
    """The action was refused before it ran: unknown, not allowed now, or with arguments that do not fit.

    >>> from cube_core import Action, Tool
    >>> refused = Tool().execute_action(Action(name="fly")).error
    >>> isinstance(refused, InvalidAction)
    True
    """

    __module__ = "cube_core"

    @classmethod
    def because(cls, reason: str) -> Self:
        """The refusal of an action for `reason`, a sentence that the agent can act on."""
        return cls(error_type="InvalidAction", exception_str=reason, stack_trace="")


class Observation(TypedBaseModel):
    """What an agent sees after a step: contents in order, and the error when its action failed.

    >>> seen = Observation.from_text("one file")
    >>> seen += Observation.from_text("and a folder")
    >>> print(seen.to_markdown())
    one file
    <BLANKLINE>
    and a folder
    """

    __module__ = "cube_core"

    contents: list[Content] = Field(default_factory=list)
    error: StepError | None = None
    """Set when this reports a failed action; a failed action does not end the episode."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """An observation of one piece of text."""
        return cls(contents=[TextContent(data=text)])

    @classmethod
    def of(cls, contents: list[Content], *, error: StepError | None = None) -> Self:
        """An observation of these very contents. The same as the constructor for what is valid, and faster."""
        return assemble(cls, {"contents": contents, "error": error})

    @classmethod
    def from_result(cls, result: object, tool_call_id: str | None = None) -> "Observation":
        """What an action returned, as the answer to a tool call: an observation, a content, or data of any kind.

        Where a list holds contents, pictures or observations, each of its items becomes contents, in order.

        Raises:
            TypeError: as `Content.from_data`.
        """
        if isinstance(result, Observation):
            return result.answering(tool_call_id)
        if not _holds_contents(result):
            return cls.of([Content.from_data(result, tool_call_id=tool_call_id)])
        parts = [cls.from_result(part, tool_call_id) for part in result]
        error = next((part.error for part in parts if part.error is not None), None)
        return cls.of([content for part in parts for content in part.contents], error=error)

    def answering(self, tool_call_id: str | None) -> Self:
        """A copy whose contents all answer the tool call of this id; the two share nothing that can be changed.

        One without contents gets a short text that says there was no output: each call is to be answered.
        """
        answers = [content.answering(tool_call_id) for content in self.contents]
        return self.model_copy(update={"contents": answers or [TextContent.of(NO_OUTPUT, tool_call_id=tool_call_id)]})

    def content(self, name: str) -> Content | None:
        """The first content labelled `name`, or None."""
        return next((content for content in self.contents if content.name == name), None)

    def to_llm_messages(self) -> list[dict[str, Any]]:
        """One chat message a content. For a turn with tool calls use `turn_messages`, which orders them for the API."""
        return [content.to_llm_message() for content in self.contents]

    def to_markdown(self) -> str:
        """All contents as Markdown, with a blank line between them."""
        return "\n\n".join(content.to_markdown() for content in self.contents)

    def __add__(self, other: "Observation") -> Self:
        """Append the contents of `other` (not its error) to this very object, and return it.

        It works in place, to accumulate what a step gives: never apply it to an observation that was handed out.
        """
        if not isinstance(other, Observation):
            return NotImplemented
        self.contents.extend(other.contents)
        return self

    def __repr_args__(self) -> Iterator[tuple[str | None, object]]:
        yield "contents", Short(self.contents, _LONGEST_REPR)
        yield "error", Short(self.error)

    def _repr_html_(self) -> str:
        from cube_core.display import observation_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(observation_view(self))


class AgentStop(BaseException):
    """Raised by the stop action to end the episode.

    A BaseException, so that no `except Exception` of a tool or an agent swallows it.

    Raises:
        TypeError: what it is given is no observation.

    >>> from cube_core import Action, Tool
    >>> try:
    ...     Tool().execute_action(Action(id="call_7", name="final_step"))
    ... except AgentStop as stop:
    ...     print(stop)
    Task finished by the agent.
    """

    __module__ = "cube_core"

    def __init__(self, observation: Observation | None = None) -> None:
        if not isinstance(observation, Observation | None):
            msg = f"AgentStop takes an Observation, got {type(observation).__name__}: see Observation.from_text"
            raise TypeError(msg)
        self.observation = Observation.from_text("Task finished by the agent.") if observation is None else observation
        super().__init__(self.observation)

    def __str__(self) -> str:
        return self.observation.to_markdown()


class TaskFault(RuntimeError):  # noqa: N818, it names what happened, as AgentStop does
    """The task's own side is broken: its reset, tool process, browser or verifier; never what an agent did wrong.

    A tool, `observe` or `evaluate` raises it; the episode then ends as truncated, marked, and out of every statistic.

    >>> from cube_core import Action, Tool, tool_action
    >>> class Browser(Tool):
    ...     @tool_action
    ...     def reload(self) -> str:
    ...         "Load the page again."
    ...         raise TaskFault("the browser is gone")
    >>> Browser().execute_action(Action(name="reload"))
    Traceback (most recent call last):
    cube_core.TaskFault: the browser is gone
    """

    __module__ = "cube_core"


def _holds_contents(result: object) -> TypeGuard[Sequence[object]]:
    return isinstance(result, list | tuple) and any(
        isinstance(part, Content | Observation | Image.Image) or _holds_contents(part) for part in result
    )


def _text_of(exc: BaseException) -> str:
    try:
        return str(exc)
    except Exception as broken:  # noqa: BLE001, an exception whose text cannot be made is still an exception
        return f"(its text cannot be read: {type(broken).__name__})"


def _trace_of(exc: BaseException) -> str:
    try:
        return "".join(traceback.format_exception(exc))
    except Exception as broken:  # noqa: BLE001, see above
        return f"(its stack cannot be read: {type(broken).__name__})"
