"""What a step costs when the task itself costs nothing: a counter in memory."""

import logging
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from benchmarks.speed.tables import Table, microseconds
from benchmarks.speed.timing import Case, interleave
from cube_core import (
    Action,
    EnvironmentOutput,
    ImageContent,
    Observation,
    Task,
    TaskConfig,
    TaskMetadata,
    TextContent,
    Tool,
    tool_action,
    turn_messages,
)
from cube_gym import TaskEnv

ENDLESS = 10**9
SCREEN = (400, 800)
ADD = Action(id="call_1", name="add", arguments={"amount": 1})


class Counter(Tool):
    """A number in memory."""

    def __init__(self) -> None:
        self.number = 0

    @tool_action
    def add(self, amount: int = 1) -> str:
        """Add to the number.

        Args:
            amount: How much.
        """
        self.number += amount
        return f"number={self.number}"

    @tool_action
    async def add_later(self, amount: int = 1) -> str:
        """Add to the number, asynchronously.

        Args:
            amount: How much.
        """
        return self.add(amount)


def _numbered(index: int) -> Callable[..., str]:
    def act(self: Counter, x: int, y: int, text: str = "", fast: bool = False) -> str:  # noqa: ARG001, D417, FBT001, FBT002, a stand-in for a real action
        """Do something at a place.

        Args:
            x: Pixels from the left.
            y: Pixels from the top.
            text: What to write.
            fast: Whether to hurry.
        """
        return "done"

    act.__name__ = f"act_{index}"
    return tool_action(act)


class BusyCounter(Counter):
    """A counter with as many actions as a phone or a browser has."""

    act_0, act_1, act_2, act_3, act_4 = (_numbered(index) for index in range(5))
    act_5, act_6, act_7, act_8, act_9 = (_numbered(index) for index in range(5, 10))


class CounterConfig(TaskConfig):
    """A task that nobody ever finishes."""

    def make(self) -> "CounterTask":
        """The task."""
        return CounterTask(self, Counter())


class CounterTask(Task):
    """Count, for ever."""

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start at no number in particular."""
        del seed
        return Observation.from_text("Count."), {"goal": "Count."}

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """Nothing to judge."""
        return 0.0, {}


def measure() -> list[Table]:
    """Steps, schemas, dumps and messages."""
    logging.disable(logging.WARNING)
    return [_steps(), _schemas(), _dumps(), _messages()]


def _steps() -> Table:
    config = CounterConfig(metadata=TaskMetadata(id="count", recommended_max_steps=ENDLESS))
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
        Case("the same, async action from a sync caller", lambda: tool.execute_action(later), 1000),
    ]
    return microseconds("One action, in memory", interleave(cases), base="bare Task.step")


def _schemas() -> Table:
    tool = BusyCounter()
    cases = [
        Case("action_set of 13 actions", lambda: tool.action_set, 2000),
        Case("the same as OpenAI tools", lambda: [schema.as_dict() for schema in tool.action_set], 200),
    ]
    return microseconds("Action schemas", interleave(cases))


def _dumps() -> Table:
    output = EnvironmentOutput(obs=Observation(contents=[TextContent(data="You tapped Settings. " * 10)]), reward=1.0)
    text = output.model_dump_json()
    cases = [
        Case("EnvironmentOutput to JSON", output.model_dump_json, 1000),
        Case("EnvironmentOutput from JSON", lambda: EnvironmentOutput.model_validate_json(text), 1000),
    ]
    return microseconds("Dumps and loads", interleave(cases))


def _messages() -> Table:
    picture = _phone_screen()

    def ask(times: int) -> None:
        observation = Observation(contents=[ImageContent(data=picture, name="screenshot")])
        for _ in range(times):
            turn_messages(observation)

    cases = [Case("asked once", lambda: ask(1), 10), Case("asked five times", lambda: ask(5), 10)]
    return microseconds("Messages with a screenshot of 400 x 800", interleave(cases), base="asked once")


def _phone_screen() -> Image.Image:
    picture = Image.new("RGB", SCREEN, "white")
    draw = ImageDraw.Draw(picture)
    for row in range(30):
        top = 10 + row * 26
        draw.rectangle((10, top, SCREEN[0] - 10, top + 22), fill=(240 - row * 3, 245, 250), outline=(120, 120, 120))
        draw.text((16, top + 4), f"Row {row} of a list of settings", fill=(20, 20, 20))
    return picture
