"""Text, structured data, sound and film as pieces of an observation."""

import copy
import datetime as dt
import enum
import json
import math
import pickle
from decimal import Decimal
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pydantic import BaseModel, RootModel, ValidationError

from cube_core import AudioContent, Content, ImageContent, Observation, StructuredContent, TextContent, VideoContent

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
structures = st.lists(json_values, max_size=3) | st.dictionaries(st.text(), json_values, max_size=3)
labels = st.none() | st.text(max_size=5)
contents = st.one_of(
    st.builds(TextContent, data=st.text(), name=labels, tool_call_id=labels),
    st.builds(StructuredContent, data=structures, name=labels, tool_call_id=labels),
    st.builds(AudioContent, data=st.binary(), duration_seconds=st.none() | st.floats(0, 1e6), name=labels),
    st.builds(VideoContent, data=st.binary(), duration_seconds=st.none() | st.floats(0, 1e6), name=labels),
)


class Colour(enum.Enum):
    RED = "red"
    BOTH = (1, 2)


class Point(BaseModel):
    x: int


class Note(TextContent):
    """A content of one's own, with a field that can be changed."""

    marks: list[str] = []  # noqa: RUF012, pydantic copies it


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (0, "0"),
        (-0.0, "-0.0"),
        (False, "False"),
        (True, "True"),
        ("", ""),
        (1.5, "1.5"),
        (math.nan, "nan"),
        (10**100, str(10**100)),
        (None, "(no output)"),
        (Colour.RED, "red"),
        (dt.date(2024, 2, 29), "2024-02-29"),
        (dt.datetime(2024, 2, 29, 10, tzinfo=dt.UTC), "2024-02-29T10:00:00+00:00"),
        (Decimal("1.10"), "1.10"),
        (np.int64(3), "3"),
        (np.float32(0.5), "0.5"),
        (np.float64("nan"), "nan"),
        (np.bool_(0), "False"),
        (np.str_("x"), "x"),
        (RootModel[str]("x"), "x"),
        ("ok \ud83d", "ok �"),
    ],
    ids=count(),
)
def test_a_single_value_becomes_the_text_that_says_it(data: object, text: str) -> None:
    content = Content.from_data(data, name="n", tool_call_id="c")
    assert content == TextContent(data=text, name="n", tool_call_id="c")
    assert type(content.data) is str


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        ([], []),
        ({}, {}),
        ((), []),
        ({"a": (1, math.nan)}, {"a": [1, None]}),
        ({1, 2}, [1, 2]),
        (Point(x=1), {"x": 1}),
        ([Point(x=1)], [{"x": 1}]),
        (Colour.BOTH, [1, 2]),
        (np.arange(3), [0, 1, 2]),
        (RootModel[list[int]]([1]), [1]),
        ({"when": dt.date(2024, 2, 29)}, {"when": "2024-02-29"}),
    ],
    ids=count(),
)
def test_several_values_become_structured_data(data: object, plain: object) -> None:
    assert Content.from_data(data, name="n") == StructuredContent(data=plain, name="n")  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b"x", bytearray(b"x"), memoryview(b"x")], ids=count())
def test_raw_bytes_are_refused_since_they_could_be_sound_or_film(data: object) -> None:
    with pytest.raises(TypeError, match="AudioContent or VideoContent"):
        Content.from_data(data)


@pytest.mark.parametrize(
    "data", [object(), [object()], iter([]), len, 10**9000, {"x": Image.new("L", (1, 1))}], ids=count()
)
def test_what_no_content_can_hold_is_a_type_error(data: object) -> None:
    with pytest.raises(TypeError, match="JSON"):
        Content.from_data(data)


def test_a_picture_becomes_an_image_content() -> None:
    assert Content.from_data(Image.new("L", (1, 1)), name="n") == ImageContent(data=Image.new("L", (1, 1)), name="n")


def test_a_content_is_copied_and_keeps_its_labels_where_none_is_given() -> None:
    note = Note(data="x", name="note", tool_call_id="a", marks=["m"])
    twin = Content.from_data(note)
    assert twin == note
    assert twin is not note
    assert Content.from_data(note, tool_call_id="b") == note.model_copy(update={"tool_call_id": "b"})
    assert Content.from_data(note, name="other") == note.model_copy(update={"name": "other"})


def test_data_that_is_changed_later_is_not_changed_in_the_content() -> None:
    data = {"a": [1]}
    content = Content.from_data(data)
    data["a"].append(2)
    assert content.data == {"a": [1]}


def test_a_copy_that_answers_shares_nothing_that_can_be_changed() -> None:
    kept = [
        StructuredContent(data={"a": [1]}),
        Note(data="x", marks=["m"]),
        ImageContent(data=Image.new("RGB", (2, 2))),
        AudioContent(data=b"x"),
    ]
    answers = [content.answering("c") for content in kept]
    before = copy.deepcopy(answers)
    kept[0].data["a"].append(2)
    kept[1].marks.append("n")  # type: ignore[attr-defined]
    kept[2].data.paste((255, 0, 0), (0, 0, 2, 2))
    assert answers == before
    assert {answer.tool_call_id for answer in answers} == {"c"}
    assert {content.tool_call_id for content in kept} == {None}


@pytest.mark.parametrize("bad", [None, [1], {"a": 1}, object()], ids=count())
def test_text_is_text_or_a_number(bad: object) -> None:
    assert TextContent(data=1).data == "1"  # type: ignore[arg-type]
    assert TextContent(data=2.5).data == "2.5"  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        TextContent(data=bad)  # type: ignore[arg-type]


def test_structured_data_is_an_object_an_array_or_a_model() -> None:
    assert StructuredContent(data=Point(x=1)).data == {"x": 1}  # type: ignore[arg-type]
    for bad in ("text", 5, None, b"x"):
        with pytest.raises(ValidationError, match="use TextContent"):
            StructuredContent(data=bad)  # type: ignore[arg-type]


def test_text_and_data_are_shown_as_markdown() -> None:
    assert TextContent(data="# Title").to_markdown() == "# Title"
    shown = StructuredContent(data={"é": [1]}).to_markdown()
    assert shown == '```json\n{\n  "é": [\n    1\n  ]\n}\n```'


def test_a_message_is_the_tools_when_it_answers_a_call_and_else_the_users() -> None:
    assert TextContent(data="x").to_llm_message() == {"role": "user", "content": "x"}
    answer = {"role": "tool", "tool_call_id": "c", "content": '{"é": null}'}
    assert StructuredContent(data={"é": None}, tool_call_id="c").to_llm_message() == answer


def test_sound_and_film_are_stored_and_not_shown_yet() -> None:
    for kind in (AudioContent, VideoContent):
        content = kind(data=b"\xff\x00", duration_seconds=1.5)
        for show in (content.to_markdown, content.to_llm_message):
            with pytest.raises(NotImplementedError, match=kind.__name__):
                show()
        with pytest.raises(ValidationError):
            kind(data=b"", duration_seconds=-1)


def test_a_content_is_abstract_and_cannot_be_made() -> None:
    with pytest.raises((TypeError, ValidationError)):
        Content(data="x")  # type: ignore[abstract]


@given(contents)
def test_contents_survive_dumping_copying_and_pickling(content: Content) -> None:
    read_back = [
        Content.model_validate(content.model_dump()),
        Content.model_validate(content.model_dump(mode="json")),
        Content.model_validate(json.loads(content.model_dump_json(exclude_none=True))),
        Content.model_validate_json(content.model_dump_json(exclude_defaults=True)),
        Observation.model_validate_json(Observation(contents=[content]).model_dump_json()).contents[0],
        copy.deepcopy(content),
        copy.copy(content),
        pickle.loads(pickle.dumps(content)),  # noqa: S301, our own
    ]
    for twin in read_back:
        assert twin == content
        assert type(twin) is type(content)


@given(st.text(), labels)
def test_the_fast_way_to_make_text_gives_what_the_constructor_gives(text: str, label: str | None) -> None:
    fast, plain = (
        TextContent.of(text, name=label, tool_call_id=label),
        TextContent(data=text, name=label, tool_call_id=label),
    )
    assert fast == plain
    assert fast.model_dump_json(exclude_none=True) == plain.model_dump_json(exclude_none=True)


def test_a_subclass_made_the_fast_way_has_all_its_fields() -> None:
    assert Note.of("x", name="n") == Note(data="x", name="n")


def test_the_id_of_an_answer_counts_as_set() -> None:
    answer = StructuredContent(data=[]).answering("c")
    assert Content.model_validate(answer.model_dump(exclude_unset=True)) == answer


@given(structures)
def test_json_is_held_as_it_is(data: Any) -> None:  # noqa: ANN401, JSON
    assert StructuredContent(data=data).data == data
    assert json.loads(StructuredContent(data=data).to_llm_message()["content"]) == data
