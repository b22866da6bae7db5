"""Failures of actions, which the agent reads, and signals, which it does not."""

import asyncio

import pytest

from cube_core import Action, AgentStop, InvalidAction, Observation, StepError, TaskFault, Tool, tool_action
from tests.core.tools import Failing, Point, Returning, only, run

EVERY_WAY = ("now", "later", "in_group", "in_nested_group", "gathered", "timed")


@pytest.mark.parametrize("name", EVERY_WAY)
def test_an_ordinary_exception_is_told_and_does_not_end_anything(name: str) -> None:
    observation = run(Failing(ValueError("no such file")), name)
    assert isinstance(observation.error, StepError)
    assert not isinstance(observation.error, InvalidAction)
    assert "no such file" in observation.error.stack_trace
    assert only(observation).tool_call_id == "call"


@pytest.mark.parametrize("name", EVERY_WAY)
@pytest.mark.parametrize("kind", [AgentStop, TaskFault])
def test_a_stop_and_a_fault_come_out_as_themselves_from_any_depth(kind: type[BaseException], name: str) -> None:
    signal = kind()
    with pytest.raises(kind) as caught:
        run(Failing(signal), name)
    assert caught.value is signal
    with pytest.raises(kind):
        asyncio.run(Failing(kind()).async_execute_action(Action(name=name)))


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError])
def test_interrupts_and_cancellation_are_never_told_to_the_agent(kind: type[BaseException]) -> None:
    for name in ("now", "later"):
        with pytest.raises(kind):
            run(Failing(kind()), name)
    assert only(run(Returning(1), "give_later")).data == "1", "the loop still works"


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_the_end_of_the_program_comes_out_of_a_group(kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        run(Failing(BaseExceptionGroup("g", [AgentStop(), kind()])), "now")


class Panic(BaseException):
    pass


@pytest.mark.parametrize("name", EVERY_WAY)
def test_a_base_exception_of_a_tools_own_is_its_fault_and_names_itself(name: str) -> None:
    panic = Panic("index out of range")
    with pytest.raises(TaskFault, match=r"Panic \(index out of range\)") as caught:
        run(Failing(panic), name)
    assert caught.value.__cause__ is panic
    with pytest.raises(TaskFault):
        asyncio.run(Failing(panic).async_execute_action(Action(name=name)))


def test_what_failed_beside_a_stop_is_told_with_it() -> None:
    failures = [ValueError("no such file"), ExceptionGroup("g", [OSError("disk full")])]
    with pytest.raises(AgentStop) as caught:
        run(Failing(BaseExceptionGroup("g", [*failures, AgentStop(Observation.from_text("bye")), AgentStop()])), "now")
    told = caught.value.observation
    texts = [content.data for content in told.contents]
    assert texts == ["bye", "ValueError: no such file", "OSError: disk full"]
    assert told.error is not None
    assert told.error.exception_str == "no such file"


def test_a_group_of_ordinary_exceptions_is_an_ordinary_failure() -> None:
    assert run(Failing(ExceptionGroup("several", [ValueError("a"), OSError("b")])), "now").error is not None


def test_a_broad_handler_in_a_tool_does_not_swallow_the_stop() -> None:
    class Careless(Tool):
        @tool_action
        def leave(self) -> str:
            """Leave."""
            try:
                self.final_step()
            except Exception:  # noqa: BLE001, that is the point
                return "swallowed"
            return "came back"

    with pytest.raises(AgentStop):
        run(Careless(), "leave")


class SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_an_exception_without_readable_text_is_still_told() -> None:
    error = run(Failing(SilentError()), "now").error
    assert error is not None
    assert error.error_type == "SilentError"


def test_a_validation_error_inside_the_action_is_a_failure_and_no_refusal() -> None:
    class Inner(Tool):
        @tool_action
        def parse(self) -> None:
            """Parse it."""
            Point.model_validate({"x": "a"})

    error = run(Inner(), "parse").error
    assert error is not None
    assert not isinstance(error, InvalidAction)
    assert error.error_type == "ValidationError"


def test_the_stop_raises_and_takes_no_arguments() -> None:
    with pytest.raises(AgentStop):
        run(Tool(), "final_step")
    assert isinstance(run(Tool(), "final_step", reason="done").error, InvalidAction)
