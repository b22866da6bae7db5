"""`cube-gym compare`: whether one run is better than another."""

import argparse
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from cube_gym.statistics import Comparison


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("compare", help="compare two runs, episode by episode")
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Print the comparison."""
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.statistics import compare  # noqa: PLC0415, see above
    from cube_gym.statistics.text import verdict  # noqa: PLC0415, see above

    a, b = open_run(chosen.a), open_run(chosen.b)
    found = compare(a.results(), b.results())
    console.print(f"A: {a.manifest.agent} ({chosen.a})\nB: {b.manifest.agent} ({chosen.b})", highlight=False)
    console.print(_table(found))
    console.print(verdict(found), highlight=False, soft_wrap=True)
    return 0


def _table(found: "Comparison") -> Table:
    table = Table("", "B succeeds", "B fails", title=f"{found.pairs} pairs of the same task and seed")
    table.add_row("A succeeds", str(found.both), str(found.only_a))
    table.add_row("A fails", str(found.only_b), str(found.neither))
    return table
