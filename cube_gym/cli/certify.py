"""`cube-gym certify`: check a benchmark's tasks against the contract that all tasks keep."""

import argparse
from collections import Counter
from fnmatch import fnmatchcase

from rich.console import Console
from rich.progress import track
from rich.table import Table

from cube_gym import catalogue


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("certify", help="check tasks against the contract that all tasks keep")
    parser.add_argument("benchmark")
    parser.add_argument("--tasks", default="*", metavar="GLOB", help="which tasks, as a shell pattern (default: all)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Check them, print what was found; the status is 1 when a task breaks a clause."""
    from cube_gym.testing import Finding, Verdict, certify  # noqa: PLC0415, `cube-gym list` need not load the environment

    known = catalogue.benchmark(chosen.benchmark).configs()
    configs = [config for name, config in known.items() if fnmatchcase(name, chosen.tasks)]
    if not configs:
        raise KeyError(
            f"no task of {chosen.benchmark!r} fits {chosen.tasks!r}. `cube-gym list {chosen.benchmark}` prints all"
        )
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
