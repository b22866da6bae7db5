"""Which text stands in which slot, and where it comes from."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import chain

from cube_gym.wrappers.elements import CONTROLS, Element
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


class TextTable:
    """The text slots of a screen, in this order; what comes late may have none.

    What the goal offers (`texts_of_goal`); what is remembered; on the screen, element by element, what is quoted, the
    texts as they are, and their parts (`parts_of`); the words of the goal; the labels of controls; the words of the
    screen; and the goal's words and quoted spans in other cases (`recased`).
    """

    def __init__(self, elements: tuple[Element, ...], goal: str, remembered: tuple[str, ...]) -> None:
        self.elements, self.goal, self.remembered = elements, goal, remembered

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts alone."""
        found = dict.fromkeys(chain.from_iterable(texts for _, texts in self._by_source()))
        found.pop("", None)
        return tuple(found)

    @cached_property
    def bearers(self) -> dict[str, int]:
        """The first element slot on which a text is read, whole or as a part, for each text that is read."""
        places: dict[str, int] = {}
        for slot in reversed(range(len(self.elements))):
            if self.elements[slot].visible:
                for text in self.elements[slot].texts:
                    places.update(dict.fromkeys(all_of(text), slot))
        return places

    @cached_property
    def slots(self) -> tuple[TextSlot, ...]:
        """The texts, with where each comes from."""
        sources: dict[str, Source] = {}
        for source, texts in reversed(self._by_source()):
            sources.update(dict.fromkeys(texts, source))
        remembered = frozenset(self.remembered)
        return tuple(
            TextSlot(text, sources[text], beginning_of(text, self.goal), self.bearers.get(text), text in remembered)
            for text in self.texts
        )

    def _by_source(self) -> list[tuple[Source, Iterable[str]]]:
        """What each source has to give, in the order of the slots."""
        visible = [element for element in self.elements if element.visible]
        labels = [text for element in visible for text in element.texts]
        contents = [text for element in visible for text in _contents(element)]
        return [
            ("goal", texts_of_goal(self.goal)),
            ("memory", self.remembered),
            ("screen", chain.from_iterable(map(quoted_in, contents))),
            ("screen", contents),
            ("screen", chain.from_iterable(map(parts_of, contents))),
            ("goal", words_of(self.goal)),
            ("screen", labels),
            ("screen", chain.from_iterable(map(words_of, contents))),
            ("goal", recased(self.goal)),
        ]


def _contents(element: Element) -> tuple[str, ...]:
    """All that is read on an element, but for the label of a control."""
    return element.texts[1:] if element.role in CONTROLS else element.texts


@lru_cache(maxsize=1024)
def table_of(elements: tuple[Element, ...], goal: str, remembered: tuple[str, ...]) -> TextTable:
    """The table of a screen. Kept, since many actions leave the screen as it is."""
    return TextTable(elements, goal, remembered)
