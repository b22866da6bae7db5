"""Which element stands in which slot, and which texts there are to type: one table for all wrappers."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain

from cube_core import Observation
from cube_gym.wrappers.elements import Element, elements_of
from world import WorldState

_QUOTED = re.compile(
    r"“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|\"([^\"]+)\"|\u2018([^\u2019]+)\u2019(?!\w)|(?<!\w)'([^']+)'(?!\w)"
)
_NUMBER = re.compile(r"[\w.+-]+@[\w.-]+\w|[+#]?\w*\d\w*(?:[.,:/ @-]\w*\d\w*)*(?: [€$£])?")
_NAME = re.compile(r"[^\W\d_a-z]\w*(?:[ '\u2019-][^\W\d_a-z]\w*)*")

_WORD = re.compile(r"\w+")


class Sighting:
    """What one step showed: the observation, the goal and the world, and what is read from them when asked for.

    Everything is a function of these three: two sightings of one step have the same slots, however many wrappers look.
    """

    def __init__(self, observation: Observation, goal: str, world: WorldState | None = None) -> None:
        self.observation = observation
        self.goal = goal
        self.world = world

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """Element slots: what is visible and enabled first, then from top to bottom and from left to right."""
        return tuple(sorted(elements_of(self.observation), key=_place))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Text slots: what the goal offers, what is read on the screen, element by element, and the goal's words."""
        shown = chain.from_iterable(element.texts for element in self.elements if element.visible)
        return _distinct((*texts_of_goal(self.goal), *shown, *_words_of(self.goal)))


@lru_cache(maxsize=1024)
def texts_of_goal(goal: str) -> tuple[str, ...]:
    """What a goal offers to type: quoted spans, then addresses, numbers, dates, times and codes, then names.

    >>> texts_of_goal("Call “Ana B.” at 08:15, and tell Maria Silva: 12 or 7.")
    ('Ana B.', '08:15', '12', '7', 'Call', 'Ana B', 'Maria Silva')
    """
    numbers = _NUMBER.findall(goal)
    parts = [part for number in numbers for part in number.split() if " " in number]
    return _distinct((*quoted_in(goal), *numbers, *parts, *_NAME.findall(goal)))


def quoted_in(text: str) -> tuple[str, ...]:
    """What stands between quotation marks.

    >>> quoted_in('Answer "impossible" when it cannot be done.')
    ('impossible',)
    """
    return tuple(next(filter(None, groups)) for groups in _QUOTED.findall(text))


@lru_cache(maxsize=1024)
def _words_of(goal: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(goal))


def _place(element: Element) -> tuple[bool, int, int]:
    return (not element.usable, element.bounds[1], element.bounds[0])


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, texts)))


def beyond(things: Sequence[object], slots: int) -> int:
    """How many things have no slot."""
    return max(len(things) - slots, 0)
