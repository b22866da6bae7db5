"""The world's memory as a parameter of actions: with the world on, each action may say what to `remember`."""

from typing import Any, Final

from cube_core import STOP_ACTION, Action, ActionSchema
from cube_core.frozen import thaw

REMEMBER: Final = "remember"

_PARAMETER: Final[dict[str, Any]] = {
    "description": "What to keep for later, as a mapping of names to values; it is found again in the world's "
    "variables. It does not change what the action does."
}


def offer_memory(schema: ActionSchema) -> ActionSchema:
    """The schema with `remember` as an optional parameter; the stop action stays as it is.

    Raises:
        ValueError: the action has a parameter of that name itself.
    """
    if schema.name == STOP_ACTION.name:
        return schema
    parameters = thaw(schema.parameters) or {"type": "object"}
    properties = parameters.setdefault("properties", {})
    if REMEMBER in properties:
        raise ValueError(
            f"action {schema.name!r} has a parameter {REMEMBER!r} of its own, which the world needs: rename it, or "
            "make the environment with world=False"
        )
    properties[REMEMBER] = _PARAMETER
    return ActionSchema(name=schema.name, description=schema.description, parameters=parameters)


def withdraw_memory(schema: ActionSchema) -> ActionSchema:
    """The schema that `offer_memory` was given."""
    if not offers_memory(schema):
        return schema
    parameters = thaw(schema.parameters)
    del parameters["properties"][REMEMBER]
    return ActionSchema(name=schema.name, description=schema.description, parameters=parameters)


def offers_memory(schema: ActionSchema) -> bool:
    """Whether `offer_memory` made this schema."""
    offered: object = schema.parameters.get("properties", {}).get(REMEMBER)
    return offered == _PARAMETER


def without_memory(action: Action) -> Action:
    """The action as its tool sees it. The stop action offers no memory: what comes with it is the tool's to refuse."""
    return action if action.name == STOP_ACTION.name else forgetful(action)


def forgetful(action: Action) -> Action:
    """The action with nothing to remember."""
    if not isinstance(action.arguments, dict) or REMEMBER not in action.arguments:
        return action
    arguments = {name: value for name, value in action.arguments.items() if name != REMEMBER}
    return action.model_copy(update={"arguments": arguments})
