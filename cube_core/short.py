"""Reprs that fit a few lines, whatever is in the value."""

from collections.abc import Iterable
from typing import Final

from cube_core.frozen import FrozenDict

LONGEST: Final = 120
"""Characters that a value takes in a repr, about."""
_SHORTEST: Final = 4  # less is no room for a value


class Short:
    """Stands in a repr for a value whose own repr may be of any length.

    >>> Short({"rows": list(range(1000)), "text": "x" * 500, "file": b"12345"}, 60)
    {'rows': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...], ...}
    """

    __slots__ = ("_longest", "_value")

    def __init__(self, value: object, longest: int = LONGEST) -> None:
        self._value, self._longest = value, longest

    def __repr__(self) -> str:
        return short_repr(self._value, self._longest)


def short_repr(value: object, longest: int = LONGEST) -> str:
    """The repr of a value, cut to about `longest` characters; of bytes only how many there are."""
    if longest < _SHORTEST:
        return "..."
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{len(value):,} bytes>"
    if isinstance(value, str):
        return cut(repr(str(value[:longest])) if len(value) > longest else repr(value), longest)
    if type(value) is dict or isinstance(value, FrozenDict):
        pairs = (f"{short_repr(key, longest // 2)}: {short_repr(item, longest // 2)}" for key, item in value.items())
        return f"{{{_within(pairs, longest)}}}"
    if type(value) is list or type(value) is tuple:
        items = _within((short_repr(item, longest // 2) for item in value), longest)
        return f"[{items}]" if type(value) is list else f"({items}{',' if len(value) == 1 else ''})"
    return cut(repr(value), longest)


def cut(text: str, longest: int) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= longest else f"{text[: max(longest - 3, 0)]}..."


def _within(parts: Iterable[str], longest: int) -> str:
    """As many parts as there is room for, the first always."""
    shown: list[str] = []
    room = longest
    for part in parts:
        room -= len(part) + 2
        if shown and room < 0:
            shown.append("...")
            break
        shown.append(part)
    return ", ".join(shown)
