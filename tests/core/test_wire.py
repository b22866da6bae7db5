"""Text and values on their way out of the process."""

import collections
import dataclasses
import datetime as dt
import enum
import json
import math
import pathlib
import re
import uuid
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, RootModel

from cube_core import (
    Action,
    ActionSchema,
    EnvironmentOutput,
    Observation,
    StepError,
    StructuredContent,
    TaskMetadata,
    TextContent,
)
from cube_core.benchmark import BenchmarkMetadata
from cube_core.wire import MAX_DEPTH, clean_text, jsonable

any_text = st.text(st.sampled_from("a \ud83d\ude00\ud800\udfff😀é\ufeff") | st.characters(), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


class Colour(enum.Enum):
    RED = "red"
    PAIR = (1, 2)


class Level(enum.IntEnum):
    HIGH = 3


class Shade(str, enum.Enum):  # noqa: UP042, the older way that many still write
    DARK = "dark"


@dataclasses.dataclass
class Point:
    x: int
    y: object = None


class Model(BaseModel, arbitrary_types_allowed=True):
    at: object = dt.date(2024, 2, 29)


class Box(BaseModel):
    pass


class BigBox(Box):
    size: int = 1


class Shelf(BaseModel):
    box: Box
    boxes: list[Box]


class Broken:
    def __repr__(self) -> str:
        msg = "no repr"
        raise RuntimeError(msg)


class Hostile:
    def __getattr__(self, name: str) -> object:
        raise ZeroDivisionError(name)


def nested(depth: int) -> Any:  # noqa: ANN401, JSON
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@given(any_text)
def test_clean_text_always_encodes_and_keeps_what_is_well_formed(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode()
    assert clean_text(cleaned) == cleaned
    joined = re.sub(
        "[\ud800-\udbff][\udc00-\udfff]", lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text
    )
    assert cleaned == re.sub("[\ud800-\udfff]", "�", joined)


def test_lone_surrogates_are_replaced_and_pairs_are_joined() -> None:
    assert clean_text("ok \ud83d end") == "ok � end"
    assert clean_text("\ude00\ud83d") == "��"
    assert clean_text("\ud83d\ude00") == "😀"
    assert clean_text("«café» 你好 🙂\n\x00\ufeff") == "«café» 你好 🙂\n\x00\ufeff"


def test_text_of_a_subclass_becomes_plain_text() -> None:
    class Markup(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "shouting"

    for text in (Markup("a"), Markup("é"), Markup("\ud83d")):
        assert type(clean_text(text)) is str
    assert clean_text(Markup("é")) == "é"


@given(json_values)
def test_json_is_written_as_it_is_into_fresh_containers(value: Any) -> None:  # noqa: ANN401, JSON
    written = jsonable(value, strict=True)
    assert written == value
    assert json.loads(json.dumps(written, allow_nan=False)) == value
    if value and isinstance(value, (dict, list)):
        assert written is not value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Colour.PAIR, [1, 2]),
        (Level.HIGH, 3),
        (Shade.DARK, "dark"),
        ({Colour.RED: {Level.HIGH: Shade.DARK}}, {"red": {"3": "dark"}}),
        (dt.date(2024, 2, 29), "2024-02-29"),
        (dt.datetime(2024, 2, 29, 10, tzinfo=dt.UTC), "2024-02-29T10:00:00+00:00"),
        (dt.time(10, 30), "10:30:00"),
        (dt.timedelta(days=1), "P1D"),
        (Decimal("1.10"), "1.10"),
        (Fraction(1, 2), 0.5),
        (uuid.UUID(int=0), "00000000-0000-0000-0000-000000000000"),
        (pathlib.PurePosixPath("a/b"), "a/b"),
        (b"\xff", "/w=="),
        (bytearray(b"\xff"), "/w=="),
        (memoryview(b"\xff"), "/w=="),
        ((1, (2,)), [1, [2]]),
        ({3, 1, 2}, [1, 2, 3]),
        (frozenset("ba"), ["a", "b"]),
        (range(3), [0, 1, 2]),
        (collections.deque([1, {2}]), [1, [2]]),
        (collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (collections.UserDict({"a": 1}), {"a": 1}),
        (collections.UserList([1]), [1]),
        ({"b": 1, "a": 2}.keys(), ["b", "a"]),
        ({"b": 1, "a": 2}.values(), [1, 2]),
        ({"b": 1, "a": 2}.items(), [["b", 1], ["a", 2]]),
        (Point(1, Point(2)), {"x": 1, "y": {"x": 2, "y": None}}),
        (Model(), {"at": "2024-02-29"}),
        (Model(at={"p": Point(1)}), {"at": {"p": {"x": 1, "y": None}}}),
        (Shelf(box=BigBox(size=9), boxes=[BigBox(size=9)]), {"box": {"size": 9}, "boxes": [{"size": 9}]}),
        (RootModel[list[int]]([1, 2]), [1, 2]),
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.float64(0.5), 0.5),
        (np.longdouble(0.5), 0.5),
        (np.bool_(1), True),
        (np.str_("x"), "x"),
        (np.datetime64("2024-02-29"), "2024-02-29"),
        (np.array(["2024-02-29T10"], dtype="datetime64[ns]"), ["2024-02-29T10:00:00.000000000"]),
        (np.timedelta64(3, "s"), "PT3S"),
        (np.array([1_500_000_000], dtype="timedelta64[ns]"), ["PT1.5S"]),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (np.array([1.5, np.nan]), [1.5, None]),
        (np.array({"a": np.int8(1)}, dtype=object), {"a": 1}),
        (float("nan"), None),
        ([math.inf, -math.inf], [None, None]),
        ({1: "c", None: "b", 2.5: "d", (1, 2): "e"}, {"1": "c", "null": "b", "2.5": "d", "[1, 2]": "e"}),
        ("\ud83d", "�"),
        ({"\ud83d": "\ude00"}, {"�": "�"}),
        (10**400, 10**400),
    ],
    ids=count(),
)
def test_each_kind_of_value_has_its_json(value: object, expected: object) -> None:
    assert jsonable(value) == expected
    json.dumps(jsonable(value), allow_nan=False).encode()


def test_keys_that_have_the_same_text_stay_apart() -> None:
    assert jsonable({1: "a", "1": "b", Level.HIGH: "c", 3.0: "d"}) == {"1": "a", "1 (2)": "b", "3": "d"}
    halves = {chr(0xD800): 1, chr(0xD801): 2}
    assert jsonable({**halves, "� (2)": 3}) == {"�": 1, "� (2)": 2, "� (2) (2)": 3}


def endless() -> Iterator[int]:
    while True:
        yield 1


@pytest.mark.parametrize(
    "value",
    [
        object(),
        object,
        np.float64,
        len,
        lambda: 1,
        ValueError("x"),
        endless(),
        iter([1]),
        Broken(),
        Hostile(),
        10**9000,
        {"a": [object()]},
        nested(MAX_DEPTH + 1),
        {"k": nested(100_000)},
        np.array([object()]),
    ],
    ids=count(),
)
def test_what_has_no_json_is_written_as_its_repr_unless_strict(value: object) -> None:
    json.dumps(jsonable(value), allow_nan=False).encode()
    with pytest.raises(TypeError, match="JSON"):
        jsonable(value, strict=True)


def test_a_repr_has_no_address_since_it_differs_from_run_to_run() -> None:
    assert jsonable(object()) == "<object object>"


def test_a_value_that_holds_itself_twice_ends_soon() -> None:
    loop: dict[str, Any] = {}
    loop["left"] = loop["right"] = [loop, loop]
    point = Point(1)
    point.y = [point, point]
    for value in (loop, point):
        assert "holds itself" in json.dumps(jsonable(value))
        with pytest.raises(TypeError, match="holds itself"):
            jsonable(value, strict=True)


def test_one_value_in_two_places_is_written_twice() -> None:
    shared = {"a": [1]}
    assert jsonable([shared, shared], strict=True) == [{"a": [1]}, {"a": [1]}]


def test_json_of_the_greatest_depth_is_dumped_by_everything_that_holds_it() -> None:
    deepest = nested(MAX_DEPTH - 1)
    for model in (
        StructuredContent(data=deepest),
        Action(name="a", arguments={"x": nested(MAX_DEPTH - 2)}),
        EnvironmentOutput(obs=Observation(contents=[StructuredContent(data=deepest)]), info={"x": deepest}),
    ):
        assert model.model_validate_json(model.model_dump_json()) is not None


HALF = "ok \ud83d end"


@pytest.mark.parametrize(
    "model",
    [
        TextContent(data=HALF, name=HALF, tool_call_id=HALF),
        TextContent.of(HALF, name=HALF, tool_call_id=HALF),
        StructuredContent(data={HALF: [HALF, {HALF: HALF}]}),
        Action(id=HALF, name=HALF, arguments={HALF: HALF, "l": [HALF]}),
        ActionSchema(name="act", description=HALF, parameters={"properties": {HALF: {"description": HALF}}}),
        StepError(error_type=HALF, exception_str=HALF, stack_trace=HALF),
        StepError.from_exception(ValueError(HALF)),
        StepError.from_exception(KeyError(HALF)).to_observation(HALF),
        Observation.from_text(HALF),
        EnvironmentOutput(obs=Observation.from_text(HALF), info={HALF: HALF, "deep": [{HALF: (HALF,)}]}),
        EnvironmentOutput(obs=Observation(), info={"model": Model(at=HALF), "point": Point(1, HALF)}),
        TaskMetadata(id=HALF, description=HALF, tags=(HALF,), nondeterministic=HALF),
        BenchmarkMetadata(name="a", version=HALF, description=HALF, extra=HALF),
    ],
    ids=count(),
)
def test_half_a_surrogate_pair_never_stops_a_dump(model: BaseModel) -> None:
    model.model_dump_json().encode()
    json.dumps(model.model_dump(mode="json"), ensure_ascii=False).encode()
    assert type(model).model_validate_json(model.model_dump_json()) is not None


def test_half_a_surrogate_pair_never_stops_a_message() -> None:
    contents = [TextContent(data=HALF, tool_call_id=HALF), StructuredContent(data={HALF: HALF})]
    for content in contents:
        json.dumps(content.to_llm_message(), ensure_ascii=False).encode()
        content.to_markdown().encode()
    schema = ActionSchema(name="a", description=HALF, parameters={"properties": {HALF: {}}})
    json.dumps(schema.as_dict(), ensure_ascii=False).encode()
