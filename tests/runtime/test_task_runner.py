"""The planner-driven loop, as the world model's specification and its proposal want it."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NoReturn

import pytest

from cube_core import (
    Action,
    AgentStop,
    EnvironmentOutput,
    Observation,
    StructuredContent,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    TextContent,
    Tool,
    tool_action,
)
from cube_gym import Outcome, TaskContext, TaskEnv, TaskRunner
from cube_gym.runtime.planner import takes_world
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldModel, WorldState

LAUNCH = PlannedStep("launch_app", {"app": "mail"})
FAILING = PlannedStep("launch_app", {"app": "gone"})
TAP = PlannedStep("tap", {"ref": 1})
STOP = PlannedStep("final_step")
DROP = PlannedStep("drop")


class Phone(Tool):
    def __init__(self) -> None:
        self.app = "home"
        self.taps = 0

    @tool_action
    def launch_app(self, app: str) -> str:
        """Launch an app.

        Args:
            app: Its name.
        """
        if app == "gone":
            raise ValueError("no app 'gone' is installed")
        self.app = app
        return app

    @tool_action
    def terminate_app(self, app: str) -> None:
        """Terminate an app.

        Args:
            app: Its name.
        """
        del app
        self.app = "home"

    @tool_action
    def tap(self, ref: int = 0) -> None:
        """Tap an element.

        Args:
            ref: Its number.
        """
        self.taps += 1 + 0 * ref

    @tool_action
    def drop(self) -> None:
        """Drop the phone, which breaks it."""
        raise TaskFault("the phone does not answer")


class ErrandConfig(TaskConfig):
    def make(self) -> "Errand":
        return Errand(self, Phone())


class Errand(Task):
    """Open the mail app. The task is finished when it was tapped three times."""

    evaluate_each_step: ClassVar[bool] = False
    tool: Phone

    def __init__(self, config: TaskConfig, tool: Phone) -> None:
        super().__init__(config, tool)
        self.evaluations = 0
        self.seeds: list[int | None] = []

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.seeds.append(seed)
        self.tool.app, self.tool.taps = "home", 0
        goal = Observation(contents=[TextContent(data="Open the mail app", name="goal")])
        return goal + self.observe(), {"goal": "Open the mail app"}

    def observe(self) -> Observation:
        return Observation(contents=[StructuredContent(data=[{"page": self.tool.app}], name="tree")])

    def semantic_scene(self) -> SemanticScene | None:
        return SemanticScene(self.tool.app)

    def finished(self) -> bool:
        return self.tool.taps >= 3

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.evaluations += 1
        return float(self.tool.app == "mail"), {"app": self.tool.app}


@pytest.fixture
def make_task() -> Callable[[], Errand]:
    """Makes independent tasks."""
    return ErrandConfig(metadata=TaskMetadata(id="errand", recommended_max_steps=20)).make


@pytest.fixture
def task(make_task: Callable[[], Errand]) -> Errand:
    return make_task()


class Scripted:
    """Gives one plan after another, or raises it, and notes what it was asked with."""

    def __init__(self, *plans: Sequence[PlannedStep] | BaseException) -> None:
        self.plans = list(plans)
        self.asked: list[tuple[Scene, SemanticScene | None, int, WorldState | None]] = []

    def plan(
        self,
        scene: Scene,
        semantic_scene: SemanticScene | None,
        context: TaskContext,
        *,
        world: WorldState | None = None,
    ) -> Sequence[PlannedStep]:
        self.asked.append((scene, semantic_scene, len(context.results), world))
        plan = self.plans.pop(0) if self.plans else []
        if isinstance(plan, BaseException):
            raise plan
        return plan

    @property
    def worlds(self) -> list[WorldState | None]:
        return [world for *_, world in self.asked]


class Worldless:
    """A planner from before there was a world."""

    def plan(
        self, scene: Scene, semantic_scene: SemanticScene | None = None, context: TaskContext | None = None
    ) -> list[PlannedStep]:
        del scene, semantic_scene
        return [LAUNCH, STOP] if context is None or not context.results else []


class Forbidden(WorldModel):
    """A world that is switched off, and must be left alone."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        pytest.fail("a disabled world was called")

    observe = reset = restore = _refuse
    state = property(_refuse)


class TestThePlannerReadsTheWorld:
    def test_planner_can_read_current_world_state(self, task: Errand) -> None:
        planner = Scripted([PlannedStep("launch_app", {"app": "mail", "remember": {"a": 1}}), TAP], [STOP])
        context = TaskRunner(task, planner, world_model=WorldModel()).run()
        first, second = planner.worlds
        assert first == WorldState(current_page="home")
        assert second is not None
        assert (second.current_app, second.current_page, second.variables) == ("mail", "mail", {"a": 1})
        assert [event.action.name for event in second.history] == ["launch_app", "tap"]
        assert context.world is not None
        assert [event.action.name for event in context.world.history] == ["launch_app", "tap", "final_step"]

    def test_existing_planners_keep_working_unmodified(self, task: Errand) -> None:
        context = TaskRunner(task, Worldless(), world_model=WorldModel()).run()
        assert (context.reward, context.terminated) == (1.0, True)
        assert Worldless().plan(Scene()) == [LAUNCH, STOP]

    def test_without_a_world_model_there_is_no_world(self, task: Errand) -> None:
        planner = Scripted([LAUNCH, FAILING], [STOP])
        context = TaskRunner(task, planner).run()
        assert context.world is None
        assert planner.worlds == [None, None]
        assert context.reward == 1.0

    def test_a_disabled_world_is_never_called(self, task: Errand) -> None:
        planner = Scripted([PlannedStep("launch_app", {"app": "mail", "remember": {"a": 1}}), FAILING], [STOP])
        context = TaskRunner(task, planner, world_model=Forbidden(WorldConfig(enabled=False))).run()
        assert [result.success for result in context.results] == [True, False, True]
        assert context.world is None
        assert planner.worlds == [None, None]

    @pytest.mark.parametrize(
        ("plan", "takes"),
        [
            (lambda _a, _b, _c, *, world=None: [world], True),
            (lambda _a, _b, _c, world: [world], True),
            (lambda *_, **__: [], True),
            (lambda _a, _b, _c: [], False),
            (lambda *world: [world], False),
            (lambda _a, _b, world, /: [world], False),
            (dict, False),
        ],
        ids=["keyword", "either", "all keywords", "none", "all positions", "position only", "no signature"],
    )
    def test_whether_a_planner_takes_the_world_is_read_from_its_signature(
        self,
        plan: Callable[..., Any],
        takes: bool,  # noqa: FBT001
    ) -> None:
        assert takes_world(plan) is takes


class TestTheWorldFollowsEachStep:
    def test_the_result_is_in_the_context_before_the_world_observes(self, task: Errand) -> None:
        class Watching(WorldModel):
            seen: ClassVar[list[tuple[int, object]]] = []

            def observe(
                self,
                scene: Scene | None,
                semantic_scene: SemanticScene | None,
                step: PlannedStep | Action,
                result: StepResult | EnvironmentOutput,
            ) -> None:
                self.seen.append((len(runner.context.results), step))
                assert result == runner.context.results[-1]
                assert runner.context.world == self.state
                super().observe(scene, semantic_scene, step, result)

        runner = TaskRunner(task, Scripted([TAP, FAILING], [STOP]), world_model=Watching())
        runner.run()
        assert Watching.seen == [(1, TAP), (2, FAILING), (3, STOP)]

    def test_failed_steps_are_observed_and_planned_again(self, task: Errand) -> None:
        planner = Scripted([LAUNCH, FAILING, TAP], [TAP], [STOP])
        context = TaskRunner(task, planner, world_model=WorldModel()).run()
        assert [count for _, _, count, _ in planner.asked] == [0, 2, 3]
        assert context.steps == [LAUNCH, FAILING, TAP, STOP]
        assert [result.success for result in context.results] == [True, False, True, True]
        assert context.results[1].error == "ValueError: no app 'gone' is installed"
        assert context.world is not None
        assert [event.success for event in context.world.history] == [True, False, True, True]
        assert context.world.current_app == "mail"

    def test_refused_steps_are_observed_too(self, task: Errand) -> None:
        context = TaskRunner(task, Scripted([PlannedStep("fly"), TAP]), world_model=WorldModel()).run()
        assert context.world is not None
        assert [(event.action.name, event.success) for event in context.world.history] == [("fly", False)]

    def test_the_page_in_the_world_is_the_page_that_the_planner_sees(self, task: Errand) -> None:
        planner = Scripted([LAUNCH], [PlannedStep("terminate_app", {"app": "mail"})])
        TaskRunner(task, planner, world_model=WorldModel()).run()
        for scene, semantic_scene, _, world in planner.asked:
            assert world is not None
            assert semantic_scene == SemanticScene(world.current_page)
            assert scene.elements == ({"page": world.current_page},)
        assert [world.current_app for world in planner.worlds if world] == [None, "mail", None]

    def test_a_model_that_fails_to_observe_does_not_stop_the_loop(self, task: Errand) -> None:
        class Failing(WorldModel):
            def observe(self, *_: object) -> None:
                raise RuntimeError

        context = TaskRunner(task, Scripted([LAUNCH, STOP]), world_model=Failing()).run()
        assert context.reward == 1.0

    def test_every_run_starts_from_a_new_state(self, task: Errand) -> None:
        world = WorldModel()
        step = PlannedStep("launch_app", {"app": "mail", "remember": {"a": 1}})
        first = TaskRunner(task, Scripted([step, STOP]), world_model=world).run()
        planner = Scripted([STOP])
        second = TaskRunner(task, planner, world_model=world).run()
        assert planner.worlds == [WorldState(current_page="home")]
        assert first.world is not None
        assert second.world is not None
        assert (first.world.current_app, len(first.world.history)) == ("mail", 2)
        assert (second.world.current_app, second.world.variables, len(second.world.history)) == (None, {}, 1)

    def test_runners_in_threads_stay_independent(self, make_task: Callable[[], Errand]) -> None:
        contexts: dict[str, TaskContext] = {}
        together = threading.Barrier(4)

        def run(app: str) -> None:
            steps = [PlannedStep("launch_app", {"app": app, "remember": {"app": app, "n": n}}) for n in range(10)]
            runner = TaskRunner(make_task(), Scripted(steps), world_model=WorldModel())
            together.wait()
            contexts[app] = runner.run()

        threads = [threading.Thread(target=run, args=(app,)) for app in ("mail", "maps", "notes", "clock")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for app, context in contexts.items():
            assert context.world is not None
            assert (context.world.current_app, context.world.variables) == (app, {"app": app, "n": 9})
            assert {event.action.args["app"] for event in context.world.history} == {app}
        assert len(contexts) == 4


class TestHowARunEnds:
    @pytest.mark.parametrize(
        ("plans", "max_steps", "steps", "ends"),
        [
            ([[LAUNCH, STOP, TAP]], None, 2, (True, False)),
            ([[LAUNCH, TAP, TAP, TAP, TAP]], None, 4, (True, False)),
            ([[LAUNCH]], None, 1, (False, False)),
            ([[]], None, 0, (False, False)),
            ([[TAP, LAUNCH, TAP]], 2, 2, (False, True)),
            ([[LAUNCH, STOP]], 2, 2, (True, False)),
            ([[FAILING]] * 50, None, 20, (False, True)),
        ],
        ids=["stop", "finished", "plan used up", "empty plan", "budget", "stop on the last step", "recommended budget"],
    )
    def test_stop_end_of_the_task_empty_plan_and_budget_end_it(
        self, task: Errand, plans: list[list[PlannedStep]], max_steps: int | None, steps: int, ends: tuple[bool, bool]
    ) -> None:
        context = TaskRunner(task, Scripted(*plans), max_steps=max_steps).run()
        assert len(context.steps) == len(context.results) == len(context.scenes) - 1 == steps
        assert (context.terminated, context.truncated) == ends
        assert context.outcome is Outcome.OK
        assert context.reward == float(LAUNCH in context.steps)
        assert context.details["app"] == task.tool.app
        assert task.evaluations == 1

    def test_rewards_on_the_way_sum_to_the_score(self, task: Errand, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(task), "evaluate_each_step", True)
        close = PlannedStep("terminate_app", {"app": "mail"})
        assert TaskRunner(task, Scripted([LAUNCH, close, LAUNCH])).run().reward == 1.0
        assert TaskRunner(task, Scripted([LAUNCH, close])).run().reward == 0.0
        assert task.evaluations == 5

    def test_a_planner_may_stop_by_raising_agent_stop(self, task: Errand) -> None:
        assert TaskRunner(task, Scripted([LAUNCH], AgentStop())).run().reward == 1.0

    def test_what_a_planner_raises_is_raised_and_the_context_stays(self, task: Errand) -> None:
        runner = TaskRunner(task, Scripted([LAUNCH], LookupError("out of ideas")))
        with pytest.raises(LookupError, match="out of ideas"):
            runner.run()
        assert runner.context.steps == [LAUNCH]

    @pytest.mark.parametrize("plan", [None, "tap", [None], ["tap"], {TAP}], ids=repr)
    def test_what_is_no_plan_is_refused(self, task: Errand, plan: object) -> None:
        with pytest.raises(TypeError, match="PlannedStep"):
            TaskRunner(task, Scripted(plan)).run()  # type: ignore[arg-type]

    @pytest.mark.parametrize("max_steps", [0, -1, True, 2.5, "3"])
    def test_a_budget_without_steps_is_refused(self, task: Errand, max_steps: Any) -> None:  # noqa: ANN401, anything may be tried
        with pytest.raises(ValueError, match=rf"from 1 on, got {max_steps!r}"):
            TaskRunner(task, Scripted(), max_steps=max_steps)

    @pytest.mark.parametrize("seed", [-1, True, 1.0, "0"])
    def test_what_is_no_seed_is_refused_and_is_no_fault_of_the_task(self, task: Errand, seed: Any) -> None:  # noqa: ANN401, anything may be tried
        with pytest.raises((TypeError, ValueError), match=rf"a whole number from 0 on.* got {seed!r}"):
            TaskRunner(task, Scripted()).run(seed=seed)


class TestFaultsOfTheTask:
    def test_a_fault_in_a_tool_ends_the_run(self, task: Errand) -> None:
        context = TaskRunner(task, Scripted([LAUNCH, DROP, TAP]), world_model=WorldModel()).run()
        assert (context.outcome, context.terminated, context.truncated) == ("task_fault", False, True)
        assert context.steps == [LAUNCH]
        assert context.fault is not None
        assert (context.fault.error_type, context.fault.exception_str) == ("TaskFault", "the phone does not answer")
        assert context.world is not None
        assert len(context.world.history) == 1

    @pytest.mark.parametrize("where", ["reset", "observe", "evaluate", "finished", "allowed_actions"])
    def test_a_fault_anywhere_in_the_task_ends_the_run(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        def fail(*_: object, **__: object) -> NoReturn:
            raise OSError("the browser died")

        monkeypatch.setattr(task, where, fail)
        context = TaskRunner(task, Scripted([LAUNCH])).run()
        assert context.outcome is Outcome.TASK_FAULT
        assert context.fault is not None
        assert context.fault.error_type == "OSError"
        assert context.reward == 0.0

    @pytest.mark.parametrize("where", ["reset", "observe", "evaluate", "finished", "allowed_actions"])
    def test_a_stop_that_no_agent_asked_for_is_a_fault(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        def stop(*_: object, **__: object) -> NoReturn:
            raise AgentStop

        monkeypatch.setattr(task, where, stop)
        context = TaskRunner(task, Scripted([LAUNCH])).run()
        assert (context.outcome, context.terminated, context.reward) == (Outcome.TASK_FAULT, False, 0.0)

    @pytest.mark.parametrize(
        "told", [None, 5, (Observation(),), ("text", {}), (Observation(), None), (Observation(), 5)], ids=repr
    )
    def test_what_a_reset_cannot_give_is_a_fault(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, told: object
    ) -> None:
        monkeypatch.setattr(task, "reset", lambda **_: told)
        context = TaskRunner(task, Scripted([LAUNCH])).run()
        assert (context.outcome, context.steps) == (Outcome.TASK_FAULT, [])
        with pytest.raises(TaskFault):
            TaskEnv(task).reset()

    @pytest.mark.parametrize(("goal", "read"), [(None, ""), ("half \ud83d", "half \ufffd"), ("Go.", "Go.")])
    def test_a_goal_is_read_as_an_environment_reads_it(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, goal: str | None, read: str
    ) -> None:
        monkeypatch.setattr(task, "reset", lambda **_: (Observation(), {"goal": goal}))
        assert TaskRunner(task, Scripted()).run().goal == read
        assert TaskEnv(task).reset()[1]["goal"] == read

    @pytest.mark.parametrize("plan", [[LAUNCH], [LAUNCH, STOP]], ids=["empty plan", "stop"])
    def test_a_reward_that_is_no_number_is_a_fault(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, plan: list[PlannedStep]
    ) -> None:
        monkeypatch.setattr(task, "evaluate", lambda: (float("nan"), {}))
        context = TaskRunner(task, Scripted(plan)).run()
        assert (context.outcome, context.reward) == (Outcome.TASK_FAULT, 0.0)

    @pytest.mark.parametrize("signal", [KeyboardInterrupt, SystemExit])
    def test_interrupts_pass_through(
        self, task: Errand, monkeypatch: pytest.MonkeyPatch, signal: type[BaseException]
    ) -> None:
        def interrupt() -> NoReturn:
            raise signal

        monkeypatch.setattr(task, "observe", interrupt)
        with pytest.raises(signal):
            TaskRunner(task, Scripted([LAUNCH])).run()


def test_a_fault_raised_by_the_planner_counts_as_one(task: Errand) -> None:
    planner = Scripted(TaskFault("the model of the device is gone"))
    assert TaskRunner(task, planner).run().outcome is Outcome.TASK_FAULT


class Curious:
    """Checks that it is told everything."""

    def plan(
        self, scene: Scene, semantic_scene: SemanticScene | None, context: TaskContext, world: WorldState | None = None
    ) -> list[PlannedStep]:
        assert (context.task_id, context.goal) == ("errand", "Open the mail app")
        actions = {schema.name: schema.parameters.get("properties", {}) for schema in context.action_set}
        assert list(actions) == ["launch_app", "terminate_app", "tap", "drop", "final_step"]
        assert ("remember" in actions["tap"]) is (world is not None)
        assert "remember" not in actions["final_step"]
        assert (scene, semantic_scene, world) == (context.scenes[-1], context.semantic_scene, context.world)
        assert context.observation.content("tree") is not None
        return [LAUNCH, STOP]


@pytest.mark.parametrize("world_model", [WorldModel(), None], ids=["world", "no world"])
def test_the_context_tells_the_planner_everything(task: Errand, world_model: WorldModel | None) -> None:
    context = TaskRunner(task, Curious(), world_model=world_model).run(seed=7)
    assert context.results == [StepResult(success=True)] * 2
    assert task.seeds == [7]
