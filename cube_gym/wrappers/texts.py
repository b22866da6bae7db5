"""What can be taken out of a text: of a goal, or of one that is read on a screen."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

Source = Literal["goal", "memory", "screen"]

# A page may show a text of any length: each pattern goes over it once, none begins anew inside what has failed.
_QUOTED = re.compile(
    r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|\"([^\"]+)\"|\u2018([^\u2018\u2019]+)\u2019(?!\w)|(?<!\w)'([^']+)'(?!\w)"
)
_NUMBER = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w.-]+\w|[+#]?(?<!\w)\w*\d\w*(?:[.,:/ @-]\w*\d\w*)*(?: [€$£])?")
_NAME = re.compile(r"[^\W\d_a-z]\w*(?:[ '\u2019-][^\W\d_a-z]\w*)*")
_WORD = re.compile(r"\w+")
_CLAUSE = re.compile(r"[^\n;:,·|()]+")
_SENTENCE = re.compile(r"(?:[^\n.!?]|[.!?](?!\s|$))+")
_TAIL = re.compile(r"\s*+\S++\s.*?(?<=\s)([^\Wa-z].*)")
"""A sentence's first number or capitalized word but for the one it begins with, and all that follows."""
_EDGES: Final = " \t\r\n.,;:!?"


class TextSlot(NamedTuple):
    """A text to type, and where it comes from. One text has one slot, wherever else it stands."""

    text: str
    source: Source
    """Where it was found first: in the goal, in what is remembered, on the screen."""
    start: int | None = None
    """Where in the goal it begins, in characters; None when it is not there."""
    element: int | None = None
    """The first element slot on which it is read, whole or as a part; None when there is none."""
    remembered: bool = False
    """Whether it is the whole of something remembered."""


@lru_cache(maxsize=1024)
def texts_of_goal(goal: str) -> tuple[str, ...]:
    """What a goal offers to type: quoted spans, then addresses, numbers, dates, times and codes, then names.

    Parts of quoted spans come last.

    >>> texts_of_goal("Call “Ana B.” at 08:15, and tell Maria Silva: 12 or 7.")
    ('Ana B.', '08:15', '12', '7', 'Call', 'Ana B', 'Maria Silva', 'B')
    """
    quoted = quoted_in(goal)
    parts = (part for text in quoted for part in parts_of(text))
    return _distinct((*quoted, *_numbers_in(goal), *_NAME.findall(goal), *parts))


@lru_cache(maxsize=16384)
def quoted_in(text: str) -> tuple[str, ...]:
    """What stands between quotation marks.

    >>> quoted_in('Answer "impossible" when it cannot be done.')
    ('impossible',)
    """
    return tuple(next(filter(None, groups)) for groups in _QUOTED.findall(text))


@lru_cache(maxsize=16384)
def parts_of(text: str) -> tuple[str, ...]:
    """What a text on a screen holds that may be wanted without the rest, what is named most clearly first.

    Quoted spans, numbers and codes, names, then lines, clauses, sentences, and ends of sentences from a number or a
    capital on, then what stands between numbers, so that one of these can be replaced. The text itself is left out.

    >>> parts_of("Hi! My address is 12 Rue du Port, Osaka.")[:4]
    ('12', 'Hi', 'My', 'Rue')
    >>> parts_of("Hi! My address is 12 Rue du Port, Osaka.")[-3:]
    ('12 Rue du Port, Osaka', 'Hi! My address is ', ' Rue du Port, Osaka.')
    """
    sentences = _SENTENCE.findall(text)
    tails = (found[1] for found in map(_TAIL.match, sentences) if found)
    spans = (*text.splitlines(), *_CLAUSE.findall(text), *sentences, *tails)
    named = (*quoted_in(text), *_numbers_in(text), *_NAME.findall(text))
    between = (part for part in _NUMBER.split(text) if " " in part.strip())
    return tuple(
        part for part in _distinct((*named, *(span.strip(_EDGES) for span in spans), *between)) if part != text
    )


@lru_cache(maxsize=65536)
def beginning_of(text: str, goal: str) -> int | None:
    """Where a text begins in the goal, not counting parts of words; None when it is not there.

    >>> beginning_of("40", "Pay 400 or 40"), beginning_of("4", "Pay 400 or 40")
    (11, None)
    """
    start = goal.find(text)
    while start >= 0 and (_WORD.match(goal[start - 1 : start]) or _WORD.match(goal, start + len(text))):
        start = goal.find(text, start + 1)
    return None if start < 0 else start


@lru_cache(maxsize=16384)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in their order."""
    return _distinct(_WORD.findall(text))


@lru_cache(maxsize=1024)
def recased(goal: str) -> tuple[str, ...]:
    """A goal's words as a sentence begins with them, and its quoted spans in large and in small letters.

    >>> recased("Type “Ana” twice")
    ('Type', 'Ana', 'Twice', 'ANA', 'ana')
    """
    quoted = quoted_in(goal)
    words = (word[:1].upper() + word[1:] for word in words_of(goal))
    return _distinct((*words, *map(str.upper, quoted), *map(str.lower, quoted)))


@lru_cache(maxsize=16384)
def all_of(text: str) -> tuple[str, ...]:
    """The text, its parts and its words."""
    return _distinct((text, *parts_of(text), *words_of(text)))


def _numbers_in(text: str) -> Iterator[str]:
    numbers = _NUMBER.findall(text)
    yield from numbers
    yield from (part for number in numbers for part in number.split() if " " in number)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, texts)))
