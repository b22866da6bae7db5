"""What ends more than an action: told apart from what an action did wrong."""

import functools
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Sequence
from typing import Final, ParamSpec, TypeVar

from cube_core.observation import AgentStop, Observation, StepError, TaskFault

P = ParamSpec("P")
R = TypeVar("R")

_SIGNALS: Final = (KeyboardInterrupt, SystemExit, GeneratorExit, TaskFault, AgentStop, CancelledError)
"""What passes through whoever executes actions; of several in a group, the first of these kinds."""


def signal_of(exc: BaseException) -> BaseException | None:
    """What must pass through whoever executes actions; None for what an action did wrong, which the agent is told.

    That is the end of the program, of the episode, or of the caller (a cancellation), and the task's own fault. It may
    be inside an exception group, as a TaskGroup wraps what its children raise: a stop then tells what failed beside it.
    Any other BaseException is a fault of the tool, which is to fail by ordinary exceptions.
    """
    leaves = tuple(_leaves(exc))
    for kind in _SIGNALS:
        found = next((leaf for leaf in leaves if isinstance(leaf, kind)), None)
        if found is not None:
            return _with_failures(found, leaves) if isinstance(found, AgentStop) else found
    stranger = next((leaf for leaf in leaves if not isinstance(leaf, Exception)), None)
    return None if stranger is None else _fault_of(stranger)


def guarded(code: Callable[P, R]) -> Callable[P, R]:
    """Let a task's code, which runs synchronously, raise no BaseException but the signals.

    A cancellation is none there: nobody but the code itself can have caused it. It becomes a TaskFault, as does every
    BaseException of its own.
    """

    @functools.wraps(code)
    def guarded_code(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return code(*args, **kwargs)
        except Exception:
            raise
        except BaseException as exc:
            signal = signal_of(exc)
            if signal is exc and not isinstance(exc, CancelledError):
                raise
            raise _fault_of(exc) if signal is None or isinstance(signal, CancelledError) else signal from exc

    return guarded_code


def _fault_of(exc: BaseException) -> TaskFault:
    """The fault of code that let out what is no ordinary exception."""
    said = StepError.from_exception(exc)
    fault = TaskFault(f"{said.error_type} ({said.exception_str}) came out where only an Exception is to be raised")
    fault.__cause__ = exc
    return fault


def _leaves(exc: BaseException) -> Iterator[BaseException]:
    """The exceptions in a group, or the one that is none."""
    waiting = [exc]
    while waiting:
        found = waiting.pop()
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(reversed(found.exceptions))
        else:
            yield found


def _with_failures(stop: AgentStop, leaves: Sequence[BaseException]) -> AgentStop:
    """The stop, its observation followed by what failed at the same time."""
    errors = [StepError.from_exception(leaf) for leaf in leaves if isinstance(leaf, Exception)]
    if not errors:
        return stop
    contents = [content for error in errors for content in error.to_observation().contents]
    return AgentStop(Observation.of([*stop.observation.contents, *contents], error=stop.observation.error or errors[0]))
