"""The arguments of the command, and what it says when something cannot be done."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gymnasium.error import Error
from rich.console import Console

from cube_gym.cli import certify, compare, export, film, list_tasks, play, replay, report, run, show

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

USAGE_ERROR: Final = 2
"""Exit status for arguments that cannot be used."""
STOPPED: Final = 130
"""Exit status after Ctrl-C."""

_COMMANDS: Final = (list_tasks, run, show, compare, report, replay, play, film, export, certify)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit status."""
    console = Console()
    errors = Console(stderr=True)
    chosen = _parser().parse_args(arguments)
    try:
        _import(chosen.imports)
        return int(chosen.run(chosen, console))
    except (KeyError, ValueError, ImportError, RuntimeError, OSError, Error) as exc:  # what the library says
        errors.print(f"cube-gym: {_told(exc)}", highlight=False, markup=False, soft_wrap=True)
        return USAGE_ERROR
    except KeyboardInterrupt as exc:
        errors.print(f"cube-gym: stopped. {exc}".rstrip(), highlight=False, markup=False, soft_wrap=True)
        return STOPPED


def _told(exc: Exception) -> str:
    from pydantic import ValidationError  # noqa: PLC0415, `cube-gym list` need not load it

    if isinstance(exc, ValidationError):
        return "; ".join(map(_complaint, exc.errors(include_url=False)))
    return str(exc.args[0] if isinstance(exc, KeyError) and exc.args else exc)


def _complaint(found: "ErrorDetails") -> str:
    """What pydantic complains of, in a line: what is wrong with a model as a whole says so itself."""
    text = found["msg"].removeprefix("Value error, ")
    return f"{'.'.join(map(str, found['loc']))}: {text}, got {found['input']!r}" if found["loc"] else text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="cube-gym", description="Agent tasks as Gymnasium environments.")
    parser.add_argument("--version", action="version", version=version("cube-gym"))
    parser.add_argument(
        "--import",
        dest="imports",
        action="append",
        default=[],
        metavar="MODULE",
        help="import a module of your own first, such as one that registers a benchmark (more than once for several)",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser


def _import(modules: Sequence[str]) -> None:
    if modules:
        sys.path.insert(0, str(Path.cwd()))
    for module in modules:
        importlib.import_module(module)
