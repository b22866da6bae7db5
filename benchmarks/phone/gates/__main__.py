"""Measure every template, print the figures: `python -m benchmarks.phone.gates [--seeds N] [TEMPLATE ...]`."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import track

from benchmarks.phone.config import task_config
from benchmarks.phone.gates.measures import measure
from benchmarks.phone.gates.report import gates
from benchmarks.phone.gates.tables import gate_table, template_table
from benchmarks.phone.templates import TEMPLATES


def main() -> int:
    """Run the gates; 1 when one does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phone.gates", description=__doc__)
    parser.add_argument("templates", nargs="*", metavar="TEMPLATE", help="templates to measure; all by default")
    parser.add_argument("--seeds", type=int, default=30, help="episodes for each template and split (default: 30)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    chosen = parser.parse_args()
    console = Console()
    configs = [task_config(name, split) for name in sorted(TEMPLATES) for split in TEMPLATES[name].splits]
    picked = [config for config in configs if not chosen.templates or config.template in chosen.templates]
    if not picked:
        parser.error(f"no template {', '.join(chosen.templates)}: `cube-gym list phone` prints all")
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    found = [measure(config, seeds) for config in track(picked, "measuring", console=console)]
    console.print(template_table(found))
    held = gates(found)
    console.print(gate_table(held))
    for one in found:
        for run in one.runs:
            if not run.success:
                console.print(f"{one.name}, seed {run.seed}: {run.lost or 'not solved'}", markup=False)
    return 0 if all(gate.holds for gate in held) else 1


if __name__ == "__main__":
    sys.exit(main())
