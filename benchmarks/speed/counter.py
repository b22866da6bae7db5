"""The task that costs nothing: a number in memory."""

from collections.abc import Callable
from typing import Any

from cube_core import Action, Observation, Task, TaskConfig, TaskMetadata, Tool, tool_action

ENDLESS = 10**9
ADD = Action(id="call_1", name="add", arguments={"amount": 1})
METADATA = TaskMetadata(id="count", recommended_max_steps=ENDLESS)


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
