"""Which benchmarks there are: those that installed packages announce, and those registered by hand.

An announced benchmark is an entry point of the group `cube_gym.benchmarks` whose module has a task table beside it,
`tasks.json`. Reading the table imports nothing of the benchmark.
"""

import importlib
import importlib.util
import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gymnasium.error import DependencyNotInstalled

if TYPE_CHECKING:
    from cube_core import BenchmarkConfig, ConfigRegistry, TaskConfig

GROUP: Final = "cube_gym.benchmarks"
EMBEDDED: Final = "miniwob"
"""The benchmark that `cube/Task-v0` draws from when it is told nothing else."""

_logger = logging.getLogger(__name__)
_OWN: dict[str, "OwnBenchmark"] = {}


@dataclass(frozen=True, slots=True)
class AnnouncedBenchmark:
    """A benchmark that an installed package announces."""

    name: str
    module: str
    distribution: str
    table: Mapping[str, Any] = field(repr=False)
    """The content of `tasks.json`: "benchmark" with its description, "tasks" with one object a task."""

    @property
    def description(self) -> str:
        """One line on what it is."""
        return str(self.table["benchmark"].get("description", ""))

    @property
    def tasks(self) -> list[Mapping[str, Any]]:
        """What the table says of each task."""
        return list(self.table["tasks"])

    def missing(self) -> list[str]:
        """The modules that its tasks need and that are not installed."""
        required: Iterable[str] = self.table["benchmark"].get("requires", ())
        return [module for module in required if importlib.util.find_spec(module) is None]

    def configs(self) -> "ConfigRegistry[TaskConfig]":
        """The configs of all its tasks, by id.

        Raises:
            DependencyNotInstalled: an extra is missing; it gives the command that installs it.
        """
        missing = self.missing()
        if missing:
            extra = self.table["benchmark"].get("extra")
            wanted = f"{self.distribution}[{extra}]" if extra else " ".join(missing)
            msg = f"{self.name!r} needs {', '.join(missing)}: pip install '{wanted}'"
            raise DependencyNotInstalled(msg)
        return _announced_configs(self.module)


@dataclass(frozen=True, slots=True)
class OwnBenchmark:
    """A benchmark that this process registered by hand."""

    name: str
    description: str
    config: "BenchmarkConfig"

    @property
    def tasks(self) -> list[Mapping[str, Any]]:
        """What is known of each task."""
        return [config.metadata.model_dump(mode="json") for config in self.config.get_task_configs()]

    def missing(self) -> list[str]:
        """Nothing: whoever registered it has what it needs."""
        return []

    def configs(self) -> "ConfigRegistry[TaskConfig]":
        """The configs of all its tasks, by id."""
        return self.config.make().tasks


def add(config: "BenchmarkConfig") -> OwnBenchmark:
    """Keep a benchmark of one's own; one of the same name is replaced."""
    metadata = config.benchmark()
    own = OwnBenchmark(metadata.name, metadata.description, config)
    _OWN[own.name] = own
    return own


def benchmarks() -> dict[str, AnnouncedBenchmark | OwnBenchmark]:
    """All benchmarks by name, one's own first."""
    return {**{name: found for name, found in announced().items() if name not in _OWN}, **_OWN}


def benchmark(name: str) -> AnnouncedBenchmark | OwnBenchmark:
    """The benchmark called `name`.

    Raises:
        KeyError: there is none; it names the nearest and lists all.
    """
    known = benchmarks()
    if name not in known:
        msg = f"no benchmark {name!r}.{nearest(name, known)} There is: {', '.join(sorted(known)) or 'none'}"
        raise KeyError(msg)
    return known[name]


@cache
def announced() -> dict[str, AnnouncedBenchmark]:
    """The benchmarks of installed packages, by name. One that cannot be read is logged and left out."""
    found: dict[str, AnnouncedBenchmark] = {}
    for entry in sorted(entry_points(group=GROUP)):
        try:
            found[entry.name] = _read(entry)
        except (OSError, ValueError, KeyError, TypeError) as exc:
            _logger.warning("benchmark %r of %s cannot be read: %s", entry.name, entry.value, exc)
    return found


def nearest(wanted: str, known: Iterable[str]) -> str:
    """A hint at the known name that is nearest to `wanted`, with a space in front, or nothing."""
    close = get_close_matches(wanted, list(known), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""


def _read(entry: EntryPoint) -> AnnouncedBenchmark:
    module = entry.value.partition(":")[0].strip()
    table = json.loads((_folder_of(module) / "tasks.json").read_text(encoding="utf-8"))
    distribution = entry.dist.name if entry.dist is not None else module.partition(".")[0]
    read = AnnouncedBenchmark(entry.name, module, distribution, table)
    if not all(isinstance(task["id"], str) for task in read.table["tasks"]):
        msg = "its task table has a task without an id"
        raise ValueError(msg)
    return read


def _folder_of(module: str) -> Path:
    """Where a package lies, found without importing it or its parents."""
    top, *rest = module.split(".")
    spec = PathFinder.find_spec(top)
    if spec is None or not spec.submodule_search_locations:
        msg = f"there is no package {top!r}"
        raise ValueError(msg)
    folders = [Path(place, *rest) for place in spec.submodule_search_locations]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


@cache
def _announced_configs(module: str) -> "ConfigRegistry[TaskConfig]":
    from cube_core.typed import trust_package  # noqa: PLC0415, `import cube_gym` reads tables only

    trust_package(module)
    config: type[BenchmarkConfig] = importlib.import_module(module).CONFIG
    return config().make().tasks
