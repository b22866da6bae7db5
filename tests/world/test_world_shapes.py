"""What scenes, steps, results and settings take, refuse and print."""

import copy
import enum
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pydantic import ValidationError

from cube_core import (
    Action,
    EnvironmentOutput,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TextContent,
    ValidatedConfig,
)
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldEvent, WorldModel, WorldState


class Mode(enum.Enum):
    FAST = "fast"


TREE = [{"ref": 1, "role": "button", "children": [{"ref": 2}]}]


def test_a_scene_is_read_from_the_contents_of_an_observation() -> None:
    observation = Observation(
        contents=[
            TextContent(data="Send a mail", name="goal"),
            StructuredContent(data=TREE, name="tree"),
            TextContent(data="Inbox", name="screen"),
            ImageContent(data=Image.new("RGB", (320, 640)), name="screenshot"),
        ]
    )
    scene = Scene.from_observation(observation)
    assert scene == Scene(TREE, "Inbox", (320, 640))
    observation.contents[1].data[0]["ref"] = 5
    assert scene.elements[0]["ref"] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@given(st.lists(JSON, max_size=3) | st.dictionaries(st.text(max_size=3), JSON, max_size=3))
def test_a_scene_that_is_read_late_is_the_scene_as_it_was(tree: list[Any] | dict[str, Any]) -> None:
    content = StructuredContent(data=tree, name="tree")
    at_once = Scene(content.data if isinstance(content.data, list) else [content.data])
    observation = Observation(contents=[content])
    late, copied, pickled = (Scene.from_observation(observation) for _ in range(3))
    content.data.clear()
    assert late.elements == at_once.elements
    assert copy.deepcopy(copied) == at_once
    assert pickle.loads(pickle.dumps(pickled)) == at_once  # noqa: S301, our own
    assert hash(pickled) == hash(at_once)
    assert repr(late) == repr(at_once)


@pytest.mark.parametrize("odd", [np.int64(3), object(), Mode.FAST, "\ud83d", 1 << 70, {1, 2}, float("nan"), Path("a")])
def test_what_a_task_puts_into_a_tree_afterwards_does_no_harm(odd: object) -> None:
    content = StructuredContent(data=[{}], name="tree")
    content.data[0]["odd"] = odd  # type: ignore[index]
    scene = Scene.from_observation(Observation.of([content]))
    json.dumps(WorldEvent(scene, PlannedStep("a"), success=True).as_dict())
    assert scene.elements[0].keys() == {"odd"}


def test_a_scene_has_no_other_attributes() -> None:
    scene = Scene.from_observation(Observation(contents=[StructuredContent(data=TREE, name="tree")]))
    with pytest.raises(AttributeError, match="nothing"):
        scene.nothing  # type: ignore[attr-defined]  # noqa: B018, reading it is the point
    with pytest.raises(AttributeError):
        scene.elements = ()  # type: ignore[misc]
    assert scene.elements == Scene(TREE).elements


@pytest.mark.parametrize(
    ("contents", "scene"),
    [
        ([], Scene()),
        ([TextContent(data="(no output)")], Scene()),
        ([StructuredContent(data=TREE[0], name="tree")], Scene(TREE)),
        ([StructuredContent(data=[], name="tree")], Scene()),
        ([TextContent(data="old", name="screen"), TextContent(data="new", name="screen")], Scene(text="new")),
        ([StructuredContent(data={}, name="screen"), TextContent(data="-", name="screenshot")], Scene()),
    ],
    ids=["nothing", "no names", "one root", "empty tree", "the last screen", "other types"],
)
def test_every_part_of_a_scene_is_optional(contents: list[TextContent | StructuredContent], scene: Scene) -> None:
    assert Scene.from_observation(Observation(contents=list(contents))) == scene


def test_a_planned_step_is_an_action_without_its_id() -> None:
    action = Action(id="call_1", name="tap", arguments={"ref": 1, "remember": {"a": [1]}})
    assert PlannedStep.from_action(action) == PlannedStep("tap", {"ref": 1, "remember": {"a": [1]}})


def test_a_step_without_arguments_has_an_empty_mapping() -> None:
    assert PlannedStep("back").args == {}


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (None, StepResult(success=True)),
        (StepError.from_exception(ValueError("no")), StepResult(success=False, error="ValueError: no")),
        (InvalidAction.because("unknown"), StepResult(success=False, error="InvalidAction: unknown")),
    ],
    ids=["fine", "failed", "refused"],
)
def test_a_step_result_is_read_from_an_output(error: StepError | None, result: StepResult) -> None:
    assert StepResult.from_output(EnvironmentOutput(obs=Observation(), error=error)) == result


REFUSED: dict[str, Callable[[], object]] = {
    "Scene.elements": lambda: Scene(5),  # type: ignore[arg-type]
    "Scene.elements of one": lambda: Scene({"ref": 1}),  # type: ignore[arg-type]
    "Scene.text": lambda: Scene(text=None),  # type: ignore[arg-type]
    "Scene.screen_size": lambda: Scene(screen_size=5),  # type: ignore[arg-type]
    "Scene.screen_size of text": lambda: Scene(screen_size="48"),  # type: ignore[arg-type]
    "Scene.screen_size of three": lambda: Scene(screen_size=(1, 2, 3)),  # type: ignore[arg-type]
    "Scene.screen_size of no numbers": lambda: Scene(screen_size=(float("nan"), 1)),  # type: ignore[arg-type]
    "SemanticScene.page": lambda: SemanticScene(5),  # type: ignore[arg-type]
    "SemanticScene.intents": lambda: SemanticScene("inbox", "open"),
    "PlannedStep.name": lambda: PlannedStep(None),  # type: ignore[arg-type]
    "PlannedStep.args": lambda: PlannedStep("tap", [1]),  # type: ignore[arg-type]
    "StepResult.error": lambda: StepResult(success=False, error=ValueError()),  # type: ignore[arg-type]
    "WorldEvent.scene": lambda: WorldEvent("inbox", PlannedStep("tap"), success=True),  # type: ignore[arg-type]
    "WorldEvent.action": lambda: WorldEvent(Scene(), Action(name="tap"), success=True),  # type: ignore[arg-type]
    "WorldState.current_app": lambda: WorldState(5),  # type: ignore[arg-type]
    "WorldState.variables": lambda: WorldState(variables=[]),  # type: ignore[arg-type]
    "WorldState.history of nothing": lambda: WorldState(history=None),  # type: ignore[arg-type]
    "WorldState.history": lambda: WorldState(history=["tap"]),  # type: ignore[list-item]
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_part_of_a_wrong_type_is_refused_by_name(what: str) -> None:
    with pytest.raises(TypeError, match=what.partition(" ")[0]):
        REFUSED[what]()


def test_settings_have_the_defaults_of_the_specification() -> None:
    config = WorldConfig()
    assert (config.enabled, config.history_size, config.page_from_scene) == (True, 10, False)
    assert isinstance(config, ValidatedConfig)
    assert WorldConfig.model_validate_json(WorldConfig(history_size=0).model_dump_json()).history_size == 0


@pytest.mark.parametrize(
    "field", [{"history_size": -1}, {"history_size": "many"}, {"histroy_size": 3}, {"enabled": None}]
)
def test_wrong_settings_are_refused(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=next(iter(field))):
        WorldConfig.model_validate(field)


def test_a_setting_cannot_be_made_wrong_later() -> None:
    config = WorldConfig()
    with pytest.raises(ValidationError, match="history_size"):
        config.history_size = -1


def test_settings_are_fixed_for_the_life_of_a_model() -> None:
    config = WorldConfig(history_size=2)
    world = WorldModel(config)
    config.history_size = 0
    world.config.history_size = 0
    assert world.config.history_size == 2


def test_reprs_are_short_and_say_the_essential() -> None:
    long = "x" * 500
    state = WorldState("mail", "inbox", {"name": long}, [WorldEvent(Scene(), PlannedStep("tap"), success=True)])
    assert repr(state).startswith("WorldState(app='mail', page='inbox', variables={'name': 'xxx")
    assert repr(state).endswith(", 1 events)")
    assert repr(Scene(TREE, long, (320, 640))) == "Scene(1 elements, 500 characters, 320x640)"
    assert repr(Scene()) == "Scene(0 elements, 0 characters, no screen size)"
    assert repr(SemanticScene("inbox", ["open"])) == "SemanticScene('inbox', 1 intents, 0 widgets)"
    assert len(repr(PlannedStep(long, {"text": long}))) < 200
