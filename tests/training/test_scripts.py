"""The training scripts learn: short runs, whose margin over random play no luck reaches."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra: `pip install 'cube-gym[rl]'`")
pytestmark = pytest.mark.slow

TEMPLATE = "clear-done"
ENOUGH = ("--minutes", 12, "--until", 0.9)
"""The runs end when they are there, which takes a fraction of this."""
MARGIN = 0.5
"""With 30 held-out episodes or more, random play, which solves less than one in a hundred, comes near it in no life."""


def run(*arguments: object) -> str:
    command = [sys.executable, "-m", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout


def test_maskable_ppo_learns_a_template_and_writes_its_results(tmp_path: Path) -> None:
    run("benchmarks.train_ppo", "--templates", TEMPLATE, "--copies", 12, *ENOUGH, "--out", tmp_path)
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    (learned,), by_chance = results["mixed"]["runs"], results["mixed"]["chance"]
    assert len(learned["played"]) == len(by_chance) >= 30
    solved, luck = (sum(each["success"] for each in played) for played in (learned["played"], by_chance))
    assert solved - luck > MARGIN * len(by_chance)
    assert "Learning curves" in (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert (tmp_path / "curve.png").stat().st_size < 200_000


def test_group_relative_policy_gradients_learn_a_template(tmp_path: Path) -> None:
    curve = tmp_path / "curve.png"
    told = run("benchmarks.train_reinforce", "--template", TEMPLATE, *ENOUGH, "--curve", curve)
    luck, solved = map(float, re.findall(r"held-out tasks: ([\d.]+) of", told))
    assert solved - luck > MARGIN
    assert curve.read_bytes().startswith(b"\x89PNG")
