"""The named conditions that the scripts train in, and their environments."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import gymnasium as gym

import cube_gym  # noqa: F401, registers the ids
from benchmarks.phone.template import Template
from benchmarks.phone.templates import TEMPLATES
from cube_gym.wrappers import DiscreteActions, ElementObservation, WorldObservation

MIXED: Final = (
    "archive-invoice",  # mail: search, open, menu
    "clear-done",  # to-dos: menu, confirmation
    "company-of-contact",  # a question
    "favourite-colleague",  # contacts: one of several of a name
    "freeze-card",  # wallet: one of two of an account
    "rename-phone",  # settings: a field is emptied, a text typed
    "text-last-caller",  # a text from one app to another
    "unblock-contact",  # phone: menu, confirmation
)
MEMORY: Final = (
    "keep-attachment",  # the name of a file of a mail is searched for in the files
    "send-draft-with-copy",  # an address of a contact goes into a mail
    "swap-numbers",  # a field is overwritten whose text another one needs
)
"""Templates that type what is no longer on the screen."""

LEFT_OUT: Final = ("extend_text", "long_press", "open_notifications", "terminate_app", "wait")
"""Gestures that none of these templates needs."""
ANSWER: Final = "answer"
"""Is offered where a template of the condition may want one: any answer ends an episode."""


class Condition(NamedTuple):
    """Templates that are learned together, and what the agent sees and can do there."""

    templates: tuple[str, ...]
    world: bool = True
    """Whether the agent sees the world's memory."""
    remember: bool = False
    """Whether it can put texts there, and type them later."""
    slots: int = 20
    texts: int = 12


CONDITIONS: Final[Mapping[str, Condition]] = MappingProxyType(
    {
        "mixed": Condition(MIXED),
        "memory": Condition(MEMORY, remember=True, texts=24),
        "memory, without the world": Condition(MEMORY, world=False, texts=24),
    }
)


def make_env(template: str, split: Literal["train", "val"], condition: Condition) -> gym.Env[Any, Any]:
    """One template of the phone as arrays, masks and numbers; the numbers are those of its condition."""
    env: gym.Env[Any, Any] = gym.make(f"cube/phone.{template}-v0", split=split, disable_env_checker=True)
    sizes: dict[str, Any] = {"slots": condition.slots, "texts": condition.texts}
    leave_out = LEFT_OUT if any(map(_may_want_an_answer, condition.templates)) else (*LEFT_OUT, ANSWER)
    env = DiscreteActions(env, **sizes, phrases=(), leave_out=leave_out, memory=condition.remember)
    env = ElementObservation(env, **sizes)
    return WorldObservation(env) if condition.world else env


def _may_want_an_answer(name: str) -> bool:
    """Whether a template accepts answers. Making the environment tells of a name that there is not."""
    return name in TEMPLATES and type(TEMPLATES[name]).answers is not Template.answers
