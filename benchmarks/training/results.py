"""What came out of the runs: a page to read, a curve to see, and all numbers as JSON."""

import datetime as dt
import json
import os
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

    seed: int
    points: list[Point]
    seconds: float
    """Of training, evaluations for the curve included."""
    steps: int
    played: list[Played]
    """Held-out episodes after training."""

    def reached(self) -> float | None:
        """After how many seconds the learning curve first was at the goal; None when it never was."""
        return next((point.seconds for point in self.points if point.rate >= GOAL), None)


class Record(NamedTuple):
    """The runs of one condition."""

    command: str
    machine: str
    settings: dict[str, Any]
    runs: list[Run]
    chance: list[Played]
    """Random play on the episodes of the evaluation."""


def record_of(command: str, settings: Mapping[str, Any], runs: Sequence[Run], chance: Sequence[Played]) -> Record:
    """The record of what ran here, today."""
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    load = os.getloadavg()[2]
    where = f"{today}, {machine()}; load {load:.1f} on average over the last quarter of an hour"
    return Record(command, where, dict(settings), list(runs), list(chance))


def add_results(folder: Path, condition: str, record: Record) -> None:
    """Write RESULTS.md, results.json and curve.png; what is there of other conditions and seeds stays."""
    folder.mkdir(parents=True, exist_ok=True)
    records = _read(folder / "results.json")
    if condition in records:
        runs = {run.seed: run for run in (*records[condition].runs, *record.runs)}
        record = record._replace(runs=[runs[seed] for seed in sorted(runs)])
    records[condition] = record
    curves = [Curve(name, run.seed, tuple(run.points)) for name, each in records.items() for run in each.runs]
    draw_curves(folder / "curve.png", curves, {name: rate_of(each.chance) for name, each in records.items()})
    (folder / "RESULTS.md").write_text(_page(records), encoding="utf-8")
    content = {name: _as_json(each) for name, each in records.items()}
    (folder / "results.json").write_text(json.dumps(content) + "\n", encoding="utf-8")


_SAID: Final = """\
# What a standard learner learns here

MaskablePPO of sb3-contrib learns templates of the phone from `DiscreteActions`, `ElementObservation` and
`WorldObservation`: one policy for all templates of a condition, on the CPU. Training episodes have parameters of the
split `train` and start on the way of a scripted solution, near its end at first (`benchmarks/training/curriculum.py`);
the learner sees none of its actions. Evaluation has parameters of the split `val`, which no training episode has, and
starts at the beginning, with the most likely action at each step. Random play draws from the actions that the mask
allows, on the same episodes. The policy is the last one of each run, not the best; the curve has other episodes than
the tables. Intervals are of 95 % and take the episodes of a template to be alike. Faulted episodes are left out.

![Learning curves](curve.png)
"""


def _page(records: Mapping[str, Record]) -> str:
    parts = [_SAID, _runs(records).as_markdown()]
    for name, record in records.items():
        parts += [_templates(name, record).as_markdown(), _summary(name, record)]
    return "\n".join(parts)


def _summary(condition: str, record: Record) -> str:
    """How many runs there were, how many reached the goal, and where and how they were made."""
    number, reached = len(record.runs), sum(rate_of(run.played) >= GOAL for run in record.runs)
    seeds = "1 seed" if number == 1 else f"{number} seeds"
    return (
        f"{condition}: {seeds}, of which {reached} solved {GOAL:.0%} of the held-out episodes or more.\n\n"
        f"`{record.command}`; {record.machine}.\n"
    )


def _runs(records: Mapping[str, Record]) -> Table:
    columns = ("condition, seed", "solved", "95 % interval", "episodes", "minutes", f"minutes to {GOAL}", "steps")
    table = Table("Runs", columns)
    for name, record in records.items():
        for run in record.runs:
            reached = run.reached()
            told = "not reached" if reached is None else f"{reached / 60:.1f}"
            cells = (*_solved(run.played), f"{run.seconds / 60:.1f}", told, f"{run.steps:,}")
            table.rows.append((f"{name}, {run.seed}", *cells))
        table.rows.append((f"{name}, random play", *_solved(record.chance), "", "", ""))
    return table


def _templates(condition: str, record: Record) -> Table:
    """The share of solved episodes of each template: over all seeds, of the worst seed, and of random play."""
    of_runs = [by_template(run.played) for run in record.runs]
    table = Table(f"Templates: {condition}", ("template", "solved", "worst seed", "steps", "random play"))
    for name, by_chance in by_template(record.chance).items():
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


def _as_json(record: Record) -> dict[str, Any]:
    runs = [{**run._asdict(), "points": _dicts(run.points), "played": _dicts(run.played)} for run in record.runs]
    return {**record._asdict(), "runs": runs, "chance": _dicts(record.chance)}


def _read(file: Path) -> dict[str, Record]:
    if not file.exists():
        return {}
    content = json.loads(file.read_text(encoding="utf-8"))
    return {name: Record(**{**each, **_lists(each)}) for name, each in content.items()}


def _lists(record: Mapping[str, Any]) -> dict[str, Any]:
    runs = [
        Run(**{**run, "points": [Point(**each) for each in run["points"]], "played": _played(run["played"])})
        for run in record["runs"]
    ]
    return {"runs": runs, "chance": _played(record["chance"])}


def _played(episodes: Sequence[Mapping[str, Any]]) -> list[Played]:
    return [Played(**each) for each in episodes]


def _dicts(things: Sequence[Point] | Sequence[Played]) -> list[dict[str, Any]]:
    return [thing._asdict() for thing in things]
