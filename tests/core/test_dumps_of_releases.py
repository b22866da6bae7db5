"""Dumps of each released version, which every later one reads.

A release adds a file: `python tests/core/test_dumps_of_releases.py` writes that of the installed version.
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import cube_core
from cube_core import (
    STOP_ACTION,
    Action,
    ActionSchema,
    AudioContent,
    BenchmarkMetadata,
    EnvironmentOutput,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TaskMetadata,
    TextContent,
    TypedBaseModel,
    VideoContent,
)

DUMPS = Path(__file__).parent / "dumps"
RELEASES = sorted(path.stem for path in DUMPS.glob("*.json"))

ERROR = StepError(error_type="ValueError", exception_str="no door 3", stack_trace="Traceback ...")
REFUSAL = InvalidAction(error_type="InvalidAction", exception_str="there is no action 'fly' now", stack_trace="")
PICTURE = Image.new("RGBA", (2, 1), (10, 20, 30, 40))
OBSERVATION = Observation(
    contents=[
        TextContent(data="«café» 🙂", name="goal"),
        StructuredContent(data={"role": "button", "children": [{"ref": 1, "x": 0.5, "on": None}]}, name="tree"),
        ImageContent(data=PICTURE, name="screenshot", tool_call_id="call_1"),
    ],
    error=REFUSAL,
)
EXAMPLES: dict[str, TypedBaseModel] = {
    "Action": Action(id="call_1", name="tap", arguments={"x": 1, "opts": {"hold": [0.5, None, True]}}),
    "ActionSchema": ActionSchema(
        name="tap",
        description="Tap the screen.",
        parameters={"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
    ),
    "stop": STOP_ACTION,
    "TextContent": TextContent(data="text", name="screen", tool_call_id="call_1"),
    "StructuredContent": StructuredContent(data=[1, "a", {"b": None}]),
    "ImageContent": ImageContent(data=PICTURE, name="screenshot"),
    "AudioContent": AudioContent(data=b"\x00\xff", duration_seconds=1.5),
    "VideoContent": VideoContent(data=b"\x00\xff"),
    "Observation": OBSERVATION,
    "StepError": ERROR,
    "InvalidAction": REFUSAL,
    "EnvironmentOutput": EnvironmentOutput(
        obs=OBSERVATION,
        reward=0.5,
        done=True,
        info={"profiling": {"seconds": {"action": 0.5}}, "details": {"score": 0.5}},
        error=REFUSAL,
    ),
    "TaskMetadata": TaskMetadata(
        id="count",
        description="Count.",
        split="train",
        recommended_max_steps=5,
        success_threshold=0.5,
        tags=("a", "b"),
        nondeterministic="it waits for the network",
    ),
    "BenchmarkMetadata": BenchmarkMetadata(name="shelf", version="2", description="Sort a shelf.", extra="browser"),
}


def dumps_of(release: str) -> dict[str, Any]:
    return dict(json.loads((DUMPS / f"{release}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("release", RELEASES)
def test_what_a_release_dumped_is_read_as_what_it_was(release: str) -> None:
    for name, dump in dumps_of(release).items():
        read = TypedBaseModel.model_validate(dump)
        assert read == EXAMPLES[name]
        assert type(read) is type(EXAMPLES[name])
        assert type(EXAMPLES[name]).model_validate_json(json.dumps(dump)) == EXAMPLES[name]


def test_the_current_release_has_its_dumps_with_one_of_each_kind() -> None:
    dumps = dumps_of(version("cube-gym"))
    assert dumps.keys() == EXAMPLES.keys()
    public = [getattr(cube_core, name) for name in cube_core.__all__]
    concrete = {thing for thing in public if isinstance(thing, type) and issubclass(thing, TypedBaseModel)}
    untouched = {"TypedBaseModel", "ValidatedConfig", "Content", "TaskConfig", "ToolConfig", "AsyncToolConfig"}
    untouched |= {"BenchmarkConfig", "InfraConfig"}
    assert {kind.__name__ for kind in concrete} - untouched <= dumps.keys()


def test_dumps_have_the_fields_that_they_had_at_the_release() -> None:
    for name, dump in dumps_of(version("cube-gym")).items():
        if "Image" not in json.dumps(dump):  # a PNG's bytes depend on the library that packs them
            assert json.loads(EXAMPLES[name].model_dump_json()) == dump


if __name__ == "__main__":
    examples = {name: model.model_dump(mode="json") for name, model in EXAMPLES.items()}
    text = json.dumps(examples, indent=1, ensure_ascii=False)
    (DUMPS / f"{version('cube-gym')}.json").write_text(f"{text}\n", encoding="utf-8")
