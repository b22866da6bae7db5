"""Models that remember their class."""

import copy
import datetime as dt
import gc
import json
import pickle
import sys
import textwrap
from abc import ABC, abstractmethod
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import ConfigDict, Field, Strict, ValidationError, computed_field, field_serializer, model_serializer
from pydantic_core import PydanticSerializationError

import cube_core
from cube_core import Action, Content, Observation, StepError, TextContent, TypedBaseModel, ValidatedConfig
from cube_core.former_tags import FORMER_TAGS
from cube_core.typed import assemble, find_class, trust_package

T = TypeVar("T")


class Base(TypedBaseModel):
    a: int = 1


class Sub(Base):
    b: int = 2
    when: dt.date | None = None

    @field_serializer("b")
    def _as_text(self, b: int) -> str:
        return f"{b:04}"


class Deeper(Sub):
    inner: Base = Base()


class Stray(TypedBaseModel):
    a: int = 1


class Animal(TypedBaseModel, ABC):
    """Abstract by declaration: it has no abstract method."""

    legs: int = 4


class Dog(Animal):
    name: str = "Rex"


class Speaker(TypedBaseModel, ABC):
    @abstractmethod
    def speak(self) -> str: ...


class Crow(Speaker):
    volume: int = 3

    def speak(self) -> str:
        return "caw" * self.volume


class Box(TypedBaseModel, Generic[T]):
    item: T


class IntBox(Box[int]):
    pass


class Holder(TypedBaseModel):
    one: Base
    many: list[Base] = Field(default_factory=list)
    by: dict[str, Base] = Field(default_factory=dict)
    pair: tuple[Base, ...] = ()
    opt: Base | None = None
    either: Base | Stray | None = None
    deep: dict[str, list[Base | None]] = Field(default_factory=dict)
    anything: Any = None
    info: dict[str, Any] = Field(default_factory=dict)


class Outer:
    class Sub(Base):
        """Shares its name with the module's Sub."""

        outer: str = "o"


class Other:
    class Nested(Base):
        """Shares its name with no class of the module."""

        other: str = "n"


bases = st.recursive(
    st.builds(Base, a=st.integers())
    | st.builds(Sub, a=st.integers(), b=st.integers(0, 9999), when=st.none() | st.dates())
    | st.builds(Outer.Sub, outer=st.text())
    | st.builds(Other.Nested, other=st.text()),
    lambda inner: st.builds(Deeper, b=st.integers(0, 9999), inner=inner),
    max_leaves=3,
)
holders = st.builds(
    Holder,
    one=bases,
    many=st.lists(bases, max_size=3),
    by=st.dictionaries(st.text(), bases, max_size=3),
    pair=st.lists(bases, max_size=2).map(tuple),
    opt=st.none() | bases,
    either=st.none() | bases | st.builds(Stray, a=st.integers()),
    deep=st.dictionaries(st.text(), st.lists(st.none() | bases, max_size=2), max_size=2),
)


@given(holders)
def test_a_subclass_in_a_field_of_its_base_survives_a_dump_in_python_and_in_json(holder: Holder) -> None:
    assert Holder.model_validate(holder.model_dump()) == holder
    assert Holder.model_validate(holder.model_dump(mode="json")) == holder
    assert Holder.model_validate_json(holder.model_dump_json()) == holder
    assert TypedBaseModel.model_validate_json(holder.model_dump_json()) == holder


@given(holders)
def test_leaving_out_defaults_and_nones_loses_no_field_of_a_subclass(holder: Holder) -> None:
    assert Holder.model_validate(holder.model_dump(exclude_defaults=True)) == holder
    assert Holder.model_validate_json(holder.model_dump_json(exclude_defaults=True)) == holder
    assert Holder.model_validate_json(holder.model_dump_json(exclude_none=True)) == holder
    assert Holder.model_validate_json(holder.model_dump_json(exclude_unset=True)) == holder


def test_leaving_out_one_field_keeps_the_tag_and_the_other_fields() -> None:
    holder = Holder(one=Deeper(a=5, b=9, inner=Sub(b=7)), many=[Sub(b=8)])
    for dump in (holder.model_dump(exclude={"many"}), json.loads(holder.model_dump_json(exclude={"many"}))):
        assert "many" not in dump
        assert Holder.model_validate(dump) == holder.model_copy(update={"many": []})
    assert holder.model_dump(exclude={"one": {"inner": {"b"}}})["one"]["inner"]["_type"] == f"{__name__}.Sub"
    assert set(holder.model_dump(include={"one": {"a"}})["one"]) == {"_type", "a"}


def test_models_in_fields_of_any_type_lose_no_field() -> None:
    holder = Holder(one=Base(), anything=Sub(b=9), info={"x": Sub(b=9), "y": [Deeper(inner=Sub(b=8))]})
    for dump in (holder.model_dump(mode="json"), json.loads(holder.model_dump_json())):
        assert dump["anything"]["b"] == "0009"
        assert dump["info"]["x"]["_type"] == f"{__name__}.Sub"
        assert dump["info"]["y"][0]["inner"]["b"] == "0008"


def test_a_tag_is_the_module_and_the_name_of_the_class() -> None:
    assert Sub().model_dump()["_type"] == f"{Sub.__module__}.{Sub.__name__}"
    assert TextContent(data="x").model_dump()["_type"] == "cube_core.TextContent"


def test_every_public_model_is_tagged_with_its_package() -> None:
    public = [getattr(cube_core, name) for name in cube_core.__all__]
    models = [thing for thing in public if isinstance(thing, type) and issubclass(thing, TypedBaseModel)]
    assert {model.__module__ for model in models} == {"cube_core"}
    assert all(getattr(cube_core, model.__name__) is model for model in models)


def test_reading_does_not_change_what_is_read() -> None:
    dump = Holder(one=Sub(b=9), many=[Sub(b=8)]).model_dump(mode="json")
    before = copy.deepcopy(dump)
    assert Holder.model_validate(dump) == Holder.model_validate(dump)
    assert dump == before


def test_any_mapping_is_read_with_its_tag() -> None:
    assert Base.model_validate(MappingProxyType({"_type": f"{__name__}.Sub", "b": 9})) == Sub(b=9)


@pytest.mark.parametrize(
    "tag",
    [
        "cube_core.Action",
        "cube_core.Content",
        "cube_core.Missing",
        "cube_core._MediaContent",
        "cube_core.TypedBaseModel",
        "cube_core.content.json",
        "cube_core.Tool",
        "os.path",
        "os.system",
        "subprocess.Popen",
        "pydantic.BaseModel",
        "pydantic.main.BaseModel",
        "builtins.dict",
        "no_module.X",
        "no_module",
        "NoDot",
        "",
        ".",
        "..",
        ".X",
        "cube_core.",
        "cube_core..TextContent",
        " cube_core.TextContent",
        "cube_core.TextContent\n",
        "cube_core/../x.Y",
        "cube_core.\ud800",
        "a" * 10_000 + ".b",
        ".".join("a" * 1000),
        None,
        5,
        1.5,
        True,
        [],
        {},
        ["cube_core.TextContent"],
        TextContent,
    ],
)
def test_a_tag_that_names_no_subclass_of_the_field_is_a_validation_error(tag: object) -> None:
    with pytest.raises(ValidationError, match="_type"):
        Observation.model_validate({"contents": [{"_type": tag, "data": "x"}]})


def test_a_tag_of_an_unrelated_class_is_refused_at_the_top_too() -> None:
    with pytest.raises(ValidationError, match=r"TextContent' is not a concrete subclass of cube_core.Action"):
        Action.model_validate({"_type": "cube_core.TextContent", "name": "tap", "data": "x"})
    with pytest.raises(ValidationError, match="concrete subclass"):
        Sub.model_validate({"_type": f"{__name__}.Base"})


def test_an_error_inside_a_subclass_is_reported_with_its_place() -> None:
    with pytest.raises(ValidationError) as caught:
        Holder.model_validate({"one": {}, "many": [{}, {"_type": f"{__name__}.Sub", "b": "nine"}]})
    assert caught.value.errors()[0]["loc"] == ("many", 1, "b")


@pytest.mark.parametrize("abstract", [Content, Animal, Speaker])
def test_an_abstract_class_is_not_read_without_a_tag(abstract: type[TypedBaseModel]) -> None:
    with pytest.raises(ValidationError, match="abstract: name a concrete subclass"):
        abstract.model_validate({"data": "x", "legs": 3})
    with pytest.raises(ValidationError, match="not a concrete subclass"):
        abstract.model_validate({"_type": f"{abstract.__module__}.{abstract.__name__}"})


def test_a_field_of_an_abstract_class_reads_its_concrete_subclasses() -> None:
    assert Animal.model_validate_json(Dog(legs=3).model_dump_json()) == Dog(legs=3)
    assert Speaker.model_validate(Crow(volume=2).model_dump()) == Crow(volume=2)


def test_no_module_is_imported_because_a_tag_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from cube_core import TypedBaseModel\nclass Config(TypedBaseModel):\n    size: int = 1\n"
    for name in ("unasked_package", "benchmark_package"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "parts.py").write_text(source)
        (tmp_path / name / "__main__.py").write_text("raise RuntimeError('a script ran')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValidationError, match="names no class that is loaded or belongs to a registered benchmark"):
        TypedBaseModel.model_validate({"_type": "unasked_package.parts.Config"})
    assert "unasked_package" not in sys.modules
    trust_package("benchmark_package")
    read = TypedBaseModel.model_validate({"_type": "benchmark_package.parts.Config", "size": 3})
    assert read.model_dump() == {"_type": "benchmark_package.parts.Config", "size": 3}
    with pytest.raises(ValidationError):
        TypedBaseModel.model_validate({"_type": "benchmark_package.__main__.Config"})


def test_a_tag_imports_no_part_of_the_standard_library() -> None:
    assert "encodings" in sys.modules
    with pytest.raises(ValidationError, match="names no class"):
        TypedBaseModel.model_validate({"_type": "encodings.uu_codec.Codec"})
    assert "encodings.uu_codec" not in sys.modules


def test_a_nested_class_of_a_package_is_found_by_importing_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nesting_package.py").write_text(
        textwrap.dedent(
            """
            from cube_core import TypedBaseModel
            class Config(TypedBaseModel): ...
            class Outer:
                class Config(TypedBaseModel):
                    size: int = 1
            """
        )
    )
    monkeypatch.syspath_prepend(tmp_path)
    trust_package("nesting_package")
    assert TypedBaseModel.model_validate({"_type": "nesting_package.Outer.Config", "size": 3}).model_dump()["size"] == 3


@pytest.mark.parametrize("source", ["raise RuntimeError('no')", "import sys\nsys.exit(3)", "this is no Python"])
def test_a_module_that_cannot_be_imported_leaves_its_tag_unknown(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"broken_package_{abs(hash(source))}"
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    trust_package(name)
    with pytest.raises(ValidationError, match="names no class"):
        TypedBaseModel.model_validate({"_type": f"{name}.Config"})


def test_two_classes_of_one_name_in_a_module_are_told_apart() -> None:
    assert Outer.Sub().model_dump()["_type"] == f"{__name__}.Outer.Sub"
    assert Other.Nested().model_dump()["_type"] == f"{__name__}.Nested"
    for value in (Sub(b=9), Outer.Sub(outer="x"), Other.Nested(other="y")):
        assert Holder.model_validate_json(Holder(one=value).model_dump_json()).one == value


def test_a_class_inside_a_function_is_read_back() -> None:
    class Local(Base):
        c: int = 3

    assert Holder.model_validate(Holder(one=Local(c=4)).model_dump()).one == Local(c=4)


def test_a_vanished_class_of_the_same_name_does_not_hide_the_one_that_is_left() -> None:
    def define_and_forget() -> None:
        class Dog(Animal):  # as the module's
            """Gone soon."""

    define_and_forget()
    gc.collect()
    assert Animal.model_validate(Dog(legs=3).model_dump()) == Dog(legs=3)


def test_of_a_class_that_was_defined_again_the_newest_counts() -> None:
    def define(default: int) -> type[Base]:
        class Cell(Base):
            c: int = default

        return Cell

    old, new = define(1), define(2)
    assert type(Base.model_validate(old().model_dump())) is new


def test_a_field_keeps_reading_its_class_after_the_class_was_defined_again() -> None:
    def define() -> type[Base]:
        class Cell(Base):
            c: int = 1

        return Cell

    old = define()

    class Notebook(TypedBaseModel):
        cell: old  # type: ignore[valid-type]

    define()
    assert type(Notebook.model_validate({"cell": old.model_validate({"c": 5}).model_dump()}).cell) is old


def test_a_parametrised_class_is_refused_when_it_is_dumped_and_its_named_subclass_is_not() -> None:
    with pytest.raises((TypeError, PydanticSerializationError), match="give the class a plain name"):
        Box[int](item=1).model_dump_json()
    assert TypedBaseModel.model_validate_json(IntBox(item=3).model_dump_json()) == IntBox(item=3)


def test_a_subclass_whose_dumps_would_have_no_tag_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Own\.dump is a model_serializer"):

        class Own(Base):
            @model_serializer
            def dump(self) -> dict[str, int]:
                return {"a": self.a}


def test_tags_of_former_homes_are_read() -> None:
    assert all(hasattr(cube_core, tag.rpartition(".")[2]) for tag in FORMER_TAGS.values())
    dump = {"_type": "cube.core.Observation", "contents": [{"_type": "cube.core.TextContent", "data": "x"}]}
    assert Observation.model_validate(dump) == Observation.from_text("x")
    assert find_class("cube.core.Action", Action) is Action


def test_unknown_keys_are_ignored_or_refused_as_the_class_says_and_the_tag_is_no_key() -> None:
    class Strict(TypedBaseModel, extra="forbid"):
        a: int = 1

    assert Strict.model_validate(Strict(a=2).model_dump()) == Strict(a=2)
    with pytest.raises(ValidationError, match="extra"):
        Strict.model_validate({"a": 1, "c": 2})


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_every_public_model_has_a_json_schema(mode: Literal["validation", "serialization"]) -> None:
    for name in cube_core.__all__:
        model = getattr(cube_core, name)
        if isinstance(model, type) and issubclass(model, TypedBaseModel):
            json.dumps(model.model_json_schema(mode=mode))


def test_models_survive_copying_and_pickling() -> None:
    holder = Holder(one=Deeper(inner=Sub(b=9)), info={"x": Sub(b=9)})
    for twin in (copy.copy(holder), copy.deepcopy(holder), pickle.loads(pickle.dumps(holder))):  # noqa: S301, our own
        assert twin == holder
        assert type(twin.one) is Deeper


def test_an_assembled_model_equals_a_constructed_one() -> None:
    assembled = assemble(TextContent, {"tool_call_id": None, "name": "n", "data": "x"})
    assert assembled == TextContent(data="x", name="n")
    assert pickle.loads(pickle.dumps(assembled)) == assembled  # noqa: S301, our own
    assert assembled.model_dump() == TextContent(data="x", name="n").model_dump()


class Pencil(ValidatedConfig):
    length: int = Field(default=7, ge=1)
    part: Base = Base()


def test_a_wrong_value_raises_where_it_is_assigned() -> None:
    pencil = Pencil()
    for name, value in (("length", 0), ("length", "long"), ("part", {"a": "x"}), ("part", Stray()), ("part", 3)):
        with pytest.raises(ValidationError, match=name):
            setattr(pencil, name, value)
    assert pencil == Pencil()


def test_an_assigned_value_may_be_a_subclass_or_its_dump() -> None:
    pencil = Pencil()
    pencil.part = Sub(b=9)
    assert pencil.part == Sub(b=9)
    setattr(pencil, "part", Sub(b=8).model_dump())  # noqa: B010, a dict is no Base for the type checker
    assert pencil.part == Sub(b=8)
    assert Pencil.model_validate_json(pencil.model_dump_json()) == pencil


def test_a_copy_with_changes_is_not_validated() -> None:
    assert Pencil().model_copy(update={"length": -1}).length == -1


def test_other_models_are_validated_on_construction_only() -> None:
    stray = Stray()
    setattr(stray, "a", "text")  # noqa: B010, wrong for the type checker
    assert stray.a == "text"  # type: ignore[comparison-overlap]
    with pytest.raises(ValidationError):
        Stray(a="text")  # type: ignore[arg-type]


def test_step_errors_are_subclassed_and_keep_their_class_in_an_observation() -> None:
    class PageTimeoutError(StepError):
        seconds: float

    error = PageTimeoutError(error_type="Timeout", exception_str="slow", stack_trace="", seconds=2.5)
    observation = Observation(error=error)
    assert Observation.model_validate_json(observation.model_dump_json()).error == error


# Strict types, computed fields, JSON Schema


class Strictly(TypedBaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    day: dt.date
    pair: tuple[int, int] = (1, 2)
    some: frozenset[int] = frozenset({1})
    data: bytes = b"x"

    @computed_field  # type: ignore[prop-decorator]
    @property
    def year(self) -> int:
        return self.day.year


class MoreStrictly(Strictly):
    span: dt.timedelta = dt.timedelta(hours=1)


class StrictInPart(TypedBaseModel):
    day: Annotated[dt.date, Strict()]
    number: int = 0


class Container(TypedBaseModel):
    one: Strictly
    many: list[Strictly] = Field(default_factory=list)
    part: StrictInPart | None = None
    anything: Any = None


strictlies = st.builds(Strictly, day=st.dates(), pair=st.tuples(st.integers(), st.integers())) | st.builds(
    MoreStrictly, day=st.dates(), some=st.frozensets(st.integers())
)


@given(st.builds(Container, one=strictlies, many=st.lists(strictlies, max_size=2)))
def test_strict_models_with_computed_fields_come_back_from_json(container: Container) -> None:
    text = container.model_dump_json()
    assert Container.model_validate_json(text) == container
    assert Container.model_validate_json(text, strict=True) == container
    assert type(Strictly.model_validate_json(container.one.model_dump_json())) is type(container.one)
    assert Container.model_validate(container.model_dump()) == container


def test_strict_models_stay_strict() -> None:
    good = Strictly(day=dt.date(2024, 2, 29)).model_dump(mode="json")
    for bad in ({"pair": [1, "2"]}, {"pair": [1.5, 2]}, {"day": 5}, {"data": 1}, {"more": 1}):
        with pytest.raises(ValidationError):
            Strictly.model_validate_json(json.dumps(good | bad))
    with pytest.raises(ValidationError, match=r"day\n  Input should be a valid date"):
        Strictly.model_validate(good)  # in Python a strict date is a date
    for not_an_object in ("5", "[]", "null", '"x"'):
        with pytest.raises(ValidationError, match="Input should be an object"):
            Strictly.model_validate_json(not_an_object)
    assert StrictInPart.model_validate_json('{"day": "2024-02-29", "number": "3"}').number == 3


def test_a_computed_field_is_told_and_not_taken_for_a_value() -> None:
    dump = Strictly(day=dt.date(2024, 2, 29)).model_dump()
    assert dump["year"] == 2024
    assert Strictly.model_validate(dump | {"year": 1}).year == 2024
    with pytest.raises(ValidationError, match="year"):
        Strictly.model_validate({"day": dt.date(2024, 2, 29), "year": 2024})  # no dump, since it has no tag


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (Base, Sub(b=9)),
        (Dog, Dog(name="Wau")),
        (Animal, Dog(name="Wau")),
        (MoreStrictly, MoreStrictly(day=dt.date(2024, 2, 29))),
        (Strictly, MoreStrictly(day=dt.date(2024, 2, 29))),
        (Container, Container(one=MoreStrictly(day=dt.date(2024, 2, 29)))),
        (Action, Action(name="tap", arguments={"x": 1})),
        (Content, TextContent(data="t")),
        (Observation, StepError.from_exception(ValueError("x")).to_observation("c")),
    ],
    ids=count(),
)
def test_the_json_schema_of_a_declared_class_takes_the_dumps_that_it_reads(
    declared: type[TypedBaseModel], value: TypedBaseModel
) -> None:
    schema = Draft202012Validator(declared.model_json_schema())
    dump = without_computed(value.model_dump(mode="json"))
    schema.validate(dump)
    assert declared.model_validate_json(json.dumps(dump)) == value
    assert not schema.is_valid({**dump, "_type": "os.path"})


def without_computed(dump: Any) -> Any:  # noqa: ANN401, JSON
    """A dump without the year of Strictly, which no schema of what is read declares."""
    if isinstance(dump, dict):
        return {key: without_computed(item) for key, item in dump.items() if key != "year"}
    return dump
