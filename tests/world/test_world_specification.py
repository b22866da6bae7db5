"""The requirements of the world model's specification, one class each; its scenarios, one test each.

What the specification says of the step loop and the planner is tested with the runtime.
"""

import socket
from typing import NoReturn

import pytest

from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldEvent, WorldModel

OK = StepResult(success=True)
FAILED = StepResult(success=False, error="ValueError: no such element")
TAP = PlannedStep("tap", {"ref": 1})


def launch(app: str) -> PlannedStep:
    return PlannedStep("launch_app", {"app": app})


class TestPersistentPerTaskWorldState:
    def test_world_state_survives_across_steps_within_a_task(self) -> None:
        world = WorldModel()
        world.observe(Scene(), SemanticScene("contacts/list"), launch("contacts"), OK)
        world.observe(Scene(), None, PlannedStep("tap", {"remember": {"seen": 1}}), OK)
        world.observe(Scene(), None, TAP, OK)
        state = world.state
        assert (state.current_app, state.current_page) == ("contacts", "contacts/list")
        assert state.variables == {"seen": 1}
        assert len(state.history) == 3

    def test_world_state_is_scoped_to_a_single_task(self) -> None:
        one, other = WorldModel(), WorldModel()
        one.observe(
            Scene(), SemanticScene("inbox"), PlannedStep("launch_app", {"app": "mail", "remember": {"a": 1}}), OK
        )
        assert other.state == WorldModel().state
        other.observe(Scene(), None, launch("maps"), OK)
        assert one.state.current_app == "mail"
        assert one.state.current_page == "inbox"
        assert len(one.state.history) == 1


class TestIncrementalUpdateAfterEachExecutedStep:
    def test_update_runs_after_a_successful_step(self) -> None:
        world = WorldModel()
        semantic = SemanticScene("inbox")
        world.observe(Scene(), semantic, TAP, OK)
        assert world.state.history == (WorldEvent(semantic, TAP, success=True),)

    def test_update_runs_after_a_failed_step(self) -> None:
        world = WorldModel()
        scene = Scene(text="Inbox")
        world.observe(scene, None, TAP, FAILED)
        assert world.state.history == (WorldEvent(scene, TAP, success=False),)

    def test_update_derivation_makes_no_external_calls(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> NoReturn:
            pytest.fail("the world tried to open something")

        world = WorldModel(WorldConfig(page_from_scene=True))
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socket", refuse)
            patch.setattr("builtins.open", refuse)
            patch.setattr("os.open", refuse)
            world.observe(
                Scene(text="Inbox"), None, PlannedStep("launch_app", {"app": "mail", "remember": {"a": 1}}), OK
            )
            state = world.state
        assert state.current_app == "mail"


class TestCurrentAppAndPageTracking:
    @pytest.mark.parametrize("key", ["app", "bundle_id", "package"])
    def test_launching_an_app_updates_current_app(self, key: str) -> None:
        world = WorldModel()
        world.observe(Scene(), None, PlannedStep("launch_app", {key: "com.example.mail"}), OK)
        assert world.state.current_app == "com.example.mail"

    def test_app_goes_before_bundle_id_and_bundle_id_before_package(self) -> None:
        world = WorldModel()
        world.observe(Scene(), None, PlannedStep("launch_app", {"package": "c", "bundle_id": "b", "app": "a"}), OK)
        assert world.state.current_app == "a"
        world.observe(Scene(), None, PlannedStep("launch_app", {"package": "c", "bundle_id": "b", "app": 5}), OK)
        assert world.state.current_app == "b"

    def test_a_failed_launch_leaves_current_app_unchanged(self) -> None:
        world = WorldModel()
        world.observe(Scene(), None, launch("mail"), OK)
        world.observe(Scene(), None, launch("maps"), FAILED)
        assert world.state.current_app == "mail"

    def test_terminating_the_current_app_clears_it(self) -> None:
        world = WorldModel()
        world.observe(Scene(), None, launch("mail"), OK)
        world.observe(Scene(), None, PlannedStep("terminate_app", {"bundle_id": "mail"}), OK)
        assert world.state.current_app is None

    @pytest.mark.parametrize(
        ("args", "result"), [({"app": "maps"}, OK), ({}, OK), ({"app": "mail"}, FAILED), ({"app": None}, OK)]
    )
    def test_other_terminations_leave_current_app_unchanged(self, args: dict[str, object], result: StepResult) -> None:
        world = WorldModel()
        world.observe(Scene(), None, launch("mail"), OK)
        world.observe(Scene(), None, PlannedStep("terminate_app", args), result)
        assert world.state.current_app == "mail"

    def test_a_page_identity_from_semantic_scene_updates_current_page(self) -> None:
        world = WorldModel()
        world.observe(Scene(), SemanticScene("inbox"), TAP, OK)
        world.observe(Scene(), SemanticScene("message"), TAP, FAILED)
        assert world.state.current_page == "message"

    @pytest.mark.parametrize("semantic", [None, SemanticScene(None), SemanticScene(""), SemanticScene("  ")])
    def test_no_page_signal_leaves_current_page_unchanged(self, semantic: SemanticScene | None) -> None:
        world = WorldModel()
        world.observe(Scene(), SemanticScene("inbox"), TAP, OK)
        world.observe(Scene(text="Settings"), semantic, launch("settings"), OK)
        assert world.state.current_page == "inbox"


class TestExplicitVariableMemorization:
    @pytest.mark.parametrize("result", [OK, FAILED])
    def test_a_step_explicitly_remembers_a_value(self, result: StepResult) -> None:
        world = WorldModel()
        world.observe(Scene(), None, PlannedStep("tap", {"remember": {"name": "Zhang San", "tries": 0}}), result)
        world.observe(Scene(), None, PlannedStep("tap", {"remember": {"tries": 1, "empty": None}}), OK)
        assert world.state.variables == {"name": "Zhang San", "tries": 1, "empty": None}

    @pytest.mark.parametrize("args", [{}, {"text": "remember me"}, {"nested": {"remember": {"a": 1}}}])
    def test_a_step_without_a_memorization_instruction_does_not_change_variables(self, args: dict[str, object]) -> None:
        world = WorldModel()
        world.observe(Scene(), None, PlannedStep("type", {"remember": {"kept": True}}), OK)
        world.observe(Scene(text="secret"), SemanticScene("inbox", ["a"], ["b"]), PlannedStep("type", args), OK)
        assert world.state.variables == {"kept": True}

    @pytest.mark.parametrize("malformed", [None, "name", 5, True, ["name", "value"], [["name", "value"]]])
    def test_a_malformed_instruction_is_ignored(self, malformed: object) -> None:
        world = WorldModel()
        world.observe(Scene(), None, PlannedStep("tap", {"remember": malformed}), OK)
        assert world.state.variables == {}
        assert len(world.state.history) == 1


class TestBoundedHistoryOfRecentSceneActionPairs:
    def test_history_accumulates_recent_entries_up_to_the_bound(self) -> None:
        world = WorldModel(WorldConfig(history_size=3))
        for ref in range(3):
            world.observe(Scene(), None, PlannedStep("tap", {"ref": ref}), OK)
            assert [event.action.args["ref"] for event in world.state.history] == list(range(ref + 1))

    @pytest.mark.parametrize("size", [0, 1, 3])
    def test_history_evicts_the_oldest_entry_once_the_bound_is_exceeded(self, size: int) -> None:
        world = WorldModel(WorldConfig(history_size=size))
        for ref in range(7):
            world.observe(Scene(), None, PlannedStep("tap", {"ref": ref}), OK)
            assert len(world.state.history) <= size
        assert [event.action.args["ref"] for event in world.state.history] == list(range(7 - size, 7))

    def test_ten_events_are_kept_by_default(self) -> None:
        world = WorldModel()
        for _ in range(12):
            world.observe(Scene(), None, TAP, OK)
        assert len(world.state.history) == 10


class TestTrackingFailureNeverBlocksTheTaskLoop:
    @pytest.mark.parametrize("args", [{}, {"app": ""}, {"app": None}, {"app": ["mail"]}, {"bundle": "mail"}])
    def test_missing_expected_data_during_update_does_not_raise(self, args: dict[str, object]) -> None:
        world = WorldModel()
        world.observe(Scene(), None, launch("maps"), OK)
        world.observe(Scene(), None, PlannedStep("launch_app", args), OK)
        assert world.state.current_app == "maps"
        assert len(world.state.history) == 2
