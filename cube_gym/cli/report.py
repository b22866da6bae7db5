"""`cube-gym report`: a run as one HTML file."""

import argparse
from pathlib import Path

from rich.console import Console


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("report", help="write a run as one HTML file that works offline")
    parser.add_argument("run_directory", metavar="RUN")
    parser.add_argument("--out", metavar="FILE", help="the file (default: report.html in RUN)")
    parser.add_argument("--screenshots", action="store_true", help="embed pictures where there is an element tree, too")
    parser.add_argument("--allow-faults", action="store_true", help="show a success rate above 5 %% faults, too")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Write it."""
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.report import write_report  # noqa: PLC0415, see above

    directory = open_run(chosen.run_directory)
    target = Path(chosen.out) if chosen.out else directory.path / "report.html"
    write_report(directory, target, screenshots=chosen.screenshots, allow_faults=chosen.allow_faults)
    console.print(f"{target}: {target.stat().st_size / 1e3:,.0f} kB", highlight=False, soft_wrap=True)
    return 0
