"""`cube-gym export`: a run for further work."""

import argparse
from pathlib import Path

from rich.console import Console


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("export", help="write a run as Parquet files or as a Minari dataset")
    parser.add_argument("run_directory", metavar="RUN")
    parser.add_argument("--format", choices=("parquet", "minari"), default="parquet")
    parser.add_argument("--out", metavar="DIR", help="where Parquet files go (default: export in RUN)")
    parser.add_argument("--name", metavar="ID", help="the Minari dataset's id, such as cube/phone/oracle-v0")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Export it."""
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.export import to_minari, to_parquet  # noqa: PLC0415, see above

    directory = open_run(chosen.run_directory)
    if chosen.format == "minari":
        if not chosen.name:
            raise ValueError("a Minari dataset needs a name: --name cube/phone/oracle-v0")
        console.print(f"dataset {to_minari(directory, chosen.name)}", highlight=False)
    else:
        for path in to_parquet(directory, Path(chosen.out) if chosen.out else directory.path / "export"):
            console.print(str(path), highlight=False, soft_wrap=True)
    return 0
