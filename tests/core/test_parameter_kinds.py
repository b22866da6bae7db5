"""Parameters of every kind: what their schema offers can be given, and nothing that is given is lost."""

import copy
import dataclasses
import datetime as dt
import enum
import itertools
import threading
from abc import ABC
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, TypeVar, cast
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import BaseModel, Field, RootModel, Strict, StringConstraints
from typing_extensions import Doc, TypedDict

from cube_core import Action, ActionSchema, InvalidAction, Observation, TextContent, Tool, TypedBaseModel, tool_action

T = TypeVar("T")


class Point(BaseModel):
    x: int
    name: str = "p"


class Hidden(BaseModel):
    """Its field has a default that the field's own type refuses."""

    x: int = None  # type: ignore[assignment]


@dataclasses.dataclass
class Place:
    x: int
    tags: list[str] = dataclasses.field(default_factory=list)


class Options(TypedDict):
    x: int
    name: NotRequired[str]


class Tree(BaseModel):
    x: int
    children: list["Tree"] = []


class Box(BaseModel, Generic[T]):
    x: int
    item: T | None = None


class Tagged(TypedBaseModel):
    x: int


class Figure(TypedBaseModel):
    x: int


class Square(Figure):
    width: float = 1.0


class Sound(TypedBaseModel, ABC):
    x: int


class Bark(Sound):
    loud: bool = False


class Open(BaseModel, extra="allow"):
    x: int


class Pair(NamedTuple):
    left: int
    right: str = "r"


class StrictDay(BaseModel, strict=True):
    day: dt.date
    pair: tuple[int, int]


class Names(RootModel[dict[str, int]]):
    pass


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = 2


class Colour(enum.Enum):
    RED = (255, 0, 0)


class Day(enum.Enum):
    FIRST = dt.date(2024, 1, 1)


class Keeper(Tool):
    """Its one action keeps what it was given."""

    def __init__(self) -> None:
        self.got: list[Any] = []

    def give(self, value: object) -> Observation:
        return self.execute_action(Action(name="act", arguments={"x": value}))

    def leave_out(self) -> Observation:
        return self.execute_action(Action(name="act"))


def keeper(hint: Any, *defaults: object) -> Keeper:  # noqa: ANN401, a type hint
    """A tool whose action has one parameter of that type, with that default."""

    class Keeping(Keeper):
        def act(self, x) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001, annotated below
            """Keep what was given."""
            self.got.append(x)

        act.__annotations__["x"] = hint
        act.__defaults__ = defaults
        tool_action(act)

    return Keeping()


def schema_of(tool: Tool) -> dict[str, Any]:
    return dict(tool.action_set[0].as_dict()["function"]["parameters"])


# Defaults

hints: st.SearchStrategy[Any] = st.sampled_from([
    int, float, str, bool, list[int], dict[str, int], int | None, Literal["a", 1], Mode, Point, Tagged, Figure, Place,
    Options, Pair, dt.date, Decimal, UUID, set[str], tuple[int, ...], Any, Names, Hidden, Annotated[int, Field(ge=3)],
])  # fmt: skip
defaults: st.SearchStrategy[Any] = st.sampled_from([
    None, 0, 1, 2.0, 2.5, float("inf"), True, "", "a", "fast", b"x", [], [1], ["a"], {}, {"x": 1},
    Mode.FAST, Point(x=1), Tagged(x=1), Square(x=1), Place(1), Pair(1), dt.date(2024, 1, 1),
    Decimal(1), {"b", "a", "c"}, (), (1,), object, [float("nan")], Hidden(),
])  # fmt: skip


@given(hints, defaults)
def test_a_default_is_shown_exactly_when_it_can_be_given(hint: Any, default: Any) -> None:  # noqa: ANN401, of all types
    tool = keeper(hint, default)
    schema = schema_of(tool)
    assert "required" not in schema
    assert tool.leave_out().error is None
    shown = schema["properties"]["x"]
    if "default" in shown:
        Draft202012Validator({**shown, "$defs": schema.get("$defs", {})}).validate(shown["default"])
        assert not isinstance(tool.give(shown["default"]).error, InvalidAction)
    elif default is None:
        assert isinstance(tool.give(None).error, InvalidAction)


def test_a_default_of_none_does_not_make_a_type_nullable() -> None:
    tool = keeper(dict[str, int], None)
    assert schema_of(tool)["properties"]["x"] == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert tool.leave_out().error is None
    assert tool.got == [None]
    assert isinstance(tool.give(None).error, InvalidAction)
    assert schema_of(keeper(Hidden))["properties"]["x"]["properties"] == {"x": {"type": "integer"}}


def test_a_set_as_a_default_is_shown_in_order() -> None:
    assert schema_of(keeper(set[str], {"c", "a", "b"}))["properties"]["x"]["default"] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("hint", "default", "change"),
    [
        (list[int], [], lambda value: value.append(1)),
        (list[list[int]], [[]], lambda value: value[0].append(1)),
        (dict[str, int], {}, lambda value: value.update(a=1)),
        (set[int], set(), lambda value: value.add(1)),
        (Point, Point(x=1), lambda value: setattr(value, "x", 2)),
        (Place, Place(1), lambda value: value.tags.append("t")),
        (tuple[list[int]], ([],), lambda value: value[0].append(1)),
        (Any, bytearray(b"a"), lambda value: value.extend(b"b")),
    ],
    ids=itertools.count(),
)
def test_a_default_that_a_tool_changes_is_new_in_the_next_call(
    hint: object, default: object, change: Callable[[Any], None]
) -> None:
    before = copy.deepcopy(default)
    tool = keeper(hint, default)
    for _ in range(2):
        assert tool.leave_out().error is None
        assert tool.got[-1] == before
        change(tool.got[-1])
    assert default == before


def test_a_default_that_cannot_be_copied_is_shared() -> None:
    shared = {"lock": threading.Lock()}
    tool = keeper(Any, shared)
    assert tool.leave_out().error is None
    assert tool.got[0] is shared
    assert tool.give(1).error is None


# Undeclared keys

OBJECTS = (Point, Place, Options, Tree, Box[int], Tagged, Figure, StrictDay)
Inside = tuple[Callable[[Any], Any], Callable[[Any], Any]]
LIST, DICT, TUPLE, SEQUENCE, BOX = cast("tuple[Any, ...]", (list, dict, tuple, Sequence, Box))
INSIDE: tuple[Inside, ...] = (
    (lambda hint: hint, lambda value: value),
    (lambda hint: LIST[hint], lambda value: [value]),
    (lambda hint: DICT[str, hint], lambda value: {"k": value}),
    (lambda hint: hint | None, lambda value: value),
    (lambda hint: TUPLE[int, hint], lambda value: [1, value]),
    (lambda hint: BOX[hint], lambda value: {"x": 1, "item": value}),
    (lambda hint: SEQUENCE[hint | int], lambda value: [1, value]),
)
places = st.lists(st.sampled_from(INSIDE), min_size=1, max_size=3)


def placed(hint: Any, value: object, inside: list[Inside]) -> tuple[Any, Any]:  # noqa: ANN401, a type hint
    for wrap_hint, wrap_value in inside:
        hint, value = wrap_hint(hint), wrap_value(value)
    return hint, value


def valid(kind: Any) -> dict[str, Any]:  # noqa: ANN401, a type hint
    return {"day": "2024-02-29", "pair": [1, 2]} if kind is StrictDay else {"x": 1}


@given(st.sampled_from(OBJECTS), places)
def test_undeclared_keys_are_refused_by_name_at_any_depth(kind: Any, inside: list[Inside]) -> None:  # noqa: ANN401
    hint, good = placed(kind, valid(kind), inside)
    tool = keeper(hint)
    observation = tool.give(good)
    assert observation.error is None, observation.error.exception_str
    error = tool.give(placed(kind, {**valid(kind), "bogus": 1}, inside)[1]).error
    assert isinstance(error, InvalidAction)
    assert "bogus" in error.exception_str
    schema = schema_of(tool)
    assert not Draft202012Validator(schema).is_valid({"x": placed(kind, {**valid(kind), "bogus": 1}, inside)[1]})


def test_a_model_that_takes_more_keeps_it() -> None:
    tool = keeper(list[Open])
    assert tool.give([{"x": 1, "more": 2}]).error is None
    assert tool.got[0][0].more == 2
    assert keeper(Names).give({"any": 1}).error is None


@pytest.mark.parametrize("value", [Tagged(x=1), Square(x=1, width=2.5), Bark(x=1, loud=True), TextContent(data="t")])
def test_models_with_a_tag_may_be_given_as_they_are_dumped(value: TypedBaseModel) -> None:
    base = Sound if isinstance(value, Bark) else Figure if isinstance(value, Square) else type(value)
    tool = keeper(list[base])  # type: ignore[valid-type]
    assert tool.give([value]).error is None
    assert tool.got == [[value]]
    assert isinstance(tool.give([{**value.model_dump(mode="json"), "_type": "os.path"}]).error, InvalidAction)


def test_an_abstract_type_offers_its_concrete_ones() -> None:
    schema = schema_of(keeper(Sound))["properties"]["x"]
    assert schema["properties"]["_type"]["enum"] == [f"{__name__}.Bark"]
    assert set(schema["required"]) == {"x", "_type"}
    assert isinstance(keeper(Sound).give({"x": 1}).error, InvalidAction)


# Choices


@pytest.mark.parametrize(
    "hint", [Colour, list[Colour], Colour | None, Day, Literal[True, 1], Literal[b"x"]], ids=itertools.count()
)
def test_choices_that_do_not_come_back_from_json_are_refused_when_the_action_is_read(hint: object) -> None:
    with pytest.raises(TypeError, match=r"act.*does not come back as itself from JSON"):
        schema_of(keeper(hint))


@given(st.lists(st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(Mode), min_size=1))
def test_each_choice_that_is_offered_arrives_as_itself(choices: list[Any]) -> None:
    tool = keeper(Literal[tuple(choices)])
    try:
        schema = schema_of(tool)["properties"]["x"]
    except TypeError:
        assert any(isinstance(choice, bool | Mode) for choice in choices)
        return
    for offered in schema.get("enum", [schema.get("const")]):
        assert tool.give(offered).error is None
        got = tool.got[-1]
        assert (type(got), got) in [(type(choice), choice) for choice in choices]
        assert (got.value if isinstance(got, Mode) else got) == offered


@pytest.mark.parametrize(
    "hint",
    [Annotated[str, StringConstraints(pattern="(?=a)")], Annotated[str, Field(pattern="(")]],
    ids=["look", "open"],
)
def test_a_pattern_that_cannot_be_read_is_an_error_that_names_the_action(hint: object) -> None:
    with pytest.raises(TypeError, match=r"action Keeping\.act: .*act.*regex parse error"):
        schema_of(keeper(hint))


# Types that are strict


@pytest.mark.parametrize(
    ("hint", "value", "got"),
    [
        (Annotated[dt.date, Strict()], "2024-02-29", dt.date(2024, 2, 29)),
        (Annotated[tuple[int, int], Strict()], [1, 2], (1, 2)),
        (Annotated[set[int], Strict()], [1], {1}),
        (Annotated[int, Strict()], 3.0, 3),
        (Annotated[Decimal, Strict()], "1.5", Decimal("1.5")),
        (Annotated[Mode, Strict()], "fast", Mode.FAST),
        (StrictDay, {"day": "2024-02-29", "pair": [1, 2]}, StrictDay(day=dt.date(2024, 2, 29), pair=(1, 2))),
    ],
)
def test_strict_types_are_read_from_json(hint: object, value: object, got: object) -> None:
    tool = keeper(hint)
    assert tool.give(value).error is None
    assert tool.got == [got]


def test_what_is_wrong_in_an_alternative_is_told_where_only_one_was_meant() -> None:
    class Cat(BaseModel):
        kind: Literal["cat"]

    class Dog(BaseModel):
        kind: Literal["dog"]
        at: Point | None = None

    tool = keeper(Annotated[Cat | Dog, Field(discriminator="kind")] | None)
    error = tool.give({"kind": "dog", "at": {"x": "one"}}).error
    assert error is not None
    assert error.exception_str == 'x.at.x: "one" is not of type "integer"'
    judge = ActionSchema.from_function(chosen)
    assert str(judge.problem({"mode": "later"})).endswith("Choices: now, then")


def chosen(mode: Literal["now", "then"] | None = None) -> None:
    """Choose."""


def test_a_documented_annotation_is_its_description() -> None:
    tool = keeper(Annotated[int, Doc("How many.")])
    assert schema_of(tool)["properties"]["x"] == {"type": "integer", "description": "How many."}
