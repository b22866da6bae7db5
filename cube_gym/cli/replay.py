"""`cube-gym replay`: execute a run's recorded actions again, and say where it differs."""

import argparse
from fnmatch import fnmatchcase

from rich.console import Console


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("replay", help="execute a run's actions again, up to the first step that differs")
    parser.add_argument("run_directory", metavar="RUN")
    parser.add_argument("--tasks", default="*", metavar="GLOB", help="which tasks, as a shell pattern (default: all)")
    parser.add_argument("--seed", type=int, metavar="S", help="which seed (default: all)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Replay; the status is 1 when something differs."""
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.evaluation import EpisodeResult, replay  # noqa: PLC0415, see above

    def wanted(result: EpisodeResult) -> bool:
        return fnmatchcase(result.task_id, chosen.tasks) and chosen.seed in (None, result.seed)

    episodes = steps = differing = 0
    for found in replay(open_run(chosen.run_directory), wanted):
        episodes, steps, differing = episodes + 1, steps + found.steps, differing + (not found.equal)
        if not found.equal:
            where = "the start" if found.step == 0 else f"step {found.step}"
            note = f" ({found.note})" if found.note else ""
            console.print(
                f"{found.result.task_id}, seed {found.result.seed}: {where} differs{note}",
                highlight=False,
                markup=False,
            )
            for difference in found.differences:
                console.print(f"    {difference}", highlight=False, markup=False, soft_wrap=True)
    if not episodes:
        raise ValueError("there is no trajectory to replay: the run kept none, or none is chosen")
    verdict = "all equal" if not differing else f"{differing} of them differ"
    console.print(f"{episodes} episodes, {steps} steps replayed: {verdict}.", highlight=False)
    return 1 if differing else 0
