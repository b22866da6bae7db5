"""The action schemas of a CUBE tool, with what cube-standard leaves out of them."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from cube.tool import Tool as CubeStandardTool
from cube.tool import Toolbox as CubeToolbox

from cube_core import STOP_ACTION, ActionSchema
from cube_core.frozen import thaw


def schemas_of(tool: Any) -> list[ActionSchema]:  # noqa: ANN401, a CUBE tool
    """The schemas of all actions, the stop last; it is added where the tool has none.

    cube-standard writes a parameter's type without its members: no enums, no types of items, no nested models. Where
    an action is a method with type hints, the schema is read from these; else it is taken as the tool gives it.
    """
    schemas = {schema.name: _schema(schema, method_of(tool, schema.name)) for schema in tool.action_set}
    stop = schemas.pop(STOP_ACTION.name, STOP_ACTION)
    return [*schemas.values(), STOP_ACTION if stop.parameters == STOP_ACTION.parameters else stop]


def plain_method_of(tool: Any, name: str) -> Callable[..., Any] | None:  # noqa: ANN401, a CUBE tool
    """The method that does this action and nothing else, None where its tool executes actions in its own way."""
    leaf = next((leaf for leaf in _leaves(tool) if method_of(leaf, name) is not None), None)
    if leaf is None or type(leaf).execute_action is not CubeStandardTool.execute_action:
        return None
    return method_of(leaf, name)


def method_of(tool: Any, name: str) -> Callable[..., Any] | None:  # noqa: ANN401, a CUBE tool
    """The method that a CUBE tool, or a tool in a box of tools, marks as this action; None where none is marked."""
    for leaf in _leaves(tool):
        try:
            marked: Callable[..., Any] = leaf.get_action_method(_Named(name))
        except (ValueError, AttributeError):  # of another name, or a tool that goes about it in its own way
            continue
        return marked
    return None


class _Named:
    """As much of an action as `get_action_method` looks at."""

    def __init__(self, name: str) -> None:
        self.name = name


def _leaves(tool: Any) -> Iterator[Any]:  # noqa: ANN401, CUBE tools
    if isinstance(tool, CubeToolbox):
        for part in tool.tools:
            yield from _leaves(part)
    else:
        yield tool


def _schema(theirs: Any, method: Callable[..., Any] | None) -> ActionSchema:  # noqa: ANN401, a CUBE ActionSchema
    if method is None:
        return _as_given(theirs)
    try:
        ours = ActionSchema.from_function(method)
    except (TypeError, ValueError):  # hints that cannot be read: another tool's business
        return _as_given(theirs)
    parameters = thaw(ours.parameters)
    for name, parameter in parameters["properties"].items():
        _add_documented_values(parameter, theirs.parameters.get("properties", {}).get(name))
    if any(p.kind is p.VAR_KEYWORD for p in inspect.signature(method).parameters.values()):
        parameters["additionalProperties"] = True
    return ActionSchema(name=theirs.name, description=ours.description, parameters=parameters)


def _as_given(theirs: Any) -> ActionSchema:  # noqa: ANN401, a CUBE ActionSchema
    return ActionSchema(name=theirs.name, description=theirs.description, parameters=theirs.parameters)


def _add_documented_values(parameter: dict[str, Any], documented: object) -> None:
    """Keep values that only the docstring names; cube-standard reads them from a set, in another order each time."""
    values = documented.get("enum") if isinstance(documented, dict) else None
    if values and parameter.get("type") == "string" and "enum" not in parameter:
        parameter["enum"] = sorted(values)
