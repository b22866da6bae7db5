"""Schemas of actions as values: what they are made of, that they do not change, and how they are copied."""

import copy
import pickle
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cube_core import STOP_ACTION, ActionSchema
from tests.core.functions import plain, recursive


@pytest.mark.parametrize(
    "bad", [{"name": ""}, {"description": ""}, {"name": None}, {"parameters": [1]}, {"parameters": {"x": object()}}]
)
def test_a_malformed_schema_is_a_validation_error(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ActionSchema.model_validate({"name": "a", "description": "d", **bad})


def test_name_and_description_are_not_optional() -> None:
    for present in ("name", "description"):
        with pytest.raises(ValidationError):
            ActionSchema.model_validate({present: "x"})
    assert ActionSchema(name="a", description="d").parameters == {}


@pytest.mark.parametrize("name", ["", " ", "a b", "a.b", "öffnen", "<lambda>", "a\n", "a" * 65, "a\ud83d"], ids=count())
def test_a_name_that_a_model_api_refuses_is_an_error_that_names_the_rule(name: str) -> None:
    with pytest.raises(ValidationError, match="1 to 64 letters"):
        ActionSchema(name=name, description="d")


@given(st.from_regex(r"[a-zA-Z0-9_-]{1,64}", fullmatch=True))
def test_every_other_name_is_taken(name: str) -> None:
    assert ActionSchema(name=name, description="d").as_dict()["function"]["name"] == name


@pytest.mark.parametrize("description", ["", " ", "\n\t"])
def test_a_blank_description_is_none(description: str) -> None:
    with pytest.raises(ValidationError, match="needs a description"):
        ActionSchema(name="a", description=description)


def test_the_stop_action_is_the_universal_one() -> None:
    assert STOP_ACTION.as_dict() == {
        "type": "function",
        "function": {
            "name": "final_step",
            "description": "Stop the task execution.",
            "parameters": {"type": "object", "properties": {}},
        },
    }


def test_parameters_are_read_only_and_equal_to_plain_json() -> None:
    given_as: dict[str, Any] = {"type": "object", "properties": {"x": {"enum": [1, 2]}}}
    schema = ActionSchema(name="a", description="d", parameters=given_as)
    assert schema.parameters == given_as
    given_as["properties"]["y"] = {}
    assert "y" not in schema.parameters["properties"]
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["type"] = "array"
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["properties"]["y"] = {}
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["properties"]["x"]["enum"].append(3)
    with pytest.raises(ValidationError, match="frozen"):
        schema.name = "b"  # type: ignore[misc]


def test_what_a_schema_hands_out_can_be_changed_without_changing_it() -> None:
    before = STOP_ACTION.as_dict()
    STOP_ACTION.as_dict()["function"]["parameters"]["properties"]["z"] = {}
    STOP_ACTION.model_dump()["parameters"]["properties"]["z"] = {}
    assert STOP_ACTION.as_dict() == before


def test_schemas_survive_dumping_copying_pickling_and_hashing() -> None:
    schema = ActionSchema.from_function(recursive)
    assert schema.problem({}) is not None  # compiled now
    for twin in (
        ActionSchema.model_validate_json(schema.model_dump_json()),
        ActionSchema.model_validate(schema.model_dump()),
        copy.deepcopy(schema),
        copy.copy(schema),
        schema.model_copy(deep=True),
        pickle.loads(pickle.dumps(schema)),  # noqa: S301, our own
    ):
        assert twin == schema
        assert hash(twin) == hash(schema)
        assert twin.problem({}) == schema.problem({})
    assert len({schema, STOP_ACTION, copy.copy(STOP_ACTION)}) == 2


def test_a_copy_with_other_parameters_judges_by_those() -> None:
    schema = ActionSchema.from_function(plain)
    assert schema.problem({"x": 1}) is None
    other = schema.model_copy(update={"parameters": {"type": "object", "properties": {"y": {"type": "string"}}}})
    assert other.problem({"y": "a"}) is None
    assert other.problem({"x": 1}) is not None


def test_empty_descriptions_are_reported_by_name_and_self_is_exempt() -> None:
    properties = {"self": {}, "a": {"description": "  "}, "b": {"type": "string"}, "c": {"description": "C"}, "d": True}
    schema = ActionSchema(name="act", description="Do.", parameters={"properties": properties})
    with pytest.raises(ValueError, match="'act' does not describe a, b, d:"):
        schema.validate_param_descriptions()
    STOP_ACTION.validate_param_descriptions()
    ActionSchema(name="act", description="Do.").validate_param_descriptions()
