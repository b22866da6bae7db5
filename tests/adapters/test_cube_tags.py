"""cube-standard's tags of core types are read, and written back on request."""

import json

import pytest
from PIL import Image

import cube_core
from cube_core import (
    Action,
    EnvironmentOutput,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TextContent,
    TypedBaseModel,
)
from cube_core.former_tags import CUBE_STANDARD_TAGS
from cube_gym.adapters.cube_standard import with_cube_tags

OUTPUT = EnvironmentOutput(
    obs=Observation(
        contents=[
            TextContent(data="done", tool_call_id="call_1", name="answer"),
            StructuredContent(data={"_kind": [1, {"a": None}]}),
            ImageContent(data=Image.new("RGB", (3, 2), "red")),
        ],
        error=StepError(error_type="ValueError", exception_str="no", stack_trace=""),
    ),
    reward=0.5,
    info={"profiling": {"evaluate": 0.1}},
)


@pytest.mark.parametrize("model", [OUTPUT, Action(id="1", name="tap", arguments={"x": 1})])
def test_what_is_written_with_their_tags_is_read_back(model: TypedBaseModel) -> None:
    dumped = json.loads(json.dumps(with_cube_tags(model)))
    assert "cube_core." not in json.dumps(dumped)
    assert type(model).model_validate(dumped).model_dump(mode="json") == model.model_dump(mode="json")


def test_a_dump_is_retagged_without_being_changed() -> None:
    dumped = OUTPUT.model_dump(mode="json")
    before = json.dumps(dumped)
    steps = with_cube_tags([{"output": dumped, "other": {"_type": "package.Config", "tags": ("a", 1)}}])
    assert json.dumps(dumped) == before
    assert steps[0]["output"]["_type"] == "cube.core.EnvironmentOutput"
    assert steps[0]["other"] == {"_type": "package.Config", "tags": ["a", 1]}


def test_a_refusal_is_written_as_the_error_that_they_know() -> None:
    refused = InvalidAction.because("no such action").to_observation("call_1")
    assert with_cube_tags(refused)["error"]["_type"] == "cube.core.StepError"


def test_every_tag_of_theirs_has_a_class_of_ours() -> None:
    assert {f"cube_core.{name}" for name in cube_core.__all__} >= set(CUBE_STANDARD_TAGS.values())
    assert len(set(CUBE_STANDARD_TAGS.values())) == len(CUBE_STANDARD_TAGS)


def test_cube_standard_reads_what_is_written_for_it() -> None:
    theirs = pytest.importorskip("cube.core", reason="cube-standard needs Python 3.12: `make test-cube` has it")
    read = theirs.EnvironmentOutput.model_validate(with_cube_tags(OUTPUT))
    assert type(read.obs.contents[2]) is theirs.ImageContent
    assert read.obs.error.exception_str == "no"
    written = read.model_dump(mode="json")
    again = EnvironmentOutput.model_validate(written)
    assert again == OUTPUT
    assert with_cube_tags(again) == written


def test_each_of_their_core_types_is_known() -> None:
    theirs = pytest.importorskip("cube.core", reason="cube-standard needs Python 3.12: `make test-cube` has it")
    concrete = {
        f"cube.core.{name}"
        for name, value in vars(theirs).items()
        if isinstance(value, type)
        and issubclass(value, theirs.TypedBaseModel)
        and value.__module__ == "cube.core"
        and value not in (theirs.TypedBaseModel, theirs.ValidatedConfig, theirs.Content)
    }
    assert concrete == set(CUBE_STANDARD_TAGS)
