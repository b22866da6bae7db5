"""Models that remember their class: a field declared as a base class reads back as the subclass that was put in."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    model_serializer,
    model_validator,
)
from pydantic_core import CoreSchema, to_json

from cube_core.former_tags import FORMER_TAGS
from cube_core.short import Short
from cube_core.tagged_schema import declare_tag, is_abstract, take_json_text
from cube_core.tags import CLASSES, import_for, trust_package

__all__ = ["TypedBaseModel", "ValidatedConfig", "assemble", "find_class", "trust_package"]

AnyTyped = TypeVar("AnyTyped", bound="TypedBaseModel")


class TypedBaseModel(BaseModel):
    """A pydantic model that writes its class into every dump as `_type` and reads the same class back.

    Where a field is declared as a base class, the dump keeps all fields of the subclass it holds, in any container,
    and validation restores that subclass. The dict that is read is not changed.

    The tag is the class's module and name. A class inside another class or function whose name belongs to a class of
    the module as well is told apart by its qualified name.

    Raises:
        pydantic.ValidationError: the tag names no concrete subclass of the declared class, or an abstract class (one
            with abstract methods, or with ABC among its bases) is made or read without a tag.
        TypeError: on dumping, when the tag could not be read back elsewhere (a parametrised generic); on defining a
            subclass with a `model_serializer`, which would leave the tag out.

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

    _reads_text: ClassVar[bool] = False
    """Whether the fields are to be given as JSON text where JSON is read: some are strict."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:  # noqa: ANN401, pydantic hands on class keywords
        super().__pydantic_init_subclass__(**kwargs)
        own = cls.__pydantic_decorators__.model_serializers.keys() - {"_write_tag"}
        if own:
            msg = (
                f"{cls.__name__}.{own.pop()} is a model_serializer, whose dumps would have no '_type': serialize fields"
            )
            raise TypeError(msg)
        CLASSES.add(cls)

    @model_serializer(mode="wrap")
    def _write_tag(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {"_type": CLASSES.tag_of(type(self)), **handler(self)}

    @model_validator(mode="wrap")
    @classmethod
    def _read_tag(cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:  # noqa: ANN401, a validator sees everything
        if not isinstance(value, Mapping):
            return handler(cls._as_input(value, info))
        if "_type" not in value:
            if is_abstract(cls):
                msg = f"{cls.__name__} is abstract: name a concrete subclass in '_type'"
                raise ValueError(msg)
            return handler(cls._as_input(value, info))
        target = find_class(value["_type"], cls)
        left_out = {"_type", *_computed(target)}
        fields = {key: item for key, item in value.items() if key not in left_out}
        if target is cls:
            return handler(cls._as_input(fields, info))
        if info.mode == "json":
            return target.model_validate_json(to_json(fields), context=info.context)
        return target.model_validate(fields, context=info.context)

    @classmethod
    def _as_input(cls, value: object, info: ValidationInfo) -> object:
        """What was read in the form that the fields are read from."""
        return to_json(value) if cls._reads_text and info.mode == "json" else value

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401, pydantic's
        schema = handler(source)
        cls._reads_text = take_json_text(schema, around=cls._read_tag)
        return schema

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        found = handler(schema)
        described = handler.resolve_ref_schema(found)
        if "properties" in described:
            declare_tag(cls, described)
        return found

    def __repr_args__(self) -> Iterator[tuple[str | None, object]]:
        """What pydantic shows of the fields, each cut to a readable length."""
        for name, value in super().__repr_args__():
            yield name, Short(value)


CLASSES.add(TypedBaseModel)


class ValidatedConfig(TypedBaseModel):
    """A configuration that users change by assignment: a bad value raises where it is assigned, not later in a worker.

    `model_copy(update=...)` does not validate.

    >>> class Budget(ValidatedConfig):
    ...     steps: int = 10
    >>> budget = Budget()
    >>> budget.steps = "twenty"
    Traceback (most recent call last):
    pydantic_core._pydantic_core.ValidationError: 1 validation error for Budget
    ...
    """

    __module__ = "cube_core"

    model_config = ConfigDict(validate_assignment=True, extra="forbid")


def find_class(tag: object, base: type[AnyTyped]) -> type[AnyTyped]:
    """The concrete subclass of `base` that `tag` names.

    A tag is looked up among the classes that exist (of several, the newest that fits: a notebook cell was run again),
    then among the former tags, and only then imported; see `import_for`.

    Raises:
        ValueError: there is no such class, or it is not a concrete subclass of `base`.
    """
    if not isinstance(tag, str):
        msg = f"'_type' is the dotted path of a class, got {tag!r}"
        raise ValueError(msg)  # noqa: TRY004, pydantic reports ValueErrors with their place
    named = CLASSES.named(tag) or CLASSES.named(FORMER_TAGS.get(tag, "")) or import_for(tag)
    if not named:
        msg = f"'_type' {tag!r} names no class that is loaded or belongs to a registered benchmark"
        raise ValueError(msg)
    for found in named:
        if issubclass(found, base) and not is_abstract(found):
            return found
    msg = f"'_type' {tag!r} is not a concrete subclass of {base.__module__}.{base.__name__}"
    raise ValueError(msg)


# The slots of a model: what its constructor fills in the end.
_set_fields, _set_fields_set, _set_extra, _set_private = (
    vars(BaseModel)[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)


def assemble(cls: type[AnyTyped], fields: dict[str, Any]) -> AnyTyped:
    """An instance whose fields are known to be valid, all of them, in their final form: nothing is checked or copied.

    For what a step makes of its own parts; whatever comes from outside goes through the constructor, and so does a
    subclass that has fields of its own.
    """
    if len(fields) != len(cls.__pydantic_fields__):
        return cls(**fields)
    made = object.__new__(cls)
    _set_fields(made, fields)
    _set_fields_set(made, set(fields))
    _set_extra(made, None)
    _set_private(made, None)
    if cls.__private_attributes__:
        made.model_post_init(None)
    return made


def _computed(cls: type[BaseModel]) -> Iterator[str]:
    """The keys under which a dump tells of computed fields, which are not read back."""
    for name, field in cls.__pydantic_computed_fields__.items():
        yield from (name, field.alias or name)
