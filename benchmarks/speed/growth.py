"""What grows with the work, and how: elements on the screen, steps of an episode, episodes of a run."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.phone.config import task_config
from benchmarks.speed.counter import ADD, METADATA, Counter, CounterConfig, CounterTask
from benchmarks.speed.tables import Table, growth
from benchmarks.speed.timing import Case, interleave
from cube_core import Observation, StructuredContent
from cube_gym import TaskEnv
from cube_gym.agents import OracleAgentConfig
from cube_gym.evaluation import Episode, evaluate

ELEMENTS = (10, 100, 1000)
STEPS = (10, 100, 1000, 10_000)
EPISODES = (25, 50, 100, 200)
TEMPLATE = "rename-note"


class ListConfig(CounterConfig):
    """A screen with a list of so many elements."""

    elements: int

    def make(self) -> "ListTask":
        """The task."""
        return ListTask(self, Counter())


class ListTask(CounterTask):
    """Counts, and shows a list as a phone or a page does."""

    def observe(self) -> Observation:
        """A tree with as many elements as the config says."""
        number = self.config.elements if isinstance(self.config, ListConfig) else 0
        rows = [
            {"ref": index, "tag": "row", "text": f"Row {index}", "box": [0, 20 * index, 400, 20], "enabled": True}
            for index in range(number)
        ]
        return Observation(contents=[StructuredContent(data=rows, name="tree")])


def measure() -> list[Table]:
    """A table each."""
    return [_elements(), _steps(), _episodes()]


def _elements() -> Table:
    cases = [Case(f"a step, elements on the screen: {number}", _stepper(number), 100) for number in ELEMENTS]
    timed = interleave(cases)
    return growth("A step, by the elements on the screen", ELEMENTS, timed, expected="at most linear")


def _steps() -> Table:
    cases = [Case(f"a step, steps before: {number}", _stepper(0, before=number), 1000) for number in STEPS]
    return growth("A step, by the steps before it in the episode", STEPS, interleave(cases), expected="constant")


def _episodes() -> Table:
    cases = [Case(f"a run, episodes: {number}", _run(number), 1) for number in EPISODES]
    timed = interleave(cases, rounds=3)
    return growth("A run kept in a directory, by its episodes", EPISODES, timed, expected="linear")


def _stepper(elements: int, before: int = 0) -> Callable[[], object]:
    env = TaskEnv(ListConfig(metadata=METADATA, elements=elements))
    env.reset(seed=0)
    for _ in range(before):
        env.step(ADD)
    return lambda: env.step(ADD)


def _run(number: int) -> Callable[[], None]:
    config = task_config(TEMPLATE, "train")
    episodes = [Episode(config, seed) for seed in range(number)]

    def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            evaluate(episodes, OracleAgentConfig(), directory=Path(folder, "run"))

    return run
