"""What an agent gets back: observations, errors it can read, and the signal that ends an episode."""

import traceback
from typing import Any, Self

from pydantic import ConfigDict, Field

from cube_core.content import NO_OUTPUT, Content, TextContent
from cube_core.typed import TypedBaseModel, assemble
from cube_core.wire import CleanText


class StepError(TypedBaseModel):
    """Why an action failed, for programs; the agent reads the same in the observation's contents. Frozen."""

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


class InvalidAction(StepError):  # noqa: N818, no exception: it is read, never raised
    """The action was refused before it ran: unknown, not allowed now, or with arguments that do not fit."""

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


class AgentStop(BaseException):
    """Raised by the stop action to end the episode.

    A BaseException, so that no `except Exception` of a tool or an agent swallows it.
    """

    __module__ = "cube_core"

    def __init__(self, observation: Observation | None = None) -> None:
        self.observation = Observation.from_text("Task finished by the agent.") if observation is None else observation
        super().__init__(self.observation)

    def __str__(self) -> str:
        return self.observation.to_markdown()


class TaskFault(RuntimeError):  # noqa: N818, it names what happened, as AgentStop does
    """The task's own side is broken: its reset, tool process, browser or verifier; never what an agent did wrong.

    A tool, `observe` or `evaluate` raises it; the episode then ends as truncated, marked, and out of every statistic.
    """

    __module__ = "cube_core"


def signal_of(exc: BaseException) -> BaseException | None:
    """What must pass through whoever executes actions: the end of the program or the episode, or the task's own fault.

    It may be inside an exception group, as a TaskGroup wraps what its children raise. None for what an action did
    wrong: that is to be told to the agent.
    """
    if isinstance(exc, BaseExceptionGroup):
        for kind in (KeyboardInterrupt, SystemExit, TaskFault, AgentStop):
            found: BaseException | None = exc.subgroup(kind)
            while isinstance(found, BaseExceptionGroup):
                found = found.exceptions[0]
            if found is not None:
                return found
    return None if isinstance(exc, Exception) and not isinstance(exc, TaskFault) else exc


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
