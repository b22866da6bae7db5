"""Tools: what becomes an action, how it is called, and how its result or failure is told."""

import asyncio
import datetime as dt
import enum
import functools
from collections.abc import Callable, Iterator
from itertools import count
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pydantic import AfterValidator, BaseModel, Field

from cube_core import (
    STOP_ACTION,
    Action,
    AgentStop,
    AsyncToolConfig,
    AudioContent,
    Content,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TaskFault,
    TextContent,
    Tool,
    ToolConfig,
    TypedBaseModel,
    tool_action,
)


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Level(enum.IntEnum):
    ONE = 1


class Point(BaseModel):
    x: int
    y: int = 0


def refuse_odd(value: int) -> int:
    if value % 2:
        raise ValueError("odd numbers are not taken")
    return value


def run(tool: Tool, name: str, **arguments: object) -> Observation:
    return tool.execute_action(Action(id="call", name=name, arguments=arguments))


def only(observation: Observation) -> Content:
    (content,) = observation.contents
    return content


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


# Arguments arrive as the function's types say


class Typed(Tool):
    def __init__(self) -> None:
        self.got: dict[str, Any] = {}

    @tool_action
    def draw(
        self,
        p: Point,
        pts: list[Point] = [],  # noqa: B006, a default that many write
        mode: Mode = Mode.FAST,
        when: dt.date | None = None,
        ratio: float = 1,
        by: dict[str, Mode] | None = None,
    ) -> None:
        """Draw."""
        self.got = {"p": p, "pts": pts, "mode": mode, "when": when, "ratio": ratio, "by": by}

    @tool_action
    def more(
        self,
        pair: tuple[int, str] = (0, ""),
        some: set[Level] = frozenset(),  # type: ignore[assignment]
        at: dt.datetime | None = None,
        delay: dt.timedelta | None = None,
        one: Literal[1, 2] = 1,
        either: Point | Mode | None = None,
    ) -> None:
        """Draw more."""
        self.got = {"pair": pair, "some": some, "at": at, "delay": delay, "one": one, "either": either}

    @tool_action
    def slots(self, a: int = 1, b: int = 2, /, c: int = 3, *, d: int = 4) -> None:
        """Fill slots."""
        self.got = {"a": a, "b": b, "c": c, "d": d}

    @tool_action
    def fields(
        self,
        a: int = Field(default=3, ge=1),
        b: list[int] = Field(default_factory=list),  # noqa: B008, that is the point
        c: int = 5,
    ) -> None:
        """Take defaults that pydantic declares."""
        self.got = {"a": a, "b": b, "c": c}

    @tool_action
    def even(self, n: Annotated[int, AfterValidator(refuse_odd)]) -> None:
        """Take an even number."""
        self.got = {"n": n}

    @tool_action
    def whole(self, n: int, x: float = 0.0, anything: Any = None) -> None:  # noqa: ANN401, any JSON
        """Take numbers."""
        self.got = {"n": n, "x": x, "anything": anything}


def test_models_enums_dates_and_numbers_arrive_as_such() -> None:
    tool = Typed()
    arguments = {
        "p": {"x": 1, "y": 2},
        "pts": [{"x": 0, "y": 0}, {"x": 3}],
        "mode": "slow",
        "when": "2024-02-29",
        "ratio": 2,
        "by": {"k": "fast"},
    }
    action = Action(name="draw", arguments=arguments)
    assert tool.execute_action(action).error is None
    assert tool.got == {
        "p": Point(x=1, y=2),
        "pts": [Point(x=0), Point(x=3)],
        "mode": Mode.SLOW,
        "when": dt.date(2024, 2, 29),
        "ratio": 2.0,
        "by": {"k": Mode.FAST},
    }
    assert type(tool.got["ratio"]) is float
    assert action.arguments == arguments
    run(tool, "draw", p={"x": 1})
    assert (tool.got["mode"], tool.got["when"], tool.got["pts"]) == (Mode.FAST, None, [])
    more = {"pair": [1, "a"], "some": [1], "at": "2024-02-29T10:00:00", "delay": "PT1H", "one": 2.0, "either": "slow"}
    assert run(tool, "more", **more).error is None
    assert tool.got == {
        "pair": (1, "a"),
        "some": {Level.ONE},
        "at": dt.datetime(2024, 2, 29, 10),  # noqa: DTZ001, as it was given
        "delay": dt.timedelta(hours=1),
        "one": 2,
        "either": Mode.SLOW,
    }


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"p": {"x": "a"}}, "p.x"),
        ({"p": {}}, "x"),
        ({"p": None}, "p"),
        ({}, "p"),
        ({"p": {"x": 1}, "pts": [{"x": 1}, {"x": None}]}, "pts.1.x"),
        ({"p": {"x": 1}, "mode": "FAST"}, "mode"),
        ({"p": {"x": 1}, "when": "2023-02-29"}, "when"),
        ({"p": {"x": 1}, "ratio": "2"}, "ratio"),
        ({"p": {"x": 1}, "ratio": float("nan")}, "ratio"),
        ({"p": {"x": True}}, "p.x"),
        ({"p": {"x": 1}, "q": 2}, "'q'"),
    ],
    ids=count(),
)
def test_arguments_that_do_not_fit_are_refused_by_place_and_nothing_runs(arguments: dict[str, Any], named: str) -> None:
    tool = Typed()
    observation = run(tool, "draw", **arguments)
    assert isinstance(observation.error, InvalidAction)
    assert named in observation.error.exception_str
    assert only(observation).tool_call_id == "call"
    assert tool.got == {}
    assert tool.problem(Action(name="draw", arguments=arguments)) == observation.error.exception_str


def test_what_only_a_types_own_validator_refuses_fails_since_no_schema_can_tell() -> None:
    tool = Typed()
    error = run(tool, "even", n=3).error
    assert error is not None
    assert not isinstance(error, InvalidAction)
    assert tool.problem(Action(name="even", arguments={"n": 3})) is None
    assert error.exception_str == "n: Value error, odd numbers are not taken"
    assert run(tool, "even", n=4).error is None
    assert tool.got == {"n": 4}


def test_positional_only_parameters_keep_their_places() -> None:
    tool = Typed()
    for arguments in ({}, {"a": 9}, {"b": 9}, {"c": 9}, {"d": 9}, {"a": 8, "b": 9}, {"b": 8, "d": 9}):
        assert run(tool, "slots", **arguments).error is None
        assert tool.got == {"a": 1, "b": 2, "c": 3, "d": 4, **arguments}


def test_defaults_that_pydantic_declares_are_passed_as_values() -> None:
    tool = Typed()
    for arguments in ({}, {"a": 9}, {"b": [1]}, {"c": 9}):
        assert run(tool, "fields", **arguments).error is None
        assert tool.got == {"a": 3, "b": [], "c": 5, **arguments}
    assert isinstance(run(tool, "fields", a=0).error, InvalidAction)
    run(tool, "fields")
    tool.got["b"].append(1)
    run(tool, "fields")
    assert tool.got["b"] == []


@given(st.integers(-(10**400), 10**400) | st.floats(allow_nan=False, allow_infinity=False))
def test_an_integer_of_any_size_arrives_and_only_an_integer(number: float) -> None:
    tool = Typed()
    error = run(tool, "whole", n=number).error
    if number == int(number):
        assert error is None
        assert tool.got["n"] == number
        assert type(tool.got["n"]) is int
    else:
        assert isinstance(error, InvalidAction)


def test_large_floats_stay_floats_where_floats_are_taken() -> None:
    tool = Typed()
    run(tool, "whole", n=1, x=1e300, anything=[1e300])
    assert type(tool.got["x"]) is type(tool.got["anything"][0]) is float


def test_an_integer_too_large_for_a_float_never_arrives_as_infinity() -> None:
    tool = Typed()
    error = run(tool, "whole", n=1, x=10**400).error
    assert error is not None
    assert "finite" in error.exception_str
    assert tool.got == {}


def test_what_the_tool_changes_in_its_arguments_is_not_seen_in_the_action() -> None:
    class Greedy(Tool):
        @tool_action
        def eat(self, food: list[int]) -> None:
            """Eat it."""
            food.clear()

    action = Action(name="eat", arguments={"food": [1, 2]})
    Greedy().execute_action(action)
    assert action.arguments == {"food": [1, 2]}


# Results


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


WAYS = ("give", "give_later", "give_promise")


@pytest.mark.parametrize(
    ("result", "content"),
    [
        (0, TextContent(data="0")),
        (False, TextContent(data="False")),
        ("", TextContent(data="")),
        (None, TextContent(data="(no output)")),
        ([], StructuredContent(data=[])),
        ({}, StructuredContent(data={})),
        (1.5, TextContent(data="1.5")),
        (np.int64(3), TextContent(data="3")),
        (np.array([1, 2]), StructuredContent(data=[1, 2])),
        (Mode.SLOW, TextContent(data="slow")),
        (dt.date(2024, 2, 29), TextContent(data="2024-02-29")),
        (Point(x=1), StructuredContent(data={"x": 1, "y": 0})),
        ((1, 2), StructuredContent(data=[1, 2])),
        (Image.new("LA", (1, 1)), ImageContent(data=Image.new("LA", (1, 1)))),
        (TextContent(data="x", name="n"), TextContent(data="x", name="n")),
        (AudioContent(data=b"x"), AudioContent(data=b"x")),
        ("ok \ud83d", TextContent(data="ok �")),
    ],
    ids=count(),
)
def test_every_result_is_said_as_it_is_under_the_id_of_its_call(result: object, content: Content) -> None:
    for name in WAYS:
        observation = run(Returning(result), name)
        assert observation.error is None
        assert observation.contents == [content.answering("call")]


@pytest.mark.parametrize("sequence", [list, tuple])
def test_contents_and_pictures_in_a_list_become_contents_in_its_order(sequence: Callable[..., Any]) -> None:
    text, picture = TextContent(data="see", name="n"), Image.new("L", (2, 1), 7)
    parts = sequence([text, picture, "so", {"a": [1]}, 3])
    said = [text, ImageContent(data=picture), TextContent(data="so"), StructuredContent(data={"a": [1]})]
    expected = [content.answering("call") for content in (*said, TextContent(data="3"))]
    for name in WAYS:
        observation = run(Returning(parts), name)
        assert observation.error is None
        assert observation.contents == expected
    assert text.tool_call_id is None


def test_observations_and_lists_in_a_list_are_taken_apart_and_the_first_error_stays() -> None:
    failed = StepError.from_exception(ValueError("half done")).to_observation()
    parts = [Observation.from_text("a"), [Image.new("L", (1, 1)), [1, 2]], failed, Observation()]
    observation = run(Returning(parts), "give")
    assert [type(content).__name__ for content in observation.contents] == [
        "TextContent", "ImageContent", "StructuredContent", "TextContent", "TextContent",
    ]  # fmt: skip
    assert observation.error == failed.error
    assert {content.tool_call_id for content in observation.contents} == {"call"}
    loop: list[object] = [Image.new("L", (1, 1))]
    loop.append(loop)
    assert run(Returning(loop), "give").error is not None


def test_a_part_that_no_content_can_hold_fails_the_whole() -> None:
    observation = run(Returning([Image.new("L", (1, 1)), b"x"]), "give")
    assert observation.error is not None
    assert observation.error.error_type == "TypeError"


@pytest.mark.parametrize(
    "result", [object(), b"x", iter([1]), 10**9000, [object()], Image.new("L", (0, 1))], ids=count()
)
def test_a_result_that_no_content_can_hold_is_a_failure_that_the_agent_reads(result: object) -> None:
    for name in WAYS:
        observation = run(Returning(result), name)
        assert observation.error is not None
        assert not isinstance(observation.error, InvalidAction)
        assert only(observation).tool_call_id == "call"
        assert Observation.model_validate_json(observation.model_dump_json()) == observation


def test_an_observation_that_a_tool_keeps_stays_the_tools() -> None:
    kept = Observation(
        contents=[TextContent(data="x"), StructuredContent(data={"n": [1]})], error=InvalidAction.because("e")
    )
    given_out = run(Returning(kept), "give")
    assert given_out.error == kept.error
    assert [content.tool_call_id for content in given_out.contents] == ["call", "call"]
    assert [content.tool_call_id for content in kept.contents] == [None, None]
    kept += Observation.from_text("late")
    kept.contents[1].data["n"].append(2)
    assert len(given_out.contents) == 2
    assert given_out.contents[1].data == {"n": [1]}
    given_out += Observation.from_text("mine")
    assert len(kept.contents) == 3


@pytest.mark.parametrize(
    "kept",
    [{"n": [1]}, [{"n": 1}], StructuredContent(data={"n": [1]}), Image.new("L", (1, 1)), np.zeros(2)],
    ids=count(),
)
def test_a_result_that_a_tool_goes_on_changing_does_not_change_the_observation(kept: Any) -> None:  # noqa: ANN401, any
    tool = Returning(kept)
    first = run(tool, "give")
    before = first.model_dump_json()
    if isinstance(kept, dict):
        kept["n"].append(2)
    elif isinstance(kept, list):
        kept[0]["n"] = 2
    elif isinstance(kept, StructuredContent):
        kept.data["n"].append(2)  # type: ignore[call-overload]
    elif isinstance(kept, Image.Image):
        kept.putpixel((0, 0), 200)
    else:
        kept[0] = 1.0
    assert first.model_dump_json() == before
    assert run(tool, "give") != first


def test_an_observation_without_contents_still_answers_its_call() -> None:
    assert only(run(Returning(Observation()), "give")) == TextContent(data="(no output)", tool_call_id="call")


# Failures and signals


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


EVERY_WAY = ("now", "later", "in_group", "in_nested_group", "gathered", "timed")


@pytest.mark.parametrize("name", EVERY_WAY)
def test_an_ordinary_exception_is_told_and_does_not_end_anything(name: str) -> None:
    observation = run(Failing(ValueError("no such file")), name)
    assert isinstance(observation.error, StepError)
    assert not isinstance(observation.error, InvalidAction)
    assert "no such file" in observation.error.stack_trace
    assert only(observation).tool_call_id == "call"


@pytest.mark.parametrize("name", EVERY_WAY)
@pytest.mark.parametrize("kind", [AgentStop, TaskFault])
def test_a_stop_and_a_fault_come_out_as_themselves_from_any_depth(kind: type[BaseException], name: str) -> None:
    signal = kind()
    with pytest.raises(kind) as caught:
        run(Failing(signal), name)
    assert caught.value is signal
    with pytest.raises(kind):
        asyncio.run(Failing(kind()).async_execute_action(Action(name=name)))


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError])
def test_interrupts_and_cancellation_are_never_told_to_the_agent(kind: type[BaseException]) -> None:
    for name in ("now", "later"):
        with pytest.raises(kind):
            run(Failing(kind()), name)
    assert only(run(Returning(1), "give_later")).data == "1", "the loop still works"


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_the_end_of_the_program_comes_out_of_a_group(kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        run(Failing(BaseExceptionGroup("g", [AgentStop(), kind()])), "now")


class Panic(BaseException):
    pass


@pytest.mark.parametrize("name", EVERY_WAY)
def test_a_base_exception_of_a_tools_own_is_its_fault_and_names_itself(name: str) -> None:
    panic = Panic("index out of range")
    with pytest.raises(TaskFault, match=r"Panic \(index out of range\)") as caught:
        run(Failing(panic), name)
    assert caught.value.__cause__ is panic
    with pytest.raises(TaskFault):
        asyncio.run(Failing(panic).async_execute_action(Action(name=name)))


def test_what_failed_beside_a_stop_is_told_with_it() -> None:
    failures = [ValueError("no such file"), ExceptionGroup("g", [OSError("disk full")])]
    with pytest.raises(AgentStop) as caught:
        run(Failing(BaseExceptionGroup("g", [*failures, AgentStop(Observation.from_text("bye")), AgentStop()])), "now")
    told = caught.value.observation
    texts = [content.data for content in told.contents]
    assert texts == ["bye", "ValueError: no such file", "OSError: disk full"]
    assert told.error is not None
    assert told.error.exception_str == "no such file"


def test_a_group_of_ordinary_exceptions_is_an_ordinary_failure() -> None:
    assert run(Failing(ExceptionGroup("several", [ValueError("a"), OSError("b")])), "now").error is not None


def test_a_broad_handler_in_a_tool_does_not_swallow_the_stop() -> None:
    class Careless(Tool):
        @tool_action
        def leave(self) -> str:
            """Leave."""
            try:
                self.final_step()
            except Exception:  # noqa: BLE001, that is the point
                return "swallowed"
            return "came back"

    with pytest.raises(AgentStop):
        run(Careless(), "leave")


class SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_an_exception_without_readable_text_is_still_told() -> None:
    error = run(Failing(SilentError()), "now").error
    assert error is not None
    assert error.error_type == "SilentError"


def test_a_validation_error_inside_the_action_is_a_failure_and_no_refusal() -> None:
    class Inner(Tool):
        @tool_action
        def parse(self) -> None:
            """Parse it."""
            Point.model_validate({"x": "a"})

    error = run(Inner(), "parse").error
    assert error is not None
    assert not isinstance(error, InvalidAction)
    assert error.error_type == "ValidationError"


def test_the_stop_raises_and_takes_no_arguments() -> None:
    with pytest.raises(AgentStop):
        run(Tool(), "final_step")
    assert isinstance(run(Tool(), "final_step", reason="done").error, InvalidAction)


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


def test_a_generator_is_not_used_up_as_a_result() -> None:
    class Endless(Tool):
        @tool_action
        def numbers(self) -> Iterator[int]:
            """Give numbers without end."""
            while True:
                yield 1

    assert run(Endless(), "numbers").error is not None


class Greedy(Tool):
    """Changes what it is given."""

    @tool_action
    def push(self, items: Any) -> str:  # noqa: ANN401, what passes without conversion
        """Push."""
        items.append("added")
        return "pushed"


def test_a_tool_that_changes_its_arguments_changes_its_own_copy() -> None:
    action = Action(name="push", arguments={"items": ["x"]})
    assert Greedy().execute_action(action).error is None
    assert action.arguments == {"items": ["x"]}


def test_an_unknown_name_is_not_repeated_at_any_length() -> None:
    error = Tool().execute_action(Action(name="x" * 100_000)).error
    assert error is not None
    assert len(error.exception_str) < 300
