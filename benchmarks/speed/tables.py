"""Measurements as tables: Markdown to read, JSON to compare."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from benchmarks.speed.timing import Timed

PACKAGES = ("cube-gym", "gymnasium", "pydantic", "pillow", "numpy", "playwright", "miniwob", "ray")


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, rows of cells, what to know of them, and the measurements that they were made of."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    note: str = ""
    timed: Sequence[Timed] = ()

    def as_markdown(self) -> str:
        """The table as Markdown, numbers to the right."""
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        lines = [f"| {' | '.join(cells)} |" for cells in (self.columns, rule, *self.rows)]
        return "\n".join([f"### {self.title}", "", *lines, *(["", self.note] if self.note else []), ""])


def microseconds(title: str, timed: Sequence[Timed], *, base: str | None = None, note: str = "") -> Table:
    """A table of microseconds a call, with the ratio to the case called `base`."""
    reference = next((one.median for one in timed if one.name == base), None)
    columns = ("work", "median us", "min", "max", *(["ratio"] if reference else []))
    table = Table(title, columns, note=note, timed=timed)
    for one in timed:
        numbers = [one.median, min(one.seconds), max(one.seconds)]
        cells = [f"{number * 1e6:.1f}" for number in numbers]
        table.rows.append((one.name, *cells, *([f"{one.median / reference:.2f}"] if reference else [])))
    return table


def rates(title: str, timed: Sequence[Timed], note: str = "") -> Table:
    """A table of milliseconds a call, and of calls a second."""
    table = Table(title, ("work", "median ms", "per second"), note=note, timed=timed)
    for one in timed:
        table.rows.append((one.name, f"{one.median * 1e3:.3f}", f"{1 / one.median:,.0f}"))
    return table


def growth(title: str, sizes: Sequence[int], timed: Sequence[Timed], *, expected: str, note: str = "") -> Table:
    """How the cost of one case grows with its size: the power p of cost ~ size^p, fitted over all sizes.

    A power near 0 is a constant cost, one near 1 a cost that is linear in the size.
    """
    power = np.polyfit(np.log(sizes), np.log([one.median for one in timed]), 1)[0]
    table = Table(
        title,
        ("size", "median us", "us for each"),
        note=f"Grows with the power {power:.2f}; expected: {expected}.{f' {note}' if note else ''}",
        timed=timed,
    )
    for size, one in zip(sizes, timed, strict=True):
        table.rows.append((f"{size:,}", f"{one.median * 1e6:,.1f}", f"{one.median * 1e6 / size:,.3f}"))
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
