"""Arguments of actions: they arrive as the function's types say, or nothing runs."""

import datetime as dt
import enum
from itertools import count
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, Field

from cube_core import Action, InvalidAction, Tool, tool_action
from tests.core.tools import Mode, Point, only, run


class Level(enum.IntEnum):
    ONE = 1


def refuse_odd(value: int) -> int:
    if value % 2:
        raise ValueError("odd numbers are not taken")
    return value


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
