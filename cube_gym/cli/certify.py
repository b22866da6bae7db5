"""`cube-gym certify`: check a benchmark's tasks against the contract that all tasks keep."""

import argparse
from collections import Counter

from rich.console import Console
from rich.progress import track
from rich.table import Table

from cube_gym.cli.selection import SELECTION


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("certify", help="check tasks against the contract that all tasks keep")
    parser.add_argument("benchmark", metavar="BENCHMARK[/GLOB]", help=SELECTION)
    parser.add_argument("--tasks", metavar="GLOB", help="the same as BENCHMARK/GLOB")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Check them, print what was found; the status is 1 when a task breaks a clause."""
    from cube_gym.evaluation import configs_of  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.testing import Finding, Verdict, certify  # noqa: PLC0415, see above

    configs = configs_of(chosen.benchmark, chosen.tasks)
    found: list[Finding] = []
    for config in track(configs, "checking", console=console, transient=True):
        found += certify([config]).findings
    counted = Counter((finding.clause, finding.verdict) for finding in found)
    table = Table("clause", *Verdict, title=f"{len(configs)} tasks of {chosen.benchmark}")
    for clause in dict.fromkeys(finding.clause for finding in found):
        table.add_row(clause, *(str(counted[clause, verdict] or "") for verdict in Verdict))
    console.print(table)
    broken = [finding for finding in found if finding.verdict is Verdict.BROKEN]
    for finding in broken:
        console.print(f"{finding.task_id}: {finding.text}", highlight=False, markup=False, soft_wrap=True)
    return 1 if broken else 0
