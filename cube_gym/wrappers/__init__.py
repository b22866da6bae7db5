"""Wrappers that make arrays, masks, texts and messages of tasks, for learners of every kind.

They can be stacked in any order: each looks at what the task showed, and slot i is the same element for all of them.
"""

from cube_gym.wrappers.discrete import DiscreteActions
from cube_gym.wrappers.element_observation import ElementObservation
from cube_gym.wrappers.screen_observation import ScreenObservation
from cube_gym.wrappers.text_observation import MessagesObservation, MessageSpace, TextObservation, TextSpace
from cube_gym.wrappers.world_observation import WorldObservation

__all__ = [
    "DiscreteActions",
    "ElementObservation",
    "MessageSpace",
    "MessagesObservation",
    "ScreenObservation",
    "TextObservation",
    "TextSpace",
    "WorldObservation",
]
