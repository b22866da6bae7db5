"""What it means for an episode that an agent, or the task's side, has raised something."""

from dataclasses import dataclass
from typing import Any, TypeVar

from cube_core import STOP_ACTION, Action, AgentStop, StepError, TaskFault
from cube_gym.agents import AgentUnusable, BudgetExhausted, DeadlineMissed, Nonsense, ProviderOutage
from cube_gym.evaluation.results import End

E = TypeVar("E", bound=BaseException)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the agent answered, or how it failed."""

    value: Any = None
    end: End | None = None
    problem: str | None = None


def answer_for(exc: BaseException, late: End) -> Answer:
    """What an agent that raised has said by that. `late` is what a missed deadline means.

    Whatever it is, it fails the agent's episode and not the run, but what cannot be the agent's own: Ctrl-C, and that
    the agent can play no episode at all.

    Raises:
        KeyboardInterrupt, AgentUnusable: see above.
    """
    for passing in (KeyboardInterrupt, AgentUnusable):
        raise_found(exc, passing)
    if found(exc, AgentStop) is not None:
        return Answer(Action(name=STOP_ACTION.name))
    for kind, end in ((DeadlineMissed, late), (BudgetExhausted, End.BUDGET), (Nonsense, End.NONSENSE)):
        failure = found(exc, kind)
        if failure is not None:
            return Answer(end=end, problem=StepError.from_exception(failure).exception_str)
    outage = found(exc, ProviderOutage)
    if outage is not None:
        return Answer(end=End.FAULT, problem=f"the model's provider: {StepError.from_exception(outage).exception_str}")
    return Answer(end=End.AGENT_ERROR, problem=text_of(exc))


def fault_of(exc: BaseException) -> TaskFault:
    """The fault that it is when the task's side raises this, be it an exit or a class of somebody's own.

    Raises:
        KeyboardInterrupt: it is nobody's fault.
    """
    raise_found(exc, KeyboardInterrupt)
    return TaskFault(text_of(exc))


def text_of(exc: BaseException) -> str:
    """The exception's class and text, on whatever its own `__str__` does."""
    error = StepError.from_exception(exc)
    return f"{error.error_type}: {error.exception_str}"


def found(exc: BaseException, kind: type[E]) -> E | None:
    """The exception itself if it is of this kind, or the first of this kind in a group, as a TaskGroup raises them."""
    if isinstance(exc, kind):
        return exc
    if not isinstance(exc, BaseExceptionGroup):
        return None
    return next((inner for inner in (found(one, kind) for one in exc.exceptions) if inner is not None), None)


def raise_found(exc: BaseException, kind: type[BaseException]) -> None:
    """Raise what there is of this kind."""
    inner = found(exc, kind)
    if inner is not None:
        raise inner
