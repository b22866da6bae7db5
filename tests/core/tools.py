"""Tools that return or raise what they are told to, and calling them."""

import asyncio
import enum
from typing import Any

from pydantic import BaseModel

from cube_core import Action, Content, Observation, Tool, tool_action


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Point(BaseModel):
    x: int
    y: int = 0


class Returning(Tool):
    def __init__(self, result: object) -> None:
        self.result = result

    @tool_action
    def give(self) -> Any:  # noqa: ANN401, that is the point
        """Give it."""
        return self.result

    @tool_action
    async def give_later(self) -> Any:  # noqa: ANN401, that is the point
        """Give it."""
        await asyncio.sleep(0)
        return self.result

    @tool_action
    def give_promise(self) -> Any:  # noqa: ANN401, that is the point
        """Give it, by a function that is not async itself."""
        return self.give_later()


class Failing(Tool):
    """Raises what it is told to, at once or after waiting, plain or out of a group of tasks."""

    def __init__(self, exc: BaseException) -> None:
        self.exc = exc

    @tool_action
    def now(self) -> None:
        """Fail."""
        raise self.exc

    @tool_action
    async def later(self) -> None:
        """Fail."""
        await asyncio.sleep(0)
        raise self.exc

    @tool_action
    async def in_group(self) -> None:
        """Fail in a child task."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.later())

    @tool_action
    async def in_nested_group(self) -> None:
        """Fail in a child of a child."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.in_group())

    @tool_action
    async def gathered(self) -> None:
        """Fail beside another."""
        await asyncio.gather(asyncio.sleep(0), self.later())

    @tool_action
    async def timed(self) -> None:
        """Fail within a time limit."""
        await asyncio.wait_for(self.later(), 5)


def run(tool: Tool, name: str, **arguments: object) -> Observation:
    return tool.execute_action(Action(id="call", name=name, arguments=arguments))


def only(observation: Observation) -> Content:
    (content,) = observation.contents
    return content
