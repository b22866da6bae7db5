"""The gestures that a set of action schemas offers, each with its share of a discrete action space."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

from cube_core import Action, ActionSchema
from cube_core.frozen import thaw
from cube_gym.memory import REMEMBER, withdraw_memory
from cube_gym.wrappers.slots import quoted_in

ELEMENT_PARAMETERS: Final = ("element", "ref")
"""The parameters that take an element's key."""

Schema = Mapping[str, Any]
Choice = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Gesture:
    """One action with what can vary in it: an element, a text, and a choice of fixed arguments."""

    name: str
    element: str | None = None
    """The parameter that takes an element's key."""
    text: str | None = None
    """The parameter that takes a text."""
    choices: tuple[Choice, ...] = ({},)
    """The combinations of its other arguments."""
    defaults: Mapping[str, Any] = ()  # type: ignore[assignment]
    """What arguments that are left out stand for."""

    def shape(self, slots: int, texts: int) -> tuple[int, int, int]:
        """How many elements, texts and choices it varies over."""
        return (1 if self.element is None else slots, 1 if self.text is None else texts, len(self.choices))

    def size(self, slots: int, texts: int) -> int:
        """How many actions it is."""
        return prod(self.shape(slots, texts))

    def action(self, key: int | str | None, text: str | None, choice: int) -> Action:
        """One of its actions."""
        arguments = dict(self.choices[choice])
        if self.element is not None:
            arguments[self.element] = key
        if self.text is not None:
            arguments[self.text] = text
        return Action(name=self.name, arguments=arguments)

    def choice_of(self, action: Action) -> int | None:
        """Which of the choices an action of this name makes, None when it is none of them."""
        varied = (self.element, self.text, REMEMBER)
        rest = {name: value for name, value in action.arguments.items() if name not in varied}
        full = {**self.defaults, **rest}
        return next((index for index, choice in enumerate(self.choices) if {**self.defaults, **choice} == full), None)


def gestures_of(schemas: Iterable[ActionSchema], values: Mapping[str, Sequence[Any]]) -> Iterator[Gesture]:
    """The gestures of actions that need at most an element, a text, and parameters with few values.

    Few values have enums, booleans, and the parameters that `values` names (needed or not). A text that an action's
    description quotes is a gesture of its own. Actions that need something else, such as points, give none.
    """
    for schema in map(withdraw_memory, schemas):
        yield from _gestures(schema, values)


def _gestures(schema: ActionSchema, values: Mapping[str, Sequence[Any]]) -> Iterator[Gesture]:
    declared: Mapping[str, Schema] = schema.parameters.get("properties", {})
    element = next((name for name in ELEMENT_PARAMETERS if name in declared), None)
    needed = [name for name in declared if name in schema.parameters.get("required", ()) or name in values]
    open_ones = [name for name in needed if name != element]
    few = {name: _few(declared[name], values.get(name)) for name in open_ones}
    texts = [name for name in open_ones if few[name] is None]
    if len(texts) > 1 or any(declared[name].get("type") != "string" for name in texts):
        return
    text = next(iter(texts), None)
    fixed = {name: found for name, found in few.items() if found is not None}
    choices = tuple(dict(zip(fixed, combination, strict=True)) for combination in product(*fixed.values()))
    defaults = {name: thaw(each["default"]) for name, each in declared.items() if "default" in each}
    yield Gesture(schema.name, element, text, choices, defaults)
    phrases = quoted_in(schema.description) if text is not None else ()
    if text is not None and phrases:
        said = tuple({**choice, text: phrase} for phrase in phrases for choice in choices)
        yield Gesture(schema.name, element, None, said, defaults)


def _few(schema: Schema, given: Sequence[Any] | None) -> Sequence[Any] | None:
    """The values that a parameter can take, None where they are many."""
    if given is not None:
        return given
    if "enum" in schema:
        return tuple(schema["enum"])
    if "const" in schema:
        return (schema["const"],)
    return (False, True) if schema.get("type") == "boolean" else None
