"""Actions, and the tool calls they come from."""

import copy
import json
import math
import pickle
from itertools import count
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cube_core import Action

MISSING = object()
json_objects = st.dictionaries(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


def chat_call(arguments: object, **extra: object) -> dict[str, Any]:
    function: dict[str, object] = {"name": "tap"}
    if arguments is not MISSING:
        function["arguments"] = arguments
    return {"id": "call_9", "type": "function", "function": function, **extra}


def flat_call(arguments: object, **extra: object) -> dict[str, Any]:
    call: dict[str, object] = {"type": "function_call", "id": "fc_1", "call_id": "call_9", "name": "tap", **extra}
    if arguments is not MISSING:
        call["arguments"] = arguments
    return call


@given(json_objects)
def test_both_formats_of_a_tool_call_give_the_same_action(arguments: dict[str, Any]) -> None:
    expected = Action(id="call_9", name="tap", arguments=arguments)
    for given_as in (arguments, json.dumps(arguments), json.dumps(json.dumps(arguments))):
        assert Action.from_openai_tool_call(chat_call(given_as)) == expected
        assert Action.from_openai_tool_call(flat_call(given_as, status="completed")) == expected


@pytest.mark.parametrize("raw", ["", "  ", "\n", None, "null", " null ", "{}", {}, '"{}"', '""', '"null"', MISSING])
def test_a_call_without_arguments_has_none(raw: object) -> None:
    assert Action.from_openai_tool_call(chat_call(raw)).arguments == {}
    assert Action.from_openai_tool_call(flat_call(raw)).arguments == {}


@pytest.mark.parametrize(
    "raw",
    ["[1, 2]", "5", "0", "true", "false", '"text"', '"[]"', "[]", '"0"', '{"x": }', "{'x': 1}", "nil", "{}{}", "{",
    [1], [], 5, 0, True, False, b"{}", "[" * 100_000, '{"x":' * 100_000, "1" * 5000, '{"x": ' + "1" * 5000 + "}"],
    ids=count(),
)  # fmt: skip
def test_arguments_that_are_no_json_object_are_a_value_error_that_names_the_function(raw: object) -> None:
    for call in (chat_call(raw), flat_call(raw)):
        with pytest.raises(ValueError, match="'tap'") as caught:
            Action.from_openai_tool_call(call)
        assert len(str(caught.value)) < 1000


def test_the_call_id_pairs_the_result_and_not_the_id_of_the_item() -> None:
    assert Action.from_openai_tool_call(flat_call("{}")).id == "call_9"
    assert Action.from_openai_tool_call({"name": "tap", "id": "fc_1"}).id == "fc_1"
    assert Action.from_openai_tool_call({"name": "tap", "id": "fc_1", "call_id": None}).id == "fc_1"
    assert Action.from_openai_tool_call({"name": "tap", "id": "", "call_id": ""}).id is None
    assert Action.from_openai_tool_call({"name": "tap"}).id is None
    assert Action.from_openai_tool_call({"function": None, "name": "tap", "arguments": '{"x": 1}'}).arguments == {
        "x": 1
    }


@pytest.mark.parametrize("call", [{}, {"function": {}}, {"name": None}, {"name": ""}, {"function": {"name": 5}}])
def test_a_call_without_a_name_is_a_value_error(call: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="names its function in 'name'"):
        Action.from_openai_tool_call(call)


def test_the_tool_call_is_not_changed_and_not_shared() -> None:
    for call in (chat_call({"x": [1]}), flat_call({"x": [1]})):
        before = copy.deepcopy(call)
        action = Action.from_openai_tool_call(call)
        action.arguments["x"].append(2)
        action.arguments["y"] = 3
        assert call == before
    assert Action.from_openai_tool_call(MappingProxyType(flat_call(MappingProxyType({"x": 1})))).arguments == {"x": 1}


def test_a_subclass_is_built_as_itself() -> None:
    class Tap(Action):
        pass

    assert type(Tap.from_openai_tool_call(chat_call("{}"))) is Tap


@given(json_objects)
def test_arguments_are_kept_as_they_were_received(arguments: dict[str, Any]) -> None:
    action = Action(id="c", name="tap", arguments=arguments)
    assert action.arguments == arguments
    assert Action.model_validate_json(action.model_dump_json()) == action
    assert Action.model_validate(action.model_dump()) == action
    assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == action  # noqa: S301, our own


def test_default_arguments_are_not_shared() -> None:
    one, other = Action(name="a"), Action(name="a")
    one.arguments["x"] = 1
    assert other.arguments == Action(name="a").arguments == {}


def test_arguments_given_by_a_program_become_json() -> None:
    assert Action(name="a", arguments={"x": (1, {2})}).arguments == {"x": [1, [2]]}
    loop: list[object] = []
    loop.append(loop)
    for value in (object(), loop, 10**9000):
        with pytest.raises(ValidationError, match="arguments are JSON"):
            Action(name="a", arguments={"x": value})


def test_a_nan_is_kept_as_received_and_a_dump_is_strict_json() -> None:
    action = Action.from_openai_tool_call(chat_call('{"x": NaN, "y": [Infinity], "z": 1e999}'))
    assert math.isnan(action.arguments["x"])
    assert action.arguments["y"] == [math.inf]
    assert json.loads(action.model_dump_json())["arguments"] == {"x": None, "y": [None], "z": None}
    json.dumps(action.model_dump(mode="json"), allow_nan=False)


@given(st.integers(-(10**3000), 10**3000))
def test_integers_of_any_size_survive(number: int) -> None:
    action = Action.from_openai_tool_call(chat_call(json.dumps({"n": number})))
    assert action.arguments["n"] == number
    assert Action.model_validate_json(action.model_dump_json()) == action


@pytest.mark.parametrize(
    "bad", [{"name": None}, {"name": 5}, {}, {"name": "a", "arguments": [1]}, {"name": "a", "id": 5}]
)
def test_a_malformed_action_is_a_validation_error(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Action.model_validate(bad)


@pytest.mark.parametrize(
    "call",
    [
        {"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}},
        {"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x"},
        None,
        "f",
        [],
    ],
)
def test_a_call_of_another_form_is_refused_and_never_read_as_empty(call: Any) -> None:  # noqa: ANN401, whatever a server sends
    with pytest.raises(ValueError, match=r"'input'|a tool call is a mapping"):
        Action.from_openai_tool_call(call)


@given(
    st.sampled_from(["input", "args", "parameters", "params"]),
    st.sampled_from([{}, {"x": 1}, '{"x": 1}', [1], 0]),
    st.sampled_from([{}, {"arguments": None}]),
    st.booleans(),
)
def test_arguments_under_the_key_of_another_api_are_never_lost(
    key: str,
    arguments: object,
    empty: dict[str, Any],
    inside: bool,  # noqa: FBT001, hypothesis gives it by name
) -> None:
    call: dict[str, Any] = {"name": "tap", key: arguments, **empty}
    with pytest.raises(ValueError, match=f"{key!r}.*give 'arguments'"):
        Action.from_openai_tool_call({"id": "c", "function": call} if inside else call)


def test_arguments_beside_the_function_are_never_lost() -> None:
    with pytest.raises(ValueError, match="give 'arguments' beside 'name'"):
        Action.from_openai_tool_call({"id": "c", "function": {"name": "tap"}, "arguments": '{"x": 1}'})


def test_a_misspelt_field_of_an_action_is_refused() -> None:
    with pytest.raises(ValidationError, match="args"):
        Action(name="tap", args={"x": 1})  # type: ignore[call-arg]
