"""What a step costs when the task itself costs nothing: a counter in memory, beside cube-standard's."""

import logging
import subprocess
import sys
from dataclasses import dataclass, replace

from benchmarks.speed.counter import ADD, METADATA, BusyCounter, Counter, CounterConfig
from benchmarks.speed.peers.environments import MissingError
from benchmarks.speed.peers.inside.screen import SCREEN, phone_screen
from benchmarks.speed.peers.process import Peer
from benchmarks.speed.tables import Table, microseconds, rates
from benchmarks.speed.timing import Case, Timeable, interleave
from cube_core import EnvironmentOutput, ImageContent, Observation, TextContent, turn_messages
from cube_gym import TaskEnv

PEER = "cube-standard"
IMPORT = "import time; start = time.perf_counter(); import cube_gym; print(time.perf_counter() - start)"
HEAVY = ("matplotlib", "miniwob", "pandas", "playwright", "ray", "selenium", "stable_baselines3", "torch")


def measure() -> list[Table]:
    """Steps, schemas, dumps and messages, each beside the peer where it is here; and the import."""
    logging.disable(logging.WARNING)
    try:
        with Peer(PEER, "cube_steps") as peer:
            return [table(peer) for table in (_steps, _schemas, _dumps, _messages)] + [_import()]
    except MissingError as exc:
        note = f"Not measured here: {PEER}: {exc}."
        tables = [table(None) for table in (_steps, _schemas, _dumps, _messages)]
        return [replace(tables[0], note=note), *tables[1:], _import()]
    finally:
        logging.disable(logging.NOTSET)


def _beside(peer: Peer | None, *calls: tuple[str, str, int]) -> list[Timeable]:
    """The peer's cases: a name, the call it has in the peer's process, and calls a round."""
    return [] if peer is None else [peer.case(f"{PEER}: {name}", call, number) for name, call, number in calls]


def _steps(peer: Peer | None) -> Table:
    config = CounterConfig(metadata=METADATA)
    task = config.make()
    task.reset()
    plain, tracked = TaskEnv(config, world=False), TaskEnv(config)
    plain.reset(seed=0)
    tracked.reset(seed=0)
    later = ADD.model_copy(update={"name": "add_later"})
    tool = Counter()
    cases = [
        Case("bare Task.step", lambda: task.step(ADD), 2000),
        Case("TaskEnv.step, world off", lambda: plain.step(ADD), 2000),
        Case("TaskEnv.step, world on", lambda: tracked.step(ADD), 2000),
        Case("Tool.execute_action", lambda: tool.execute_action(ADD), 2000),
        Case("bare Task.step, async action from a sync caller", lambda: task.step(later), 1000),
        *_beside(
            peer,
            ("bare Task.step", "step", 2000),
            ("bare Task.step, async action from a sync caller", "async", 500),
        ),
    ]
    return microseconds("One action, in memory", interleave(cases), base="bare Task.step")


def _schemas(peer: Peer | None) -> Table:
    tool = BusyCounter()
    cases = [
        Case("action_set of 13 actions", lambda: tool.action_set, 2000),
        Case("the same as OpenAI tools", lambda: [schema.as_dict() for schema in tool.action_set], 200),
        *_beside(peer, ("action_set of 13 actions", "action_set", 50)),
    ]
    return microseconds("Action schemas", interleave(cases), base="action_set of 13 actions")


def _dumps(peer: Peer | None) -> Table:
    output = EnvironmentOutput(obs=Observation(contents=[TextContent(data="You tapped Settings. " * 10)]), reward=1.0)
    text = output.model_dump_json()
    cases = [
        Case("EnvironmentOutput to JSON", output.model_dump_json, 1000),
        Case("EnvironmentOutput from JSON", lambda: EnvironmentOutput.model_validate_json(text), 1000),
        *_beside(peer, ("EnvironmentOutput to JSON", "dump", 500), ("EnvironmentOutput from JSON", "load", 500)),
    ]
    return microseconds("Dumps and loads", interleave(cases))


def _messages(peer: Peer | None) -> Table:
    picture = phone_screen()

    def ask(times: int) -> None:
        observation = Observation(contents=[ImageContent(data=picture, name="screenshot")])
        for _ in range(times):
            turn_messages(observation)

    cases = [
        Case("messages asked once", lambda: ask(1), 10),
        Case("messages asked five times", lambda: ask(5), 10),
        *_beside(
            peer, ("messages asked once", "messages once", 5), ("messages asked five times", "messages five times", 3)
        ),
    ]
    title = f"Messages with a screenshot of {SCREEN[0]} x {SCREEN[1]}"
    return microseconds(title, interleave(cases), base="messages asked once")


@dataclass(frozen=True, slots=True)
class Import:
    """A fresh interpreter imports the package, and says how long it took."""

    name: str = "import cube_gym"
    number: int = 1

    def seconds(self, number: int) -> float:
        """Seconds an import, the start of the interpreter left out."""
        return sum(float(_python(IMPORT)) for _ in range(number)) / number


def _import() -> Table:
    loaded = _python(f"import sys, cube_gym; print([name for name in {HEAVY} if name in sys.modules])").strip()
    note = f"Of {', '.join(HEAVY)} it loads: {'none' if loaded == '[]' else loaded}."
    return rates("The import", interleave([Import()], rounds=5), note)


def _python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout  # noqa: S603, the lines above
