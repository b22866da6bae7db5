"""Measurements as tables: Markdown to read, JSON to compare."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.speed.timing import Timed

PACKAGES = ("cube-gym", "gymnasium", "pydantic", "pillow", "numpy", "playwright", "miniwob")


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, rows of cells, and what to know of them."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    note: str = ""

    def as_markdown(self) -> str:
        """The table as Markdown, numbers to the right."""
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        lines = [f"| {' | '.join(cells)} |" for cells in (self.columns, rule, *self.rows)]
        return "\n".join([f"### {self.title}", "", *lines, *(["", self.note] if self.note else []), ""])


def microseconds(title: str, timed: Sequence[Timed], *, base: str | None = None, note: str = "") -> Table:
    """A table of microseconds a call, with the ratio to the case called `base`."""
    reference = next((one.median for one in timed if one.name == base), None)
    table = Table(title, ("work", "median us", "min", "max", *(["ratio"] if reference else [])), note=note)
    for one in timed:
        numbers = [one.median, min(one.seconds), max(one.seconds)]
        cells = [f"{number * 1e6:.1f}" for number in numbers]
        table.rows.append((one.name, *cells, *([f"{one.median / reference:.2f}"] if reference else [])))
    return table


def machine() -> str:
    """Processor, Python and the versions that matter, in one line."""
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}; {', '.join(_versions())}"


def write_json(path: Path, tables: Sequence[Table]) -> None:
    """Write the tables with the machine they were taken on."""
    content = {"machine": machine(), "tables": [asdict(table) for table in tables]}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.machine()


def _versions() -> list[str]:
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return found
