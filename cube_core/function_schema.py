"""The JSON Schema of a function's arguments, in the plain form that model APIs take."""

import math
import re
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import SchemaValidator

from cube_core.conversion import read_json
from cube_core.judge import ParameterSchema, closed
from cube_core.wire import jsonable

_PREFIX: Final = "#/$defs/"
_NAMED: Final = frozenset({"properties", "patternProperties", "$defs", "dependentSchemas"})
"""Keywords whose value is a table of schemas by name."""
_VALUES: Final = frozenset({"default", "const", "enum", "examples"})
"""Keywords whose value is data, whatever it looks like."""
_NOT_IN_NAMES: Final = re.compile(r"[^\w.-]", re.ASCII)


class _Plain(GenerateJsonSchema):
    """Schemas without the titles that repeat each name, of objects that refuse what they do not declare."""

    # a default that is no JSON is the function's own business
    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012, declared so by pydantic

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002, signature of the base class
        return False

    def model_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        return _without_unknown_keys(super().model_schema(schema))

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        return _without_unknown_keys(super().dataclass_schema(schema))

    def typed_dict_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        return _without_unknown_keys(super().typed_dict_schema(schema))

    def enum_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        _check_choices(schema, schema["members"])
        return super().enum_schema(schema)

    def literal_schema(self, schema: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        _check_choices(schema, schema["expected"])
        return super().literal_schema(schema)

    def encode_default(self, dft: Any) -> Any:  # noqa: ANN401, see above
        return jsonable(dft) if isinstance(dft, AbstractSet) else super().encode_default(dft)


def json_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    """The schema of `model`, whose fields are the parameters of the function `name`.

    A default that its own schema refuses is left out: the parameter may be left out, and that is all.

    Raises:
        TypeError: a type hint has no JSON Schema, or a wrong one.
    """
    try:
        schema = model.model_json_schema(schema_generator=_Plain)
    except Exception as exc:  # pydantic has many, and a type's own hooks may raise anything
        msg = f"a type hint of {name} has no JSON Schema: {getattr(exc, 'message', exc)}"
        raise TypeError(msg) from exc
    definitions = {key: _without_title(key, item) for key, item in schema.pop("$defs", {}).items()}
    inlined: dict[str, Any] = _inline(schema, definitions)
    result = {"type": "object", "properties": inlined.get("properties", {})}
    if inlined.get("required"):
        result["required"] = inlined["required"]
    if _references(result):
        result["$defs"] = {
            key: _inline(item, definitions) for key, item in definitions.items() if _loops(key, definitions)
        }
    _check(name, result)
    return result


def _without_title(name: str, definition: dict[str, Any]) -> dict[str, Any]:
    """A definition without the title that its name is made of, as `Box_int_` is of `Box[int]`."""
    plain = dict(definition)
    if _NOT_IN_NAMES.sub("_", plain.get("title", "")) == name:
        del plain["title"]
    return plain


def _without_unknown_keys(schema: dict[str, Any]) -> dict[str, Any]:
    """An object's schema that refuses what the type would drop; one that says itself what else it takes stays."""
    return closed(schema) if "properties" in schema else schema


def _check_choices(schema: Any, choices: Iterable[Any]) -> None:  # noqa: ANN401, a schema of pydantic's core
    """Check that each choice of a Literal or an Enum comes back as itself from JSON.

    Raises:
        PydanticUserError: one does not, such as a tuple, or 1 beside True, which Python holds equal.
    """
    reader = SchemaValidator(schema)
    for choice in choices:
        form = jsonable(choice, keep_nonfinite=True)
        forms = (form, float(form)) if type(form) is int and abs(form) < 1 << 53 else (form,)
        if not all(_reads_as(reader, written, choice) for written in forms) or _is_infinite(form):
            msg = f"the choice {choice!r} does not come back as itself from JSON: use texts, whole numbers or booleans"
            raise PydanticUserError(msg, code=None)


def _reads_as(reader: SchemaValidator, form: object, choice: object) -> bool:
    try:
        read = read_json(reader, form)
    except ValidationError:
        return False
    return type(read) is type(choice) and bool(read == choice)


def _check(name: str, schema: dict[str, Any]) -> None:
    try:
        ParameterSchema(schema).compiled()
    except ValueError as exc:
        msg = f"the JSON Schema that a type hint of {name} gives is not valid: {exc}"
        raise TypeError(msg) from exc


def _inline(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """`schema` with references replaced by what they name (several model APIs do not follow references).

    What contains itself stays a reference. Infinite bounds are left out, since JSON has none, and so are defaults that
    do not fit, and OpenAPI's `discriminator`, which points at definitions.
    """
    plain = _rebuilt(schema, lambda inner: _inline(inner, definitions))
    plain = {key: item for key, item in plain.items() if key != "discriminator" and not _is_infinite(item)}
    target = _target(schema)
    if target in definitions and not _loops(target, definitions):
        del plain["$ref"]
        plain = {**_inline(definitions[target], definitions), **plain}
    if "default" in plain and not _fits(plain["default"], plain, definitions):
        del plain["default"]
    return plain


def _fits(value: object, schema: dict[str, Any], definitions: dict[str, Any]) -> bool:
    judge = ParameterSchema({"properties": {"value": schema}, "$defs": definitions})
    return judge.problem("", {"value": value}) is None


def _is_infinite(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _loops(name: str, definitions: dict[str, Any]) -> bool:
    """Whether a definition contains itself, at whatever remove."""
    seen: set[str] = set()
    frontier = _references(definitions[name])
    while frontier:
        seen |= frontier
        frontier = {deeper for reached in frontier for deeper in _references(definitions[reached])} - seen
    return name in seen


def _references(schema: dict[str, Any]) -> set[str]:
    """The names of the definitions that `schema` refers to."""
    found = {_target(schema)} - {""}

    def look(inner: dict[str, Any]) -> dict[str, Any]:
        found.update(_references(inner))
        return inner

    _rebuilt(schema, look)
    return found


def _target(schema: dict[str, Any]) -> str:
    reference = schema.get("$ref")
    return reference.removeprefix(_PREFIX) if isinstance(reference, str) and reference.startswith(_PREFIX) else ""


def _rebuilt(schema: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """`schema` with each schema directly inside it changed."""

    def rebuilt(key: str, item: Any) -> Any:  # noqa: ANN401, JSON
        if key in _VALUES:
            return item
        if isinstance(item, list):
            return [change(inner) if isinstance(inner, dict) else inner for inner in item]
        if not isinstance(item, dict):
            return item
        if key in _NAMED:
            return {name: change(inner) if isinstance(inner, dict) else inner for name, inner in item.items()}
        return change(item)

    return {key: rebuilt(key, item) for key, item in schema.items()}
