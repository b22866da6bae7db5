"""Schemas of actions: from functions, for models, and as the judge of arguments."""

import copy
import datetime as dt
import enum
import functools
import inspect
import json
import math
import pickle
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count, pairwise
from typing import Annotated, Any, Literal, NamedTuple, Optional
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import BaseModel, Field, ValidationError
from typing_extensions import TypedDict

from cube_core import STOP_ACTION, ActionSchema


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Point(BaseModel):
    x: int
    y: int = 0


class Tree(BaseModel):
    value: int
    children: list["Tree"] = []


class Ping(BaseModel):
    pong: "Pong | None" = None


class Pong(BaseModel):
    ping: Ping | None = None
    at: Point | None = None


class Size(TypedDict):
    width: int


class Pair(NamedTuple):
    left: int
    right: int = 0


def parameters_of(func: Callable[..., Any]) -> dict[str, Any]:
    """The parameters, after checking that they are a JSON Schema in strict JSON."""
    parameters = ActionSchema.from_function(func).as_dict()["function"]["parameters"]
    json.dumps(parameters, allow_nan=False)
    Draft202012Validator.check_schema(parameters)
    return dict(parameters)


# What is required, and what may be null


def presence(
    a: int | None,
    b: int | None = None,
    c: Optional[str] = "x",  # noqa: UP045, many write it so
    d: int = 5,
    e: float | int | None = None,  # noqa: PYI041, both are to be taken
    *,
    f: Optional[list[int]],  # noqa: UP045, as above
    g: "Literal['a'] | None" = "a",
) -> None:
    """Do it."""


def test_required_tells_of_defaults_and_null_of_types() -> None:
    schema = parameters_of(presence)
    properties = schema["properties"]
    assert schema["required"] == ["a", "f"]
    assert {name: p["default"] for name, p in properties.items() if "default" in p} == {
        "b": None,
        "c": "x",
        "d": 5,
        "e": None,
        "g": "a",
    }
    judge = ActionSchema.from_function(presence)
    for name, values in {
        "a": (None, 3),
        "b": (None, 3),
        "c": (None, "t"),
        "e": (None, 1, 1.5),
        "f": (None, [1]),
    }.items():
        for value in values:
            assert judge.problem({"a": 1, "f": [], name: value}) is None
    assert judge.problem({"a": 1, "f": [], "d": None}) is not None
    assert "required" in str(judge.problem({"f": None}))
    assert "required" in str(judge.problem({"a": None}))


def test_a_function_without_required_parameters_has_no_required() -> None:
    def act(a: int = 1) -> None:
        """Do it."""

    assert "required" not in parameters_of(act)


# Which parameters there are


class Holder:
    def method(self, x: int) -> None:
        """Do it."""

    @staticmethod
    def static(x: int) -> None:
        """Do it."""

    @classmethod
    def of_class(cls, x: int) -> None:
        """Do it."""

    def __call__(self, x: int) -> None:
        """Do it."""


def plain(x: int) -> None:
    """Do it."""


async def waiting(x: int) -> None:
    """Do it."""


def variadic(x: int, *args: str, **kw: float) -> None:
    """Do it."""


@functools.wraps(plain)
def wrapped(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401, it stands for any
    plain(*args, **kwargs)


def two(y: str, x: int) -> None:
    """Do it."""


def three(x: int, k: str = "a", *, z: float = 1.0) -> None:
    """Do it."""


@pytest.mark.parametrize(
    "func",
    [
        plain,
        waiting,
        variadic,
        wrapped,
        Holder.method,
        Holder().method,
        Holder.static,
        Holder().static,
        Holder.of_class,
        Holder().of_class,
        Holder(),
        functools.partial(two, "y"),
        functools.partial(plain),
        functools.partial(functools.partial(two), "y"),
        functools.lru_cache(plain),
        functools.partial(Holder().method),
    ],
    ids=count(),
)
def test_only_what_a_caller_may_give_is_a_parameter(func: Callable[..., Any]) -> None:
    assert parameters_of(func) == {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}


def test_a_partial_has_the_name_and_text_of_its_function_and_its_keywords_as_defaults() -> None:
    schema = ActionSchema.from_function(functools.partial(three, k="z"))
    assert (schema.name, schema.description) == ("three", "Do it.")
    assert schema.parameters["required"] == ["x"]
    assert schema.parameters["properties"]["k"] == {"type": "string", "default": "z"}
    assert parameters_of(functools.partial(three, 1))["properties"].keys() == {"k", "z"}


def test_the_name_is_the_functions_or_the_class_of_the_callable() -> None:
    assert ActionSchema.from_function(wrapped).name == "plain"
    assert ActionSchema.from_function(Holder()).name == "Holder"


def undocumented(x: int) -> None: ...


@pytest.mark.parametrize("func", [undocumented, lambda x: x, functools.partial(undocumented, 1)], ids=count())
def test_a_function_without_a_docstring_is_an_error_that_names_it(func: Callable[..., Any]) -> None:
    name = getattr(func, "__name__", "undocumented")
    with pytest.raises(ValueError, match=f"{name} has no docstring"):
        ActionSchema.from_function(func)


@dataclass
class Made:
    """Make it."""

    x: int


class Undocumented:
    pass


def test_a_class_is_the_action_of_making_one() -> None:
    schema = ActionSchema.from_function(Made)
    assert (schema.name, schema.description) == ("Made", "Make it.")
    assert schema.parameters["properties"] == {"x": {"type": "integer"}}
    with pytest.raises(ValueError, match="Undocumented has no docstring"):
        ActionSchema.from_function(Undocumented)


class Order(BaseModel):
    """Order something."""

    what: str
    amount: int | None = None


class Place(NamedTuple):
    """Go to a place."""

    x: int


def generated(**values: Any) -> None:  # noqa: ANN401, its signature is told below
    """Do it."""


generated.__signature__ = inspect.signature(lambda: None).replace(  # type: ignore[attr-defined]  # read by inspect
    parameters=[inspect.Parameter("n", inspect.Parameter.KEYWORD_ONLY, annotation="int")]
)


@pytest.mark.parametrize(
    ("func", "properties"),
    [
        (
            Order,
            {
                "what": {"type": "string"},
                "amount": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
            },
        ),
        (Place, {"x": {"type": "integer"}}),
        (generated, {"n": {"type": "integer"}}),
    ],
    ids=["model", "named tuple", "generated"],
)
def test_types_are_those_of_the_signature_wherever_it_comes_from(
    func: Callable[..., Any], properties: dict[str, Any]
) -> None:
    assert ActionSchema.from_function(func).parameters["properties"] == properties


def test_built_in_functions_have_schemas_too() -> None:
    schema = ActionSchema.from_function(len)
    assert (schema.name, list(schema.parameters["properties"])) == ("len", ["obj"])


def test_parameters_may_have_names_that_a_model_could_not() -> None:
    def act(_hidden: int, model_config: int, copy: int, json: int, fields: int, p0: int, schema: int) -> None:
        """Do it."""

    assert list(parameters_of(act)["properties"]) == list(inspect.signature(act).parameters)


def test_a_return_hint_that_cannot_be_resolved_does_no_harm_and_a_parameters_does() -> None:
    def fine(x: int) -> "NotImported":  # type: ignore[name-defined]  # noqa: F821
        """Do it."""

    def broken(x: "NotImported") -> None:  # type: ignore[name-defined]  # noqa: F821
        """Do it."""

    assert parameters_of(fine)["required"] == ["x"]
    with pytest.raises(TypeError, match="type hints of broken cannot be resolved"):
        ActionSchema.from_function(broken)


class Opaque:
    pass


@pytest.mark.parametrize(
    "hint", [Opaque, Callable[[int], int], Annotated[int, Field(json_schema_extra={"type": "foo"})]]
)
def test_a_hint_without_json_schema_is_a_type_error_that_names_the_function(hint: object) -> None:
    def act(x: Any) -> None:  # noqa: ANN401, replaced below
        """Do it."""

    act.__annotations__["x"] = hint
    with pytest.raises(TypeError, match="act"):
        ActionSchema.from_function(act)


def test_a_parameter_without_a_hint_takes_any_json() -> None:
    def act(x, y=3):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, that is the point
        """Do it."""

    judge = ActionSchema.from_function(act)
    assert judge.parameters["required"] == ["x"]
    for value in (None, 1, "a", [1], {"a": 1}):
        assert judge.problem({"x": value}) is None


# What types mean


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


def recursive(tree: Tree, ping: Ping, other: Tree | None = None) -> None:
    """Go."""


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


# Docstrings

LINES = ("The direction.", "One of:", "- up", "- down: slowly")


def google(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Args:
        direction: The direction.
            One of:
            - up
            - down: slowly
        speed: How fast.

    Returns:
        Nothing of note.

    Raises:
        ValueError: it cannot move.
    """


def google_typed(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Args:
        direction (str): The direction.
            One of:
            - up
            - down: slowly
        speed (int, optional): How fast.

    Raises:
        ValueError: it cannot move.
    """


def numpy_style(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Parameters
    ----------
    direction : str
        The direction.
        One of:
        - up
        - down: slowly
    speed
        How fast.

    Returns
    -------
    None
        Nothing of note.
    """


def rest(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    :param direction: The direction.
        One of:
        - up
        - down: slowly
    :param int speed: How fast.
    :returns: Nothing of note.
    :raises ValueError: it cannot move.
    """


@pytest.mark.parametrize("func", [google, google_typed, numpy_style, rest])
def test_all_docstring_styles_give_the_same_texts(func: Callable[..., Any]) -> None:
    schema = ActionSchema.from_function(func)
    texts = {name: p.get("description") for name, p in schema.parameters["properties"].items()}
    assert texts == {"direction": "\n".join(LINES), "speed": "How fast.", "force": None}
    assert schema.description == "Move it.\n\nIt moves until\nit stops."
    with pytest.raises(ValueError, match=r"does not describe force: add"):
        schema.validate_param_descriptions()


@pytest.mark.parametrize(
    "doc", ["Go to :param: it.\n\n:param x\n:foo\nArgs", "Args:", "A.\n\nArgs:\n", ":", "x\n---\n", "Do\n\n@param"]
)
def test_a_malformed_docstring_is_still_a_description(doc: str) -> None:
    def act(x: int) -> None: ...

    act.__doc__ = doc
    assert ActionSchema.from_function(act).description


words = st.text("abcdefghij", min_size=1, max_size=8)
lines = st.lists(words, min_size=1, max_size=4).map(" ".join)


@given(summary=lines, texts=st.lists(st.lists(lines, min_size=1, max_size=3), min_size=1, max_size=4))
def test_texts_of_any_length_are_read_from_every_style(summary: str, texts: list[list[str]]) -> None:
    names = [f"arg{index}" for index in range(len(texts))]
    styles = (
        "Args:\n" + "\n".join(f"    {n}: " + "\n        ".join(t) for n, t in zip(names, texts, strict=True)),
        "Parameters\n----------\n"
        + "\n".join(f"{n} : int\n    " + "\n    ".join(t) for n, t in zip(names, texts, strict=True)),
        "\n".join(f":param {n}: " + "\n    ".join(t) for n, t in zip(names, texts, strict=True)),
    )
    for style in styles:
        namespace: dict[str, Any] = {}
        exec(f"def act({', '.join(names)}): ...", namespace)  # noqa: S102, a function with these parameters
        namespace["act"].__doc__ = f"{summary}\n\n{style}\n"
        schema = ActionSchema.from_function(namespace["act"])
        assert schema.description == summary
        assert [p["description"] for p in schema.parameters["properties"].values()] == ["\n".join(t) for t in texts]
        schema.validate_param_descriptions()


def test_empty_descriptions_are_reported_by_name_and_self_is_exempt() -> None:
    properties = {"self": {}, "a": {"description": "  "}, "b": {"type": "string"}, "c": {"description": "C"}, "d": True}
    schema = ActionSchema(name="act", description="Do.", parameters={"properties": properties})
    with pytest.raises(ValueError, match="'act' does not describe a, b, d:"):
        schema.validate_param_descriptions()
    STOP_ACTION.validate_param_descriptions()
    ActionSchema(name="act", description="Do.").validate_param_descriptions()


# The model


@pytest.mark.parametrize(
    "bad", [{"name": ""}, {"description": ""}, {"name": None}, {"parameters": [1]}, {"parameters": {"x": object()}}]
)
def test_a_malformed_schema_is_a_validation_error(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ActionSchema.model_validate({"name": "a", "description": "d", **bad})


def test_name_and_description_are_not_optional() -> None:
    for present in ("name", "description"):
        with pytest.raises(ValidationError):
            ActionSchema.model_validate({present: "x"})
    assert ActionSchema(name="a", description="d").parameters == {}


@pytest.mark.parametrize("name", ["", " ", "a b", "a.b", "öffnen", "<lambda>", "a\n", "a" * 65, "a\ud83d"], ids=count())
def test_a_name_that_a_model_api_refuses_is_an_error_that_names_the_rule(name: str) -> None:
    with pytest.raises(ValidationError, match="1 to 64 letters"):
        ActionSchema(name=name, description="d")


@given(st.from_regex(r"[a-zA-Z0-9_-]{1,64}", fullmatch=True))
def test_every_other_name_is_taken(name: str) -> None:
    assert ActionSchema(name=name, description="d").as_dict()["function"]["name"] == name


@pytest.mark.parametrize("description", ["", " ", "\n\t"])
def test_a_blank_description_is_none(description: str) -> None:
    with pytest.raises(ValidationError, match="needs a description"):
        ActionSchema(name="a", description=description)


def test_the_stop_action_is_the_universal_one() -> None:
    assert STOP_ACTION.as_dict() == {
        "type": "function",
        "function": {
            "name": "final_step",
            "description": "Stop the task execution.",
            "parameters": {"type": "object", "properties": {}},
        },
    }


def test_parameters_are_read_only_and_equal_to_plain_json() -> None:
    given_as: dict[str, Any] = {"type": "object", "properties": {"x": {"enum": [1, 2]}}}
    schema = ActionSchema(name="a", description="d", parameters=given_as)
    assert schema.parameters == given_as
    given_as["properties"]["y"] = {}
    assert "y" not in schema.parameters["properties"]
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["type"] = "array"
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["properties"]["y"] = {}
    with pytest.raises(TypeError, match="read-only"):
        schema.parameters["properties"]["x"]["enum"].append(3)
    with pytest.raises(ValidationError, match="frozen"):
        schema.name = "b"  # type: ignore[misc]


def test_what_a_schema_hands_out_can_be_changed_without_changing_it() -> None:
    before = STOP_ACTION.as_dict()
    STOP_ACTION.as_dict()["function"]["parameters"]["properties"]["z"] = {}
    STOP_ACTION.model_dump()["parameters"]["properties"]["z"] = {}
    assert STOP_ACTION.as_dict() == before


def test_schemas_survive_dumping_copying_pickling_and_hashing() -> None:
    schema = ActionSchema.from_function(recursive)
    assert schema.problem({}) is not None  # compiled now
    for twin in (
        ActionSchema.model_validate_json(schema.model_dump_json()),
        ActionSchema.model_validate(schema.model_dump()),
        copy.deepcopy(schema),
        copy.copy(schema),
        schema.model_copy(deep=True),
        pickle.loads(pickle.dumps(schema)),  # noqa: S301, our own
    ):
        assert twin == schema
        assert hash(twin) == hash(schema)
        assert twin.problem({}) == schema.problem({})
    assert len({schema, STOP_ACTION, copy.copy(STOP_ACTION)}) == 2


def test_a_copy_with_other_parameters_judges_by_those() -> None:
    schema = ActionSchema.from_function(plain)
    assert schema.problem({"x": 1}) is None
    other = schema.model_copy(update={"parameters": {"type": "object", "properties": {"y": {"type": "string"}}}})
    assert other.problem({"y": "a"}) is None
    assert other.problem({"x": 1}) is not None


# The judge of arguments


def judged(**properties: Any) -> ActionSchema:  # noqa: ANN401, JSON
    return ActionSchema(name="act", description="d", parameters={"type": "object", "properties": properties})


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer"}, [0, -1, 3.0, 10**400, -(2**64), 1e300], ["1", True, 1.5, None, [1], 1e-5]),
        ({"type": "number"}, [0, 1.5, 10**400, -0.0], ["1", False, None]),
        ({"type": "boolean"}, [True, False], [0, 1, "true", None]),
        ({"type": "string"}, ["", "é", "x" * 50_000], [1, None, ["a"]]),
        ({"type": "array", "items": {"type": "integer"}}, [[], [1, 2.0]], [["1"], [True], "[]", {}]),
        ({"enum": [1, "a", None]}, [1, 1.0, "a", None], [True, "1", 0]),
        ({"type": "string", "format": "date"}, ["2024-02-29"], ["2023-02-29", "20240229", "tomorrow", "2024-2-9"]),
        (
            {"type": "string", "format": "date-time"},
            ["2024-02-29T10:00:00", "2024-02-29T10:00:00Z", "2024-02-29T10:00:00.5+02:00", "2024-02-29 10:00"],
            ["2024-02-30T10:00:00", "2024-02-29", "10:00", "1709200800", "now"],
        ),
        ({"type": "string", "format": "time"}, ["10:00", "10:00:00", "10:00:00.5Z"], ["25:00", "10", "noon", "36000"]),
        ({"type": "string", "format": "duration"}, ["P1D", "PT1H30M"], ["1 day", "90", "P"]),
        ({}, [None, 1, "a", [1], {"b": {"c": []}}], []),
    ],
    ids=count(),
)  # fmt: skip
def test_json_schema_decides_what_fits(schema: dict[str, Any], good: list[object], bad: list[object]) -> None:
    judge = judged(x=schema)
    for value in good:
        assert judge.problem({"x": value}) is None, value
    for value in bad:
        assert re.match(r"x[.:]", str(judge.problem({"x": value}))), value


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_does_not_have_is_refused_by_its_name_and_place(number: float) -> None:
    name = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(number)]
    for schema in ({}, {"type": "number"}, {"type": ["number", "null"]}, {"default": 1}):
        assert judged(x=schema).problem({"x": number}) == f"x: {name} is not a JSON number"
    assert judged(x={}).problem({"x": [1, {"y": number}]}) == f"x.1.y: {name} is not a JSON number"


def test_keys_that_are_not_declared_are_refused_by_name_unless_the_schema_takes_them() -> None:
    judge = judged(x={}, y={})
    assert judge.problem({"z": 1, "x": 2, "é": 3}) == "act takes no 'z', 'é'; its parameters: x, y"
    assert STOP_ACTION.problem({"z": 1}) == "final_step takes no 'z'; its parameters: none"
    assert ActionSchema(name="a", description="d").problem({}) is None
    assert ActionSchema(name="a", description="d").problem({"z": 1}) is not None
    open_ended = ActionSchema(name="a", description="d", parameters={"additionalProperties": {"type": "integer"}})
    assert open_ended.problem({"z": 1}) is None
    assert open_ended.problem({"z": "1"}) is not None
    closed = ActionSchema(
        name="a", description="d", parameters={"properties": {"x": {}}, "additionalProperties": False}
    )
    assert "'z'" in str(closed.problem({"z": 1}))
    patterned = ActionSchema(name="a", description="d", parameters={"patternProperties": {"^x": {"type": "integer"}}})
    assert (patterned.problem({"x1": 1}), patterned.problem({"y": 1}) is None) == (None, False)


def test_keys_may_be_declared_in_parts_of_the_schema() -> None:
    parts = [{"properties": {"x": {"type": "integer"}}}, {"properties": {"y": {}}, "required": ["y"]}]
    judge = ActionSchema(name="a", description="d", parameters={"type": "object", "allOf": parts})
    assert judge.problem({"x": 1, "y": 2}) is None
    assert judge.problem({"x": 1}) is not None
    assert "'z'" in str(judge.problem({"x": 1, "y": 2, "z": 3}))


@pytest.mark.parametrize("arguments", [None, [], "x", 5, True])
def test_arguments_that_are_no_object_are_refused(arguments: object) -> None:
    assert str(judged(x={}).problem(arguments)).startswith("arguments must be an object")


def test_the_judge_never_raises() -> None:
    loop: dict[str, Any] = {}
    loop["x"] = loop
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for arguments in (
        {"x": object()},
        {"x": {1: 2}},
        {1: 2},
        {"\ud800": 1},
        loop,
        {"x": deep},
        {"x": {1, 2}},
    ):
        assert isinstance(judged(x={}).problem(arguments), str)


@pytest.mark.parametrize(
    "parameters",
    [{"type": "foo"}, {"properties": 5}, {"properties": {"x": {"pattern": "("}}}, {"$ref": "http://127.0.0.1:9/a.json"},
    {"properties": {"x": {"$ref": "#/$defs/Missing"}}}, {"required": "x"}],
    ids=count(),
)  # fmt: skip
def test_a_schema_that_is_not_valid_is_said_to_be_so_and_fetches_nothing(parameters: dict[str, Any]) -> None:
    schema = ActionSchema(name="act", description="d", parameters=parameters)
    assert "schema of 'act' is not valid" in str(schema.problem({"x": 1}))


def test_a_schema_elsewhere_is_not_fetched() -> None:
    asked = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        parameters = {"$ref": f"http://127.0.0.1:{server.server_port}/schema.json"}
        problem = ActionSchema(name="act", description="d", parameters=parameters).problem({})
        server.shutdown()
    assert "must be complete in itself" in str(problem)
    assert asked == []


def test_what_is_wrong_is_told_in_short() -> None:
    problem = str(judged(x={"type": "integer"}).problem({"x": "long" * 10_000}))
    assert len(problem) < 1000
    assert problem.startswith("x: ")
    assert problem.endswith('is not of type "integer"')
    many = judged(**{f"p{index}": {"type": "integer"} for index in range(50)})
    assert str(many.problem(dict.fromkeys(many.parameters["properties"], "x"))).count("is not of type") == 5


scalars = st.none() | st.booleans() | st.integers(-100, 100) | st.floats(-100, 100) | st.text("ab1", max_size=3)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
)
kinds = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
leaf_schemas = st.one_of(
    st.builds(lambda kind: {"type": kind}, kinds),
    st.builds(lambda some: {"type": some}, st.lists(kinds, min_size=1, max_size=3, unique=True)),
    st.builds(lambda some: {"enum": some}, st.lists(scalars, min_size=1, max_size=3)),
    st.builds(lambda low: {"minimum": low}, st.integers(-100, 100)),
    st.builds(lambda size: {"maxLength": size, "minItems": size}, st.integers(0, 3)),
    st.builds(lambda some: {"const": some}, scalars),
    st.builds(lambda number: {"multipleOf": number}, st.integers(1, 5)),
    st.just({}),
)
schemas = st.recursive(
    leaf_schemas,
    lambda inner: st.one_of(
        st.builds(lambda some: {"anyOf": some}, st.lists(inner, min_size=1, max_size=2)),
        st.builds(lambda some: {"items": some, "type": "array"}, inner),
        st.builds(
            lambda some, needed: {"properties": some, "required": needed},
            st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
            st.lists(st.sampled_from("xyz"), max_size=2, unique=True),
        ),
    ),
    max_leaves=4,
)


@given(
    st.dictionaries(st.sampled_from("xyz"), schemas, max_size=3),
    st.dictionaries(st.sampled_from("wxyz"), values, max_size=3),
)
def test_the_judge_agrees_with_an_independent_one(properties: dict[str, Any], arguments: dict[str, Any]) -> None:
    parameters = {"type": "object", "properties": properties}
    independent = Draft202012Validator({**parameters, "additionalProperties": False})
    problem = ActionSchema(name="a", description="d", parameters=parameters).problem(arguments)
    assert (problem is None) == independent.is_valid(arguments), problem


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
