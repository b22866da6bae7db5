"""Types in a signature: the schema that each of them has, with its default."""

import datetime as dt
import enum
import inspect
import json
import math
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import Field
from typing_extensions import TypedDict

from cube_core import ActionSchema
from tests.core.functions import Point, parameters_of, recursive


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Size(TypedDict):
    width: int


class Pair(NamedTuple):
    left: int
    right: int = 0


def choices(  # noqa: PLR0913, PLR0917, one parameter a kind
    d: Literal["up", "down"],
    n: Literal[1, 2] = 1,
    m: Literal["a", None] = None,  # noqa: PYI061, many write it so
    c: Colour = Colour.RED,
    s: list[Literal["x", "y"]] = [],  # noqa: B006, a default that many write
    lv: Level = Level.LOW,
    cs: dict[str, Colour] | None = None,
    one: Literal["only"] = "only",
    many: set[Colour] = {Colour.RED},  # noqa: B006, as above
) -> None:
    """Go."""


def test_literals_and_enums_keep_their_choices() -> None:
    properties = parameters_of(choices)["properties"]
    assert properties["d"] == {"type": "string", "enum": ["up", "down"]}
    assert properties["n"] == {"type": "integer", "enum": [1, 2], "default": 1}
    assert properties["c"] == {"type": "string", "enum": ["red", "blue"], "default": "red"}
    assert properties["s"]["items"] == {"type": "string", "enum": ["x", "y"]}
    assert properties["lv"] == {"type": "integer", "enum": [1, 2], "default": 1}
    assert properties["many"]["default"] == ["red"]
    judge = ActionSchema.from_function(choices)
    good: dict[str, list[object]] = {"m": ["a", None], "n": [1, 2.0], "cs": [None, {"k": "blue"}], "one": ["only"]}
    bad: dict[str, list[object]] = {"d": ["left", None], "n": [3, "1", True, None], "c": ["RED", None], "m": ["b"]}
    for name, values in good.items():
        for value in values:
            assert judge.problem({"d": "up", name: value}) is None, (name, value)
    for name, values in bad.items():
        for value in values:
            assert judge.problem({"d": "up", name: value}) is not None, (name, value)


def rich(  # noqa: PLR0913, PLR0917, as above
    p: Point,
    ps: list[Point],
    size: Size,
    pair: Pair,
    by: dict[str, list[int]],
    when: dt.date,
    t: tuple[int, str],
    amount: Decimal,
    key: UUID,
    maybe: Point | None = None,
) -> None:
    """Go."""


def test_nested_models_are_written_out_where_they_are_used() -> None:
    schema = parameters_of(rich)
    assert "$defs" not in schema
    assert "$ref" not in json.dumps(schema)
    assert schema["properties"]["p"]["required"] == ["x"]
    assert schema["properties"]["ps"]["items"]["properties"]["x"] == {"type": "integer"}
    assert schema["properties"]["size"]["properties"] == {"width": {"type": "integer"}}
    assert schema["properties"]["by"]["additionalProperties"]["items"] == {"type": "integer"}
    assert schema["properties"]["when"]["format"] == "date"


def test_a_model_that_contains_itself_stays_a_reference() -> None:
    schema = parameters_of(recursive)
    assert schema["$defs"].keys() == {"Tree", "Ping", "Pong"}
    judge = ActionSchema.from_function(recursive)
    deep: dict[str, Any] = {"value": 1}
    for _ in range(50):
        deep = {"value": 1, "children": [deep]}
    assert judge.problem({"tree": deep, "ping": {"pong": {"ping": {}, "at": {"x": 1}}}}) is None
    assert "value" in str(judge.problem({"tree": {"value": 1, "children": [{}]}, "ping": {}}))


def test_an_infinite_default_is_left_out_since_json_has_none() -> None:
    def act(a: float = math.inf, b: float = math.nan, c: float = 1.5) -> None:
        """Do it."""

    schema = parameters_of(act)
    assert schema["properties"] == {
        "a": {"type": "number"},
        "b": {"type": "number"},
        "c": {"type": "number", "default": 1.5},
    }
    assert "required" not in schema


def test_a_default_that_is_no_json_leaves_the_parameter_optional() -> None:
    marker = object()

    def act(a: Any = marker) -> None:  # noqa: ANN401, a marker for "not given"
        """Do it."""

    assert parameters_of(act) == {"type": "object", "properties": {"a": {}}}


def test_pydantic_fields_as_defaults_and_in_annotations_are_read() -> None:
    def act(
        a: int = Field(default=3, ge=1, description="A."),
        b: Annotated[int, Field(description="B.", le=5)] = 2,
        c: Annotated[int, "C."] = 1,
        d: int = Field(description="D."),
        e: int = Field(),
        f: list[int] = Field(default_factory=list),  # noqa: B008, as above
    ) -> None:
        """Do it.

        Args:
            a: not this
            e: E.
        """

    schema = parameters_of(act)
    assert schema["required"] == ["d", "e"]
    assert schema["properties"] == {
        "a": {"type": "integer", "default": 3, "minimum": 1, "description": "A."},
        "b": {"type": "integer", "default": 2, "maximum": 5, "description": "B."},
        "c": {"type": "integer", "default": 1, "description": "C."},
        "d": {"type": "integer", "description": "D."},
        "e": {"type": "integer", "description": "E."},
        "f": {"type": "array", "items": {"type": "integer"}},
    }


hints = st.recursive(
    st.sampled_from([int, float, str, bool, type(None), Colour, Level, Literal["a", 1], Point, Size, Any]),
    lambda inner: st.one_of(
        inner.map(lambda hint: list[hint]),  # type: ignore[valid-type]
        inner.map(lambda hint: dict[str, hint]),  # type: ignore[valid-type]
        st.tuples(inner, inner).map(
            lambda pair: pair[0] | pair[1] if pair[0] is not Any and pair[1] is not Any else Any
        ),
    ),
    max_leaves=4,
)


@given(st.lists(st.tuples(hints, st.booleans(), st.booleans()), max_size=4))
def test_every_signature_has_a_schema_whose_required_are_those_without_a_default(
    parameters: list[tuple[Any, bool, bool]],
) -> None:
    parameters.sort(key=lambda parameter: parameter[1])  # defaults come last
    positional, optional = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    made = [
        inspect.Parameter(
            f"p{index}",
            optional if keyword else positional,
            annotation=hint,
            default=None if default else inspect.Parameter.empty,
        )
        for index, (hint, default, keyword) in enumerate(sorted(parameters, key=lambda parameter: parameter[2]))
    ]
    assume(all(not (a.default is None and b.default is not None and b.kind is positional) for a, b in pairwise(made)))

    def act(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401, its signature is replaced
        """Do it."""

    act.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    act.__annotations__ = {parameter.name: parameter.annotation for parameter in made}
    schema = parameters_of(act)
    assert list(schema["properties"]) == [parameter.name for parameter in made]
    assert schema.get("required", []) == [p.name for p in made if p.default is inspect.Parameter.empty]
