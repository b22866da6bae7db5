"""What came out of the runs: a page to read, a curve to see, and all numbers as JSON."""

import datetime as dt
import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.speed.tables import Table, machine
from benchmarks.training.curves import Curve, Point, draw_curves
from benchmarks.training.evaluation import Played, by_template, interval_of, rate_of

GOAL: Final = 0.9
"""The success that a run is asked to reach."""


class Run(NamedTuple):
    """One training run and its evaluation."""

    condition: str
    seed: int
    points: tuple[Point, ...]
    seconds: float
    """Of training, evaluations for the curve included."""
    steps: int
    played: list[Played]
    """Held-out episodes after training."""

    def reached(self) -> float | None:
        """After how many seconds the learning curve first was at the goal; None when it never was."""
        return next((point.seconds for point in self.points if point.rate >= GOAL), None)


Chance = Mapping[str, list[Played]]
"""Random play on the same episodes, by condition."""


def write_results(folder: Path, runs: Sequence[Run], chance: Chance, settings: Mapping[str, Any], command: str) -> None:
    """Write RESULTS.md, results.json and curve.png."""
    folder.mkdir(parents=True, exist_ok=True)
    curves = [Curve(run.condition, run.seed, run.points) for run in runs]
    draw_curves(folder / "curve.png", curves, {name: rate_of(played) for name, played in chance.items()})
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    tables = [_runs(runs, chance), *(_templates(name, runs, chance) for name in chance)]
    parts = [
        "# What a standard learner learns here\n",
        f"{today}, {machine()}.\nWritten by `{command}`.\n",
        _SAID,
        "![Learning curves](curve.png)\n",
        *(table.as_markdown() for table in tables),
    ]
    (folder / "RESULTS.md").write_text("\n".join(parts), encoding="utf-8")
    content = {
        "machine": machine(),
        "command": command,
        "settings": dict(settings),
        "runs": [{**run._asdict(), "points": _dicts(run.points), "played": _dicts(run.played)} for run in runs],
        "chance": {name: _dicts(played) for name, played in chance.items()},
    }
    (folder / "results.json").write_text(json.dumps(content) + "\n", encoding="utf-8")


_SAID: Final = """\
MaskablePPO of sb3-contrib learns templates of the phone from `DiscreteActions`, `ElementObservation` and
`WorldObservation`: one policy for all templates of a condition, on the CPU. Training episodes have parameters of the
split `train` and start on the way of a scripted solution, near its end at first (`benchmarks/training/curriculum.py`);
the learner sees none of its actions. Evaluation has parameters of the split `val`, which no training episode has, and
starts at the beginning, with the most likely action at each step. Random play draws from the actions that the mask
allows, on the same episodes. The policy is the last one of each run, not the best; the curve has other episodes than
the tables. Intervals are of 95 % and take the episodes of a template to be alike. Faulted episodes are left out.
"""


def _runs(runs: Sequence[Run], chance: Chance) -> Table:
    columns = ("condition, seed", "solved", "95 % interval", "episodes", "minutes", f"minutes to {GOAL}", "steps")
    table = Table("Runs", columns)
    for run in runs:
        reached = run.reached()
        told = "not reached" if reached is None else f"{reached / 60:.1f}"
        cells = (*_solved(run.played), f"{run.seconds / 60:.1f}", told, f"{run.steps:,}")
        table.rows.append((f"{run.condition}, {run.seed}", *cells))
    for name, played in chance.items():
        table.rows.append((f"{name}, random play", *_solved(played), "", "", ""))
    return table


def _templates(condition: str, runs: Sequence[Run], chance: Chance) -> Table:
    """The share of solved episodes of each template: over all seeds, of the worst seed, and of random play."""
    of_runs = [by_template(run.played) for run in runs if run.condition == condition]
    table = Table(f"Templates: {condition}", ("template", "solved", "worst seed", "steps", "random play"))
    for name, by_chance in by_template(chance[condition]).items():
        rates = [rate_of(of_run.get(name, [])) for of_run in of_runs]
        steps = [each.steps for of_run in of_runs for each in of_run.get(name, []) if each.success]
        length = f"{statistics.mean(steps):.1f}" if steps else ""
        cells = (f"{statistics.mean(rates):.2f}", f"{min(rates):.2f}", length, f"{rate_of(by_chance):.2f}")
        table.rows.append((name, *cells))
    return table


def _solved(played: Sequence[Played]) -> tuple[str, str, str]:
    interval = interval_of(played)
    between = "" if interval is None else f"{interval.low:.3f} to {interval.high:.3f}"
    return f"{rate_of(played):.3f}", between, f"{len(played)}"


def _dicts(things: Sequence[Point] | Sequence[Played]) -> list[dict[str, Any]]:
    return [thing._asdict() for thing in things]
