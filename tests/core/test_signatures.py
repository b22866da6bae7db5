"""Signatures of every callable: which parameters a schema has, which of them are required, and which may be null."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, Literal, NamedTuple, Optional

import pytest
from pydantic import BaseModel, Field

from cube_core import ActionSchema
from tests.core.functions import parameters_of, plain

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
