"""Small real tasks: counting with every sort of outcome, and a door that has to be unlocked first."""

import asyncio
import os
import signal
import time
from collections.abc import Collection, Hashable
from typing import Any, ClassVar, Literal

import numpy as np
from PIL import Image

import cube_core
from cube_core import (
    Action,
    AgentStop,
    BenchmarkConfig,
    BenchmarkMetadata,
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
from cube_core.task import RewardKind
from world import SemanticScene

Place = Literal["reset", "observe", "evaluate", "close", "make"]


class Counter(Tool):
    """A number, and actions that go wrong in every way."""

    def __init__(self) -> None:
        self.count = 0
        self.closed = 0
        self.seen: list[dict[str, Any]] = []

    @tool_action
    def add(self, amount: int = 1) -> int:
        """Add to the counter.

        Args:
            amount: How much.
        """
        self.seen.append({"amount": amount})
        self.count += amount
        return self.count

    @tool_action
    async def add_later(self, amount: int) -> int:
        """Add to the counter, asynchronously.

        Args:
            amount: How much.
        """
        await asyncio.sleep(0)
        return self.add(amount)

    @tool_action
    def fail(self) -> None:
        """Raise an ordinary error."""
        raise ValueError("this cannot be done; add something instead")

    @tool_action
    def give_odd(self) -> object:
        """Give what no content can hold."""
        return b"bytes"

    @tool_action
    def break_tool(self) -> None:
        """Find that the tool is broken."""
        raise TaskFault("the counter fell off the table")

    def close(self) -> None:
        self.closed += 1


class Hazards(Counter):
    """As the counter, with what reaches beyond the task; nothing for random agents."""

    @tool_action
    def interrupt(self) -> None:
        """Press Ctrl-C."""
        raise KeyboardInterrupt

    @tool_action
    def leave(self) -> None:
        """Exit the interpreter."""
        raise SystemExit(3)

    @tool_action
    def hang(self) -> None:
        """Never come back."""
        while True:
            time.sleep(1000)

    @tool_action
    def kill_process(self) -> None:
        """Kill the process that this runs in, at once."""
        os.kill(os.getpid(), signal.SIGKILL)


class CounterConfig(TaskConfig):
    """Count to `target`."""

    rewards: ClassVar[tuple[RewardKind, ...]] = ("raw", "discounted")

    target: int = 3
    breaks_in: tuple[Place, ...] = ()
    """Where something of the task's own breaks, each time."""
    stops_in: tuple[Place, ...] = ()
    """Where an AgentStop is raised that has no business there."""
    score: str = "1.0"
    """What the verifier gives for a count of `target`; a text, since JSON has no NaN."""
    picture: bool = False
    page: bool = False
    hazards: bool = False
    steady: bool = False
    """Whether rewards come on the way."""

    def make(self) -> "CounterTask":
        if "make" in self.breaks_in:
            raise RuntimeError("make broke")
        tool = Hazards() if self.hazards else Counter()
        return SteadyCounterTask(self, tool) if self.steady else CounterTask(self, tool)


class CounterTask(Task):
    """The counter starts at 0; the shade of the table is chance."""

    config: CounterConfig
    tool: Counter

    def __init__(self, config: TaskConfig, tool: Tool) -> None:
        super().__init__(config, tool)
        self.shade = -1
        self.evaluations = 0

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self._break("reset")
        self.tool.count = 0
        self.shade = int(np.random.default_rng(seed).integers(10**9))
        goal = f"Count to {self.config.target}."
        first = Observation(contents=[TextContent(data=goal, name="goal"), *self.observe().contents])
        return first, {"goal": goal, "shade": self.shade}

    def observe(self) -> Observation:
        self._break("observe")
        return Observation(
            contents=[StructuredContent(data={"count": self.tool.count, "shade": self.shade}, name="tree")]
        )

    def finished(self) -> bool:
        return self.tool.count >= self.config.target

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.evaluations += 1
        self._break("evaluate")
        reached = self.tool.count == self.config.target
        return float(self.config.score) if reached else 0.0, {"count": self.tool.count}

    def snapshot(self) -> Hashable:
        return self.tool.count, self.shade

    def restore(self, snapshot: Hashable) -> Observation:
        self.tool.count, self.shade = snapshot  # type: ignore[misc]
        return self.observe()

    def picture(self) -> Image.Image | None:
        return Image.new("RGB", (4, 3), (self.tool.count, 0, 0)) if self.config.picture else None

    def semantic_scene(self) -> SemanticScene | None:
        return SemanticScene(f"count/{self.tool.count}") if self.config.page else None

    def close(self) -> None:
        super().close()
        self._break("close")

    def _break(self, place: Place) -> None:
        if place in self.config.breaks_in:
            raise RuntimeError(f"{place} broke")
        if place in self.config.stops_in:
            raise AgentStop


class SteadyCounterTask(CounterTask):
    """Rewards the way as well."""

    evaluate_each_step: ClassVar[bool] = True

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.evaluations += 1
        return min(self.tool.count, self.config.target) / self.config.target, {"count": self.tool.count}


class Door(Tool):
    """A door with a lock."""

    def __init__(self) -> None:
        self.locked = True
        self.open = False

    @tool_action
    def unlock(self, key: Literal["iron", "brass"]) -> str:
        """Turn a key.

        Args:
            key: Which key.
        """
        self.locked = self.locked and key != "brass"
        return "It does not turn." if self.locked else "It turns."

    @tool_action
    def push(self) -> None:
        """Push the door open."""
        self.open = True


class DoorConfig(TaskConfig):
    """Open the door."""

    def make(self) -> "DoorTask":
        return DoorTask(self, Door())


class DoorTask(Task):
    """Pushing is only allowed once the door is unlocked. It cannot be snapshotted."""

    tool: Door

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        self.tool.locked, self.tool.open = True, False
        return Observation.from_text("A door."), {"goal": "Open the door."}

    def allowed_actions(self) -> Collection[str] | None:
        return {"unlock", "final_step"} if self.tool.locked else {"push", "final_step"}

    def finished(self) -> bool:
        return self.tool.open

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(self.tool.open), {}


class NoiseConfig(TaskConfig):
    """Shows noise that no seed settles."""

    def make(self) -> "NoiseTask":
        return NoiseTask(self, Door())


class NoiseTask(DoorTask):
    """Each episode looks different."""

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        observation, info = super().reset(seed=seed)
        return Observation.from_text(f"{np.random.default_rng().integers(10**9)}") + observation, info


class Diary(Tool):
    """Has a parameter `remember` of its own."""

    @tool_action
    def note(self, remember: str) -> str:
        """Write down.

        Args:
            remember: What to write.
        """
        return f"noted {remember}"


class DiaryConfig(TaskConfig):
    """Write something down."""

    def make(self) -> "DiaryTask":
        return DiaryTask(self, Diary())


class DiaryTask(DoorTask):
    """Ends with the stop only."""

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        return Observation.from_text("A diary."), {"goal": "Write something down."}

    def allowed_actions(self) -> Collection[str] | None:
        return None

    def finished(self) -> bool:
        return False

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return 1.0, {}


class Rooms(BenchmarkConfig):
    """A benchmark of these tasks."""

    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        return BenchmarkMetadata(name="rooms", description="Counting and doors.")

    def all_task_configs(self) -> list[TaskConfig]:
        return [
            counting(id="count-3", split="train", recommended_max_steps=7),
            counting(target=5, id="count-5", split="test"),
            DoorConfig(metadata=TaskMetadata(id="open-door", split="test")),
            NoiseConfig(metadata=TaskMetadata(id="noise", split="val", nondeterministic="it is noise")),
        ]


def counting(
    *,
    target: int = 3,
    id: str = "count",  # noqa: A002, as the metadata has it
    split: Literal["train", "val", "test"] = "test",
    recommended_max_steps: int | None = None,
    **settings: Any,  # noqa: ANN401, the other fields of CounterConfig
) -> CounterConfig:
    """A task of counting."""
    metadata = TaskMetadata(id=id, split=split, recommended_max_steps=recommended_max_steps)
    return CounterConfig(metadata=metadata, target=target, **settings)


def add(amount: Any = 1, **arguments: Any) -> Action:  # noqa: ANN401, anything may be tried
    """The action that adds."""
    return Action(id="call", name="add", arguments={"amount": amount, **arguments})


STOP = Action(id="stop", name=cube_core.STOP_ACTION.name, arguments={})
