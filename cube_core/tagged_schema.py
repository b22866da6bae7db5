"""The schemas behind TypedBaseModel: how pydantic reads its fields, and the JSON Schema that knows of the tag."""

import inspect
from abc import ABC
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import CoreSchema, core_schema

from cube_core.tags import CLASSES

if TYPE_CHECKING:
    from cube_core.typed import TypedBaseModel


_BOTH: Final = "json-or-python"


def is_abstract(cls: type) -> bool:
    """Whether a class is only there to be derived from: it has abstract methods, or ABC among its bases."""
    return inspect.isabstract(cls) or ABC in cls.__bases__


def take_json_text(schema: CoreSchema, *, around: object) -> bool:
    """Let the fields inside the wrap validator `around` be read from JSON text too if any is strict, and say whether.

    A wrap validator is given a dict also where JSON is read, and in a dict, strict types do not take the text of a
    date or the array of a tuple, as they do in JSON.
    """
    outer: Any = schema
    while outer.get("type", "").startswith("function-") and outer["function"]["function"] != around:
        outer = outer["schema"]
    inner = outer.get("schema", {})
    if inner.get("type") != _BOTH and _has_strict(inner):
        outer["schema"] = _readable_as_text(inner)
    return bool(outer.get("schema", {}).get("type") == _BOTH)


def _readable_as_text(fields: CoreSchema) -> CoreSchema:
    plain = {"pydantic_js_functions": [lambda _, handler: handler(fields)]}  # its JSON Schema is that of the fields
    return core_schema.json_or_python_schema(core_schema.json_schema(fields, metadata=plain), fields)


def _has_strict(schema: Any) -> bool:  # noqa: ANN401, a schema of pydantic's core
    if isinstance(schema, dict):
        return schema.get("strict") is True or any(map(_has_strict, schema.values()))
    return isinstance(schema, list) and any(map(_has_strict, schema))


def declare_tag(cls: "type[TypedBaseModel]", schema: dict[str, Any]) -> None:
    """Add `_type` to the JSON Schema of an object: its own, or one of its concrete subclasses.

    With a tag of a subclass, its fields are allowed as well.
    """
    tags = sorted(_concrete_tags(cls))
    if not tags:
        return
    if tags == list(_own_tag(cls)):
        schema["properties"]["_type"] = {"const": tags[0], "type": "string"}
        return
    if is_abstract(cls):
        schema["properties"]["_type"] = {"enum": tags, "type": "string"}
        schema["required"] = [*schema.get("required", ()), "_type"]
        schema["additionalProperties"] = True
        return
    schema["dependentSchemas"] = {"_type": {"properties": {"_type": {"enum": tags}}, "additionalProperties": True}}
    if schema.pop("additionalProperties", True) is False:
        schema["unevaluatedProperties"] = False


def _concrete_tags(cls: "type[TypedBaseModel]") -> Iterator[str]:
    yield from _own_tag(cls)
    for derived in cls.__subclasses__():
        yield from _concrete_tags(derived)


def _own_tag(cls: "type[TypedBaseModel]") -> Iterator[str]:
    """The tag of a class that can be read back."""
    if not is_abstract(cls) and not cls.__pydantic_generic_metadata__["args"]:
        yield CLASSES.tag_of(cls)
