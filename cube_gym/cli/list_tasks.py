"""`cube-gym list`: the benchmarks, or the tasks of one."""

import argparse

from rich.console import Console
from rich.table import Table

from cube_gym import catalogue
from cube_gym.registration import env_id


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("list", help="print the benchmarks, or the tasks of one")
    parser.add_argument("benchmark", nargs="?")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Print them."""
    console.print(_benchmarks() if chosen.benchmark is None else _tasks(chosen.benchmark))
    return 0


def _benchmarks() -> Table:
    table = Table("benchmark", "tasks", "what it is", "ready", title="Benchmarks")
    for name, found in sorted(catalogue.benchmarks().items()):
        missing = found.missing()
        ready = f"needs {', '.join(missing)}" if missing else "yes"
        table.add_row(name, str(len(found.tasks)), found.description, ready)
    return table


def _tasks(benchmark: str) -> Table:
    found = catalogue.benchmark(benchmark)
    table = Table("id", "what it is", "split", "notes", title=f"Tasks of {found.name}")
    for task in found.tasks:
        notes = f"not deterministic: {task['nondeterministic']}" if task.get("nondeterministic") else ""
        name = env_id(found.name, str(task["id"]))
        table.add_row(name, str(task.get("description", "")), str(task.get("split", "test")), notes)
    return table
