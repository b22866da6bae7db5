"""Random values that fit a JSON Schema, small ones."""

import datetime
import string
import uuid
from collections.abc import Mapping
from typing import Any

import numpy as np

_TEXT = string.ascii_letters + string.digits + " "
_LONGEST_TEXT = 12
_MOST_ITEMS = 3
_WIDEST = 1000  # how far from its only bound, or from 0, a number is drawn
_DEEPEST = 5
_OPTIONAL_CHANCE = 0.5

Schema = Mapping[str, Any]


def sample_arguments(parameters: Schema, rng: np.random.Generator) -> dict[str, Any]:
    """Arguments drawn from an action's schema: all required ones, and each optional one half of the time."""
    value = _Sampler(parameters.get("$defs", {}), rng).sample({"type": "object", **parameters}, 0)
    return value if isinstance(value, dict) else {}


class _Sampler:
    def __init__(self, definitions: Schema, rng: np.random.Generator) -> None:
        self._definitions = definitions
        self._rng = rng

    def sample(self, schema: Any, depth: int) -> Any:  # noqa: ANN401, PLR0911, JSON; one line a keyword reads best
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return None
        if "$ref" in schema:
            return self.sample(self._definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), depth + 1)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self._pick(schema["enum"])
        for keyword in ("anyOf", "oneOf"):
            if schema.get(keyword):
                return self.sample(self._pick(schema[keyword]), depth + 1)
        if schema.get("allOf"):
            merged = {key: item for part in schema["allOf"] for key, item in part.items()}
            return self.sample({**merged, **{k: v for k, v in schema.items() if k != "allOf"}}, depth + 1)
        return self._of_type(schema, depth)

    def _of_type(self, schema: Schema, depth: int) -> Any:  # noqa: ANN401, PLR0911, JSON; one line a type reads best
        kind = schema.get("type", "string")
        match self._pick(kind) if isinstance(kind, (list, tuple)) else kind:
            case "integer":
                return self._integer(schema)
            case "number":
                return self._number(schema)
            case "boolean":
                return bool(self._rng.integers(2))
            case "array":
                return self._array(schema, depth)
            case "object":
                return self._object(schema, depth)
            case "null":
                return None
            case _:
                return self._text(schema)

    def _pick(self, options: Any) -> Any:  # noqa: ANN401, JSON
        return options[int(self._rng.integers(len(options)))]

    def _bounds(self, schema: Schema) -> tuple[float, float]:
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        if low is None:
            low = min(0, high - _WIDEST) if high is not None else 0
        return low, low + _WIDEST if high is None else high

    def _integer(self, schema: Schema) -> int:
        low, high = self._bounds(schema)
        step = int(schema.get("multipleOf", 1)) or 1
        low, high = int(np.ceil(low / step)), int(np.floor(high / step))
        low += "exclusiveMinimum" in schema and low * step == schema["exclusiveMinimum"]
        high -= "exclusiveMaximum" in schema and high * step == schema["exclusiveMaximum"]
        return int(self._rng.integers(low, max(low, high) + 1)) * step

    def _number(self, schema: Schema) -> float:
        if "multipleOf" in schema:
            return self._integer({**schema, "multipleOf": max(1, schema["multipleOf"])})
        low, high = self._bounds(schema)
        return float(np.clip(low + (high - low) * self._rng.random(), low, high))

    def _array(self, schema: Schema, depth: int) -> list[Any]:
        fixed = [self.sample(item, depth + 1) for item in schema.get("prefixItems", ())]
        least = max(schema.get("minItems", 0), len(fixed))
        most = min(schema.get("maxItems", least + _MOST_ITEMS), least + _MOST_ITEMS)
        count = int(self._rng.integers(least, max(least, most) + 1)) if depth < _DEEPEST else least
        return fixed + [self.sample(schema.get("items", {}), depth + 1) for _ in range(count - len(fixed))]

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        return {
            name: self.sample(item, depth + 1)
            for name, item in schema.get("properties", {}).items()
            if name in required or (depth < _DEEPEST and self._rng.random() < _OPTIONAL_CHANCE)
        }

    def _text(self, schema: Schema) -> str:
        made = self._formatted(schema.get("format", ""))
        if made is not None:
            return made
        least = schema.get("minLength", 0)
        most = min(schema.get("maxLength", least + _LONGEST_TEXT), least + _LONGEST_TEXT)
        length = int(self._rng.integers(least, max(least, most) + 1))
        return "".join(_TEXT[index] for index in self._rng.integers(len(_TEXT), size=length))

    def _formatted(self, form: str) -> str | None:
        moment = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
        moment += datetime.timedelta(seconds=int(self._rng.integers(2_000_000_000)))
        match form:
            case "date":
                return moment.date().isoformat()
            case "date-time":
                return moment.isoformat()
            case "time":
                return moment.timetz().isoformat()
            case "duration":
                return f"PT{int(self._rng.integers(1, _WIDEST))}S"
            case "uuid":
                return str(uuid.UUID(bytes=self._rng.bytes(16), version=4))
            case _:
                return None
