"""What an agent asks for, and the schemas that tell it what it may ask for."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from cube_core.frozen import freeze, thaw
from cube_core.judge import ParameterSchema
from cube_core.signature import read_signature
from cube_core.typed import TypedBaseModel
from cube_core.wire import CleanText, JsonDict, jsonable


def _received(value: object) -> object:
    """Arguments as they were received, made JSON; a NaN stays, for the judge of arguments to refuse."""
    try:
        return jsonable(value, keep_nonfinite=True, strict=True) if isinstance(value, Mapping) else value
    except TypeError as exc:
        msg = f"arguments are JSON: {exc}"
        raise ValueError(msg) from exc


class Action(TypedBaseModel):
    """One call of a tool's action.

    >>> call = {"id": "call_1", "type": "function", "function": {"name": "tap", "arguments": '{"x": 1}'}}
    >>> Action.from_openai_tool_call(call)
    Action(id='call_1', name='tap', arguments={'x': 1})
    """

    __module__ = "cube_core"

    model_config = ConfigDict(extra="forbid")

    id: CleanText | None = None
    """The tool call's id, as the model gave it; every content that answers the action carries it."""
    name: CleanText
    arguments: Annotated[JsonDict, BeforeValidator(_received)] = Field(default_factory=dict)
    """JSON, as it was received; a NaN that was sent is kept, and refused by `ActionSchema.problem`."""

    @classmethod
    def from_openai_tool_call(cls, call: Mapping[str, Any]) -> Self:
        """An action from a tool call of OpenAI's chat completions (`function` inside) or Responses API (flat).

        Arguments may be JSON text, JSON text encoded twice, an object, or nothing at all, which means `{}`. The id is
        `call_id` where there is one (the Responses API's `id` names the item, not the call).

        Raises:
            ValueError: it is no such call: there is no name, the arguments are not a JSON object, or stand elsewhere.
        """
        if not isinstance(call, Mapping):
            msg = f"a tool call is a mapping, got {type(call).__name__}: take the object's model_dump()"
            raise ValueError(msg)  # noqa: TRY004, the call is malformed data, not a misuse of this function
        inner = call.get("function")
        body = inner if isinstance(inner, Mapping) else call
        name = body.get("name")
        if "input" in body and "arguments" not in body:
            msg = f"the call of {name!r} has its arguments in 'input', as another API has them: give 'arguments'"
            raise ValueError(msg)
        if not isinstance(name, str) or not name:
            msg = f"a tool call names its function in 'name', got {name!r}"
            raise ValueError(msg)
        return cls(
            id=call.get("call_id") or call.get("id") or None,
            name=name,
            arguments=_parse_arguments(name, body.get("arguments")),
        )


def _parse_arguments(name: str, raw: object) -> dict[str, Any]:
    value = raw
    for _ in range(2):  # some servers encode twice
        if isinstance(value, str):
            value = _parse_json(name, value) if value.strip() else None
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        msg = f"the arguments of {name!r} must be a JSON object, got {str(raw)[:200]!r}"
        raise ValueError(msg)  # noqa: TRY004, the call is malformed data, not a misuse of this function
    return dict(value)


def _parse_json(name: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as exc:
        msg = f"the arguments of {name!r} are not valid JSON ({exc}): {text[:200]!r}"
        raise ValueError(msg) from exc


def _read_only(value: dict[str, Any]) -> dict[str, Any]:
    try:
        return ParameterSchema({key: freeze(item) for key, item in jsonable(value, strict=True).items()})
    except TypeError as exc:
        msg = f"parameters are a JSON Schema: {exc}"
        raise ValueError(msg) from exc


class ActionSchema(TypedBaseModel):
    """One action as an agent sees it: name, description, and the JSON Schema of its arguments (read-only)."""

    __module__ = "cube_core"

    model_config = ConfigDict(frozen=True)

    name: CleanText = Field(min_length=1)
    description: CleanText = Field(min_length=1)
    parameters: Annotated[dict[str, Any], AfterValidator(_read_only)] = Field(default_factory=ParameterSchema)

    @classmethod
    def from_function(cls, func: Callable[..., Any]) -> Self:
        """The schema of a Python function, from its type hints and its docstring.

        Types keep their meaning (Literal, Enum, Optional, lists, nested models). A parameter is required when it has no
        default, and nullable when its type says so. `self`, `cls`, `*args` and `**kwargs` are left out.

        Raises:
            ValueError: the function has no docstring, since an agent needs a description.
            TypeError: a type hint has no JSON Schema.

        >>> def tap(x: int, y: int = 0) -> None:
        ...     "Tap the screen."
        >>> ActionSchema.from_function(tap).parameters["required"]
        ['x']
        """
        signature = read_signature(func)
        return cls(name=signature.name, description=signature.description, parameters=signature.parameters)

    def as_dict(self) -> dict[str, Any]:
        """The schema as a tool for OpenAI's function calling (which litellm takes too). A fresh copy each time."""
        function = {"name": self.name, "description": self.description, "parameters": thaw(self.parameters)}
        return {"type": "function", "function": function}

    def validate_param_descriptions(self) -> None:
        """Check that each parameter is described.

        Raises:
            ValueError: names the parameters (but `self`) whose description is missing or empty.
        """
        declared = self._schema.declared().items()
        bare = [name for name, schema in declared if name != "self" and not _described(schema)]
        if bare:
            msg = f"action {self.name!r} does not describe {', '.join(bare)}: add them to the docstring's Args"
            raise ValueError(msg)

    def problem(self, arguments: object) -> str | None:
        """What is wrong with `arguments`, or None when they fit: the one judge of arguments. Never raises.

        JSON Schema decides (no text for numbers, no booleans for integers, 3.0 is 3), formats included; a key that is
        not declared is refused, unless the schema itself says `additionalProperties`.
        """
        return self._schema.problem(self.name, arguments)

    @property
    def _schema(self) -> ParameterSchema:
        """The parameters, also where `model_copy(update=...)` put a plain dict in their place."""
        parameters = self.parameters
        return parameters if isinstance(parameters, ParameterSchema) else ParameterSchema(parameters)


def _described(schema: object) -> bool:
    return isinstance(schema, Mapping) and bool(str(schema.get("description", "")).strip())


STOP_ACTION: Final = ActionSchema(
    name="final_step",
    description="Stop the task execution.",
    parameters={"type": "object", "properties": {}},
)
"""The schema of `Tool.final_step`, which every tool has: executing it ends the episode."""
