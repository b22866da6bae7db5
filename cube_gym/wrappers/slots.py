"""Which element stands in which slot, and which text: one table for all wrappers."""

from collections.abc import Sequence
from functools import cached_property

from cube_core import Observation
from cube_gym.wrappers.elements import Element, elements_of
from cube_gym.wrappers.text_table import TextTable, table_of
from cube_gym.wrappers.texts import TextSlot
from world import WorldState


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
    def remembered(self) -> dict[str, str]:
        """What is remembered, by name: texts and numbers as texts, in the order of their names' first use."""
        variables = {} if self.world is None else self.world.variables
        return {name: str(value) for name, value in variables.items() if _is_told(value)}

    @cached_property
    def text_table(self) -> TextTable:
        """The texts; the same object for another sighting of the same elements, goal and memory."""
        return table_of(self.elements, self.goal, tuple(self.remembered.values()))

    @property
    def texts(self) -> tuple[str, ...]:
        """Text slots; see `TextTable` for their order."""
        return self.text_table.texts

    @property
    def text_slots(self) -> tuple[TextSlot, ...]:
        """Text slots, with where each text comes from."""
        return self.text_table.slots


def _place(element: Element) -> tuple[bool, int, int]:
    return (not element.usable, element.bounds[1], element.bounds[0])


def _is_told(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def beyond(things: Sequence[object], slots: int) -> int:
    """How many things have no slot."""
    return max(len(things) - slots, 0)
