"""Measure all that can be measured here: `python -m benchmarks.speed [NAME ...]`."""

import argparse
import datetime as dt
import importlib
import sys
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from benchmarks.speed.goals import reached
from benchmarks.speed.tables import Table, machine, write_json
from cube_core import TaskFault

PARTS = ("core", "world", "phone", "vector", "wrappers", "growth", "runner", "miniwob", "browsers")
FOLDER = Path(__file__).parent


def main() -> int:
    """Run the parts named, or all; print their tables, and write RESULTS.md when all ran."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=f"{', '.join(PARTS)}; all by default")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where RESULTS.md and results.json go, when all ran")
    arguments = parser.parse_args()
    chosen = arguments.parts
    unknown = sorted(set(chosen) - set(PARTS))
    if unknown:
        parser.error(f"no part {unknown[0]!r}: there is {', '.join(PARTS)}")
    console = Console()
    tables: list[Table] = []
    for part in chosen or PARTS:
        console.print(f"measuring {part} ...")
        measured = _measured(part)
        tables += measured
        for table in measured:
            console.print(Markdown(table.as_markdown()))
    if not chosen:
        _write(tables, arguments.out)
        console.print(f"written: {arguments.out / 'RESULTS.md'} and results.json beside it")
    return 0


def _measured(part: str) -> list[Table]:
    try:
        return list(importlib.import_module(f"benchmarks.speed.{part}").measure())
    except (ImportError, TaskFault) as exc:  # an extra, or what it needs of the machine, is not here
        return [Table(part, ("not measured",), note=f"It cannot run here: {exc}")]


def _write(tables: list[Table], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    tables = [reached(tables), *tables]
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    head = f"# Measured speed\n\n{today}, {machine()}.\nMedians of interleaved rounds; compare ratios, not machines.\n"
    body = "\n".join(table.as_markdown() for table in tables)
    (folder / "RESULTS.md").write_text(f"{head}\n{body}", encoding="utf-8")
    write_json(folder / "results.json", tables)


if __name__ == "__main__":
    sys.exit(main())
