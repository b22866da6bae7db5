"""What was handed out stays as it was: for the caller, for learners that copy it, and in other processes."""

import copy
import json
import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

import world as world_package
from cube_core import Action
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldEvent, WorldModel, WorldState

OK = StepResult(success=True)


def played() -> WorldModel:
    world = WorldModel()
    world.observe(
        Scene([{"role": "button"}], "Inbox", (320, 640)),
        None,
        PlannedStep("launch_app", {"app": "mail", "remember": {"names": ["Zhang San"], "of": {"b", "a", "c"}}}),
        OK,
    )
    world.observe(Scene(), SemanticScene("inbox", ["open"], [{"ref": 1}]), PlannedStep("tap", {"ref": 1}), OK)
    return world


def parts(value: object) -> list[Any]:
    """A state and everything that it is made of."""
    inner = [getattr(value, field.name) for field in fields(value)] if hasattr(value, "__dataclass_fields__") else []  # type: ignore[arg-type]
    inner += list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, tuple) else []
    return [value, *(part for item in inner for part in parts(item))]


def test_a_state_is_frozen_through_and_through() -> None:
    for part in parts(played().state):
        assert isinstance(part, str | int | tuple | dict | None) or hasattr(part, "__dataclass_fields__")
        for attempt in (lambda part=part: part.__setitem__("new", 1), lambda part=part: setattr(part, "new", 1)):
            with pytest.raises((TypeError, AttributeError)):
                attempt()
        for name in getattr(part, "__match_args__", ()):
            with pytest.raises(FrozenInstanceError):
                setattr(part, name, None)
            with pytest.raises(FrozenInstanceError):
                delattr(part, name)


def test_states_that_were_handed_out_keep_their_history() -> None:
    world = WorldModel()
    seen = []
    for count in range(3):
        world.observe(Scene(), None, PlannedStep("tap", {"remember": {"count": count}}), OK)
        seen.append(world.state)
    assert [len(state.history) for state in seen] == [1, 2, 3]
    assert [state.variables["count"] for state in seen] == [0, 1, 2]


def test_what_the_caller_changes_later_does_not_leak_in() -> None:
    elements: list[Any] = [{"role": "list", "children": [{"text": "first"}]}]
    args: dict[str, Any] = {"refs": [1], "remember": {"names": ["a"]}}
    semantic: dict[str, list[Any]] = {"intents": [{"do": ["open"]}], "widgets": [{"ref": 1}]}
    world = WorldModel()
    world.observe(Scene(elements), None, PlannedStep("tap", args), OK)
    world.observe(Scene(elements), SemanticScene("inbox", **semantic), PlannedStep("tap", args), OK)
    before = json.dumps(world.state.as_dict())
    elements[0]["children"][0]["text"] = "late"
    elements[0]["children"].append("late")
    args["refs"].append("late")
    args["remember"]["names"].append("late")
    semantic["intents"][0]["do"].append("late")
    semantic["widgets"].clear()
    assert json.dumps(world.state.as_dict()) == before
    assert "late" not in before


def test_an_object_of_another_type_does_not_leak_in() -> None:
    class Page:
        page = "inbox"

        def __init__(self) -> None:
            self.intents = ["open"]

    page = Page()
    world = WorldModel()
    world.observe(None, page, PlannedStep("tap"), OK)  # type: ignore[arg-type]
    page.intents.append("late")
    assert world.state.history[0].scene == SemanticScene("inbox", ["open"])


def test_an_action_does_not_leak_in() -> None:
    action = Action(name="tap", arguments={"remember": {"names": ["a"]}})
    world = WorldModel()
    world.observe(None, None, PlannedStep.from_action(action), OK)
    world.observe(None, None, action, OK)
    action.arguments["remember"]["names"].append("late")
    assert world.state.variables == {"names": ("a",)}
    assert world.state.history[0].action == world.state.history[1].action


def test_the_json_form_is_the_callers_own() -> None:
    state = played().state
    form = state.as_dict()
    form["variables"]["names"].append("late")
    form["history"].clear()
    assert "late" not in json.dumps(state.as_dict())
    assert len(state.history) == 2


def test_the_json_form_holds_everything() -> None:
    state = played().state
    form = json.loads(json.dumps(state.as_dict()))
    events = [
        WorldEvent(
            SemanticScene(**event["scene"]) if "page" in event["scene"] else Scene(**event["scene"]),
            PlannedStep(**event["action"]),
            event["success"],
        )
        for event in form.pop("history")
    ]
    assert WorldState(**form, history=events) == state


@pytest.mark.parametrize(("last", "pages"), [(None, 3), (5, 3), (2, 2), (0, 0)])
def test_the_json_form_can_hold_the_last_events_only(last: int | None, pages: int) -> None:
    world = WorldModel()
    for count in range(3):
        world.observe(None, None, PlannedStep("tap", {"count": count}), OK)
    events = world.state.as_dict(last)["history"]
    assert [event["action"]["args"]["count"] for event in events] == list(range(3 - pages, 3))


def test_learners_that_copy_infos_copy_nothing() -> None:
    state = played().state
    copied = copy.deepcopy({"world": state})
    assert copied["world"] is state
    for part in parts(state):
        assert copy.copy(part) is part
        assert copy.deepcopy(part) is part


def test_reading_the_state_twice_gives_the_same_object() -> None:
    world = played()
    assert world.state is world.state


def test_what_happened_makes_states_equal() -> None:
    one, other = played(), played()
    assert one.state == other.state
    assert hash(one.state) == hash(other.state)
    other.observe(None, None, PlannedStep("tap"), OK)
    assert one.state != other.state
    assert one.state != one.state.as_dict()


def test_public_types_carry_their_package_as_module() -> None:
    for name in world_package.__all__:
        assert name == "read_scenes" or getattr(world_package, name).__module__ == "world"
    assert list(world_package.__all__) == sorted(world_package.__all__)


STATE_IN_ANOTHER_PROCESS = """
import pickle, sys
from world import *
world = WorldModel()
step = PlannedStep("launch_app", {"app": "mail", "remember": {"of": {"b", "a", "c"}, "none": None, "half": 0.5}})
world.observe(Scene([{"role": "button"}], "Inbox", (320, 640)), None, step, StepResult(True))
world.observe(Scene(), SemanticScene("inbox", {"x", "y", "z"}), PlannedStep("tap", {"ref": 1}), StepResult(False, "e"))
sys.stdout.buffer.write(pickle.dumps((hash(world.state), repr(world.state), world.state)))
"""


def test_states_are_the_same_under_any_pythonhashseed() -> None:
    found = []
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", STATE_IN_ANOTHER_PROCESS]
        done = subprocess.run(command, env=environment, check=True, capture_output=True)
        found.append(pickle.loads(done.stdout))  # noqa: S301, our own bytes
    for its_hash, its_repr, state in found:
        assert (its_hash, its_repr, state) == found[0]
        assert hash(state) == its_hash
    assert found[0][2].variables["of"] == ("a", "b", "c")


def test_a_model_can_be_used_for_one_task_after_another() -> None:
    world = played()
    first = world.state
    world.reset(SemanticScene("home", ["open"]))
    assert world.state == WorldState(current_page="home")
    world.observe(None, None, PlannedStep("tap"), OK)
    assert (world.state.current_app, world.state.current_page, world.state.variables) == (None, "home", {})
    assert len(world.state.history) == 1
    world.reset()
    assert world.state == WorldState()
    assert first == played().state


def test_a_restored_model_goes_on_as_the_original_would() -> None:
    original, other = played(), WorldModel()
    other.restore(pickle.loads(pickle.dumps(original.state)))  # noqa: S301, our own bytes
    for world in (original, other):
        world.observe(None, SemanticScene("message"), PlannedStep("tap", {"remember": {"more": 1}}), OK)
    assert original.state == other.state
    assert set(other.state.variables) == {"names", "of", "more"}


def test_restoring_keeps_to_the_bound() -> None:
    small = WorldModel(WorldConfig(history_size=1))
    small.restore(played().state)
    assert [event.action.name for event in small.state.history] == ["tap"]
