"""CUBE configs as JSON, and back."""

import importlib
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from typing import Any, TypeVar

from pydantic import BaseModel

from cube_gym.adapters.cube_standard.packages import GROUP

M = TypeVar("M", bound=BaseModel)


def dump(config: BaseModel) -> dict[str, Any]:
    """A CUBE config as JSON, without what the package sets by default: that may be a path of this machine."""
    return config.model_dump(mode="json", exclude_defaults=True)


def import_for(*dumps: Mapping[str, Any] | None) -> None:
    """Import the packages whose classes the dumps name on top, so that `load` knows them.

    Raises:
        ValueError: a package is neither loaded nor announces a CUBE benchmark: data must not choose what code runs.
        ImportError: a package cannot be imported.
    """
    announced = {entry.value.partition(".")[0].partition(":")[0] for entry in entry_points(group=GROUP)}
    for dumped in filter(None, dumps):
        module = str(dumped.get("_type", "")).rpartition(".")[0]
        top = module.partition(".")[0]
        if top not in sys.modules and top not in announced:
            raise ValueError(f"the package {top!r} is not loaded, and announces no CUBE benchmark: import it first")
        importlib.import_module(module)


def load(base: type[M], dumped: Mapping[str, Any]) -> M:
    """The CUBE config of a dump, whose package was imported before.

    Raises:
        ValueError: a tag names a class of a package that is not loaded. cube-standard would import whatever it names.
    """
    for tag in _tags(dumped):
        top = tag.partition(".")[0]
        if top not in sys.modules or top in sys.stdlib_module_names:
            raise ValueError(f"'_type' {tag!r} names a class of {top!r}, which no CUBE package has loaded")
    return base.model_validate(dict(dumped))


def _tags(node: Any) -> Iterator[str]:  # noqa: ANN401, JSON
    if isinstance(node, Mapping):
        if "_type" in node:
            yield str(node["_type"])
        for item in node.values():
            yield from _tags(item)
    elif isinstance(node, list):
        for item in node:
            yield from _tags(item)
