"""What may leave the process: text that encodes as UTF-8, and values that are strict JSON."""

import base64
import dataclasses
import datetime
import enum
import math
from collections.abc import Mapping, Set
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

_MAX_DEPTH = 200
_MAX_INTEGER_BITS = 10_000  # Python refuses to print integers of more than 4,300 digits
_BEYOND_DEPTH = "(nested too deeply)"


def clean_text(text: str) -> str:
    r"""`text` with pairs of surrogates joined and lone ones replaced by U+FFFD, so that it encodes as UTF-8.

    Half a pair comes from a page that cuts an emoji, or from a subprocess whose output is not UTF-8.

    >>> clean_text("ok \ud83d end") == "ok \ufffd end"
    True
    """
    if text.isascii():
        return text if type(text) is str else str.__str__(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text if type(text) is str else str.__str__(text)


def jsonable(value: Any, *, keep_nonfinite: bool = False, strict: bool = False) -> Any:  # noqa: ANN401, any value
    """A fresh JSON value that says what `value` says: dict, list, str, int, float, bool or None.

    numpy values and arrays, dates, enums, models, dataclasses, sets (sorted), paths and the like are written as JSON;
    NaN and infinities, which JSON does not have, become None unless `keep_nonfinite`.

    Raises:
        TypeError: `strict`, and there is a value that has no JSON form (otherwise its repr is taken).
    """
    return _Walk(keep_nonfinite=keep_nonfinite, strict=strict).walk(value, 0)


@dataclasses.dataclass(frozen=True, slots=True)
class _Walk:
    keep_nonfinite: bool
    strict: bool

    def walk(self, value: Any, depth: int) -> Any:  # noqa: ANN401, PLR0911, one line a type reads best
        kind = type(value)
        if kind is str:
            return value if value.isascii() else clean_text(value)
        if kind is bool or value is None:
            return value
        if kind is int:
            return value if value.bit_length() < _MAX_INTEGER_BITS else self._too_large(value)
        if kind is float:
            return value if self.keep_nonfinite or math.isfinite(value) else None
        if depth >= _MAX_DEPTH:
            return self._too_deep()
        if kind is dict:
            return {self._key(key): self.walk(item, depth + 1) for key, item in value.items()}
        if kind is list or kind is tuple:
            return [self.walk(item, depth + 1) for item in value]
        return self._other(value, depth)

    def _key(self, key: Any) -> str:  # noqa: ANN401, a key may be of any type
        if type(key) is str:
            return key if key.isascii() else clean_text(key)
        plain = self.walk(key, 0)
        return plain if isinstance(plain, str) else str(plain)

    def _too_large(self, value: int) -> str:
        text = f"(an integer of {value.bit_length()} bits)"
        if self.strict:
            msg = f"{text} cannot be written as JSON: at most {_MAX_INTEGER_BITS} bits"
            raise TypeError(msg)
        return text

    def _too_deep(self) -> str:
        if self.strict:
            msg = f"a value nested more than {_MAX_DEPTH} levels deep (or in itself) cannot be written as JSON"
            raise TypeError(msg)
        return _BEYOND_DEPTH

    def _other(self, value: Any, depth: int) -> Any:  # noqa: ANN401, PLR0911, one line a type reads best
        if isinstance(value, enum.Enum):
            return self.walk(value.value, depth + 1)
        if isinstance(value, str):
            return clean_text(value)
        if isinstance(value, BaseModel):
            return self.walk(value.model_dump(mode="json"), depth + 1)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {field.name: self.walk(getattr(value, field.name), depth + 1) for field in dataclasses.fields(value)}
        if isinstance(value, Mapping):
            return self.walk(dict(value), depth)
        if isinstance(value, Set):
            return sorted((self.walk(item, depth + 1) for item in value), key=repr)
        if isinstance(value, (list, tuple)):
            return self.walk(list(value), depth)
        if isinstance(value, bytes | bytearray):
            return base64.b64encode(value).decode()
        if isinstance(value, datetime.date | datetime.time):
            return value.isoformat()
        if hasattr(value, "tolist"):  # numpy arrays and scalars, without importing numpy
            return self.walk(value.tolist(), depth + 1)
        return self._unknown(value)

    def _unknown(self, value: Any) -> Any:  # noqa: ANN401, any value
        try:
            return self.walk(to_jsonable_python(value), _MAX_DEPTH)
        except (ValueError, TypeError) as exc:
            if self.strict:
                msg = f"a {type(value).__name__} has no JSON form: {_shown(value)}"
                raise TypeError(msg) from exc
            return _shown(value)


def _shown(value: object, limit: int = 200) -> str:
    try:
        text = repr(value)
    except Exception as exc:  # noqa: BLE001, a broken __repr__ must not hide what was to be said
        text = f"<{type(value).__name__} whose repr raises {type(exc).__name__}>"
    return clean_text(text if len(text) <= limit else text[: limit - 1] + "…")
