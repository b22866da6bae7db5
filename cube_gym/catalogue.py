"""Which benchmarks there are: those that installed packages announce, and those registered by hand.

An announced benchmark is an entry point of the group `cube_gym.benchmarks` whose module has a task table beside it,
`tasks.json`. Reading the table imports nothing of the benchmark.
"""

import importlib
import importlib.util
import json
import logging
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gymnasium.error import DependencyNotInstalled

from cube_gym.extras import install_command

if TYPE_CHECKING:
    from cube_core import BenchmarkConfig, ConfigRegistry, TaskConfig
    from cube_gym.adapters.cube_standard.packages import CubePackage

GROUP: Final = "cube_gym.benchmarks"
EMBEDDED: Final = "phone"
"""The benchmark that `cube/Task-v0` draws from when it is told nothing else."""

_NAME: Final = re.compile(r"[\w:.-]+")  # what Gymnasium takes for a part of an id

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
        return [module for module in self.table["benchmark"].get("requires", ()) if not _is_installed(module)]

    def configs(self) -> "ConfigRegistry[TaskConfig]":
        """The configs of all its tasks, by id.

        Raises:
            DependencyNotInstalled: an extra is missing; it gives the command that installs it.
        """
        missing = self.missing()
        if missing:
            extra = self.table["benchmark"].get("extra")
            command = install_command(extra, self.distribution) if extra else f"pip install {' '.join(missing)}"
            raise DependencyNotInstalled(f"{self.name!r} needs {', '.join(missing)}: {command}")
        return _announced_configs(self.module)

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.benchmarks import listed_view  # noqa: PLC0415, only notebooks draw

        return whole(listed_view(self.name, self.description, self.tasks, self.missing()))


@dataclass(frozen=True, slots=True)
class OwnBenchmark:
    """A benchmark that this process registered by hand."""

    name: str
    description: str = field(repr=False)
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

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.benchmarks import listed_view  # noqa: PLC0415, only notebooks draw

        return whole(listed_view(self.name, self.description, self.tasks))


def add(config: "BenchmarkConfig", *, replace: bool = False) -> OwnBenchmark:
    """Keep a benchmark of one's own, in place of itself, or, with `replace`, of any that has its name.

    Raises:
        ValueError: a task's id is no part of a Gymnasium id, or is there twice; or another benchmark has the name.
    """
    metadata = config.benchmark()
    holder = _holder(metadata.name)
    if not replace and holder not in (None, _named(type(config))):
        raise ValueError(
            f"there is a benchmark {metadata.name!r} already, {holder}: give yours another name, or take its place "
            "with register(..., replace=True)"
        )
    own = OwnBenchmark(metadata.name, metadata.description, config)
    check_ids(own.name, [task["id"] for task in own.tasks])
    _OWN[own.name] = own
    return own


def _holder(name: str) -> str | None:
    """Whose the benchmark of this name is, None when there is none."""
    if name in _OWN:
        return _named(type(_OWN[name].config))
    found = announced().get(name)
    return None if found is None else f"of the package {found.distribution!r}"


def _named(config: type) -> str:
    """A class by its name: a notebook cell that is run again makes another class of the same name."""
    return f"{config.__module__}.{config.__qualname__}"


def own_config(name: str) -> "BenchmarkConfig | None":
    """What was registered by hand under this name, for another process to register as well."""
    return _OWN[name].config if name in _OWN else None


def benchmarks() -> "dict[str, AnnouncedBenchmark | OwnBenchmark | CubePackage]":
    """All benchmarks by name; of one name one's own goes before an announced one, and that before a CUBE package."""
    return {**cube_packages(), **announced(), **_OWN}


def cube_packages() -> "dict[str, CubePackage]":
    """The CUBE packages that are installed, by name. None of them is imported."""
    from cube_gym.adapters.cube_standard.packages import find_packages  # noqa: PLC0415, it reads with what is here

    return find_packages()


def benchmark(name: str) -> "AnnouncedBenchmark | OwnBenchmark | CubePackage":
    """The benchmark called `name`.

    Raises:
        KeyError: there is none; it names the nearest and lists all.
        TypeError: it is no name at all.
    """
    if not isinstance(name, str):
        raise TypeError(f"a benchmark is named by a text, such as {EMBEDDED!r}, got {name!r}")
    known = benchmarks()
    if name not in known:
        raise KeyError(f"no benchmark {name!r}.{nearest(name, known)} There is: {', '.join(sorted(known)) or 'none'}")
    return known[name]


@cache
def announced() -> dict[str, AnnouncedBenchmark]:
    """The benchmarks of installed packages, by name. One that cannot be read is logged and left out."""
    found: dict[str, AnnouncedBenchmark] = {}
    for entry in sorted(entry_points(group=GROUP)):
        try:
            read = read_announcement(entry)
        except Exception as exc:  # noqa: BLE001, it is somebody else's package
            _logger.warning("benchmark %r of %s cannot be read: %s", entry.name, entry.value, exc)
            continue
        if found.setdefault(entry.name, read).module != read.module:
            _logger.warning("benchmark %r of %s is left out: another has its name", entry.name, entry.value)
    return found


def read_announcement(entry: EntryPoint) -> AnnouncedBenchmark:
    """What an entry point announces.

    Raises:
        OSError, ValueError, TypeError, KeyError: there is no such package, or its task table is not one.
    """
    module = entry.value.partition(":")[0].strip()
    table = json.loads((folder_of(module) / "tasks.json").read_text(encoding="utf-8"))
    if not isinstance(table, dict) or not isinstance(table.get("benchmark"), dict):
        raise TypeError('its task table is an object with "benchmark" and "tasks"')
    check_ids(entry.name, [task["id"] for task in table["tasks"]])
    distribution = entry.dist.name if entry.dist is not None else module.partition(".")[0]
    return AnnouncedBenchmark(entry.name, module, distribution, table)


def check_ids(benchmark: str, tasks: Sequence[Hashable]) -> None:
    """Raise ValueError unless each name can be a part of a Gymnasium id, and no task is there twice."""
    for name in (benchmark, *tasks):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not made of letters, digits and any of _ - . : and cannot be part of an id")
    twice = sorted(str(name) for name, count in Counter(tasks).items() if count > 1)
    if twice:
        raise ValueError(f"{benchmark!r} has more than one task {', '.join(twice)}")


def trust_announced() -> None:
    """Let `_type` tags import classes of the announced benchmarks, which nobody need have imported yet."""
    from cube_core.typed import trust_package  # noqa: PLC0415, `import cube_gym` reads tables only

    for found in announced().values():
        trust_package(found.module)


def nearest(wanted: str, known: Iterable[str]) -> str:
    """A hint at the known name that is nearest to `wanted`, with a space in front, or nothing."""
    close = get_close_matches(wanted, list(known), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""


def _is_installed(module: str) -> bool:
    return importlib.util.find_spec(module.partition(".")[0]) is not None


def folder_of(module: str) -> Path:
    """Where a package lies, found without importing it or its parents."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"there is no package {top!r}")
    folders = [Path(place, *rest) for place in spec.submodule_search_locations]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


@cache
def _announced_configs(module: str) -> "ConfigRegistry[TaskConfig]":
    trust_announced()
    config: type[BenchmarkConfig] = importlib.import_module(module).CONFIG
    return config().make().tasks
