"""What it costs to keep the world up to date, as the history and the variables grow."""

from collections.abc import Callable

from benchmarks.speed.tables import Table, microseconds
from benchmarks.speed.timing import Case, interleave
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldModel

SCENE = Scene(text="a screen")
PAGE = SemanticScene("contacts/list")
DONE = StepResult(success=True)
SIZES = (10, 100, 1000)


def measure() -> list[Table]:
    """`observe`, and `observe` with the state read after it, at each size."""
    return [_history(), _variables()]


def _history() -> Table:
    cases = []
    for size in SIZES:
        observe, read = _calls(WorldModel(WorldConfig(history_size=size)), size)
        cases.append(Case(f"observe, history of {size}", observe, 2000))
        cases.append(Case(f"observe and read the state, history of {size}", read, 1000))
    return microseconds("The world's history", interleave(cases), note="`observe` must not grow with the history.")


def _variables() -> Table:
    cases = []
    for size in (10, 1000):
        model = WorldModel()
        for index in range(size):
            model.observe(SCENE, PAGE, PlannedStep("note", {"remember": {f"name {index}": index}}), DONE)
        observe, _ = _calls(model, 0)
        cases.append(Case(f"observe, {size} variables", observe, 2000))
    return microseconds("The world's variables", interleave(cases))


def _calls(model: WorldModel, filled: int) -> tuple[Callable[[], None], Callable[[], object]]:
    step = PlannedStep("tap", {"element": "row-1"})

    def observe() -> None:
        model.observe(SCENE, PAGE, step, DONE)

    def read() -> object:
        model.observe(SCENE, PAGE, step, DONE)
        return model.state

    for _ in range(filled):
        observe()
    return observe, read
