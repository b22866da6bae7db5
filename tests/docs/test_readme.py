"""What the README shows works: its Python, block after block, and its commands."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from mktestdocs import check_md_file  # type: ignore[import-untyped]  # it has no types

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    blocks = [block.partition("```")[0] for block in README.split("```console\n")[1:]]
    return [line.removeprefix("$ ").partition("#")[0].strip() for block in blocks for line in block.splitlines()]


def test_the_python_blocks_run_in_their_order() -> None:
    check_md_file(ROOT / "README.md", memory=True)


def test_there_are_commands() -> None:
    assert len(commands()) > 4


@pytest.mark.parametrize("command", [command for command in commands() if command.startswith("make ")])
def test_each_make_target_exists(command: str) -> None:
    target = command.split()[1]

    assert subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=False, capture_output=True).returncode == 0  # noqa: S607, make as it is


def test_the_commands_run_in_their_order(tmp_path: Path) -> None:
    for command in commands():
        if command.startswith("cube-gym "):
            done = subprocess.run(
                [sys.executable, "-m", "cube_gym.cli", *shlex.split(command)[1:]],
                cwd=tmp_path,
                check=False,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"{command}: {done.stderr}"
            assert done.stdout, command
