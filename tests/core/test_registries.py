"""Catalogues of named configurations."""

import copy
import pickle
from collections.abc import Mapping

import pytest
from pydantic import BaseModel

from cube_core import ConfigRegistry


class Inner(BaseModel):
    sizes: list[int] = []


class Config(BaseModel):
    name: str = "n"
    inner: Inner = Inner()


def catalogue() -> ConfigRegistry[Config]:
    return ConfigRegistry({"small": Config(name="s"), "large": Config(name="l", inner=Inner(sizes=[1]))})


def test_it_is_a_read_only_mapping_and_no_dict() -> None:
    registry = catalogue()
    assert isinstance(registry, Mapping)
    assert not isinstance(registry, dict)
    assert (len(registry), list(registry), "small" in registry, "none" in registry) == (
        2,
        ["small", "large"],
        True,
        False,
    )
    for change in ("__setitem__", "__delitem__", "update", "pop", "clear", "setdefault"):
        assert not hasattr(registry, change)
    assert "large, small" in repr(registry)


def test_every_way_to_read_gives_a_copy_of_ones_own() -> None:
    registry = catalogue()
    reads = [
        registry["large"],
        registry.get("large"),
        next(value for value in registry.values() if value.name == "l"),
        dict(registry.items())["large"],
        dict(registry)["large"],
        {**registry}["large"],
    ]
    for config in reads:
        assert config is not None
        config.name = "changed"
        config.inner.sizes.append(2)
    assert registry["large"] == Config(name="l", inner=Inner(sizes=[1]))
    assert len({id(config) for config in reads}) == len(reads)


def test_what_is_put_in_stays_the_callers() -> None:
    config = Config()
    registry = ConfigRegistry({"a": config})
    config.inner.sizes.append(5)
    assert registry["a"].inner.sizes == []


def test_an_unknown_name_is_a_key_error_that_lists_the_known_and_names_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"no config 'smallest'. Did you mean 'small'\? There is: large, small"):
        catalogue()["smallest"]
    with pytest.raises(KeyError, match="There is: none"):
        ConfigRegistry({})["x"]
    assert catalogue().get("smallest") is None


def test_registries_are_equal_by_their_content_and_survive_copying_and_pickling() -> None:
    registry = catalogue()
    for twin in (copy.deepcopy(registry), copy.copy(registry), pickle.loads(pickle.dumps(registry)), catalogue()):  # noqa: S301, our own
        assert twin == registry
    assert registry != ConfigRegistry({"small": Config()})
