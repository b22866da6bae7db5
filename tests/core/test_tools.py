"""Tools: which of their methods are actions, how async callers call them, and the configs that make them."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import Field

from cube_core import (
    STOP_ACTION,
    Action,
    AsyncToolConfig,
    InvalidAction,
    Tool,
    ToolConfig,
    TypedBaseModel,
    tool_action,
)
from tests.core.tools import Failing, Returning, only, run

# Which methods are actions


def test_marked_methods_are_actions_in_the_order_of_their_definition_and_the_stop_is_last() -> None:
    class Base(Tool):
        @tool_action
        def second(self) -> None:
            """Do it."""

        @tool_action
        def first(self) -> None:
            """Do it."""

        def unmarked(self) -> None:
            """Not for agents."""

    class Derived(Base):
        @tool_action
        async def third(self) -> None:
            """Do it."""

    assert [schema.name for schema in Derived().action_set] == ["second", "first", "third", "final_step"]
    assert Derived().action_set[-1] is STOP_ACTION
    assert [schema.name for schema in Tool().action_set] == ["final_step"]
    for name in ("unmarked", "reset", "close", "action_set", "__init__", "_call_of", "none_such", ""):
        error = run(Derived(), name).error
        assert isinstance(error, InvalidAction)
        assert "there is: second, first, third, final_step" in error.exception_str


def test_an_action_that_would_take_the_place_of_a_method_of_every_tool_is_an_error_that_names_it() -> None:
    class Window(Tool):
        @tool_action
        def close(self) -> None:  # the end of the episode would call it
            """Close the window."""

    with pytest.raises(ValueError, match=r"Window.close .* every tool has"):
        Window().action_set  # noqa: B018, reading it is the point


def test_an_override_is_an_action_too_with_its_own_schema_and_the_inherited_text() -> None:
    class Base(Tool):
        @tool_action
        def tap(self, x: int) -> str:
            """Tap the screen."""
            return f"base {x}"

        @tool_action
        def gone(self) -> None:
            """Do it."""

    class Derived(Base):
        def tap(self, x: int, y: int = 0) -> str:
            return f"derived {x} {y}"

        gone = None  # type: ignore[assignment]

    schemas = {schema.name: schema for schema in Derived().action_set}
    assert schemas.keys() == {"tap", "final_step"}
    assert schemas["tap"].description == "Tap the screen."
    assert only(run(Derived(), "tap", x=1, y=2)).data == "derived 1 2"
    assert only(run(Base(), "tap", x=1)).data == "base 1"


def test_static_and_class_methods_and_decorated_ones_are_actions() -> None:
    def twice(method: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(method)
        def double(*args: Any, **kwargs: Any) -> int:  # noqa: ANN401, whatever the method takes
            return 2 * method(*args, **kwargs)

        return double

    class Mixed(Tool):
        @staticmethod
        @tool_action
        def a(x: int) -> int:
            """Do it."""
            return x

        @tool_action
        @staticmethod
        def b(x: int) -> int:
            """Do it."""
            return x

        @classmethod
        @tool_action
        def c(cls, x: int) -> int:
            """Do it."""
            return x

        @tool_action
        @classmethod
        def d(cls, x: int) -> int:
            """Do it."""
            return x

        @twice
        @tool_action
        def e(self, x: int) -> int:
            """Do it."""
            return x

        @tool_action
        @twice
        def f(self, x: int) -> int:
            """Do it."""
            return x

    assert {name: only(run(Mixed(), name, x=1)).data for name in "abcdef"} == {
        **dict.fromkeys("abcd", "1"),
        **dict.fromkeys("ef", "2"),
    }


class Unusual(Tool):
    """Actions that are not written as most are."""

    @tool_action
    def first(this, x: int) -> int:  # noqa: N805, an unusual name for it
        """Give it back."""
        return x

    @tool_action
    @functools.cache  # noqa: B019, of a class that lives for ever
    def cached(self, x: int = 1) -> int:
        """Give it back."""
        return x

    bound: Any = functools.partialmethod(first, 5)
    with_default: Any = functools.partialmethod(first, x=6)
    tool_action(bound)
    tool_action(with_default)


def test_methods_have_the_parameters_that_a_call_of_theirs_takes() -> None:
    tool = Unusual()
    taken = {schema.name: dict(schema.parameters["properties"]) for schema in tool.action_set}
    assert taken == {
        "first": {"x": {"type": "integer"}},
        "cached": {"x": {"type": "integer", "default": 1}},
        "bound": {},
        "with_default": {"x": {"type": "integer", "default": 6}},
        "final_step": {},
    }
    assert only(run(tool, "first", x=2)).data == "2"
    assert only(run(tool, "cached", x=3)).data == "3"
    assert only(run(tool, "bound")).data == "5"
    assert only(run(tool, "with_default")).data == "6"


def test_an_action_without_a_description_is_an_error_that_names_it() -> None:
    class Bare(Tool):
        @tool_action
        def tap(self) -> None: ...

    with pytest.raises(ValueError, match=r"action Bare.tap: tap has no docstring"):
        Bare().action_set  # noqa: B018, reading it is what raises


def test_the_list_of_actions_is_the_callers_own() -> None:
    Tool().action_set.clear()
    assert Tool().action_set == [STOP_ACTION]


def test_an_unknown_name_is_not_repeated_at_any_length() -> None:
    error = Tool().execute_action(Action(name="x" * 100_000)).error
    assert error is not None
    assert len(error.exception_str) < 300


# Async callers


def test_an_async_caller_gets_what_a_sync_caller_gets() -> None:
    for tool, name in ((Returning([1]), "give"), (Returning([1]), "give_later"), (Failing(ValueError("x")), "later")):
        action = Action(id="call", name=name)
        told, waited = tool.execute_action(action), asyncio.run(tool.async_execute_action(action))
        assert told.contents == waited.contents
    refused = asyncio.run(Tool().async_execute_action(Action(id="call", name="none_such")))
    assert isinstance(refused.error, InvalidAction)


def test_cancelling_an_async_caller_cancels_the_action() -> None:
    class Slow(Tool):
        @tool_action
        async def wait(self) -> None:
            """Wait."""
            await asyncio.sleep(60)

    async def cancel() -> None:
        task = asyncio.ensure_future(Slow().async_execute_action(Action(name="wait")))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancel())


# Configs


class CounterConfig(ToolConfig):
    start: int = Field(default=0, ge=0)

    def make(self) -> Tool:
        return Returning(self.start)


class LateConfig(AsyncToolConfig):
    start: int = 0

    async def make(self) -> Tool:
        return Returning(self.start)


def test_a_config_makes_its_tool_in_any_process() -> None:
    class Holder(TypedBaseModel):
        tool_config: ToolConfig
        late: AsyncToolConfig

    holder = Holder(tool_config=CounterConfig(start=3), late=LateConfig(start=4))
    again = Holder.model_validate_json(holder.model_dump_json())
    assert again == holder
    assert only(run(again.tool_config.make(), "give")).data == "3"
    assert only(run(asyncio.run(again.late.make()), "give")).data == "4"


def test_a_config_is_checked_on_assignment_and_abstract_ones_are_not_made() -> None:
    config = CounterConfig()
    with pytest.raises(ValueError, match="start"):
        config.start = -1
    for abstract in (ToolConfig, AsyncToolConfig):
        with pytest.raises((TypeError, ValueError)):
            abstract()  # type: ignore[abstract]
