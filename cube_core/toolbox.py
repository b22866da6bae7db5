"""Several tools as one."""

from collections.abc import Sequence
from contextlib import ExitStack

from cube_core.action import Action, ActionSchema, ActionSet
from cube_core.observation import InvalidAction, Observation
from cube_core.tool import Tool, unknown_action


class Toolbox:
    """Several tools behind one action set; `final_step`, which each tool has, is offered once.

    Raises:
        ValueError: two tools have an action of the same name.

    >>> from cube_core import Tool, tool_action
    >>> class Lamp(Tool):
    ...     @tool_action
    ...     def switch_on(self) -> None:
    ...         "Switch the lamp on."
    >>> class Bell(Tool):
    ...     @tool_action
    ...     def ring(self) -> None:
    ...         "Ring the bell."
    >>> Toolbox([Lamp(), Bell()]).action_set
    ActionSet(switch_on, ring, final_step)
    """

    __module__ = "cube_core"

    def __init__(self, tools: Sequence[Tool]) -> None:
        self.tools = tuple(tools)
        self._owners = _owners(self.tools)
        self._schemas = tuple(schema for schema, _ in self._owners.values())

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of all actions, tool by tool, `final_step` last."""
        return ActionSet(self._schemas)

    def execute_action(self, action: Action) -> Observation:
        """Run the action on the tool that has it. As `Tool.execute_action`."""
        owner = self._owners.get(action.name)
        return self._refused(action) if owner is None else owner[1].execute_action(action)

    async def async_execute_action(self, action: Action) -> Observation:
        """As `execute_action`, for callers that are async themselves."""
        owner = self._owners.get(action.name)
        return self._refused(action) if owner is None else await owner[1].async_execute_action(action)

    def problem(self, action: Action) -> str | None:
        """Why `execute_action` would refuse this action, or None when it would run it."""
        owner = self._owners.get(action.name)
        return unknown_action(action.name, self.action_set) if owner is None else owner[1].problem(action)

    def reset(self) -> None:
        """Reset each tool."""
        for tool in self.tools:
            tool.reset()

    def close(self) -> None:
        """Close each tool, also when another's `close` raises; the error comes out after the last."""
        with ExitStack() as stack:
            for tool in self.tools:
                stack.callback(tool.close)

    def _refused(self, action: Action) -> Observation:
        reason = unknown_action(action.name, self.action_set)
        return InvalidAction.because(reason).to_observation(action.id)


def _owners(tools: tuple[Tool, ...]) -> dict[str, tuple[ActionSchema, Tool]]:
    owners: dict[str, tuple[ActionSchema, Tool]] = {}
    for tool in tools:
        for schema in tool.action_set:
            first = owners.setdefault(schema.name, (schema, tool))
            if first[1] is not tool and schema.name != "final_step":
                msg = f"{type(first[1]).__name__} and {type(tool).__name__} both have an action {schema.name!r}"
                raise ValueError(msg)
    if "final_step" in owners:
        owners["final_step"] = owners.pop("final_step")
    return owners
