"""How the fields of the frozen dataclasses are set, checked and shown."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final

from cube_core.wire import clean_text
from world.frozen import FrozenDict, freeze

LONGEST_REPR: Final = 60
"""Characters of one field; the rest is cut."""

put = object.__setattr__
"""Sets a field while a frozen dataclass is made."""


def frozen_items(owner: object, name: str, value: object) -> tuple[Any, ...]:
    """`value` frozen; TypeError for what is no list."""
    if isinstance(value, str) or not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise TypeError(wrong_type(owner, name, "a list or a tuple", value))
    frozen = freeze(value if isinstance(value, (list, tuple, AbstractSet)) else list(value))
    return frozen if isinstance(frozen, tuple) else ()


def frozen_mapping(owner: object, name: str, value: object) -> FrozenDict:
    """`value` frozen; TypeError for what is no mapping."""
    if type(value) is FrozenDict:
        return value
    if not isinstance(value, Mapping):
        raise TypeError(wrong_type(owner, name, "a mapping", value))
    return FrozenDict(value)


def plain_text(owner: object, name: str, value: object) -> str:
    """`value` as text that UTF-8 can carry; TypeError for what is no text."""
    if not isinstance(value, str):
        raise TypeError(wrong_type(owner, name, "text", value))
    return clean_text(value)


def plain_size(owner: object, name: str, value: object) -> tuple[int, int] | None:
    """Width and height as integers; TypeError for what is no pair of numbers."""
    if value is None:
        return None
    pair = tuple(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else ()
    try:
        width, height = map(int, pair)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(wrong_type(owner, name, "width and height in pixels", value)) from None
    return width, height


def wrong_type(owner: object, name: str, expected: str, value: object) -> str:
    """The text of a TypeError that names the field."""
    return f"{type(owner).__name__}.{name} must be {expected}, not {type(value).__name__}"


def short(value: object) -> str:
    """A repr for one line."""
    text = repr(dict(value) if isinstance(value, FrozenDict) else value)
    return text if len(text) <= LONGEST_REPR else text[: LONGEST_REPR - 3] + "..."
