"""`cube-gym show`: the table of a run again."""

import argparse

from rich.console import Console


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("show", help="print the table of a run again")
    parser.add_argument("run_directory", metavar="RUN")
    parser.add_argument("--allow-faults", action="store_true", help="print a success rate above 5 %% faults, too")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Print it."""
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.cli.tables import print_summary  # noqa: PLC0415, see above
    from cube_gym.statistics import summarize  # noqa: PLC0415, see above

    directory = open_run(chosen.run_directory)
    results, manifest = directory.results(), directory.manifest
    summary = summarize(results, requested=len(manifest.episodes), allow_faults=chosen.allow_faults)
    print_summary(summary, results, console, f"{manifest.agent} on {manifest.benchmark}")
    return 0
