"""Small tasks and agents that worker processes can import: climbing a ladder, with every sort of trouble."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from PIL import Image

from cube_core import (
    Action,
    ActionSchema,
    BenchmarkConfig,
    BenchmarkMetadata,
    ImageContent,
    Observation,
    Oracle,
    StructuredContent,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    TextContent,
    Tool,
    tool_action,
)

Trouble = Literal["none", "reset breaks", "breaks", "hangs", "dies", "verifier breaks", "exits"]
UP = Action(name="climb", arguments={"rungs": 1})
STOP = Action(name="final_step")


class Ladder(Tool):
    """A ladder."""

    def __init__(self, trouble: Trouble) -> None:
        self.rung = 0
        self.trouble = trouble

    @tool_action
    def climb(self, rungs: int = 1) -> str:
        """Climb the ladder.

        Args:
            rungs: How many rungs up; negative ones go down.
        """
        if self.rung + rungs < 0:
            raise ValueError("there is nothing below the ground: climb up")
        self.rung += rungs
        self._trouble()
        return f"on rung {self.rung}"

    def _trouble(self) -> None:
        if self.trouble == "breaks":
            raise TaskFault("the ladder broke")
        if self.trouble == "hangs":
            time.sleep(1000)
        if self.trouble == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.trouble == "exits":
            os._exit(3)


class LadderConfig(TaskConfig):
    """Climb to the top. How high it is depends on the seed."""

    trouble: Trouble = "none"
    own_hash: bool = False
    """Whether the task has a `state_hash` of its own."""

    def make(self) -> "LadderTask":
        return (HashedLadderTask if self.own_hash else LadderTask)(self, Ladder(self.trouble))

    def oracle(self) -> Oracle | None:
        return climb_to_the_top


class LadderTask(Task):
    """A ladder with a top."""

    config: LadderConfig
    tool: Ladder

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        if self.config.trouble == "reset breaks":
            raise RuntimeError("there is no ladder")
        self.tool.rung = 0
        self.top = int(np.random.default_rng(seed).integers(2, 6))
        goal = f"Climb to rung {self.top}, then stop."
        first = Observation(contents=[TextContent(data=goal, name="goal"), *self.observe().contents])
        return first, {"goal": goal, "top": self.top}

    def observe(self) -> Observation:
        seen = Observation()
        for kind in self.config.observation:
            if kind == "tree":
                box = [0, 90 - 10 * self.tool.rung, 20, 10]
                seen += Observation(
                    contents=[StructuredContent(data=[{"ref": 1, "tag": "climber", "box": box}], name="tree")]
                )
            elif kind == "screenshot":
                seen += Observation(contents=[ImageContent(data=self.drawn(), name="screenshot")])
        return seen

    def drawn(self) -> Image.Image:
        return Image.new("RGB", (30, 100), (20 * self.tool.rung, 100, 0))

    def picture(self) -> Image.Image | None:
        return self.drawn()

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        if self.config.trouble == "verifier breaks":
            raise RuntimeError("nobody looked")
        return float(self.tool.rung == self.top), {"predicates": {"on top": self.tool.rung == self.top}}


class HashedLadderTask(LadderTask):
    """A ladder that tells what state it is in."""

    def state_hash(self) -> str:
        return f"rung-{self.tool.rung}-of-{self.top}"


def climb_to_the_top(goal: str, observation: Observation) -> Generator[Action | list[Action], Observation, None]:
    """The scripted solution."""
    del observation
    for _ in range(int(goal.split()[3].rstrip(","))):
        yield UP
    yield STOP


class Ladders(BenchmarkConfig):
    """Ladders of several makes."""

    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        return BenchmarkMetadata(name="ladders", description="Climbing.")

    def all_task_configs(self) -> list[TaskConfig]:
        return [ladder(name) for name in ("wood", "steel", "rope")]


def ladder(
    name: str = "wood", trouble: Trouble = "none", *, own_hash: bool = False, tags: tuple[str, ...] = ()
) -> LadderConfig:
    """A task."""
    metadata = TaskMetadata(id=name, recommended_max_steps=8, tags=tags)
    return LadderConfig(metadata=metadata, trouble=trouble, own_hash=own_hash)


class Climber:
    """Climbs, and does something of its own at the second turn."""

    at_second_turn: Callable[[], Any] | None = None

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        del action_set
        self.top = int(goal.split()[3].rstrip(","))
        self.turn = 0

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, agents answer anything
        del observation, info
        self.turn += 1
        if self.turn == 2 and self.at_second_turn is not None:
            return self.at_second_turn()
        return UP if self.turn <= self.top else STOP


class Raiser(Climber):
    def at_second_turn(self) -> None:
        raise ValueError("I am afraid of heights")


class Sleeper(Climber):
    def at_second_turn(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # an agent that swallows everything
                time.sleep(1000)


class Stubborn(Climber):
    """Computes without a break: no signal handler runs."""

    def at_second_turn(self) -> None:
        sum(range(10**15))


class Leaver(Climber):
    def at_second_turn(self) -> None:
        os._exit(7)


class Quitter(Climber):
    def at_second_turn(self) -> None:
        raise SystemExit(1)


class Empty(Climber):
    def at_second_turn(self) -> list[object]:
        return []


class Babbler:
    """Answers nonsense for ever."""

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        del goal, action_set

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, agents answer anything
        del observation, info
        return "climb!"
