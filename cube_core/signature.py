"""From a Python function to the schema of its arguments, and from JSON arguments to the call."""

import functools
import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import docstring_parser
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaWarningKind

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes, as JSON Schema for the caller and as a model that converts for the function."""

    name: str
    description: str
    parameters: dict[str, Any]
    """JSON Schema of the arguments."""
    fields: dict[str, str]
    """Parameter name to the model's field name (a parameter may have a name that a model refuses)."""
    positional: tuple[str, ...]
    """Parameters that must be passed by position."""
    model: type[BaseModel]

    def convert(self, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the function, with models, enums and dates made from their JSON form.

        Raises:
            pydantic.ValidationError: a value passes the schema but not its type's own validators.
        """
        if not arguments:
            return [], {}
        values = self.model.model_validate(arguments)
        keywords = {name: getattr(values, self.fields[name]) for name in arguments}
        positional = [keywords.pop(name) for name in self.positional if name in keywords]
        return positional, keywords


class _Schema(GenerateJsonSchema):
    """Schemas without the titles that repeat each name."""

    ignored_warning_kinds: typing.ClassVar[set[JsonSchemaWarningKind]] = {
        "skipped-choice",
        "non-serializable-default",  # such a default is the function's own business
    }

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002, signature of the base class
        return False


def read_signature(func: Callable[..., Any]) -> Signature:
    """Read the type hints and the docstring of `func` (Google, NumPy or reST style).

    Raises:
        ValueError: there is no docstring.
        TypeError: a type hint cannot be resolved, or has no JSON Schema.
    """
    plain = _unwrapped(func)
    name = getattr(func, "__name__", None) or getattr(plain, "__name__", type(func).__name__)
    doc = docstring_parser.parse(inspect.getdoc(plain) or "")
    description = "\n\n".join(part for part in (doc.short_description, doc.long_description) if part).strip()
    if not description:
        msg = f"{name} has no docstring: an agent needs a description of what it does"
        raise ValueError(msg)
    parameters = _parameters(func)
    texts = {param.arg_name.lstrip("*"): param.description for param in doc.params}
    model, fields = _model(name, parameters, _hints(plain, name), texts)
    return Signature(
        name=name,
        description=description,
        parameters=_json_schema(name, model),
        fields=fields,
        positional=tuple(p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY),
        model=model,
    )


def _unwrapped(func: Callable[..., Any]) -> Callable[..., Any]:
    while isinstance(func, functools.partial):
        func = func.func
    return inspect.unwrap(func)


def _parameters(func: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = [p for p in inspect.signature(func).parameters.values() if p.kind not in _VARIADIC]
    if parameters and parameters[0].name in {"self", "cls"}:
        del parameters[0]
    return parameters


def _hints(func: Callable[..., Any], name: str) -> dict[str, Any]:
    target = func if hasattr(func, "__annotations__") else type(func).__call__
    try:
        return typing.get_type_hints(target, include_extras=True)
    except (NameError, TypeError, AttributeError) as exc:
        msg = f"the type hints of {name} cannot be resolved: {exc}"
        raise TypeError(msg) from exc


def _model(
    name: str, parameters: list[inspect.Parameter], hints: dict[str, Any], texts: dict[str, str | None]
) -> tuple[type[BaseModel], dict[str, str]]:
    """A model with one field a parameter; fields are numbered, the parameter's name is the alias."""
    fields = {parameter.name: f"p{index}" for index, parameter in enumerate(parameters)}
    definitions: dict[str, Any] = {
        fields[parameter.name]: _field(parameter, hints.get(parameter.name, Any), texts.get(parameter.name))
        for parameter in parameters
    }
    try:
        return create_model(name, __config__=ConfigDict(title=name), **definitions), fields
    except (PydanticSchemaGenerationError, PydanticUserError) as exc:
        msg = f"a type hint of {name} has no JSON form: {exc.message}"
        raise TypeError(msg) from exc


def _field(parameter: inspect.Parameter, hint: Any, text: str | None) -> tuple[Any, FieldInfo]:  # noqa: ANN401, a type hint
    described = hint
    if text and not _says_itself(hint):
        described = Annotated[hint, Field(description=text.strip())]
    if isinstance(parameter.default, FieldInfo):
        return Annotated[described, parameter.default], Field(alias=parameter.name)
    if parameter.default is inspect.Parameter.empty:
        return described, Field(alias=parameter.name)
    return described, Field(alias=parameter.name, default=parameter.default)


def _says_itself(hint: Any) -> bool:  # noqa: ANN401, a type hint
    """Whether the hint carries a description of its own, as in `Annotated[int, Field(description="...")]`."""
    return any(isinstance(extra, FieldInfo) and extra.description for extra in getattr(hint, "__metadata__", ()))


def _json_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    try:
        schema = model.model_json_schema(schema_generator=_Schema)
    except PydanticUserError as exc:
        msg = f"a type hint of {name} has no JSON Schema: {exc.message}"
        raise TypeError(msg) from exc
    definitions = schema.pop("$defs", {})
    inlined: dict[str, Any] = _inline(schema, definitions, ())
    inlined.pop("title", None)
    kept = {key: item for key, item in definitions.items() if f"#/$defs/{key}" in _references(inlined)}
    result = {"type": "object", "properties": inlined.get("properties", {})}
    if inlined.get("required"):
        result["required"] = inlined["required"]
    return {**result, "$defs": definitions} if kept else result


def _inline(node: Any, definitions: dict[str, Any], inside: tuple[str, ...]) -> Any:  # noqa: ANN401, JSON
    """`node` with references replaced by what they name (several model APIs do not follow references).

    A definition that contains itself stays a reference.
    """
    if isinstance(node, list):
        return [_inline(item, definitions, inside) for item in node]
    if not isinstance(node, dict):
        return node
    name = str(node.get("$ref", "")).removeprefix("#/$defs/")
    if name not in definitions or name in inside or _is_recursive(name, definitions):
        return {key: _inline(item, definitions, inside) for key, item in node.items()}
    siblings = {key: item for key, item in node.items() if key != "$ref"}
    return {**_inline(definitions[name], definitions, (*inside, name)), **siblings}


def _is_recursive(name: str, definitions: dict[str, Any]) -> bool:
    seen: set[str] = set()
    frontier = _references(definitions[name])
    while frontier:
        seen |= frontier
        frontier = {ref for reached in frontier for ref in _references(definitions[reached.rpartition("/")[2]])} - seen
    return f"#/$defs/{name}" in seen


def _references(node: Any) -> set[str]:  # noqa: ANN401, JSON
    if isinstance(node, list):
        return {ref for item in node for ref in _references(item)}
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
    return own | {ref for item in node.values() for ref in _references(item)}
