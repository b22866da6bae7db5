"""Models that remember which class they were, so that a field declared as a base class reads back as what was put in."""

import importlib
import inspect
import re
import sys
from typing import Any, Self, TypeVar
from weakref import WeakValueDictionary

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    model_serializer,
    model_validator,
)

from cube_core.former_tags import FORMER_TAGS

_TAG = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_CLASSES: WeakValueDictionary[str, type["TypedBaseModel"]] = WeakValueDictionary()
_TRUSTED_PACKAGES: set[str] = set()

AnyTyped = TypeVar("AnyTyped", bound="TypedBaseModel")


def trust_package(name: str) -> None:
    """Let `_type` tags import from the top-level package `name`, as registering a benchmark of that package does."""
    _TRUSTED_PACKAGES.add(name.partition(".")[0])


def tag_of(cls: type) -> str:
    """The text that `_type` holds for instances of `cls`: its module and its name."""
    return f"{cls.__module__}.{cls.__name__}"


class TypedBaseModel(BaseModel):
    """A pydantic model that writes its class into every dump as `_type` and reads the same class back.

    Where a field is declared as a base class, the dump keeps all fields of the subclass it holds, in any container,
    and validation restores that subclass. The dict that is read is not changed.

    Raises:
        pydantic.ValidationError: the tag names no concrete subclass of the declared class, or an abstract class is
            read without a tag.
        TypeError: on dumping, when the tag could not be read back (a class whose name is no identifier, such as a
            parametrised generic).

    >>> class Shape(TypedBaseModel):
    ...     sides: int
    >>> class Square(Shape):
    ...     width: float
    >>> class Drawing(TypedBaseModel):
    ...     shapes: list[Shape]
    >>> drawing = Drawing(shapes=[Square(sides=4, width=2.5)])
    >>> Drawing.model_validate_json(drawing.model_dump_json()).shapes[0].width
    2.5
    """

    __module__ = "cube_core"

    model_config = ConfigDict(polymorphic_serialization=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:  # noqa: ANN401, pydantic hands on class keywords
        super().__pydantic_init_subclass__(**kwargs)
        _CLASSES[tag_of(cls)] = cls  # of several classes with one tag the newest counts: a notebook cell was run again

    @model_serializer(mode="wrap")
    def _write_tag(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        tag = tag_of(type(self))
        if not _TAG.fullmatch(tag):
            msg = f"{tag!r} could not be read back: give the class a plain name, as in `class IntBox(Box[int])`"
            raise TypeError(msg)
        return {"_type": tag, **handler(self)}

    @model_validator(mode="wrap")
    @classmethod
    def _read_tag(cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:  # noqa: ANN401, a validator sees everything
        if not isinstance(value, dict):
            return handler(value)
        if "_type" not in value:
            if inspect.isabstract(cls):
                msg = f"{tag_of(cls)} is abstract: name a concrete subclass in '_type'"
                raise ValueError(msg)
            return handler(value)
        target = find_class(value["_type"], cls)
        fields = {key: item for key, item in value.items() if key != "_type"}
        return handler(fields) if target is cls else target.model_validate(fields, context=info.context)


class ValidatedConfig(TypedBaseModel):
    """A configuration that users change by assignment: a bad value raises where it is assigned, not later in a worker.

    `model_copy(update=...)` does not validate.
    """

    __module__ = "cube_core"

    model_config = ConfigDict(validate_assignment=True)


def find_class(tag: object, base: type[AnyTyped]) -> type[AnyTyped]:
    """The concrete subclass of `base` that `tag` names.

    A tag is looked up among the classes that exist, then among the former tags, and only then imported; and imported
    only from a package that is loaded already or belongs to a registered benchmark.

    Raises:
        ValueError: there is no such class, or it is not a concrete subclass of `base`.
    """
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        msg = f"'_type' {tag!r} is not the dotted path of a class"
        raise ValueError(msg)
    found = _CLASSES.get(tag) or _CLASSES.get(FORMER_TAGS.get(tag, "")) or _import_class(tag)
    if found is None:
        msg = f"'_type' {tag!r} names no class that is loaded or belongs to a registered benchmark"
        raise ValueError(msg)
    if not issubclass(found, base) or inspect.isabstract(found):
        msg = f"'_type' {tag!r} is not a concrete subclass of {tag_of(base)}"
        raise ValueError(msg)
    return found


def _import_class(tag: str) -> type[TypedBaseModel] | None:
    module = tag.rpartition(".")[0]
    if not _may_import(module):
        return None
    try:
        importlib.import_module(module)
    except Exception:  # noqa: BLE001, whatever a module does on import, the tag is then merely unknown
        return None
    return _CLASSES.get(tag)


def _may_import(module: str) -> bool:
    """Tags are data, so this is a fence: no scripts (`x.__main__`), nothing of the standard library, no new package."""
    parts = module.split(".")
    if parts[0] in sys.stdlib_module_names or any(part.startswith("_") for part in parts):
        return False
    return parts[0] in sys.modules or parts[0] in _TRUSTED_PACKAGES
