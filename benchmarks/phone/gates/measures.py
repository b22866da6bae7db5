"""The measurements of one template in one split."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.config import PhoneTaskConfig
from benchmarks.phone.gates.runs import Bench, Run, answer, stop
from benchmarks.phone.task import PhoneTask
from benchmarks.phone.verify import DECLINED
from cube_core import STOP_ACTION, Action, Observation
from cube_gym.agents import RandomAgent

SPAM = ("yes", "no", "done", "ok", "unknown", "none", "nobody", "0", "1", "The task is finished.")
DELETED_FROM = 3
"""Runs of each template in which steps are left out one by one."""
SHORTEST_FACT = 4
"""Characters that a text must have at least to tell which row it comes from."""

Row = tuple[str, object]


@dataclass(slots=True)
class Measures:
    """What was counted. Each pair is (how often it succeeded, how often it was tried)."""

    config: PhoneTaskConfig
    runs: list[Run] = field(default_factory=list)
    nothing: tuple[int, int] = (0, 0)
    spam: tuple[int, int] = (0, 0)
    declining: tuple[int, int] = (0, 0)
    """Declining where the task is not to be declined."""
    randomly: tuple[int, int] = (0, 0)
    blindly: tuple[int, int] = (0, 0)
    """The recorded actions of another seed."""
    meddled: tuple[int, int] = (0, 0)
    """The oracle's run and one unrelated edit."""
    survived: tuple[int, int] = (0, 0)
    """Steps left out without harm, of all steps whose absence the phone can show."""
    optional: int = 0
    """Steps left out without harm that the template declares."""
    changed_by_nothing: int = 0
    """Episodes in which stopping at once left changes behind."""
    rows: set[Row] = field(default_factory=set)
    """Rows that the goal or the verifier reads."""
    features: frozenset[str] = frozenset()
    """Tables and columns that the verifier expects to change, apps, and the kinds of the oracle's actions."""

    @property
    def name(self) -> str:
        """Template and split."""
        return f"{self.config.template} ({self.config.metadata.split})"

    @property
    def solved(self) -> tuple[int, int]:
        """The oracle's own success."""
        return sum(run.success for run in self.runs), len(self.runs)

    @property
    def lengths(self) -> tuple[int, int]:
        """Median and longest run of the oracle, its last action included."""
        lengths = [len(run.actions) for run in self.runs]
        return round(statistics.median(lengths)), max(lengths)


def measure(config: PhoneTaskConfig, seeds: Sequence[int]) -> Measures:
    """All measurements of a template in a split, over these seeds."""
    bench = Bench(config)
    found = Measures(config)
    try:
        found.runs = [bench.solve(seed) for seed in seeds]
        _idle(bench, found, seeds)
        found.blindly = _count(
            bench.replay(other, run.actions) for run, other in zip(found.runs, _shifted(seeds), strict=True)
        )
        found.meddled = _count(bench.replay(run.seed, run.actions, meddle=_meddle) for run in found.runs)
        _leave_out(bench, found)
        _read(bench, found, seeds)
    finally:
        bench.task.close()
    return found


def _idle(bench: Bench, found: Measures, seeds: Sequence[int]) -> None:
    declined = {run.seed for run in found.runs if run.declined}
    found.nothing = _count(bench.replay(seed, actions) for seed in seeds for actions in ((), (stop(),)))
    found.spam = _count(bench.replay(seed, (answer(text),)) for seed in seeds for text in SPAM)
    found.declining = _count(bench.replay(seed, (answer(DECLINED),)) for seed in seeds if seed not in declined)
    found.randomly = _count(_wander(bench, seed) for seed in seeds)


def _wander(bench: Bench, seed: int) -> bool:
    agent = RandomAgent(seed)
    bench.start(seed)
    agent.reset("", [schema for schema in bench.task.action_set if schema.name != STOP_ACTION.name])
    for _ in range(bench.budget):
        output = bench.task.step(agent.act(Observation(), {}))
        if output.done:
            return bool(output.info["details"]["success"])
    return bench.task.verdict().success


def _meddle(task: PhoneTask) -> None:
    """One edit that no task asks for."""
    task.device.db.insert("world_clocks", zone="Pacific/Apia")


def _leave_out(bench: Bench, found: Measures) -> None:
    """Leave out each step of some runs: the phone misses it, or the oracle does not know how to go on without it.

    Where only an answer counts, the recorded answer is left out alone: it carries what was read.
    """
    survived = tried = 0
    for run in found.runs[:DELETED_FROM]:
        bench.start(run.seed)
        last = len(run.actions) - 1
        steps = [last] if run.answered and not bench.task.template.expected(bench.task.params) else range(last)
        for index in steps:
            harmless = bench.without(run, index) and bench.unmissed(run, index)
            if harmless and run.actions[index].name in bench.task.template.optional_steps:
                found.optional += 1
            else:
                survived += harmless
            tried += 1
    found.survived = (survived, tried)


def _read(bench: Bench, found: Measures, seeds: Sequence[int]) -> None:
    template = bench.task.template
    features = {f"app {app}" for app in template.apps}
    for run in found.runs:
        features |= {f"does {_kind_of(action)}" for action in run.actions}
    for seed in seeds:
        bench.start(seed)
        expected = template.expected(bench.task.params)
        found.rows |= {(wanted.table, wanted.key) for wanted in expected if wanted.key is not None}
        found.rows |= _rows_named_in(bench.task)
        found.changed_by_nothing += bool(bench.task.step(stop()).info["details"]["collateral"])
        features |= {
            f"{wanted.kind} {wanted.table}.{column}" for wanted in expected for column in wanted.after or ("",)
        }
    found.features = frozenset(features)


def _kind_of(action: Action) -> str:
    """The gesture, and the kind of element or the app it is made on: `tap note` for the element `note:17`."""
    place = action.arguments.get("element", action.arguments.get("app", ""))
    return f"{action.name} {str(place).partition(':')[0]}".strip()


def _rows_named_in(task: PhoneTask) -> set[Row]:
    facts = {text for text in _texts(task.params.values()) if len(text) >= SHORTEST_FACT}
    return {
        (table, key)
        for table, rows in task.device.db.dump().items()
        for key, row in rows.items()
        if table in SCHEMA.tables and any(isinstance(value, str) and value in facts for value in row)
    }


def _texts(values: Iterable[object]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _texts(value.values())
        elif isinstance(value, list | tuple):
            yield from _texts(value)


def _shifted(seeds: Sequence[int]) -> list[int]:
    return [*seeds[1:], seeds[0]]


def _count(successes: Iterable[bool]) -> tuple[int, int]:
    listed = list(successes)
    return sum(listed), len(listed)
