"""What may leave the process: text that encodes as UTF-8, and values that are strict JSON."""

import base64
import dataclasses
import datetime as dt
import enum
import json
import math
import numbers
import os
import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from functools import singledispatch
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, SerializerFunctionWrapHandler, WrapSerializer
from pydantic_core import to_jsonable_python

MAX_DEPTH: Final = 150
"""How deep JSON may be nested. Readers give up at 200, and models that hold JSON are nested themselves."""
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
_MAX_INTEGER_BITS: Final = 10_000  # Python refuses to print integers of more than 4,300 digits


def clean_text(text: str) -> str:
    r"""`text` with pairs of surrogates joined and lone ones replaced by U+FFFD, so that it encodes as UTF-8.

    Half a pair comes from a page that cuts an emoji, or from a subprocess whose output is not UTF-8.

    >>> clean_text("ok \ud83d end") == "ok \ufffd end"
    True
    """
    plain = text if type(text) is str else str.__str__(text)
    if plain.isascii():
        return plain
    try:
        plain.encode()
    except UnicodeEncodeError:
        return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return plain


def _cleaned(value: object) -> object:
    return clean_text(value) if isinstance(value, str) and not isinstance(value, enum.Enum) else value


CleanText = Annotated[str, BeforeValidator(_cleaned)]
"""A field of text that can always be written: see `clean_text`."""


def jsonable(value: Any, *, keep_nonfinite: bool = False, strict: bool = False) -> Any:  # noqa: ANN401, any value
    """A fresh JSON value that says what `value` says: dict, list, str, int, float, bool or None.

    numpy values and arrays, dates, enums, models, dataclasses, sets (sorted), paths and the like are written as JSON;
    NaN and infinities, which JSON does not have, become None unless `keep_nonfinite`. Keys become text, and stay apart.
    What has no JSON form is written as its repr, so that this never raises; unless it is `strict`.

    Raises:
        TypeError: `strict`, and a part has no JSON form, is nested too deeply, or holds itself.
    """
    try:
        return _Writer(keep_nonfinite=keep_nonfinite, strict=strict).write(value)
    except _NoJsonError as exc:
        raise TypeError(str(exc)) from exc.__cause__


def _written(value: dict[str, Any], handler: SerializerFunctionWrapHandler) -> Any:  # noqa: ANN401, pydantic's
    return handler(jsonable(value))


JsonDict = Annotated[dict[str, Any], WrapSerializer(_written, when_used="json")]
"""A field of named values of any kind, whose dump as JSON never raises: see `jsonable`."""


class _NoJsonError(Exception):
    """A part of a value has no JSON form."""


class _Writer:
    """One walk through a value."""

    __slots__ = ("_keep_nonfinite", "_open", "_strict")

    def __init__(self, *, keep_nonfinite: bool, strict: bool) -> None:
        self._keep_nonfinite = keep_nonfinite
        self._strict = strict
        self._open: set[int] = set()
        """The ids of the values that the walk is inside of."""

    def write(self, value: Any) -> Any:  # noqa: ANN401, PLR0911, one line a kind reads best
        kind = type(value)
        if kind is str:
            return value if value.isascii() else clean_text(value)
        if kind is bool or value is None:
            return value
        if kind is int:
            return value if value.bit_length() < _MAX_INTEGER_BITS else self._too_large(value)
        if kind is float:
            return value if self._keep_nonfinite or math.isfinite(value) else None
        if kind is dict:
            return self._within(value, self._object)
        if kind is list or kind is tuple:
            return self._within(value, self._array)
        return self._other(value)

    def _within(self, value: Any, write: Callable[[Any], Any]) -> Any:  # noqa: ANN401, any value
        if id(value) in self._open:
            return self._refused("a value that holds itself")
        if len(self._open) >= MAX_DEPTH:
            return self._refused(f"a value nested more than {MAX_DEPTH} levels deep")
        self._open.add(id(value))
        try:
            return write(value)
        finally:
            self._open.discard(id(value))

    def _array(self, items: Iterable[Any]) -> list[Any]:
        return [self.write(item) for item in items]

    def _object(self, items: Mapping[Any, Any]) -> dict[str, Any]:
        result = {self._key(key): self.write(item) for key, item in items.items()}
        if len(result) == len(items):
            return result
        return {
            key: self.write(item) for key, item in zip(kept_apart(map(self._key, items)), items.values(), strict=True)
        }

    def _key(self, key: Any) -> str:  # noqa: ANN401, a key may be of any type
        if type(key) is str:
            return key if key.isascii() else clean_text(key)
        plain = self.write(key)
        return plain if isinstance(plain, str) else json.dumps(plain)

    def _other(self, value: Any) -> Any:  # noqa: ANN401, any value
        try:
            return self._within(value, lambda whole: self.write(_simpler(whole)))
        except _NoJsonError:
            raise
        except Exception as exc:
            if self._strict:
                msg = f"a {type(value).__name__} has no JSON form: {_shown(value)}"
                raise _NoJsonError(msg) from exc
            return _shown(value)

    def _too_large(self, value: int) -> str:
        return self._refused(f"an integer of {value.bit_length()} bits")

    def _refused(self, what: str) -> str:
        if self._strict:
            msg = f"{what} cannot be written as JSON"
            raise _NoJsonError(msg)
        return f"({what})"


def kept_apart(keys: Iterable[str]) -> list[str]:
    """Keys of one object, where those that have the same text, as 1 and "1" do, get numbers: no item is lost."""
    found: dict[str, None] = {}
    for key in keys:
        text, count = key, 1
        while text in found:
            count += 1
            text = f"{key} ({count})"
        found[text] = None
    return list(found)


@singledispatch
def _simpler(value: Any) -> Any:  # noqa: ANN401, any value
    """What says the same as `value` and is nearer to JSON. Kinds of values are registered below.

    Raises:
        TypeError, ValueError: there is nothing of the kind.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Iterator):  # reading it would use it up, and it may have no end
        raise TypeError
    return _of_array(value) if hasattr(value, "tolist") else to_jsonable_python(value)


def _of_array(value: Any) -> Any:  # noqa: ANN401, a numpy array or scalar, told without importing numpy
    """Dates are written here: `tolist` makes bare integers of those that count nanoseconds."""
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind == "M":
        return value.astype(str).tolist()
    return value.astype("timedelta64[us]").tolist() if kind == "m" else value.tolist()


@_simpler.register
def _(value: numbers.Integral) -> Any:  # noqa: ANN401, numpy counts its timedelta64 among the integers
    return _of_array(value) if hasattr(value, "tolist") else int(value)


_simpler.register(str, clean_text)
_simpler.register(numbers.Real, float)
_simpler.register(os.PathLike, os.fspath)
_simpler.register(Mapping, dict)
_simpler.register(Sequence, list)
_simpler.register(KeysView, list)  # in the order of the mapping, unlike other sets
_simpler.register(ItemsView, list)
_simpler.register(ValuesView, list)


@_simpler.register
def _(value: enum.Enum) -> Any:  # noqa: ANN401, a member may stand for anything
    return value.value


@_simpler.register
def _(value: BaseModel) -> dict[str, Any]:
    try:
        return value.model_dump(mode="json", polymorphic_serialization=True)  # a subclass in a field keeps its own
    except Exception:  # noqa: BLE001, a field that pydantic cannot write: the walk goes through them itself
        return dict(value)


@_simpler.register(bytes)
@_simpler.register(bytearray)
@_simpler.register(memoryview)
def _(value: bytes) -> str:
    return base64.b64encode(value).decode()


@_simpler.register(dt.date)
@_simpler.register(dt.time)
def _(value: dt.date | dt.time) -> str:
    return value.isoformat()


@_simpler.register(AbstractSet)
def _(value: AbstractSet[Any]) -> list[Any]:
    return sorted(value, key=lambda item: repr(jsonable(item)))  # a set comes in PYTHONHASHSEED order


def _shown(value: object, limit: int = 200) -> str:
    try:
        text = repr(value)
    except Exception as exc:  # noqa: BLE001, a broken __repr__ must not hide what was to be said
        text = f"<{type(value).__name__} whose repr raises {type(exc).__name__}>"
    text = _ADDRESS.sub("", text)  # it differs from run to run
    return clean_text(text if len(text) <= limit else text[: limit - 1] + "…")
