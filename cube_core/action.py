"""What an agent asks for, and the schemas that tell it what it may ask for."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from cube_core.frozen import freeze, thaw
from cube_core.judge import ParameterSchema
from cube_core.short import cut
from cube_core.signature import read_signature
from cube_core.typed import TypedBaseModel
from cube_core.wire import CleanText, JsonDict, jsonable

_LONGEST_REPR: Final = 400


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
        elsewhere = _arguments_elsewhere(call, body)
        if elsewhere is not None:
            msg = f"the call of {name!r} has {elsewhere!r}, as another API has it: give 'arguments' beside 'name'"
            raise ValueError(msg)
        if not isinstance(name, str) or not name:
            msg = f"a tool call names its function in 'name', got {name!r}"
            raise ValueError(msg)
        return cls(
            id=call.get("call_id") or call.get("id") or None,
            name=name,
            arguments=_parse_arguments(name, body.get("arguments")),
        )

    def _repr_html_(self) -> str:
        from cube_core.display import action_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(action_view(self))


def _arguments_elsewhere(call: Mapping[str, Any], body: Mapping[str, Any]) -> str | None:
    """The key that other APIs have arguments under, where the call has none at their own place."""
    if body.get("arguments") is not None:
        return None
    keys = ("input", "args", "parameters", "params", "arguments")
    return next((key for part in (body, call) for key in keys if part.get(key) is not None), None)


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


_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def _callable_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        msg = f"{name!r} cannot be called by every model API: use 1 to 64 letters (a-z, A-Z), digits, '_' and '-'"
        raise ValueError(msg)
    return name


def _not_blank(text: str) -> str:
    if not text.strip():
        msg = "an action needs a description of what it does: an agent knows nothing else of it"
        raise ValueError(msg)
    return text


class ActionSchema(TypedBaseModel):
    """One action as an agent sees it: name, description, and the JSON Schema of its arguments (read-only).

    >>> schema = ActionSchema(
    ...     name="tap", description="Tap the screen.", parameters={"properties": {"x": {"type": "integer"}}}
    ... )
    >>> schema.problem({"x": 3}), schema.problem({"y": 3}) is None
    (None, False)
    """

    __module__ = "cube_core"

    model_config = ConfigDict(frozen=True)

    name: Annotated[CleanText, AfterValidator(_callable_name)]
    """Letters of ASCII, digits, "_" and "-", at most 64: what every model API takes."""
    description: Annotated[CleanText, AfterValidator(_not_blank)]
    parameters: Annotated[dict[str, Any], AfterValidator(_read_only)] = Field(default_factory=ParameterSchema)

    @classmethod
    def from_function(cls, func: Callable[..., Any]) -> Self:
        """The schema of a Python function, from its type hints and its docstring.

        Types keep their meaning (Literal, Enum, Optional, lists, nested models, which take no undeclared keys unless
        they say `extra="allow"`). A parameter is required when it has no default, and nullable when its type says so:
        a default that the type refuses, as in `x: int = None`, may be left out but not given, and is not in the schema.
        `self`, `cls`, `*args` and `**kwargs` are left out.

        Raises:
            ValueError: the function has no docstring, since an agent needs a description, or no name (see `name`).
            TypeError: a type hint has no JSON Schema, or choices that do not come back from JSON (tuples, 1 and True).

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

    def _repr_html_(self) -> str:
        from cube_core.display import schema_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(schema_view(self))

    @property
    def _schema(self) -> ParameterSchema:
        """The parameters, also where `model_copy(update=...)` put a plain dict in their place."""
        parameters = self.parameters
        return parameters if isinstance(parameters, ParameterSchema) else ParameterSchema(parameters)


def _described(schema: object) -> bool:
    return isinstance(schema, Mapping) and bool(str(schema.get("description", "")).strip())


class ActionSet(list[ActionSchema]):
    """The schemas of a set of actions: a list that shows itself readably.

    >>> ActionSet([STOP_ACTION])
    ActionSet(final_step)
    """

    __module__ = "cube_core"

    def __repr__(self) -> str:
        return f"ActionSet({cut(', '.join(schema.name for schema in self), _LONGEST_REPR)})"

    def _repr_html_(self) -> str:
        from cube_core.display import action_set_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(action_set_view(self))


STOP_ACTION: Final = ActionSchema(
    name="final_step",
    description="Stop the task execution.",
    parameters={"type": "object", "properties": {}},
)
"""The schema of `Tool.final_step`, which every tool has: executing it ends the episode."""
