"""What agents, planners and pages may hand over: JSON, and anything but JSON. The world takes it all."""

import enum
import json
import pickle
from collections import OrderedDict, deque
from collections.abc import Callable
from types import MappingProxyType, SimpleNamespace
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from cube_core import Action, EnvironmentOutput, Observation, StepError, TextContent
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldModel, WorldState
from world.frozen import CUT, MAX_DEPTH, freeze, plain, stable_hash


class Colour(enum.Enum):
    RED = "red"


class Broken:
    """Raises wherever it can."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError

    def __bool__(self) -> bool:
        raise RuntimeError

    def __iter__(self) -> object:
        raise RuntimeError


class BrokenMapping(dict[str, object]):
    """A mapping whose content cannot be read."""

    def items(self) -> object:  # type: ignore[override]
        raise RuntimeError

    def keys(self) -> object:  # type: ignore[override]
        raise RuntimeError


def self_containing() -> list[object]:
    items: list[object] = [1]
    items.append(items)
    return items


TEXTS = st.text(st.characters(exclude_categories=())) | st.sampled_from(["", "ok \ud83d end", "launch_app", "你好 🙂"])

ODD_THINGS: dict[str, Callable[[], object]] = {
    "integer of 5,000 digits": lambda: 10**5000,
    "enum member": lambda: Colour.RED,
    "class": lambda: Colour,
    "method": lambda: OrderedDict.fromkeys,
    "object": object,
    "broken object": Broken,
    "broken mapping": lambda: BrokenMapping(a=1),
    "numpy NaN": lambda: np.float32("nan"),
    "numpy integer": lambda: np.int64(3),
    "array": lambda: np.arange(4).reshape(2, 2),
    "model": lambda: TextContent(data="seen"),
    "namespace": lambda: SimpleNamespace(page=5),
    "range": lambda: range(3),
    "iterator": lambda: iter("abc"),
}

ODD_LEAVES = st.one_of(
    st.floats(),
    st.complex_numbers(),
    st.binary(max_size=5),
    st.decimals(),
    st.dates(),
    st.timedeltas(),
    st.sampled_from(sorted(ODD_THINGS)).map(lambda name: ODD_THINGS[name]()),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)

ANYTHING = st.recursive(
    JSON | ODD_LEAVES | st.builds(self_containing),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.builds(deque, st.lists(inner, max_size=3)),
        st.sets(st.integers() | st.text(max_size=2) | st.none(), max_size=4),
        st.dictionaries(st.text(max_size=3) | st.integers() | st.none() | st.booleans(), inner, max_size=3),
        st.builds(lambda value: MappingProxyType({"inside": value}), inner),
        st.builds(lambda value: OrderedDict(inside=value), inner),
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("value", "frozen"),
    [
        ([1, [2]], (1, (2,))),
        ({3, 1, 2}, (1, 2, 3)),
        ({1: "a", None: "b", False: "c", (1, 2): "d"}, {"1": "a", "null": "b", "false": "c", "[1, 2]": "d"}),
        ({1: "a", "1": "b", None: "c", "null": "d"}, {"1": "a", "1 (2)": "b", "null": "c", "null (2)": "d"}),
        ({"a": MappingProxyType({"b": [1]})}, {"a": {"b": (1,)}}),
        (Colour.RED, "red"),
        (b"\x00", "AA=="),
        (float("nan"), None),
        ("half \ud83d", "half \ufffd"),
        (object(), "<builtins.object>"),
        (self_containing(), (1, CUT)),
    ],
)
def test_odd_values_are_made_safe(value: object, frozen: object) -> None:
    assert freeze(value) == frozen


def test_what_cannot_be_read_becomes_the_name_of_its_class() -> None:
    assert freeze([Broken(), BrokenMapping(a=1)]) == (f"<{__name__}.Broken>", f"<{__name__}.BrokenMapping>")


def test_what_is_nested_too_deeply_is_cut() -> None:
    value: Any = "bottom"
    for _ in range(2 * MAX_DEPTH):
        value = {"in": value}
    frozen = freeze(value)
    depth = 0
    while isinstance(frozen, dict):
        frozen, depth = frozen["in"], depth + 1
    assert (frozen, depth) == (CUT, MAX_DEPTH)


def test_a_list_that_contains_itself_twice_does_not_explode() -> None:
    items: list[object] = []
    items += [items, items, {"again": items}]
    assert freeze(items) == (CUT, CUT, {"again": CUT})


@given(JSON)
def test_json_stays_what_it_says(value: object) -> None:
    clean = json.loads(json.dumps(value).replace("\\ud", "\\u0"))  # without surrogates, which become U+FFFD
    assert json.loads(json.dumps(plain(freeze(clean)))) == clean


@given(ANYTHING)
def test_anything_becomes_json_that_hashes_and_pickles(value: object) -> None:
    frozen = freeze(value)
    text = json.dumps(frozen, allow_nan=False, sort_keys=True, ensure_ascii=False)
    assert text.encode()
    again = pickle.loads(pickle.dumps(frozen))  # noqa: S301, our own bytes
    assert again == frozen
    assert stable_hash(again) == stable_hash(frozen)
    assert freeze(frozen) == frozen
    assert TypeAdapter(Any).dump_json(frozen)


SCENES = st.one_of(
    st.builds(Scene, st.lists(ANYTHING, max_size=3), TEXTS),
    st.builds(lambda elements: SimpleNamespace(elements=elements, text=None), ANYTHING),
    ANYTHING,
)
SEMANTIC_SCENES = st.one_of(
    st.builds(SemanticScene, TEXTS | st.none(), st.lists(ANYTHING, max_size=3)),
    st.builds(lambda page: SimpleNamespace(page=page, intents=None), ANYTHING),
    ANYTHING,
)
ARGS = st.fixed_dictionaries({}, optional={"app": ANYTHING, "remember": ANYTHING | st.dictionaries(TEXTS, ANYTHING)})
NAMES = st.sampled_from(["launch_app", "terminate_app", "tap", ""])
STEPS = st.one_of(
    st.builds(PlannedStep, NAMES, ARGS),
    st.builds(lambda name, args: SimpleNamespace(name=name, args=args), NAMES | ANYTHING, ARGS | ANYTHING),
    st.builds(lambda name: Action(name=name, arguments={"app": "mail"}), NAMES),
    ANYTHING,
)
RESULTS = st.one_of(
    st.builds(StepResult, st.booleans(), TEXTS | st.none()),
    st.builds(lambda success: SimpleNamespace(success=success), ANYTHING),
    st.just(EnvironmentOutput(obs=Observation())),
    st.just(EnvironmentOutput(obs=Observation(), error=StepError.from_exception(ValueError("no")))),
    ANYTHING,
)


@given(st.data(), st.integers(0, 3), st.booleans())
def test_observe_takes_anything_and_keeps_one_entry_a_step(data: st.DataObject, size: int, guess: bool) -> None:  # noqa: FBT001
    world = WorldModel(WorldConfig(history_size=size, page_from_scene=guess))
    for count in range(1, 5):
        world.observe(data.draw(SCENES), data.draw(SEMANTIC_SCENES), data.draw(STEPS), data.draw(RESULTS))
        check_is_whole(world.state)
        assert len(world.state.history) == min(count, size)


def check_is_whole(state: WorldState) -> None:
    again = pickle.loads(pickle.dumps(state))  # noqa: S301, our own bytes
    assert again == state
    assert hash(again) == hash(state)
    assert repr(again) == repr(state)
    assert len(repr(state)) < 300
    assert json.dumps(state.as_dict(), allow_nan=False, ensure_ascii=False).encode()
    assert EnvironmentOutput(obs=Observation(), info={"world": state}).model_dump_json()


def test_observe_takes_an_object_that_has_no_class() -> None:
    class Classless:
        @property  # type: ignore[misc]
        def __class__(self) -> NoReturn:  # type: ignore[override]
            raise RuntimeError

    thing: Any = Classless()
    world = WorldModel()
    world.observe(thing, thing, thing, thing)
    world.observe(thing, thing, PlannedStep("tap", {"remember": {"kept": thing}}), thing)
    assert len(world.state.history) == 2
    assert list(world.state.variables) == ["kept"]


def test_reset_takes_anything(subtests: pytest.Subtests) -> None:
    for first in (None, 5, "inbox", Broken(), SimpleNamespace(page=5), SimpleNamespace()):
        with subtests.test(type(first).__name__):
            world = WorldModel()
            world.reset(first)  # type: ignore[arg-type]
            assert world.state == WorldState()
