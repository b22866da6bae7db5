"""From a Python function to the schema of its arguments, and from JSON arguments to the call."""

import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

from cube_core.conversion import read_json
from cube_core.docstring import read_docstring
from cube_core.function_schema import json_schema

_PARTIAL_METHOD: Final = "__partialmethod__" if sys.version_info >= (3, 13) else "_partialmethod"
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
    """Parameters that are always passed: their default is one that only pydantic can read, as in
    `x: int = Field(default=3)`, or one that the function might change, as in `x: list[int] = []`."""
    model: type[BaseModel]

    def convert(self, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the function, with models, enums and dates made from their JSON form.

        Raises:
            pydantic.ValidationError: a value passes the schema but not its type's own validators.
        """
        if not arguments and not self.filled:
            return [], {}
        values = read_json(self.model.__pydantic_validator__, arguments).__dict__
        if not self.positional and not self.filled:
            return [], {name: values[self.fields[name]] for name in arguments}
        passed = self.filled.union(arguments)
        count = max((place + 1 for place, name in enumerate(self.positional) if name in passed), default=0)
        positional = [values[self.fields[name]] for name in self.positional[:count]]
        keywords = {
            name: values[field] for name, field in self.fields.items() if name in passed and name not in self.positional
        }
        return positional, keywords


def read_signature(func: Callable[..., Any], *, doc: str | None = None) -> Signature:
    """Read the type hints and the docstring (Google, NumPy or reST style) of `func`; `doc` is used if it has none.

    Raises:
        ValueError: there is no docstring.
        TypeError: a type hint cannot be resolved, or has no JSON Schema.
    """
    plain = _unwrapped(func)
    name = str(getattr(func, "__name__", None) or getattr(plain, "__name__", type(func).__name__))
    written = _written_on(plain) or doc or ""
    description, texts = read_docstring(written)
    if not description:
        lack = "the docstring of {} tells of parameters only" if written.strip() else "{} has no docstring"
        msg = f"{lack.format(name)}: an agent needs a description of what it does"
        raise ValueError(msg)
    parameters = _parameters(func)
    model, fields = _model(name, parameters, _hints(plain, name, parameters), texts)
    return Signature(
        name=name,
        description=description,
        parameters=json_schema(name, model),
        fields=fields,
        positional=tuple(p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY),
        filled=frozenset(p.name for p in parameters if _is_filled(p.default)),
        model=model,
    )


def _unwrapped(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function under partials, partial methods and decorators."""
    inner: Any = inspect.unwrap(func)
    while True:
        partial = inner if isinstance(inner, functools.partial) else getattr(inner, _PARTIAL_METHOD, None)
        if partial is None:
            return inner  # type: ignore[no-any-return]  # a callable, since `func` is one
        inner = inspect.unwrap(partial.func)


def _routine(func: Callable[..., Any]) -> Callable[..., Any]:
    """What runs when `func` is called: itself, the `__init__` of a class, or the `__call__` of an object's class."""
    if isinstance(func, type):
        initializer: Callable[..., Any] = func.__init__  # type: ignore[misc]  # that of this very class
        return initializer
    return func if inspect.isroutine(func) else type(func).__call__


def _written_on(func: Callable[..., Any]) -> str:
    """The docstring of a function, a class or an object with `__call__`."""
    return inspect.getdoc(func) or (not isinstance(func, type) and inspect.getdoc(_routine(func))) or ""


def _parameters(func: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = [p for p in inspect.signature(func).parameters.values() if p.kind not in _VARIADIC]
    if parameters and parameters[0].name in {"self", "cls"}:
        del parameters[0]
    return parameters


def _hints(func: Callable[..., Any], name: str, parameters: Iterable[inspect.Parameter]) -> dict[str, Any]:
    """The resolved hints of the parameters; what a function returns may be anything."""
    written = {p.name: p.annotation for p in parameters if p.annotation is not inspect.Parameter.empty}
    try:
        names = getattr(_routine(func), "__globals__", {})
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
        # JSON has no infinity: an integer too large for a float must not become one
        config = ConfigDict(title=name, allow_inf_nan=False)
        return create_model(name, __config__=config, **definitions), fields
    except Exception as exc:  # pydantic has many, and a type's own hooks may raise anything
        reason = " ".join(str(getattr(exc, "message", exc)).split())
        msg = f"a type hint of {name} has no JSON form: {reason}"
        raise TypeError(msg) from exc


def _field(parameter: inspect.Parameter, hint: Any, text: str | None) -> tuple[Any, FieldInfo]:  # noqa: ANN401, a type hint
    text = _own_text(hint) or text
    described = Annotated[hint, Field(description=text)] if text else hint
    if isinstance(parameter.default, FieldInfo):
        return Annotated[described, parameter.default], Field(alias=parameter.name)
    if parameter.default is inspect.Parameter.empty:
        return described, Field(alias=parameter.name)
    if _is_copied(parameter.default) or _is_hashable(parameter.default):
        return described, Field(alias=parameter.name, default=parameter.default)
    return described, Field(alias=parameter.name, default_factory=lambda: parameter.default)  # pydantic would copy it


def _is_filled(default: object) -> bool:
    return not default.is_required() if isinstance(default, FieldInfo) else _is_copied(default)


def _is_copied(default: object) -> bool:
    """Whether a default could be changed by one call and seen by the next: each call is given a copy."""
    if _is_hashable(default):
        return False
    try:
        deepcopy(default)
    except Exception:  # noqa: BLE001, somebody's own object: there is one, which all calls share
        return False
    return True


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except Exception:  # noqa: BLE001, somebody's own object
        return False
    return True


def _own_text(hint: Any) -> str | None:  # noqa: ANN401, a type hint
    """The description in the hint: `Annotated[int, Field(description="...")]`, `Doc("...")` or plain text."""
    extras = getattr(hint, "__metadata__", ())
    texts = [extra if isinstance(extra, str) else _text_of(extra) for extra in extras]
    return next((text for text in texts if isinstance(text, str) and text), None)


def _text_of(extra: object) -> object:
    return extra.description if isinstance(extra, FieldInfo) else getattr(extra, "documentation", None)
