"""Train MaskablePPO on short tasks of the phone: `python -m benchmarks.train_ppo`.

Each condition (`benchmarks.training.tasks`) is learned from each seed, evaluated on held-out parameters, and compared
with random play on the same episodes.
"""

import argparse
import shlex
import statistics
import sys
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.training.curves import Point
from benchmarks.training.evaluation import Evaluator, Played, chance, interval_of, rate_of
from benchmarks.training.ppo import Reached, Settings, train
from benchmarks.training.results import Run, add_results, record_of
from benchmarks.training.tasks import CONDITIONS, Condition, make_env

FINAL_SEEDS = range(10_000, 10_030)
"""Held-out episodes of each template."""
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    TextColumn("{task.fields[told]}"),
    TimeElapsedColumn(),
)


def main() -> int:
    """Train, evaluate, print the tables, and write them where `--out` says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_ppo", description=__doc__)
    names = ", ".join(CONDITIONS)
    parser.add_argument("conditions", nargs="*", default=["mixed"], help=f"of {names}; mixed by default")
    parser.add_argument("--templates", nargs="+", metavar="NAME", help="these templates only, of each condition")
    parser.add_argument(
        "--seeds", type=int, nargs="+", default=[0], help="a run of each condition for each; 0 by default"
    )
    parser.add_argument(
        "--out", type=Path, help="a folder for RESULTS.md, results.json and curve.png; other conditions' stay there"
    )
    for name, default in Settings()._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default, help="%(default)s")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.conditions) - set(CONDITIONS))
    if unknown:
        parser.error(f"no condition {unknown[0]!r}: there is {names}")
    settings = Settings(*(getattr(arguments, name) for name in Settings._fields))
    console = Console()
    for name in arguments.conditions:
        condition = CONDITIONS[name]
        if arguments.templates:
            condition = condition._replace(templates=tuple(arguments.templates))
        evaluator = Evaluator(partial(make_env, split="val", condition=condition), condition.templates)
        by_chance = evaluator(chance(0), FINAL_SEEDS)
        console.print(f"{name}: random play solves {_told(by_chance)}")
        for seed in arguments.seeds:
            run = _run(name, condition, seed, settings, evaluator, console)
            if arguments.out is not None:
                command = shlex.join(["python", "-m", "benchmarks.train_ppo", *sys.argv[1:]])
                add_results(arguments.out, name, record_of(command, settings._asdict(), [run], by_chance))
        evaluator.close()
    if arguments.out is not None:
        console.print(Markdown((arguments.out / "RESULTS.md").read_text(encoding="utf-8")))
    return 0


def _run(name: str, condition: Condition, seed: int, settings: Settings, evaluator: Evaluator, console: Console) -> Run:
    with Progress(*COLUMNS, console=console) as progress:
        bar = progress.add_task(f"{name}, seed {seed}", total=60 * settings.minutes, told="")

        def tell(point: Point, curriculum: Reached) -> None:
            shares = {template: reached / length for template, (reached, length) in curriculum.items()}
            slowest = min(shares, key=shares.__getitem__)
            practised = f"practised {statistics.mean(shares.values()):.0%}, of {slowest} {shares[slowest]:.0%}"
            told = f"{point.steps:,} steps, {practised}, held out {point.rate:.2f}"
            progress.update(bar, completed=point.seconds, told=told)
            if not console.is_terminal:
                progress.print(f"{name}, seed {seed}: {point.seconds:.0f} s, {told}")

        trained = train(condition, seed, settings, evaluator, tell)
    played = evaluator(trained.choose, FINAL_SEEDS)
    console.print(f"{name}, seed {seed}: solves {_told(played)}")
    return Run(seed, list(trained.points), trained.seconds, trained.steps, played)


def _told(played: list[Played]) -> str:
    interval = interval_of(played)
    between = "" if interval is None else f" (95 % interval {interval.low:.3f} to {interval.high:.3f})"
    return f"{rate_of(played):.3f} of {len(played)} episodes{between}"


if __name__ == "__main__":
    sys.exit(main())
