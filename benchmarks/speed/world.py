"""What it costs to keep the world up to date, as the history and the variables grow."""

from collections.abc import Callable

from benchmarks.speed.tables import Table, growth
from benchmarks.speed.timing import Case, interleave
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldModel

SCENE = Scene(text="a screen")
PAGE = SemanticScene("contacts/list")
STEP = PlannedStep("tap", {"element": "row-1"})
DONE = StepResult(success=True)
SIZES = (10, 100, 1000)


def measure() -> list[Table]:
    """`observe`, and `observe` with the state read after it, at each size."""
    histories = [_with_history(size) for size in SIZES]
    variables = [_with_variables(size) for size in SIZES]
    return [
        _table("observe, history of", _observe, histories, "constant"),
        _table("observe and read the state, history of", _read, histories, "at most linear"),
        _table("observe, variables:", _observe, variables, "constant"),
        _table("observe and read the state, variables:", _read, variables, "constant, as long as none is written"),
    ]


def _table(
    name: str, calls: Callable[[WorldModel], Callable[[], object]], models: list[WorldModel], expected: str
) -> Table:
    cases = [Case(f"{name} {size}", calls(model), 2000) for size, model in zip(SIZES, models, strict=True)]
    return growth(f"The world: {name} ...", SIZES, interleave(cases), expected=expected)


def _with_history(size: int) -> WorldModel:
    model = WorldModel(WorldConfig(history_size=size))
    for _ in range(size):
        model.observe(SCENE, PAGE, STEP, DONE)
    return model


def _with_variables(size: int) -> WorldModel:
    model = WorldModel()
    for index in range(size):
        model.observe(SCENE, PAGE, PlannedStep("note", {"remember": {f"name {index}": index}}), DONE)
    return model


def _observe(model: WorldModel) -> Callable[[], object]:
    return lambda: model.observe(SCENE, PAGE, STEP, DONE)


def _read(model: WorldModel) -> Callable[[], object]:
    def read() -> object:
        model.observe(SCENE, PAGE, STEP, DONE)
        return model.state

    return read
