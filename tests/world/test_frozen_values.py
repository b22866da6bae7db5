"""The mappings that the world hands out cannot be written."""

import copy
from collections.abc import Callable

import pytest

from world.frozen import FrozenDict

WRITES: dict[str, Callable[[FrozenDict], object]] = {
    "set item": lambda d: d.__setitem__("a", 2),
    "delete item": lambda d: d.__delitem__("a"),
    "setdefault new": lambda d: d.setdefault("b", 2),
    "setdefault": lambda d: d.setdefault("a", 2),
    "pop": lambda d: d.pop("a"),
    "pop with default": lambda d: d.pop("b", None),
    "popitem": lambda d: d.popitem(),
    "clear": lambda d: d.clear(),
    "update by name": lambda d: d.update(a=2),
    "update": lambda d: d.update({"a": 2}),
    "or in place": lambda d: d.__ior__({"a": 2}),
    "update inside": lambda d: d["nested"].update(a=2),
    "append inside": lambda d: d["items"].append(2),
    "set attribute": lambda d: setattr(d, "a", 2),
}


@pytest.mark.parametrize("name", WRITES)
def test_every_write_is_refused(name: str) -> None:
    frozen = FrozenDict({"a": 1, "nested": {"a": 1}, "items": [{"a": 1}]})
    with pytest.raises((TypeError, AttributeError)):
        WRITES[name](frozen)
    assert frozen == {"a": 1, "nested": {"a": 1}, "items": ({"a": 1},)}


def test_the_statements_that_write_are_refused() -> None:
    frozen = FrozenDict({"a": 1})
    with pytest.raises(TypeError, match="read-only"):
        frozen |= {"a": 2}
    with pytest.raises(TypeError, match="read-only"):
        del frozen["a"]
    frozen.__init__({"a": 2})  # type: ignore[misc]
    assert frozen == {"a": 1}


def test_a_plain_copy_can_be_changed() -> None:
    frozen = FrozenDict({"a": 1})
    for own in (dict(frozen), frozen.copy(), frozen | {"b": 2}, {**frozen}):
        own["a"] = 2
        assert type(own) is dict
    assert frozen == {"a": 1}


def test_copies_are_itself() -> None:
    frozen = FrozenDict({"a": {"b": 1}})
    assert copy.copy(frozen) is frozen
    assert copy.deepcopy(frozen) is frozen
    assert copy.deepcopy([frozen])[0] is frozen
    assert FrozenDict(frozen)["a"] is frozen["a"]


def test_equal_values_have_equal_hashes() -> None:
    assert hash(FrozenDict({"a": 1, "b": (True, None)})) == hash(FrozenDict({"b": [1.0, None], "a": True}))
    assert hash(FrozenDict({"a": 1})) != hash(FrozenDict({"a": 2}))
    assert len({FrozenDict({"a": []}), FrozenDict({"a": ()})}) == 1
