"""Width of texts without any font, so that the layout is the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

NARROW = frozenset("iljtfrI.,:;'|!()[] ")


@lru_cache(maxsize=8192)
def width(text: str, size: int) -> float:
    """Approximate width of a text in pixels at a font size in pixels."""
    return sum(map(_ems, text)) * size


@lru_cache(maxsize=4096)
def wrap(text: str, size: int, room: int) -> tuple[str, ...]:
    """Break a text into lines not wider than `room` pixels: at spaces, else inside a word."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _pieces(paragraph, size, room):
            joined = f"{line} {word}" if line else word
            if line and width(joined, size) > room:
                lines.append(line)
                joined = word
            line = joined
        lines.append(line)
    return tuple(lines)


def _ems(char: str) -> float:
    if char in NARROW:
        return 0.3
    if char.isascii():
        return 0.68 if char.isupper() or char in "mwMW@%" else 0.56
    if combining(char) or char in "\u200d\ufe0f":
        return 0.0
    return 1.05 if east_asian_width(char) in "WF" else 0.6


def _pieces(paragraph: str, size: int, room: int) -> list[str]:
    """Words, and parts of those that are wider than a line."""
    pieces: list[str] = []
    for word in paragraph.split(" "):
        if width(word, size) <= room:
            pieces.append(word)
            continue
        part = ""
        for char in word:
            if part and width(part + char, size) > room:
                pieces.append(part)
                part = ""
            part += char
        pieces.append(part)
    return pieces
