"""From a Python function to the schema of its arguments, and from JSON arguments to the call."""

import functools
import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import docstring_parser
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError
from pydantic.fields import FieldInfo

from cube_core.function_schema import json_schema

_VARIADIC: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


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
    filled: frozenset[str]
    """Parameters whose default only pydantic can read, as in `x: int = Field(default=3)`: they are always passed."""
    model: type[BaseModel]

    def convert(self, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the function, with models, enums and dates made from their JSON form.

        Raises:
            pydantic.ValidationError: a value passes the schema but not its type's own validators.
        """
        if not arguments and not self.filled:
            return [], {}
        values = self._values(arguments)
        if not self.positional and not self.filled:
            return [], {name: values[self.fields[name]] for name in arguments}
        passed = self.filled.union(arguments)
        count = max((place + 1 for place, name in enumerate(self.positional) if name in passed), default=0)
        positional = [values[self.fields[name]] for name in self.positional[:count]]
        keywords = {
            name: values[field] for name, field in self.fields.items() if name in passed and name not in self.positional
        }
        return positional, keywords

    def _values(self, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.model.model_validate(arguments).__dict__
        except ValidationError:
            return self.model.model_validate(_with_integers(arguments)).__dict__


def _with_integers(value: Any) -> Any:  # noqa: ANN401, JSON
    """JSON with its whole numbers as int. 1e300 is an integer there, and pydantic makes none of a float that large."""
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_signature(func: Callable[..., Any], *, doc: str | None = None) -> Signature:
    """Read the type hints and the docstring (Google, NumPy or reST style) of `func`; `doc` is used if it has none.

    Raises:
        ValueError: there is no docstring.
        TypeError: a type hint cannot be resolved, or has no JSON Schema.
    """
    plain = _unwrapped(func)
    name = str(getattr(func, "__name__", None) or getattr(plain, "__name__", type(func).__name__))
    description, texts = _read_docstring(inspect.getdoc(plain) or inspect.getdoc(_routine(plain)) or doc or "")
    if not description:
        msg = f"{name} has no docstring: an agent needs a description of what it does"
        raise ValueError(msg)
    parameters = _parameters(func)
    model, fields = _model(name, parameters, _hints(plain, name), texts)
    defaults = {p.name: p.default for p in parameters if isinstance(p.default, FieldInfo)}
    return Signature(
        name=name,
        description=description,
        parameters=json_schema(name, model),
        fields=fields,
        positional=tuple(p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY),
        filled=frozenset(name for name, default in defaults.items() if not default.is_required()),
        model=model,
    )


def _unwrapped(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function under partials and decorators."""
    inner: Callable[..., Any] = inspect.unwrap(func)
    while isinstance(inner, functools.partial):
        inner = inspect.unwrap(inner.func)
    return inner


def _routine(func: Callable[..., Any]) -> Callable[..., Any]:
    """What runs when `func` is called: itself, or the `__call__` of its class."""
    return func if inspect.isroutine(func) else type(func).__call__


def _read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """The description, and that of each parameter."""
    try:
        doc = docstring_parser.parse(text)
    except docstring_parser.ParseError:
        return text.strip(), {}
    description = "\n\n".join(part for part in (doc.short_description, doc.long_description) if part).strip()
    return description, {param.arg_name.lstrip("*"): (param.description or "").strip() for param in doc.params}


def _parameters(func: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = [p for p in inspect.signature(func).parameters.values() if p.kind not in _VARIADIC]
    if parameters and parameters[0].name in {"self", "cls"}:
        del parameters[0]
    return parameters


def _hints(func: Callable[..., Any], name: str) -> dict[str, Any]:
    """The resolved hints of the parameters; what a function returns may be anything."""
    described = _routine(func)
    written = dict(getattr(described, "__annotations__", {}))
    written.pop("return", None)
    try:
        names = getattr(described, "__globals__", {})
        return typing.get_type_hints(types.SimpleNamespace(__annotations__=written), names, include_extras=True)
    except (NameError, TypeError, AttributeError, SyntaxError) as exc:
        msg = f"the type hints of {name} cannot be resolved: {exc}"
        raise TypeError(msg) from exc


def _model(
    name: str, parameters: list[inspect.Parameter], hints: dict[str, Any], texts: dict[str, str]
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
    text = _own_text(hint) or text
    described = Annotated[hint, Field(description=text)] if text else hint
    if isinstance(parameter.default, FieldInfo):
        return Annotated[described, parameter.default], Field(alias=parameter.name)
    if parameter.default is inspect.Parameter.empty:
        return described, Field(alias=parameter.name)
    return described, Field(alias=parameter.name, default=parameter.default)


def _own_text(hint: Any) -> str | None:  # noqa: ANN401, a type hint
    """The description in the hint: `Annotated[int, Field(description="...")]`, or plainly `Annotated[int, "..."]`."""
    extras = getattr(hint, "__metadata__", ())
    texts = [extra.description if isinstance(extra, FieldInfo) else extra for extra in extras]
    return next((text for text in texts if isinstance(text, str) and text), None)
