"""Texts as short vectors: the same in every process, and alike for texts that share words or parts of words."""

import math
import re
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]

_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
_PART = 3
"""Letters of a part of a word."""


@lru_cache(maxsize=65536)
def hashed_text(text: str, size: int) -> Vector:
    """A text's words and their parts, each added to one of `size` places with a sign; of length 1 (0 for no words).

    Feature hashing after Weinberger et al., "Feature Hashing for Large Scale Multitask Learning" (2009). Read-only.

    >>> a, b, c = (hashed_text(text, 64) for text in ("Save note", "save notes", "Delete"))
    >>> bool(a @ b > 0.5 > a @ c)
    True
    """
    counts = [0] * size
    for word in words_of(text):
        for code in _codes_of(word):
            counts[(code >> 1) % size] += 1 if code & 1 else -1
    vector = np.array(counts, dtype=np.float32)
    length = math.sqrt(vector @ vector)
    if length > 0:
        vector /= length
    vector.flags.writeable = False
    return vector


@lru_cache(maxsize=16384)
def _codes_of(word: str) -> tuple[int, ...]:
    """The codes of a word and of its parts. Kept, since texts are new more often than their words are."""
    padded = f"<{word}>"
    parts = (padded[start : start + _PART] for start in range(len(padded) - _PART + 1))
    return tuple(crc32(part.encode()) for part in (padded, *parts))


@lru_cache(maxsize=16384)
def hashed_name(name: str, size: int) -> Vector:
    """An identifier's whole words, hashed as texts are; digits and marks only part them. Read-only.

    >>> a, b, c = (hashed_name(name, 64) for name in ("contact:12", "contact:7", "contact/edit"))
    >>> bool((a == b).all()), bool((a == c).all())
    (True, False)
    """
    return hashed_text(" ".join(_LETTERS.findall(name)), size)


@lru_cache(maxsize=16384)
def words_of(text: str) -> frozenset[str]:
    """The words of a text, whatever their case."""
    return frozenset(_WORD.findall(text.casefold()))


def overlap(text: str, goal: str) -> tuple[float, float]:
    """The share of a text's words that the goal has too, and whether the goal holds the whole text (1) or not (0).

    >>> overlap("Note for Ana", "Delete the note for Bob"), overlap("", "Delete")
    ((0.6666666666666666, 0.0), (0.0, 0.0))
    """
    words = words_of(text)
    if not words:
        return 0.0, 0.0
    return len(words & words_of(goal)) / len(words), float(text.casefold() in goal.casefold())
