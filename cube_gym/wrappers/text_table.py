"""Which text stands in which slot, and where it comes from."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import chain

from cube_gym.wrappers.texts import (
    Source,
    TextSlot,
    all_of,
    beginning_of,
    parts_of,
    quoted_in,
    recased,
    texts_of_goal,
    words_of,
)

Shown = tuple[int, tuple[str, ...], tuple[str, ...]]
"""An element's slot, its texts, and those of them that are no labels."""


class TextTable:
    """The text slots of a screen, in this order; what comes late may have none.

    What the goal offers (`texts_of_goal`); what is remembered; on the screen, element by element, what is quoted, the
    texts as they are, and their parts (`parts_of`); the words of the goal; the labels of controls; the words of the
    screen; and the goal's words and quoted spans in other cases (`recased`).
    """

    def __init__(self, goal: str, remembered: tuple[str, ...], shown: tuple[Shown, ...]) -> None:
        self.goal, self.remembered, self._shown = goal, remembered, shown
        self._sources = self._by_source()

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts alone."""
        return tuple(self._sources)

    @cached_property
    def slots(self) -> tuple[TextSlot, ...]:
        """The texts, with where each comes from."""
        places: dict[str, int] = {}
        for slot, texts, _ in reversed(self._shown):
            for text in texts:
                places.update(dict.fromkeys(all_of(text), slot))
        remembered = frozenset(self.remembered)
        return tuple(
            TextSlot(text, source, beginning_of(text, self.goal), places.get(text), text in remembered)
            for text, source in self._sources.items()
        )

    def _by_source(self) -> dict[str, Source]:
        """The source of each text, in the order of the slots."""
        contents = [text for _, _, texts in self._shown for text in texts]
        labels = [text for _, texts, _ in self._shown for text in texts]
        found: dict[str, Source] = dict.fromkeys(texts_of_goal(self.goal), "goal")
        later: list[tuple[Source, Iterable[str]]] = [
            ("memory", self.remembered),
            ("screen", chain.from_iterable(map(quoted_in, contents))),
            ("screen", contents),
            ("screen", chain.from_iterable(map(parts_of, contents))),
            ("goal", words_of(self.goal)),
            ("screen", labels),
            ("screen", chain.from_iterable(map(words_of, contents))),
            ("goal", recased(self.goal)),
        ]
        for source, texts in later:
            for text in texts:
                found.setdefault(text, source)
        found.pop("", None)
        return found


@lru_cache(maxsize=1024)
def table_of(goal: str, remembered: tuple[str, ...], shown: tuple[Shown, ...]) -> TextTable:
    """The table of a screen."""
    return TextTable(goal, remembered, shown)
