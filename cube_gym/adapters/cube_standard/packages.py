"""CUBE packages that are installed: what they announce, found without importing them."""

import csv
import importlib
import json
import logging
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gymnasium.error import DependencyNotInstalled

from cube_gym.catalogue import check_ids, folder_of

if TYPE_CHECKING:
    from cube_core import ConfigRegistry, TaskConfig

GROUP: Final = "cube.benchmarks"
_OWN_DISTRIBUTION: Final = "cube-gym"
_TABLES: Final = ("task_metadata.json", "task_metadata.csv")

_logger = logging.getLogger(__name__)


class CubePackage:
    """A benchmark that an installed CUBE package announces.

    Its tasks are known before it is imported where it ships them as a table, as cube-standard proposes.
    """

    def __init__(self, name: str, entry: EntryPoint) -> None:
        self.name = name
        self.entry = entry
        self.table = read_table(entry)
        """One object a task, as its table has them; None where only its code tells."""
        check_ids(name, self.ids)
        self._configs: dict[str, TaskConfig] | None = None

    @property
    def description(self) -> str:
        """One line on what it is."""
        known = None if self.entry.dist is None else self.entry.dist.metadata
        return known["Summary"] if known is not None and "Summary" in known else f"CUBE package {self.name}"

    @property
    def ids(self) -> list[str]:
        """The ids of its tasks as far as its table tells them."""
        return [part_of_id(str(row["id"])) for row in self.table or ()]

    @property
    def tasks(self) -> list[Mapping[str, Any]]:
        """What is known of each task; nothing where the package would have to be imported and cannot be."""
        from cube_gym.adapters.cube_standard.metadata import read_metadata  # noqa: PLC0415, pydantic is not yet loaded

        if self._configs is None and self.table is not None:
            return [read_metadata(row).model_dump(mode="json") for row in self.table]
        try:
            return [config.metadata.model_dump(mode="json") for config in self.configs().values()]
        except DependencyNotInstalled as exc:
            _logger.warning("%s", exc)
            return []

    def missing(self) -> list[str]:
        """What its tasks need and is not there."""
        from cube_gym.adapters.cube_standard.requirement import require_cube_standard  # noqa: PLC0415, as above

        try:
            require_cube_standard()
        except DependencyNotInstalled:
            return ["cube-standard"]
        return []

    def configs(self) -> "ConfigRegistry[TaskConfig]":
        """The configs of all its tasks, by id.

        Raises:
            DependencyNotInstalled: cube-standard is not there, or the package cannot be imported; it is named.
        """
        from cube_core import ConfigRegistry  # noqa: PLC0415, as above

        if self._configs is None:
            self.learn(self.load())
        return ConfigRegistry(self._configs or {})

    def learn(self, configs: "Sequence[TaskConfig]") -> None:
        """Give out these configs from now on."""
        self._configs = {config.metadata.id: config for config in configs}

    def load(self) -> "list[TaskConfig]":
        """The configs of all its tasks as the package itself describes them, which is imported.

        Raises:
            DependencyNotInstalled: see `configs`.
        """
        from cube_gym.adapters.cube_standard.config import CubeBenchmarkConfig  # noqa: PLC0415, as above
        from cube_gym.adapters.cube_standard.requirement import require_cube_standard  # noqa: PLC0415, as above

        require_cube_standard()
        try:
            config = CubeBenchmarkConfig.of(default_config(self.entry), name=self.name)
            return config.all_task_configs()
        except DependencyNotInstalled:
            raise
        except Exception as exc:
            wanted = "" if self.entry.dist is None else f" (its distribution is {self.entry.dist.name!r})"
            raise DependencyNotInstalled(
                f"the CUBE package {self.name!r} cannot be loaded: {type(exc).__name__}: {exc}{wanted}"
            ) from exc


@cache
def find_packages() -> dict[str, CubePackage]:
    """The installed CUBE packages by name, this project's own left out. One that cannot be read is logged."""
    found: dict[str, CubePackage] = {}
    for entry in sorted(entry_points(group=GROUP)):
        if entry.dist is not None and entry.dist.name == _OWN_DISTRIBUTION:
            continue
        try:
            package = CubePackage(_name_of(entry), entry)
        except Exception as exc:  # noqa: BLE001, it is somebody else's package
            _logger.warning("CUBE package %r cannot be read: %s: %s", entry.name, type(exc).__name__, exc)
            continue
        if found.setdefault(package.name, package) is not package:
            _logger.warning("CUBE package %r of %s is left out: another has its name", entry.name, entry.value)
    return found


def read_table(entry: EntryPoint) -> list[dict[str, Any]] | None:
    """The tasks of a package by the table beside its module, None where there is none.

    Raises:
        ValueError: there is no such package, or the table is none.
    """
    folder = folder_of(entry.module.rpartition(".")[0] or entry.module)
    table = next((path for name in _TABLES if (path := folder / name).is_file()), None)
    return None if table is None else _rows(table)


def default_config(entry: EntryPoint) -> Any:  # noqa: ANN401, a CUBE BenchmarkConfig
    """The BenchmarkConfig that a package means to be taken.

    The "default" of a registry of configs in its top-level module, as cube-standard proposes; else its class alone.
    """
    from cube.core import ConfigRegistry as CubeRegistry  # noqa: PLC0415, only where cube-standard is

    announced = entry.load()
    package = importlib.import_module(entry.module.partition(".")[0])
    for registry in vars(package).values():
        if isinstance(registry, CubeRegistry) and "default" in registry:
            default = registry["default"]
            if isinstance(default, announced):
                return default
    return announced()


def _rows(table: Path) -> list[dict[str, Any]]:
    with table.open(encoding="utf-8", newline="") as file:
        if table.suffix == ".csv":
            return list(csv.DictReader(file))
        content = json.load(file)
    rows = list(content.values()) if isinstance(content, dict) else content
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "id" in row for row in rows):
        raise ValueError(f"{table.name} holds no tasks with ids")
    return rows


def part_of_id(name: str) -> str:
    """`name` as a part of a Gymnasium id.

    >>> part_of_id("sub bench/task#1")
    'sub-bench-task-1'
    """
    return re.sub(r"[^\w:.-]", "-", name)


def _name_of(entry: EntryPoint) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", entry.name)
