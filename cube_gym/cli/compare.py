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

    a, b = open_run(chosen.a), open_run(chosen.b)
    found = compare(a.results(), b.results())
    console.print(f"A: {a.manifest.agent} ({chosen.a})\nB: {b.manifest.agent} ({chosen.b})", highlight=False)
    console.print(_table(found))
    console.print(_verdict(found), highlight=False, soft_wrap=True)
    return 0


def _table(found: "Comparison") -> Table:
    table = Table("", "B succeeds", "B fails", title=f"{found.pairs} pairs of the same task and seed")
    table.add_row("A succeeds", str(found.both), str(found.only_a))
    table.add_row("A fails", str(found.only_b), str(found.neither))
    return table


def _verdict(found: "Comparison") -> str:
    from cube_gym.cli.tables import interval_text, percent  # noqa: PLC0415, see run

    left_out = f" Left out: {found.only_in_a} of A and {found.only_in_b} of B without a completed partner."
    rest = left_out if found.only_in_a or found.only_in_b else ""
    if found.difference is None:
        return f"No episode in common: nothing can be said.{rest}"
    rates = f"A {percent(found.rate_a)}, B {percent(found.rate_b)}, difference {found.difference:+.1%}"
    interval = f"95 % interval {interval_text(found.interval)}"
    told = "no ranking: the interval holds 0" if found.better is None else f"{found.better} is better"
    if found.interval is None:
        interval, told = "no interval for a single pair", "no ranking"
    return f"{rates}, {interval}: {told}.{rest}"
