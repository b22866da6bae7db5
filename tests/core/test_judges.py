"""Schemas as judges of arguments: what fits, what does not and why, and that no judge raises or fetches."""

import math
import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from cube_core import STOP_ACTION, ActionSchema


def judged(**properties: Any) -> ActionSchema:  # noqa: ANN401, JSON
    return ActionSchema(name="act", description="d", parameters={"type": "object", "properties": properties})


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer"}, [0, -1, 3.0, 10**400, -(2**64), 1e300], ["1", True, 1.5, None, [1], 1e-5]),
        ({"type": "number"}, [0, 1.5, 10**400, -0.0], ["1", False, None]),
        ({"type": "boolean"}, [True, False], [0, 1, "true", None]),
        ({"type": "string"}, ["", "é", "x" * 50_000], [1, None, ["a"]]),
        ({"type": "array", "items": {"type": "integer"}}, [[], [1, 2.0]], [["1"], [True], "[]", {}]),
        ({"enum": [1, "a", None]}, [1, 1.0, "a", None], [True, "1", 0]),
        ({"type": "string", "format": "date"}, ["2024-02-29"], ["2023-02-29", "20240229", "tomorrow", "2024-2-9"]),
        (
            {"type": "string", "format": "date-time"},
            ["2024-02-29T10:00:00", "2024-02-29T10:00:00Z", "2024-02-29T10:00:00.5+02:00", "2024-02-29 10:00"],
            ["2024-02-30T10:00:00", "2024-02-29", "10:00", "1709200800", "now"],
        ),
        ({"type": "string", "format": "time"}, ["10:00", "10:00:00", "10:00:00.5Z"], ["25:00", "10", "noon", "36000"]),
        ({"type": "string", "format": "duration"}, ["P1D", "PT1H30M"], ["1 day", "90", "P"]),
        ({}, [None, 1, "a", [1], {"b": {"c": []}}], []),
    ],
    ids=count(),
)  # fmt: skip
def test_json_schema_decides_what_fits(schema: dict[str, Any], good: list[object], bad: list[object]) -> None:
    judge = judged(x=schema)
    for value in good:
        assert judge.problem({"x": value}) is None, value
    for value in bad:
        assert re.match(r"x[.:]", str(judge.problem({"x": value}))), value


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_refused_by_its_name_and_place(number: float) -> None:
    name = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(number)]
    for schema in ({}, {"type": "number"}, {"type": ["number", "null"]}, {"default": 1}):
        assert judged(x=schema).problem({"x": number}) == f"x: {name} is not a JSON number"
    assert judged(x={}).problem({"x": [1, {"y": number}]}) == f"x.1.y: {name} is not a JSON number"


def test_keys_that_are_not_declared_are_refused_by_name_unless_the_schema_takes_them() -> None:
    judge = judged(x={}, y={})
    assert judge.problem({"z": 1, "x": 2, "é": 3}) == "act takes no 'z', 'é'; its parameters: x, y"
    assert STOP_ACTION.problem({"z": 1}) == "final_step takes no 'z'; its parameters: none"
    assert ActionSchema(name="a", description="d").problem({}) is None
    assert ActionSchema(name="a", description="d").problem({"z": 1}) is not None
    open_ended = ActionSchema(name="a", description="d", parameters={"additionalProperties": {"type": "integer"}})
    assert open_ended.problem({"z": 1}) is None
    assert open_ended.problem({"z": "1"}) is not None
    closed = ActionSchema(
        name="a", description="d", parameters={"properties": {"x": {}}, "additionalProperties": False}
    )
    assert "'z'" in str(closed.problem({"z": 1}))
    patterned = ActionSchema(name="a", description="d", parameters={"patternProperties": {"^x": {"type": "integer"}}})
    assert (patterned.problem({"x1": 1}), patterned.problem({"y": 1}) is None) == (None, False)


def test_keys_may_be_declared_in_parts_of_the_schema() -> None:
    parts = [{"properties": {"x": {"type": "integer"}}}, {"properties": {"y": {}}, "required": ["y"]}]
    judge = ActionSchema(name="a", description="d", parameters={"type": "object", "allOf": parts})
    assert judge.problem({"x": 1, "y": 2}) is None
    assert judge.problem({"x": 1}) is not None
    assert "'z'" in str(judge.problem({"x": 1, "y": 2, "z": 3}))


@pytest.mark.parametrize("arguments", [None, [], "x", 5, True])
def test_arguments_that_are_no_object_are_refused(arguments: object) -> None:
    assert str(judged(x={}).problem(arguments)).startswith("arguments must be an object")


def test_the_judge_never_raises() -> None:
    loop: dict[str, Any] = {}
    loop["x"] = loop
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for arguments in (
        {"x": object()},
        {"x": {1: 2}},
        {1: 2},
        {"\ud800": 1},
        loop,
        {"x": deep},
        {"x": {1, 2}},
    ):
        assert isinstance(judged(x={}).problem(arguments), str)


@pytest.mark.parametrize(
    "parameters",
    [{"type": "foo"}, {"properties": 5}, {"properties": {"x": {"pattern": "("}}}, {"$ref": "http://127.0.0.1:9/a.json"},
    {"properties": {"x": {"$ref": "#/$defs/Missing"}}}, {"required": "x"}],
    ids=count(),
)  # fmt: skip
def test_a_schema_that_is_not_valid_is_said_to_be_so_and_fetches_nothing(parameters: dict[str, Any]) -> None:
    schema = ActionSchema(name="act", description="d", parameters=parameters)
    assert "schema of 'act' is not valid" in str(schema.problem({"x": 1}))


def test_a_schema_elsewhere_is_not_fetched() -> None:
    asked = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        parameters = {"$ref": f"http://127.0.0.1:{server.server_port}/schema.json"}
        problem = ActionSchema(name="act", description="d", parameters=parameters).problem({})
        server.shutdown()
    assert "must be complete in itself" in str(problem)
    assert asked == []


def test_what_is_wrong_is_told_in_short() -> None:
    problem = str(judged(x={"type": "integer"}).problem({"x": "long" * 10_000}))
    assert len(problem) < 1000
    assert problem.startswith("x: ")
    assert problem.endswith('is not of type "integer"')
    many = judged(**{f"p{index}": {"type": "integer"} for index in range(50)})
    assert str(many.problem(dict.fromkeys(many.parameters["properties"], "x"))).count("is not of type") == 5


scalars = st.none() | st.booleans() | st.integers(-100, 100) | st.floats(-100, 100) | st.text("ab1", max_size=3)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
)
kinds = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
leaf_schemas = st.one_of(
    st.builds(lambda kind: {"type": kind}, kinds),
    st.builds(lambda some: {"type": some}, st.lists(kinds, min_size=1, max_size=3, unique=True)),
    st.builds(lambda some: {"enum": some}, st.lists(scalars, min_size=1, max_size=3)),
    st.builds(lambda low: {"minimum": low}, st.integers(-100, 100)),
    st.builds(lambda size: {"maxLength": size, "minItems": size}, st.integers(0, 3)),
    st.builds(lambda some: {"const": some}, scalars),
    st.builds(lambda number: {"multipleOf": number}, st.integers(1, 5)),
    st.just({}),
)
schemas = st.recursive(
    leaf_schemas,
    lambda inner: st.one_of(
        st.builds(lambda some: {"anyOf": some}, st.lists(inner, min_size=1, max_size=2)),
        st.builds(lambda some: {"items": some, "type": "array"}, inner),
        st.builds(
            lambda some, needed: {"properties": some, "required": needed},
            st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
            st.lists(st.sampled_from("xyz"), max_size=2, unique=True),
        ),
    ),
    max_leaves=4,
)


@given(
    st.dictionaries(st.sampled_from("xyz"), schemas, max_size=3),
    st.dictionaries(st.sampled_from("wxyz"), values, max_size=3),
)
def test_the_judge_agrees_with_an_independent_one(properties: dict[str, Any], arguments: dict[str, Any]) -> None:
    parameters = {"type": "object", "properties": properties}
    independent = Draft202012Validator({**parameters, "additionalProperties": False})
    problem = ActionSchema(name="a", description="d", parameters=parameters).problem(arguments)
    assert (problem is None) == independent.is_valid(arguments), problem
