"""Results of actions: each is said as it is, in contents that are the observation's own."""

import datetime as dt
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest
from PIL import Image

from cube_core import (
    AudioContent,
    Content,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TextContent,
    Tool,
    tool_action,
)
from tests.core.tools import Mode, Point, Returning, only, run

WAYS = ("give", "give_later", "give_promise")


@pytest.mark.parametrize(
    ("result", "content"),
    [
        (0, TextContent(data="0")),
        (False, TextContent(data="False")),
        ("", TextContent(data="")),
        (None, TextContent(data="(no output)")),
        ([], StructuredContent(data=[])),
        ({}, StructuredContent(data={})),
        (1.5, TextContent(data="1.5")),
        (np.int64(3), TextContent(data="3")),
        (np.array([1, 2]), StructuredContent(data=[1, 2])),
        (Mode.SLOW, TextContent(data="slow")),
        (dt.date(2024, 2, 29), TextContent(data="2024-02-29")),
        (Point(x=1), StructuredContent(data={"x": 1, "y": 0})),
        ((1, 2), StructuredContent(data=[1, 2])),
        (Image.new("LA", (1, 1)), ImageContent(data=Image.new("LA", (1, 1)))),
        (TextContent(data="x", name="n"), TextContent(data="x", name="n")),
        (AudioContent(data=b"x"), AudioContent(data=b"x")),
        ("ok \ud83d", TextContent(data="ok �")),
    ],
    ids=count(),
)
def test_every_result_is_said_as_it_is_under_the_id_of_its_call(result: object, content: Content) -> None:
    for name in WAYS:
        observation = run(Returning(result), name)
        assert observation.error is None
        assert observation.contents == [content.answering("call")]


@pytest.mark.parametrize("sequence", [list, tuple])
def test_contents_and_pictures_in_a_list_become_contents_in_its_order(sequence: Callable[..., Any]) -> None:
    text, picture = TextContent(data="see", name="n"), Image.new("L", (2, 1), 7)
    parts = sequence([text, picture, "so", {"a": [1]}, 3])
    said = [text, ImageContent(data=picture), TextContent(data="so"), StructuredContent(data={"a": [1]})]
    expected = [content.answering("call") for content in (*said, TextContent(data="3"))]
    for name in WAYS:
        observation = run(Returning(parts), name)
        assert observation.error is None
        assert observation.contents == expected
    assert text.tool_call_id is None


def test_observations_and_lists_in_a_list_are_taken_apart_and_the_first_error_stays() -> None:
    failed = StepError.from_exception(ValueError("half done")).to_observation()
    parts = [Observation.from_text("a"), [Image.new("L", (1, 1)), [1, 2]], failed, Observation()]
    observation = run(Returning(parts), "give")
    assert [type(content).__name__ for content in observation.contents] == [
        "TextContent", "ImageContent", "StructuredContent", "TextContent", "TextContent",
    ]  # fmt: skip
    assert observation.error == failed.error
    assert {content.tool_call_id for content in observation.contents} == {"call"}
    loop: list[object] = [Image.new("L", (1, 1))]
    loop.append(loop)
    assert run(Returning(loop), "give").error is not None


def test_a_part_that_no_content_can_hold_fails_the_whole() -> None:
    observation = run(Returning([Image.new("L", (1, 1)), b"x"]), "give")
    assert observation.error is not None
    assert observation.error.error_type == "TypeError"


@pytest.mark.parametrize(
    "result", [object(), b"x", iter([1]), 10**9000, [object()], Image.new("L", (0, 1))], ids=count()
)
def test_a_result_that_no_content_can_hold_is_a_failure_that_the_agent_reads(result: object) -> None:
    for name in WAYS:
        observation = run(Returning(result), name)
        assert observation.error is not None
        assert not isinstance(observation.error, InvalidAction)
        assert only(observation).tool_call_id == "call"
        assert Observation.model_validate_json(observation.model_dump_json()) == observation


def test_an_observation_that_a_tool_keeps_stays_the_tools() -> None:
    kept = Observation(
        contents=[TextContent(data="x"), StructuredContent(data={"n": [1]})], error=InvalidAction.because("e")
    )
    given_out = run(Returning(kept), "give")
    assert given_out.error == kept.error
    assert [content.tool_call_id for content in given_out.contents] == ["call", "call"]
    assert [content.tool_call_id for content in kept.contents] == [None, None]
    kept += Observation.from_text("late")
    kept.contents[1].data["n"].append(2)
    assert len(given_out.contents) == 2
    assert given_out.contents[1].data == {"n": [1]}
    given_out += Observation.from_text("mine")
    assert len(kept.contents) == 3


@pytest.mark.parametrize(
    "kept",
    [{"n": [1]}, [{"n": 1}], StructuredContent(data={"n": [1]}), Image.new("L", (1, 1)), np.zeros(2)],
    ids=count(),
)
def test_a_result_that_a_tool_goes_on_changing_does_not_change_the_observation(kept: Any) -> None:  # noqa: ANN401, any
    tool = Returning(kept)
    first = run(tool, "give")
    before = first.model_dump_json()
    if isinstance(kept, dict):
        kept["n"].append(2)
    elif isinstance(kept, list):
        kept[0]["n"] = 2
    elif isinstance(kept, StructuredContent):
        kept.data["n"].append(2)  # type: ignore[call-overload]
    elif isinstance(kept, Image.Image):
        kept.putpixel((0, 0), 200)
    else:
        kept[0] = 1.0
    assert first.model_dump_json() == before
    assert run(tool, "give") != first


def test_an_observation_without_contents_still_answers_its_call() -> None:
    assert only(run(Returning(Observation()), "give")) == TextContent(data="(no output)", tool_call_id="call")


def test_a_generator_is_not_used_up_as_a_result() -> None:
    class Endless(Tool):
        @tool_action
        def numbers(self) -> Iterator[int]:
            """Give numbers without end."""
            while True:
                yield 1

    assert run(Endless(), "numbers").error is not None
