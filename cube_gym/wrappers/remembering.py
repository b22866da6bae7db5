"""What is remembered as actions of their own, for learners that have no word for it."""

from collections.abc import Iterable
from typing import Final

from cube_core import Action, ActionSchema
from cube_gym.memory import REMEMBER, offers_memory
from cube_gym.wrappers.slots import Sighting

REMEMBER_TEXT: Final = "remember_text"
EXTEND_TEXT: Final = "extend_text"
_PARAMETERS = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


class Memory:
    """Two gestures over one action of the task, which carries what is to be remembered.

    `remember_text` keeps a text under the next free of the names text_1, text_2, ...; `extend_text` adds a text to the
    end of the last of these, so that what stands nowhere can be put together, as an answer must be.

    Args:
        schemas: The task's actions.
        carrier: The name of one that does no harm and needs no arguments.

    Raises:
        ValueError: there is no such action, or it cannot carry anything.
    """

    schemas: Final = (
        ActionSchema(name=REMEMBER_TEXT, description="Remember a text.", parameters=_PARAMETERS),
        ActionSchema(name=EXTEND_TEXT, description="Add to the text remembered last.", parameters=_PARAMETERS),
    )
    names: Final = frozenset({REMEMBER_TEXT, EXTEND_TEXT})

    def __init__(self, schemas: Iterable[ActionSchema], carrier: str) -> None:
        known = {schema.name: schema for schema in schemas}
        if carrier not in known or known[carrier].parameters.get("required"):
            harmless = sorted(name for name, each in known.items() if offers_memory(each) and _needs_nothing(each))
            raise ValueError(
                f"no action {carrier!r} that needs no arguments, to carry what is remembered: name another as "
                f"`carrier`, one that does no harm. Without arguments can be called: {', '.join(harmless) or 'none'}"
            )
        if not offers_memory(known[carrier]):
            raise ValueError("it is the world that remembers, and it is off: make the environment with world=True")
        if taken := sorted(self.names & set(known)):
            raise ValueError(f"the task has actions called {', '.join(taken)} itself: leave out memory=True")
        self._carrier = carrier

    def carried(self, action: Action, seen: Sighting) -> Action:
        """The task's action that does what a gesture of this memory means; other actions as they are.

        So is a gesture that is malformed or has nothing to extend: the task refuses it.
        """
        text, last = action.arguments.get("text"), last_of(seen)
        in_vain = action.name == EXTEND_TEXT and not last
        if action.name not in self.names or not isinstance(text, str) or len(action.arguments) > 1 or in_vain:
            return action
        kept = {_name(last + 1): text}
        if action.name == EXTEND_TEXT:
            kept = {_name(last): seen.remembered.get(_name(last), "") + text}
        return Action(name=self._carrier, arguments={REMEMBER: kept})

    def told(self, action: Action, seen: Sighting) -> Action:
        """The gesture of this memory that means an action of the task; actions that are none as they are."""
        kept = action.arguments.get(REMEMBER) if action.name == self._carrier and len(action.arguments) == 1 else None
        if not isinstance(kept, dict) or len(kept) != 1:
            return action
        ((name, text),) = kept.items()
        last = last_of(seen)
        before = seen.remembered.get(_name(last), "")
        if not isinstance(text, str):
            return action
        if name == _name(last + 1):
            return Action(name=REMEMBER_TEXT, arguments={"text": text})
        if name == _name(last) and text.startswith(before):
            return Action(name=EXTEND_TEXT, arguments={"text": text[len(before) :]})
        return action


def last_of(seen: Sighting) -> int:
    """How many texts have been remembered by these gestures: the last one's number, 0 when there is none."""
    last = 0
    while _name(last + 1) in seen.remembered:
        last += 1
    return last


def _name(number: int) -> str:
    return f"text_{number}"


def _needs_nothing(schema: ActionSchema) -> bool:
    return not schema.parameters.get("required")
