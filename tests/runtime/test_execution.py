"""One way to take a step: environments and planner-driven runs execute alike, and leave the same world."""

from typing import Any

import pytest

from cube_core import (
    Action,
    EnvironmentOutput,
    Observation,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    TextContent,
    Tool,
    tool_action,
)
from cube_gym import TaskContext, TaskEnv, TaskRunner
from cube_gym.runtime.execution import execute_step
from world import PlannedStep, Scene, SemanticScene, WorldEvent, WorldModel
from world.sources import Scenes


class Notebook(Tool):
    def __init__(self) -> None:
        self.lines: list[str] = []

    @tool_action
    def write(self, line: str) -> None:
        """Write a line.

        Args:
            line: Its text, "" fails and "fire" burns the notebook.
        """
        if not line:
            raise ValueError("a line needs text")
        if line == "fire":
            raise TaskFault("the notebook burned")
        self.lines.append(line)


class KeenNotebook(Notebook):
    @tool_action
    def keep(self, remember: str) -> None:
        """Write down what is to be remembered.

        Args:
            remember: What it is.
        """
        self.lines.append(remember)


class NotesConfig(TaskConfig):
    keen: bool = False

    def make(self) -> "Notes":
        return Notes(self, KeenNotebook() if self.keen else Notebook())


class Notes(Task):
    tool: Notebook

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        self.tool.lines.clear()
        return self.observe(), {"goal": "Write"}

    def observe(self) -> Observation:
        return Observation(contents=[TextContent(data="\n".join(self.tool.lines), name="screen")])

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(bool(self.tool.lines)), {}


class PagedNotes(Notes):
    def semantic_scene(self) -> SemanticScene | None:
        return SemanticScene(f"page {len(self.tool.lines)}")


CONFIG = NotesConfig(metadata=TaskMetadata(id="notes"), observation=("text",))
STEPS = [
    PlannedStep("write", {"line": "milk", "remember": {"bought": "milk"}}),
    PlannedStep("write", {"line": "", "remember": {"tried": True}}),
    PlannedStep("write", {"lines": "a"}),
    PlannedStep("fly"),
    PlannedStep("final_step"),
]


class Stepwise:
    """One step a plan."""

    def __init__(self, steps: list[PlannedStep]) -> None:
        self.steps = steps

    def plan(self, scene: Scene, semantic_scene: SemanticScene | None, context: TaskContext) -> list[PlannedStep]:
        del scene, semantic_scene
        return self.steps[len(context.results) :][:1]


@pytest.mark.parametrize("kind", [Notes, PagedNotes])
def test_an_environment_and_a_runner_leave_the_same_world(kind: type[Notes]) -> None:
    env = TaskEnv(kind(CONFIG, Notebook()))
    _, info = env.reset(seed=1)
    actions = [Action(name=step.name, arguments=dict(step.args)) for step in STEPS]
    worlds = [info["world"], *(env.step(action)[4]["world"] for action in actions)]

    seen = []

    class Watching(Stepwise):
        def plan(self, scene: Scene, semantic_scene: SemanticScene | None, context: TaskContext) -> list[PlannedStep]:
            seen.append(context.world)
            return super().plan(scene, semantic_scene, context)

    context = TaskRunner(kind(CONFIG, Notebook()), Watching(STEPS), world_model=WorldModel()).run(seed=1)
    assert [*seen, context.world] == worlds
    assert worlds[-1].variables == {"bought": "milk", "tried": True}
    assert [event.success for event in worlds[-1].history] == [True, False, False, False, True]
    env.close()


def test_the_tool_does_not_see_what_is_for_the_world() -> None:
    task, world = Notes(CONFIG, Notebook()), WorldModel()
    action = Action(id="call_1", name="write", arguments={"line": "milk", "remember": {"a": 1}})
    output = execute_step(task, action, world)
    assert output.error is None
    assert action.arguments == {"line": "milk", "remember": {"a": 1}}
    assert world.state.history == (WorldEvent(Scene(text="milk"), PlannedStep.from_action(action), success=True),)


def test_without_a_world_the_argument_is_refused_as_any_other() -> None:
    action = Action(name="write", arguments={"line": "milk", "remember": {"a": 1}})
    output = execute_step(Notes(CONFIG, Notebook()), action, None)
    assert output.error is not None
    assert "remember" in output.error.exception_str


def test_the_result_is_recorded_before_the_world_is_told() -> None:
    world, recorded = WorldModel(), []

    def record(output: EnvironmentOutput, scenes: Scenes) -> None:
        recorded.append((output, scenes, len(world.state.history)))

    output = execute_step(
        PagedNotes(CONFIG, Notebook()), Action(name="write", arguments={"line": "a"}), world, record=record
    )
    assert recorded == [(output, Scenes(Scene(text="a"), SemanticScene("page 1")), 0)]
    assert len(world.state.history) == 1


def test_a_fault_is_not_told_to_the_world() -> None:
    world = WorldModel()
    with pytest.raises(TaskFault, match="burned"):
        execute_step(Notes(CONFIG, Notebook()), Action(name="write", arguments={"line": "fire"}), world)
    assert world.state.history == ()


def test_a_tool_with_a_parameter_of_that_name_is_refused_with_a_world_only() -> None:
    task = NotesConfig(metadata=TaskMetadata(id="notes"), keen=True).make()
    with pytest.raises(ValueError, match="'keep' has a parameter 'remember' of its own"):
        TaskRunner(task, Stepwise([]), world_model=WorldModel())
    context = TaskRunner(task, Stepwise([PlannedStep("keep", {"remember": "milk"})])).run()
    assert context.results[0].success
    assert task.tool.lines == ["milk"]
