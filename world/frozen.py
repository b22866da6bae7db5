"""Values that nobody can change. Everything that the world hands out is made of them."""

import json
import math
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self, TypeVar

import cube_core.frozen
from cube_core.frozen import thaw
from cube_core.wire import clean_text, jsonable, kept_apart

MAX_DEPTH: Final = 100
"""Containers inside containers, deeper than that, become `CUT`: a state can always be pickled, hashed and dumped."""

CUT: Final = "..."
"""Stands for what is too deep, or for a container inside itself."""


class FrozenDict(cube_core.frozen.FrozenDict[str, Any]):
    """A dict that refuses every write, inside too. It pickles, hashes and dumps as JSON; its copies are itself.

    `dict(value)` or `value.copy()` gives a plain dict to go on with.
    """

    __slots__ = ()

    def __new__(cls, values: Mapping[Any, Any] | Iterable[tuple[Any, Any]] = ()) -> Self:
        """Freeze a copy of `values`; keys become text as in JSON."""
        self = super().__new__(cls)
        dict.update(self, _frozen_pairs(dict(values), set()))
        return self

    def __init__(self, values: Mapping[Any, Any] | Iterable[tuple[Any, Any]] = ()) -> None:
        """Do nothing: `dict.__init__`, called a second time, would be a way to write."""

    def __hash__(self) -> int:  # type: ignore[override]
        return stable_hash(self)


class Frozen:
    """What the frozen dataclasses of the world share: equality, one hash in all processes, copies that are itself."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frozen) or type(other) is not type(self):
            return NotImplemented
        return field_values(self) == field_values(other)

    def __hash__(self) -> int:
        return stable_hash(self)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), field_values(self)


AnyFrozen = TypeVar("AnyFrozen", bound=Frozen)


def field_values(value: Frozen) -> tuple[Any, ...]:
    """The fields in their order."""
    return tuple([getattr(value, name) for name in value.__match_args__])


def read_as(kind: type[AnyFrozen], value: object) -> AnyFrozen | None:
    """`value` as a `kind`: itself, or one built from its attributes; None where that cannot be done. Never raises."""
    if type(value) is kind:
        return value
    if value is None:
        return None
    try:
        found = {name: getattr(value, name) for name in kind.__match_args__ if hasattr(value, name)}
        return kind(**found) if found else None
    except Exception:  # noqa: BLE001, it is somebody else's object, and reading it may run anything
        return None


def freeze(value: object) -> Any:  # noqa: ANN401, text, numbers, None, tuples and FrozenDicts of them
    """A copy of `value` that cannot be changed and dumps as JSON. Never raises.

    Lists become tuples and mappings FrozenDicts; anything else is written as `cube_core.wire.jsonable` writes it (a set
    as a sorted tuple). What has no JSON form becomes the name of its class, which is the same in every process.
    """
    return _freeze(value, set())


def plain(value: object) -> Any:  # noqa: ANN401, any JSON value
    """A frozen value as JSON in dicts and lists of the caller's own."""
    if isinstance(value, Frozen):
        return {name: plain(item) for name, item in zip(value.__match_args__, field_values(value), strict=True)}
    return thaw(value)


def stable_hash(value: object) -> int:
    """Hash a frozen value without PYTHONHASHSEED; equal values have equal hashes (1, 1.0 and True too)."""
    if isinstance(value, str):
        return zlib.crc32(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, dict):
        return hash(frozenset([(stable_hash(key), stable_hash(item)) for key, item in value.items()]))
    if isinstance(value, tuple):
        return hash(tuple([stable_hash(item) for item in value]))
    if isinstance(value, Frozen):
        return hash((stable_hash(type(value).__name__), stable_hash(field_values(value))))
    return 0 if value is None else hash(value)  # hash(None) is an address before Python 3.12


def _freeze(value: Any, path: set[int]) -> Any:  # noqa: ANN401, PLR0911, one line a type reads best
    """`path` holds the ids of the containers that `value` is in."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else clean_text(value)
    if kind is bool or value is None or kind is FrozenDict:
        return value
    if kind is int:
        return value if -(1 << 63) <= value < 1 << 63 else jsonable(value)
    if kind is float:
        return value if math.isfinite(value) else jsonable(value)
    if kind is dict or kind is list or kind is tuple:
        return _freeze_container(value, path)
    try:
        inside = isinstance(value, (Mapping, list, tuple))
        return _freeze_container(value, path) if inside else _freeze(jsonable(value, strict=True), path)
    except Exception:  # noqa: BLE001, it is somebody else's object, and reading it may run anything
        return f"<{kind.__module__}.{kind.__qualname__}>"


def _freeze_container(value: Any, path: set[int]) -> Any:  # noqa: ANN401, a mapping or a sequence
    identity = id(value)
    if identity in path or len(path) >= MAX_DEPTH:
        return CUT
    path.add(identity)
    try:
        if isinstance(value, (list, tuple)):
            return tuple([_freeze(item, path) for item in value])
        frozen: FrozenDict = dict.__new__(FrozenDict)
        dict.update(frozen, _frozen_pairs(value, path))
        return frozen
    finally:
        path.discard(identity)


def _frozen_pairs(value: Mapping[Any, Any], path: set[int]) -> dict[str, Any]:
    pairs = {
        key if type(key) is str and key.isascii() else _key(key): _freeze(item, path) for key, item in value.items()
    }
    return (
        pairs
        if len(pairs) == len(value)
        else dict(zip(kept_apart(map(_key, value)), [_freeze(item, path) for item in value.values()], strict=True))
    )


def _key(key: object) -> str:
    """A key as text: itself, or as the core writes keys."""
    frozen = _freeze(key, set())
    return frozen if isinstance(frozen, str) else json.dumps(frozen)
