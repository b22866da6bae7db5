"""The command `cube-gym`: it prints what the library computes."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from cube_gym import catalogue
from cube_gym.registration import env_id

if TYPE_CHECKING:
    from cube_core import TaskConfig
    from cube_gym.agents import Agent
    from cube_gym.evaluation import Episode, EpisodeResult, Tally

USAGE_ERROR: Final = 2
"""Exit status for arguments that cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit status."""
    console = Console()
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen, console))
    except (KeyError, ValueError, ImportError) as exc:  # what the library says of bad arguments
        text = exc.args[0] if isinstance(exc, KeyError) and exc.args else str(exc)
        Console(stderr=True).print(f"cube-gym: {text}", highlight=False, markup=False)
        return USAGE_ERROR
    except KeyboardInterrupt:
        Console(stderr=True).print("cube-gym: stopped")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cube-gym", description="Agent tasks as Gymnasium environments.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    listing = commands.add_parser("list", help="print the benchmarks, or the tasks of one")
    listing.add_argument("benchmark", nargs="?")
    listing.set_defaults(run=_list)

    run = commands.add_parser("run", help="play episodes and print a table of success rates")
    run.add_argument("benchmark")
    run.add_argument("--tasks", default="*", metavar="GLOB", help="which tasks, as a shell pattern (default: all)")
    run.add_argument("--agent", choices=("oracle", "random"), default="oracle")
    amount = run.add_mutually_exclusive_group()
    amount.add_argument("--episodes", type=int, metavar="N", help="how many in all, dealt round-robin over the tasks")
    amount.add_argument("--seeds", type=int, default=1, metavar="K", help="how many for each task (default: 1)")
    run.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed (default: 0)")
    run.add_argument("--max-steps", type=int, metavar="N", help="steps per episode (default: what the task recommends)")
    run.set_defaults(run=_run)
    return parser


def _list(chosen: argparse.Namespace, console: Console) -> int:
    if chosen.benchmark is None:
        table = Table("benchmark", "tasks", "what it is", "ready", title="Benchmarks")
        for name, found in sorted(catalogue.benchmarks().items()):
            table.add_row(name, str(len(found.tasks)), found.description, _readiness(found.missing()))
    else:
        found = catalogue.benchmark(chosen.benchmark)
        table = Table("id", "what it is", "split", "notes", title=f"Tasks of {found.name}")
        for task in found.tasks:
            notes = f"not deterministic: {task['nondeterministic']}" if task.get("nondeterministic") else ""
            name = env_id(found.name, str(task["id"]))
            table.add_row(name, str(task.get("description", "")), str(task.get("split", "test")), notes)
    console.print(table)
    return 0


def _readiness(missing: list[str]) -> str:
    return f"needs {', '.join(missing)}" if missing else "yes"


def _run(chosen: argparse.Namespace, console: Console) -> int:
    from cube_gym.evaluation import deal  # noqa: PLC0415, `cube-gym list` need not load the environment

    configs = _chosen_configs(chosen.benchmark, chosen.tasks)
    agent, playable = _agent(chosen.agent, configs, chosen.seed)
    left_out = [config.metadata.id for config in configs if config not in playable]
    if left_out:
        console.print(f"Left out, without an oracle: {', '.join(left_out)}", highlight=False)
    episodes = deal(playable, episodes=chosen.episodes, seeds=chosen.seeds, seed=chosen.seed)
    results = _play(episodes, agent, chosen.max_steps, console)
    console.print(_table(results, f"{chosen.agent} on {chosen.benchmark}"))
    _print_troubles(results, console)
    return 0


def _chosen_configs(benchmark: str, pattern: str) -> "list[TaskConfig]":
    from fnmatch import fnmatchcase  # noqa: PLC0415, with its only use

    configs = catalogue.benchmark(benchmark).configs()
    chosen = [config for name, config in configs.items() if fnmatchcase(name, pattern)]
    if not chosen:
        msg = f"no task of {benchmark!r} fits {pattern!r}.{catalogue.nearest(pattern, configs)}"
        raise KeyError(f"{msg} `cube-gym list {benchmark}` prints all")
    return chosen


def _agent(kind: str, configs: "list[TaskConfig]", seed: int) -> "tuple[Agent, list[TaskConfig]]":
    """The agent, and the tasks that it can play."""
    from cube_gym.agents import OracleAgent, RandomAgent  # noqa: PLC0415, see _run

    if kind == "random":
        return RandomAgent(seed), configs
    oracles = {config.metadata.id: config.oracle() for config in configs}
    known = {name: oracle for name, oracle in oracles.items() if oracle is not None}
    return OracleAgent(known), [config for config in configs if config.metadata.id in known]


def _play(episodes: "list[Episode]", agent: "Agent", max_steps: int | None, console: Console) -> "list[EpisodeResult]":
    from cube_gym.evaluation import play, tally  # noqa: PLC0415, see _run

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    results: list[EpisodeResult] = []
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("success so far: -", total=len(episodes))
        for result in play(episodes, agent, max_steps=max_steps):
            results.append(result)
            progress.update(bar, advance=1, description=f"success so far: {_percent(tally(results).success_rate)}")
    return results


def _table(results: "list[EpisodeResult]", title: str) -> Table:
    from cube_gym.evaluation import tally  # noqa: PLC0415, see _run

    table = Table("task", title=title)
    for heading in ("episodes", "success", "mean reward", "mean steps", "faults"):
        table.add_column(heading, justify="right")
    by_task: dict[str, list[EpisodeResult]] = {}
    for result in results:
        by_task.setdefault(result.task_id, []).append(result)
    for name, own in by_task.items():
        table.add_row(name, *_row(tally(own)))
    table.add_section()
    table.add_row("all", *_row(tally(results)), style="bold")
    return table


def _row(counted: "Tally") -> tuple[str, str, str, str, str]:
    return (
        str(counted.requested),
        _percent(counted.success_rate),
        _number(counted.mean_reward),
        _number(counted.mean_steps),
        str(counted.faulted),
    )


def _print_troubles(results: "list[EpisodeResult]", console: Console) -> None:
    for result in results:
        trouble = result.fault or result.agent_error
        if trouble is not None:
            whose = "task" if result.fault else "agent"
            line = f"{result.task_id}, seed {result.seed}: the {whose}: {trouble}"
            console.print(line, highlight=False, markup=False)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main())
