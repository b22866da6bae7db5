"""The JSON Schema of a function's arguments, in the plain form that model APIs take."""

import math
from typing import Any

from pydantic import BaseModel
from pydantic.errors import PydanticUserError
from pydantic.json_schema import GenerateJsonSchema

from cube_core.judge import ParameterSchema

_PREFIX = "#/$defs/"


class _Untitled(GenerateJsonSchema):
    """Schemas without the titles that repeat each name."""

    # a default that is no JSON is the function's own business
    ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012, declared so by pydantic

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002, signature of the base class
        return False


def json_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    """The schema of `model`, whose fields are the parameters of the function `name`.

    Raises:
        TypeError: a type hint has no JSON Schema, or a wrong one.
    """
    try:
        schema = model.model_json_schema(schema_generator=_Untitled)
    except PydanticUserError as exc:
        msg = f"a type hint of {name} has no JSON Schema: {exc.message}"
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
    return {key: item for key, item in definition.items() if (key, item) != ("title", name)}


def _check(name: str, schema: dict[str, Any]) -> None:
    try:
        ParameterSchema(schema).compiled()
    except ValueError as exc:
        msg = f"the JSON Schema that a type hint of {name} gives is not valid: {exc}"
        raise TypeError(msg) from exc


def _inline(node: Any, definitions: dict[str, Any]) -> Any:  # noqa: ANN401, JSON
    """`node` with references replaced by what they name (several model APIs do not follow references).

    What contains itself stays a reference. An infinite default is left out: JSON has none.
    """
    if isinstance(node, list):
        return [_inline(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: _inline(item, definitions) for key, item in node.items() if not _is_infinite(item)}
    target = _target(node)
    if target not in definitions or _loops(target, definitions):
        return plain
    del plain["$ref"]
    return {**_inline(definitions[target], definitions), **plain}


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


def _references(node: Any) -> set[str]:  # noqa: ANN401, JSON
    """The names of the definitions that `node` refers to."""
    if isinstance(node, list):
        return {name for item in node for name in _references(item)}
    if not isinstance(node, dict):
        return set()
    nested = {name for item in node.values() for name in _references(item)}
    target = _target(node)
    return nested | {target} if target else nested


def _target(node: dict[str, Any]) -> str:
    reference = node.get("$ref")
    return reference.removeprefix(_PREFIX) if isinstance(reference, str) and reference.startswith(_PREFIX) else ""
