"""Observations, the errors in them, and the signal that ends an episode."""

import asyncio
import copy
import json
import pickle
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pydantic import ValidationError

from cube_core import (
    AgentStop,
    AudioContent,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TaskFault,
    TextContent,
)
from cube_core.content import Content
from cube_core.signals import signal_of

PICTURE = Image.new("RGBA", (2, 2), (1, 2, 3, 4))
labels = st.none() | st.text(max_size=5)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
contents = st.one_of(
    st.builds(TextContent, data=st.text(), name=labels, tool_call_id=labels),
    st.builds(StructuredContent, data=st.dictionaries(st.text(), json_values), name=labels, tool_call_id=labels),
    st.builds(ImageContent, data=st.just(PICTURE), name=labels, tool_call_id=labels),
    st.builds(AudioContent, data=st.binary(), name=labels),
)
errors = st.one_of(
    st.builds(StepError, error_type=st.text(), exception_str=st.text(), stack_trace=st.text()),
    st.builds(InvalidAction, error_type=st.text(), exception_str=st.text(), stack_trace=st.text()),
)
observations = st.builds(Observation, contents=st.lists(contents, max_size=4), error=st.none() | errors)


@given(observations)
def test_observations_survive_dumping_copying_and_pickling(observation: Observation) -> None:
    for twin in (
        Observation.model_validate(observation.model_dump()),
        Observation.model_validate(observation.model_dump(mode="json")),
        Observation.model_validate(json.loads(observation.model_dump_json())),
        Observation.model_validate_json(observation.model_dump_json(exclude_none=True)),
        Observation.model_validate_json(observation.model_dump_json(exclude_defaults=True)),
        copy.deepcopy(observation),
        pickle.loads(pickle.dumps(observation)),  # noqa: S301, our own
    ):
        assert twin == observation
        assert [type(content) for content in twin.contents] == [type(content) for content in observation.contents]
        assert type(twin.error) is type(observation.error)
    left = Observation.model_validate(observation.model_dump(exclude={"error"}))
    assert left == observation.model_copy(update={"error": None})


def test_adding_appends_contents_in_place_and_never_the_error() -> None:
    left, right = Observation.from_text("a"), StepError.from_exception(ValueError("b")).to_observation()
    result = left + right
    assert result is left
    assert left.to_markdown() == "a\n\nValueError: b"
    assert left.error is None
    error = right.error
    right += Observation.from_text("c")
    assert right.error is error
    left += left
    assert len(left.contents) == 4
    with pytest.raises(TypeError):
        left + "text"  # type: ignore[operator]


def test_defaults_are_not_shared() -> None:
    one, other = Observation(), Observation()
    one += Observation.from_text("x")
    assert other.contents == Observation().contents == []
    contents: list[Content] = [TextContent(data="x")]
    observation = Observation(contents=contents)
    contents.append(TextContent(data="y"))
    assert len(observation.contents) == 1


def test_a_subclass_with_fields_of_its_own_has_them_in_every_way_it_is_made() -> None:
    class Seen(Observation):
        at: int = 5

    text = TextContent(data="x")
    assert Seen.from_text("x") == Seen.of([text]) == Seen(contents=[text])
    assert Seen(contents=[text], at=3).answering("c") == Seen(contents=[text.answering("c")], at=3)


def test_there_is_one_message_a_content() -> None:
    observation = Observation(contents=[TextContent(data="a", tool_call_id="c"), ImageContent(data=PICTURE)])
    assert [message["role"] for message in observation.to_llm_messages()] == ["tool", "user"]
    assert Observation().to_llm_messages() == []


def test_markdown_joins_contents_with_a_blank_line() -> None:
    observation = Observation(contents=[TextContent(data="a"), StructuredContent(data=[])])
    assert observation.to_markdown() == "a\n\n```json\n[]\n```"
    assert Observation().to_markdown() == ""


def test_a_content_is_found_by_its_name() -> None:
    tree = StructuredContent(data={}, name="tree")
    observation = Observation(contents=[TextContent(data="a"), tree, TextContent(data="b", name="tree")])
    assert observation.content("tree") is tree
    assert observation.content("goal") is None


def test_every_content_of_an_answer_carries_the_id_of_the_call() -> None:
    kept = Observation(
        contents=[TextContent(data="a", tool_call_id="old"), ImageContent(data=PICTURE)],
        error=InvalidAction.because("x"),
    )
    answer = kept.answering("c")
    assert [content.tool_call_id for content in answer.contents] == ["c", "c"]
    assert [content.tool_call_id for content in kept.contents] == ["old", None]
    assert answer.error == kept.error
    answer += Observation.from_text("b")
    assert len(kept.contents) == 2


def test_an_answer_without_contents_says_so_since_each_call_is_to_be_answered() -> None:
    assert Observation().answering("c") == Observation(contents=[TextContent(data="(no output)", tool_call_id="c")])


@pytest.mark.parametrize(
    "bad", [{"contents": None}, {"contents": [5]}, {"contents": ["x"]}, {"error": "x"}, 5, None], ids=count()
)
def test_a_malformed_observation_is_a_validation_error(bad: object) -> None:
    with pytest.raises(ValidationError):
        Observation.model_validate(bad)


# Errors


def test_an_error_is_told_to_the_agent_and_kept_for_programs() -> None:
    try:
        raise ValueError("no such file: 'a'")  # noqa: TRY301, it is to have a traceback
    except ValueError as exc:
        observation = StepError.from_exception(exc).to_observation()
    error = observation.error
    assert error is not None
    assert (error.error_type, error.exception_str) == ("ValueError", "no such file: 'a'")
    assert "Traceback" in error.stack_trace
    assert __file__ in error.stack_trace
    assert observation.to_markdown() == "ValueError: no such file: 'a'"


def test_an_error_without_text_is_told_by_its_name() -> None:
    error = StepError.from_exception(RuntimeError())
    assert (error.exception_str, error.to_observation().to_markdown()) == ("", "RuntimeError")


class SilentError(Exception):
    def __str__(self) -> str:
        msg = "no text either"
        raise RuntimeError(msg)


class NumberError(Exception):
    def __str__(self) -> str:
        return 5  # type: ignore[return-value]  # noqa: PLE0307, that is the point


@pytest.mark.parametrize(
    "exc",
    [
        SilentError(),
        NumberError(),
        ValueError("\ud83d"),
        KeyError("k"),
        ExceptionGroup("several", [SilentError(), OSError()]),
    ],
    ids=count(),
)
def test_any_exception_can_be_told(exc: Exception) -> None:
    error = StepError.from_exception(exc)
    assert error.error_type == type(exc).__name__
    assert Observation.model_validate_json(error.to_observation().model_dump_json()).error == error


def test_errors_are_frozen_and_hashable() -> None:
    error = StepError.from_exception(ValueError("x"))
    twin = StepError.model_validate(error.model_dump())
    assert len({error, twin, InvalidAction.because("x")}) == 2
    with pytest.raises(ValidationError, match="frozen"):
        error.error_type = "Other"  # type: ignore[misc]


def test_a_refusal_is_an_error_of_its_own_class() -> None:
    refusal = InvalidAction.because("there is no door")
    assert isinstance(refusal, StepError)
    assert refusal.to_observation("c").contents[0].to_llm_message() == {
        "role": "tool",
        "tool_call_id": "c",
        "content": "InvalidAction: there is no door",
    }


# The stop


def test_the_stop_is_no_exception_that_a_broad_handler_swallows() -> None:
    assert issubclass(AgentStop, BaseException)
    assert not issubclass(AgentStop, Exception)


def test_each_stop_has_an_observation_of_its_own() -> None:
    one, other = AgentStop(), AgentStop()
    assert str(one) == "Task finished by the agent."
    one.observation += Observation.from_text("more")
    assert len(other.observation.contents) == len(AgentStop().observation.contents) == 1
    own = Observation.from_text("bye")
    assert AgentStop(own).observation is own
    assert AgentStop(observation=Observation()).observation == Observation()


def test_a_stop_with_something_else_than_an_observation_is_an_error_that_says_what_to_give() -> None:
    for wrong in ("bye", TextContent(data="bye"), 0):
        with pytest.raises(TypeError, match=f"Observation, got {type(wrong).__name__}"):
            AgentStop(wrong)  # type: ignore[arg-type]


def test_a_stop_survives_pickling_and_copying() -> None:
    stop = AgentStop(Observation.from_text("bye"))
    for twin in (pickle.loads(pickle.dumps(stop)), copy.deepcopy(stop)):  # noqa: S301, our own
        assert isinstance(twin, AgentStop)
        assert twin.observation == stop.observation


def test_signals_are_found_in_groups_of_any_depth_and_the_gravest_first() -> None:
    stop, fault, interrupt = AgentStop(), TaskFault("gone"), KeyboardInterrupt()
    assert signal_of(ValueError()) is None
    assert signal_of(ExceptionGroup("g", [ValueError(), ExceptionGroup("g", [OSError()])])) is None
    for signal in (stop, fault, interrupt, SystemExit(), GeneratorExit()):
        assert signal_of(signal) is signal
    assert signal_of(BaseExceptionGroup("g", [stop, BaseExceptionGroup("g", [AgentStop()])])) is stop
    assert signal_of(ExceptionGroup("g", [ValueError(), ExceptionGroup("g", [fault])])) is fault
    assert signal_of(BaseExceptionGroup("g", [stop, fault])) is fault
    assert signal_of(BaseExceptionGroup("g", [stop, fault, interrupt])) is interrupt
    closing = GeneratorExit()
    assert signal_of(BaseExceptionGroup("g", [closing, ValueError()])) is closing
    cancelled = asyncio.CancelledError()
    assert signal_of(BaseExceptionGroup("g", [ValueError(), cancelled])) is cancelled
