"""The gestures that a set of action schemas offers, each with its share of a discrete action space."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

from cube_core import Action, ActionSchema
from cube_core.frozen import thaw
from cube_gym.memory import REMEMBER, withdraw_memory
from cube_gym.wrappers.points import POINT, Grid, points_of
from cube_gym.wrappers.texts import quoted_in

ELEMENT_PARAMETERS: Final = ("element", "ref")
"""The parameters that take an element's key."""
OPTION_PARAMETERS: Final = ("option",)
"""The parameters that take one of the options of the element beside them, and no other text."""

Schema = Mapping[str, Any]
Choice = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Gesture:
    """One action with what can vary in it: an element, a text, and a choice of fixed arguments."""

    name: str
    element: str | None = None
    """The parameter that takes an element's key."""
    text: str | None = None
    """The parameter that takes a text: one in a slot, or a phrase."""
    phrases: tuple[str, ...] = ()
    """Texts that are always offered; they come after the slots."""
    choices: tuple[Choice, ...] = ({},)
    """The combinations of its other arguments."""
    defaults: Mapping[str, Any] = ()  # type: ignore[assignment]
    """What arguments that are left out stand for."""

    def shape(self, slots: int, texts: int) -> tuple[int, int, int]:
        """How many elements, texts and choices it varies over."""
        typed = 1 if self.text is None else texts + len(self.phrases)
        return (1 if self.element is None else slots, typed, len(self.choices))

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


def gestures_of(
    schemas: Iterable[ActionSchema],
    values: Mapping[str, Sequence[Any]],
    phrases: Sequence[str] = (),
    grid: Grid | None = None,
) -> Iterator[Gesture]:
    """The gestures of actions that need at most an element or a point, a text, and parameters with few values.

    Few values have enums, booleans, and the parameters that `values` names (needed or not). Points are the middles of
    the cells of `grid` (columns and rows); without it, actions that need one give no gesture. A text is one of the
    slots, a text that the action's description quotes, or one of `phrases`.
    """
    for schema in map(withdraw_memory, schemas):
        yield from _without_point(schema, values, phrases)
        if grid is not None:
            yield from _at_points(schema, values, grid)


def _without_point(
    schema: ActionSchema, values: Mapping[str, Sequence[Any]], phrases: Sequence[str]
) -> Iterator[Gesture]:
    declared = _declared(schema)
    element = next((name for name in ELEMENT_PARAMETERS if name in declared), None)
    few = {name: _few(declared[name], values.get(name)) for name in _needed(schema, values) if name != element}
    texts = [name for name, found in few.items() if found is None]
    if len(texts) > 1 or any(declared[name].get("type") != "string" for name in texts):
        return
    said = (*quoted_in(schema.description), *phrases) if texts else ()
    yield Gesture(
        schema.name,
        element,
        next(iter(texts), None),
        () if texts and texts[0] in OPTION_PARAMETERS else tuple(dict.fromkeys(said)),
        _combined(few),
        _defaults(schema),
    )


def _at_points(schema: ActionSchema, values: Mapping[str, Sequence[Any]], grid: Grid) -> Iterator[Gesture]:
    declared, needed = _declared(schema), _needed(schema, values)
    few = {name: _few(declared[name], values.get(name)) for name in needed if name not in POINT}
    if set(POINT) <= set(declared) and not set(POINT) & set(values) and None not in few.values():
        choices = tuple({**point, **rest} for point in points_of(schema, grid) for rest in _combined(few))
        yield Gesture(schema.name, choices=choices, defaults=_defaults(schema))


def _declared(schema: ActionSchema) -> Mapping[str, Schema]:
    declared: Mapping[str, Schema] = schema.parameters.get("properties", {})
    return declared


def _needed(schema: ActionSchema, values: Mapping[str, Sequence[Any]]) -> list[str]:
    return [name for name in _declared(schema) if name in schema.parameters.get("required", ()) or name in values]


def _defaults(schema: ActionSchema) -> Choice:
    return {name: thaw(each["default"]) for name, each in _declared(schema).items() if "default" in each}


def _combined(few: Mapping[str, Sequence[Any] | None]) -> tuple[Choice, ...]:
    """Every combination of the parameters that have few values."""
    fixed = {name: found for name, found in few.items() if found is not None}
    return tuple(dict(zip(fixed, combination, strict=True)) for combination in product(*fixed.values()))


def _few(schema: Schema, given: Sequence[Any] | None) -> Sequence[Any] | None:
    """The values that a parameter can take, None where they are many."""
    if given is not None:
        return given
    if "enum" in schema:
        return tuple(schema["enum"])
    if "const" in schema:
        return (schema["const"],)
    return (False, True) if schema.get("type") == "boolean" else None
