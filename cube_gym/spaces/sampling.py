"""Random values that fit a JSON Schema, small ones."""

import math
import string
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import numpy as np

from cube_gym.spaces.formats import FORMATS

_TEXT: Final = string.ascii_letters + string.digits + " "
_LONGEST_TEXT: Final = 12
_MOST_ITEMS: Final = 3
_WIDEST: Final = 1000  # how far from its only bound, or from 0, a number is drawn
_DEEPEST: Final = 5
_LARGEST: Final = 1000  # letters of a text, items of a list, values in all: a schema that asks for more gets less
_OPTIONAL_CHANCE: Final = 0.5

Schema = Mapping[str, Any]


def sample_arguments(parameters: Schema, rng: np.random.Generator) -> dict[str, Any]:
    """Arguments drawn from an action's schema: all required ones, and each optional one half of the time.

    Most schemas are met, but not all (`pattern`, `not`, enormous lengths): the caller checks, and draws again.
    """
    value = _Sampler(parameters.get("$defs", {}), rng).sample({"type": "object", **parameters}, 0)
    return value if isinstance(value, dict) else {}


class _Sampler:
    def __init__(self, definitions: Schema, rng: np.random.Generator) -> None:
        self._definitions = definitions
        self._rng = rng
        self._left = _LARGEST

    def sample(self, schema: Any, depth: int) -> Any:  # noqa: ANN401, PLR0911, JSON; one line a keyword reads best
        self._left -= 1
        if not isinstance(schema, Mapping) or depth > _DEEPEST or self._left < 0:
            return None
        if "$ref" in schema:
            return self.sample(self._definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), depth + 1)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self._pick(schema["enum"])
        for keyword in ("anyOf", "oneOf"):
            if schema.get(keyword):
                rest = {key: item for key, item in schema.items() if key != keyword}
                return self.sample({**rest, **self._pick(schema[keyword])}, depth + 1)
        if schema.get("allOf"):
            merged = {key: item for part in schema["allOf"] for key, item in part.items()}
            return self.sample({**merged, **{k: v for k, v in schema.items() if k != "allOf"}}, depth + 1)
        return self._of_type(schema, depth)

    def _of_type(self, schema: Schema, depth: int) -> Any:  # noqa: ANN401, PLR0911, JSON; one line a type reads best
        kind = schema.get("type", "object" if "properties" in schema else "string")
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

    def _integer(self, schema: Schema) -> int:
        return self._multiple(schema, Fraction(str(schema.get("multipleOf", 1))).numerator).numerator

    def _number(self, schema: Schema) -> float:
        if "multipleOf" in schema:
            return float(self._multiple(schema, Fraction(str(schema["multipleOf"]))))
        low, high = (float(bound) for bound in _bounds(schema))
        drawn = low * (1 - (share := self._rng.random())) + high * share  # never overflows
        return min(max(drawn, low), high) if math.isfinite(drawn) else low

    def _multiple(self, schema: Schema, step: Fraction | int) -> Fraction:
        """A multiple of `step` within the bounds, of any size."""
        low, high = _bounds(schema)
        first, last = math.ceil(low / step), math.floor(high / step)
        first += first * step == schema.get("exclusiveMinimum")
        last -= last * step == schema.get("exclusiveMaximum")
        count = min(max(last - first, 0) + 1, 2**62)
        return Fraction((first + int(self._rng.integers(count))) * step)

    def _array(self, schema: Schema, depth: int) -> list[Any]:
        least, most = _sizes(schema, "Items", _MOST_ITEMS)
        fixed = [self.sample(item, depth + 1) for item in schema.get("prefixItems", ())]
        count = int(self._rng.integers(least, most + 1)) if depth < _DEEPEST and self._left > 0 else least
        items = fixed + [self.sample(schema.get("items", {}), depth + 1) for _ in range(count - len(fixed))]
        return _distinct(items) if schema.get("uniqueItems") else items

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        made = {
            name: self.sample(item, depth + 1)
            for name, item in schema.get("properties", {}).items()
            if name in required or (depth < _DEEPEST and self._left > 0 and self._rng.random() < _OPTIONAL_CHANCE)
        }
        values = schema.get("additionalProperties")
        least, _ = _sizes(schema, "Properties", 0)
        while isinstance(values, Mapping) and len(made) < least:
            made[f"key_{len(made)}"] = self.sample(values, depth + 1)
        return made

    def _text(self, schema: Schema) -> str:
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]](self._rng)
        least, most = _sizes(schema, "Length", _LONGEST_TEXT)
        length = int(self._rng.integers(least, most + 1))
        return "".join(_TEXT[index] for index in self._rng.integers(len(_TEXT), size=length))


def _sizes(schema: Schema, what: str, spread: int) -> tuple[int, int]:
    """The least and the most of `what` to draw ("Length", "Items", "Properties")."""
    least = min(int(schema.get(f"min{what}", 0)), _LARGEST)
    return least, max(least, min(int(schema.get(f"max{what}", least + spread)), least + spread))


def _bounds(schema: Schema) -> tuple[Fraction, Fraction]:
    lows = [Fraction(schema[key]) for key in ("minimum", "exclusiveMinimum") if key in schema]
    highs = [Fraction(schema[key]) for key in ("maximum", "exclusiveMaximum") if key in schema]
    if lows:
        return max(lows), min(highs, default=max(lows) + _WIDEST)
    high = min(highs, default=Fraction(_WIDEST))
    return Fraction(0) if high > 0 else high - _WIDEST, high


def _distinct(items: list[Any]) -> list[Any]:
    return [item for position, item in enumerate(items) if item not in items[:position]]
