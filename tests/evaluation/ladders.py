"""Small tasks and agents that worker processes can import: climbing a ladder, with every sort of trouble."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Literal, NoReturn

import numpy as np
from PIL import Image

from cube_core import (
    Action,
    ActionSchema,
    AgentStop,
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

Trouble = Literal[
    "none",
    "reset breaks",
    "breaks",
    "hangs",
    "dies",
    "verifier breaks",
    "exits",
    "cannot be made",
    "has no hash",
    "raises at the start",
    "raises",
]
UP = Action(name="climb", arguments={"rungs": 1})
STOP = Action(name="final_step")


class Quake(BaseException):
    """Is no Exception."""


class MuteError(Exception):
    """Has no text."""

    def __str__(self) -> str:
        raise ValueError("no text")


RAISED: dict[str, Callable[[], BaseException]] = {
    "own": lambda: Quake("it shook"),
    "cancelled": asyncio.CancelledError,
    "generator": GeneratorExit,
    "exit": lambda: SystemExit(4),
    "group": lambda: BaseExceptionGroup("several", [Quake("it shook"), ValueError("it fell")]),
    "mute": MuteError,
    "half": lambda: ValueError("half \ud83d"),
}


def throw(name: str) -> NoReturn:
    """Raise what has this name, in whatever process."""
    raise RAISED[name]()  # noqa: RSE102, it is made here


class Ladder(Tool):
    """A ladder."""

    def __init__(self, trouble: Trouble, raised: str) -> None:
        self.rung = 0
        self.trouble = trouble
        self.raised = raised

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
        if self.trouble == "raises":
            throw(self.raised)


class LadderConfig(TaskConfig):
    """Climb to the top. How high it is depends on the seed."""

    trouble: Trouble = "none"
    raised: str = ""
    """What is raised where it is the trouble."""
    own_hash: bool = False
    """Whether the task has a `state_hash` of its own."""

    def make(self) -> "LadderTask":
        if self.trouble == "cannot be made":
            raise RuntimeError("no wood")
        return (HashedLadderTask if self.own_hash else LadderTask)(self, Ladder(self.trouble, self.raised))

    def oracle(self) -> Oracle | None:
        return climb_to_the_top


class LadderTask(Task):
    """A ladder with a top."""

    config: LadderConfig
    tool: Ladder

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        if self.config.trouble == "reset breaks":
            raise RuntimeError("there is no ladder")
        if self.config.trouble == "raises at the start":
            throw(self.config.raised)
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
        if self.config.trouble == "has no hash":
            raise RuntimeError("no state")
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
    name: str = "wood",
    trouble: Trouble = "none",
    *,
    raised: str = "",
    own_hash: bool = False,
    tags: tuple[str, ...] = (),
) -> LadderConfig:
    """A task."""
    metadata = TaskMetadata(id=name, recommended_max_steps=8, tags=tags)
    return LadderConfig(metadata=metadata, trouble=trouble, raised=raised, own_hash=own_hash)


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


class Thrower(Climber):
    """Raises, at its second turn or at its reset."""

    def __init__(self, raised: str, at: Literal["act", "reset"] = "act") -> None:
        self.raised = raised
        self.at = at

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        super().reset(goal, action_set)
        if self.at == "reset":
            throw(self.raised)

    def at_second_turn(self) -> None:
        throw(self.raised)


class Swallower(Climber):
    """Swallows whatever is raised in its turn, and answers."""

    def at_second_turn(self) -> Action:
        with contextlib.suppress(BaseException):
            time.sleep(1000)
        return UP


class Secretive(Climber):
    """Cannot tell what it costs."""

    @property
    def usage(self) -> Any:  # noqa: ANN401, it gives nothing
        raise RuntimeError("nobody counted")

    def transcript(self) -> list[dict[str, Any]]:
        raise RuntimeError("nobody listened")


class Group(Climber):
    """Stops, inside a group."""

    def at_second_turn(self) -> None:
        raise BaseExceptionGroup("several", [ValueError("x"), BaseExceptionGroup("inside", [AgentStop()])])


class Unprintable(Climber):
    """Answers an action that is no JSON."""

    def at_second_turn(self) -> Any:  # noqa: ANN401, agents answer anything
        return Action.model_construct(id=None, name="climb", arguments={"rungs": object()})


class Endless(Climber):
    """Answers a list that contains itself."""

    def at_second_turn(self) -> Any:  # noqa: ANN401, agents answer anything
        answer: list[Any] = [UP]
        answer.append(answer)
        return answer


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
