"""The one judge of arguments: whether they fit a JSON Schema, and if not, what to change."""

import datetime as dt
import math
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from types import NoneType
from typing import Any, Final

import jsonschema_rs
from pydantic import TypeAdapter, ValidationError

from cube_core.frozen import FrozenDict, thaw

_COMPOSED: Final = frozenset({"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas"})
_SHOWN_ERRORS: Final = 5
_SHOWN_CHARACTERS: Final = 400
_DATE: Final = r"\d{4}-\d\d-\d\d"
_TIME: Final = r"\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?"


def _reads_as(kind: type, shape: str) -> Callable[[str], bool]:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    pattern = re.compile(shape, re.ASCII)

    def reads(text: str) -> bool:
        if not pattern.fullmatch(text):
            return False
        try:
            adapter.validate_python(text)
        except ValidationError:
            return False
        return True

    return reads


_FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "date": _reads_as(dt.date, _DATE),
    "time": _reads_as(dt.time, _TIME),
    "date-time": _reads_as(dt.datetime, f"{_DATE}[Tt ]{_TIME}"),
    "duration": _reads_as(dt.timedelta, r"-?P.+"),
}
"""Formats that are judged by the reader that converts them: JSON Schema's own refuse times without a zone."""


class ParameterSchema(FrozenDict[str, Any]):
    """The JSON Schema of an action's arguments, read-only, and their judge. It is compiled at first use."""

    __slots__ = ("_validator",)

    _validator: Any

    def problem(self, name: str, arguments: object) -> str | None:
        """What is wrong with the arguments of the action `name`, or None when they fit. Never raises."""
        if not isinstance(arguments, dict):
            return f"arguments must be an object, got {type(arguments).__name__}"
        try:
            validator = self.compiled()
        except (ValueError, TypeError, RecursionError) as exc:
            return f"the schema of {name!r} is not valid JSON Schema: {exc}"
        try:
            if not _is_json(arguments):
                errors = _not_json(arguments, ())
            elif validator.is_valid(arguments):
                return None
            else:
                found = (cause for error in validator.iter_errors(arguments) for cause in _causes(error))
                errors = (self._sentence(name, arguments, cause) for cause in found)
            return "; ".join(islice(errors, _SHOWN_ERRORS))
        except (ValueError, TypeError, RecursionError) as exc:  # a lone surrogate, a Python object, a loop
            return f"arguments are not JSON: {exc}"

    def compiled(self) -> Any:  # noqa: ANN401, jsonschema-rs has one class a draft
        """The validator of jsonschema-rs.

        Raises:
            ValueError: this is not valid JSON Schema, or refers to something outside itself.
        """
        try:
            return self._validator
        except AttributeError:
            self._validator = jsonschema_rs.validator_for(
                closed(self), validate_formats=True, formats=_FORMATS, retriever=_refuse_to_fetch
            )
            return self._validator

    def declared(self) -> Mapping[str, Any]:
        """The schemas of the arguments by name."""
        properties = self.get("properties")
        return properties if isinstance(properties, dict) else {}

    def _sentence(self, name: str, arguments: dict[str, Any], error: Any) -> str:  # noqa: ANN401, see above
        rule = error.schema_path[-1] if error.schema_path else ""
        if rule == "additionalProperties" and not error.instance_path and rule not in self:
            declared = self.declared()
            undeclared = ", ".join(repr(key) for key in arguments if key not in declared)
            return _shortened(f"{name} takes no {undeclared}; its parameters: {', '.join(declared) or 'none'}")
        if rule == "enum" and isinstance(error.instance, str):
            return _placed(error.instance_path, _no_choice(error.instance, error.kind.options))
        return _placed(error.instance_path, error.message)


def _no_choice(value: str, choices: list[object]) -> str:
    near = get_close_matches(value, [choice for choice in choices if isinstance(choice, str)], 1)
    meant = f" Did you mean {near[0]!r}?" if near else ""
    return f"{value!r} is no choice.{meant} Choices: {', '.join(map(str, choices))}"


def closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema, refusing what it does not declare unless it says itself what else it takes."""
    closed = {"type": "object", **thaw(schema)}
    if "additionalProperties" not in closed and "unevaluatedProperties" not in closed:
        closed["additionalProperties" if _COMPOSED.isdisjoint(closed) else "unevaluatedProperties"] = False
    return closed


def _causes(error: Any) -> Iterator[Any]:  # noqa: ANN401, an error of jsonschema-rs
    """The errors in the one alternative that was meant, as of an object or None; or the error itself."""
    alternatives = getattr(error.kind, "context", ())
    meant = [errors for errors in alternatives if not any(_is_of_another_kind(one, error) for one in errors)]
    if len(meant) == 1:
        yield from (cause for one in meant[0] for cause in _causes(one))
    else:
        yield error


def _is_of_another_kind(error: Any, whole: Any) -> bool:  # noqa: ANN401, see above
    """Whether the value itself is of a wrong type, or a part of it that tells alternatives apart."""
    rule = error.schema_path[-1]
    return bool(rule == "const" or (rule == "type" and error.instance_path == whole.instance_path))


def _refuse_to_fetch(uri: str) -> None:
    msg = f"a schema must be complete in itself, and this one refers to {uri}"
    raise ValueError(msg)


def _is_json(value: Any) -> bool:  # noqa: ANN401, any value
    """Whether there is nothing that `_not_json` would tell. Most arguments are JSON: this says so fast."""
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(
            type(item) in _PLAIN or _is_json(item) for item in value.values()
        )
    if type(value) is list:
        return all(type(item) in _PLAIN or _is_json(item) for item in value)
    return next(_not_json(value, ()), None) is None


def _not_json(value: Any, path: tuple[object, ...]) -> Iterator[str]:  # noqa: ANN401, any value
    """A sentence for each part of `value` that JSON does not have."""
    if isinstance(value, dict):
        yield from (f"{key!r} is not a key of a JSON object" for key in value if not isinstance(key, str))
        for key, item in value.items():
            yield from _not_json(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _not_json(item, (*path, index))
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield _placed([*path], f"{_NOT_NUMBERS.get(value, 'NaN')} is not a JSON number")
    elif not isinstance(value, (str, int, NoneType)):
        yield _placed([*path], f"a {type(value).__name__} is not JSON")


_PLAIN: Final = frozenset({str, int, bool, NoneType})
_NOT_NUMBERS: Final = {math.inf: "Infinity", -math.inf: "-Infinity"}


def _placed(path: list[Any], message: str) -> str:
    place = ".".join(str(part) for part in path)
    return _shortened(f"{place}: {message}" if place else message)


def _shortened(text: str) -> str:
    """Long values are cut in the middle: the place stands in front of them, the rule behind."""
    half = _SHOWN_CHARACTERS // 2
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:half]} … {text[-half:]}"
