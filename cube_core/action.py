"""What an agent asks for, and the schemas that tell it what it may ask for."""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Self

import jsonschema_rs
from pydantic import BeforeValidator, ConfigDict, Field, PrivateAttr

from cube_core.frozen import freeze, thaw
from cube_core.signature import read_signature
from cube_core.typed import TypedBaseModel
from cube_core.wire import clean_text, jsonable


def _clean(value: object) -> object:
    return clean_text(value) if isinstance(value, str) else value


def _received(value: object) -> object:
    """Arguments as they were received, made JSON; a NaN stays, for the judge of arguments to refuse."""
    try:
        return jsonable(value, keep_nonfinite=True, strict=True) if isinstance(value, dict) else value
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

    id: Annotated[str, BeforeValidator(_clean)] | None = None
    """The tool call's id, as the model gave it; every content that answers the action carries it."""
    name: Annotated[str, BeforeValidator(_clean)]
    arguments: Annotated[dict[str, Any], BeforeValidator(_received)] = {}

    @classmethod
    def from_openai_tool_call(cls, call: Mapping[str, Any]) -> Self:
        """An action from a tool call of OpenAI's chat completions (`function` inside) or Responses API (flat).

        Arguments may be JSON text, JSON text encoded twice, an object, or nothing at all, which means `{}`. The id is
        `call_id` where there is one (the Responses API's `id` names the item, not the call).

        Raises:
            ValueError: there is no name, or the arguments are not a JSON object.
        """
        inner = call.get("function")
        body = inner if isinstance(inner, Mapping) else call
        name = body.get("name")
        if not isinstance(name, str) or not name:
            msg = f"a tool call names its function in 'name', got {name!r}"
            raise ValueError(msg)
        call_id = call.get("call_id")
        return cls(
            id=call.get("id") if call_id is None else call_id,
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


def _read_only(value: object) -> object:
    return freeze(value) if isinstance(value, dict) else value


class _Judge:
    """The compiled form of a schema, made at first use; a copy, or a pickle, compiles again."""

    __slots__ = ("_validator",)

    def __init__(self) -> None:
        self._validator: Any = None

    def of(self, parameters: dict[str, Any]) -> Any:  # noqa: ANN401, jsonschema-rs has one class a draft
        if self._validator is None:
            schema = thaw(parameters) or {"type": "object"}
            self._validator = jsonschema_rs.validator_for(schema, validate_formats=True)
        return self._validator

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Judge)  # no part of what a schema says

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, _memo: object) -> "_Judge":
        return _Judge()

    def __reduce__(self) -> tuple[type["_Judge"], tuple[()]]:
        return _Judge, ()


class ActionSchema(TypedBaseModel):
    """One action as an agent sees it: name, description, and the JSON Schema of its arguments (read-only)."""

    __module__ = "cube_core"

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1)
    description: str = Field(min_length=1)
    parameters: Annotated[dict[str, Any], Field(default_factory=dict), BeforeValidator(_read_only)]
    _judge: _Judge = PrivateAttr(default_factory=_Judge)

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
        properties = self.parameters.get("properties", {})
        bare = [name for name, schema in properties.items() if name != "self" and not _described(schema)]
        if bare:
            msg = f"action {self.name!r} does not describe {', '.join(bare)}: add them to the docstring's Args"
            raise ValueError(msg)

    def problem(self, arguments: object) -> str | None:
        """What is wrong with `arguments`, or None when they fit: the one judge of arguments.

        JSON Schema decides (no text for numbers, no booleans for integers, 3.0 is 3), formats included; a key that is
        not declared is refused, unless the schema itself says `additionalProperties`.
        """
        if not isinstance(arguments, dict):
            return f"arguments must be an object, got {type(arguments).__name__}"
        undeclared = self._undeclared(arguments)
        if undeclared:
            declared = ", ".join(self.parameters.get("properties", {})) or "none"
            return f"{self.name} takes no {', '.join(map(repr, undeclared))}; its parameters: {declared}"
        try:
            if self._judge.of(self.parameters).is_valid(arguments):
                return None
            return self._explained(arguments)
        except (ValueError, TypeError, RecursionError) as exc:  # not JSON: NaN, a lone surrogate, a Python object
            return f"arguments are not JSON: {exc}"

    def _undeclared(self, arguments: dict[Any, Any]) -> list[Any]:
        declared = self.parameters.get("properties", {})
        if all(key in declared for key in arguments) or "additionalProperties" in self.parameters:
            return []
        return [key for key in arguments if key not in declared]

    def _explained(self, arguments: dict[str, Any]) -> str:
        errors = [_readable(error.instance_path, error.message) for error in self._judge.of(self.parameters).iter_errors(arguments)]
        return "; ".join(errors[:5])


def _described(schema: Mapping[str, Any]) -> bool:
    return bool(str(schema.get("description", "")).strip())


def _readable(path: list[str | int], message: str) -> str:
    place = ".".join(str(part) for part in path)
    return f"{place}: {message}" if place else message


STOP_ACTION: Final = ActionSchema(
    name="final_step",
    description="Stop the task execution.",
    parameters={"type": "object", "properties": {}},
)
"""The schema of `Tool.final_step`, which every tool has: executing it ends the episode."""
