"""Goals, and that the parts measure what they are about: each case is called once, as short as a measurement can be."""

import importlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.speed import __main__ as command
from benchmarks.speed import miniwob
from benchmarks.speed.goals import GOALS, PAGE, Goal, reached
from benchmarks.speed.tables import Table
from benchmarks.speed.timing import Case, Timeable, Timed, interleave


def once(cases: Sequence[Timeable], *, rounds: int = 1) -> list[Timed]:
    del rounds
    return interleave([replace(case, number=1) if isinstance(case, Case) else case for case in cases], rounds=1)


@pytest.fixture(scope="module")
def measured() -> set[str]:
    names = {f"{miniwob.row_name('ours', PAGE, kind)}: {what}" for kind in miniwob.OURS for what in ("reset", "step")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", "")
        patch.setenv("HOME", "nowhere")  # no peers
        for part in ("core", "world", "phone"):
            module = importlib.import_module(f"benchmarks.speed.{part}")
            patch.setattr(module, "interleave", once)
            names |= {one.name for table in module.measure() for one in table.timed}
    return names


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.row)
def test_every_goal_is_about_something_that_is_measured(goal: Goal, measured: set[str]) -> None:
    assert goal.row in measured


def verdicts(*timed: Timed) -> dict[str, tuple[str, ...]]:
    table = reached([Table("measured", ("work",), timed=timed)])
    return {row[0]: row[2:] for row in table.rows}


def test_a_goal_is_met_at_its_limit_and_missed_above_it() -> None:
    step, action_set = GOALS[1], GOALS[2]
    told = verdicts(Timed(step.row, (step.limit,)), Timed(action_set.row, (action_set.limit * 1.5,)))
    assert told[step.work][:2] == ("15 us", "met")
    assert told[action_set.work][:2] == ("7.5 us", "missed by 50%")


def test_what_was_not_measured_is_told_as_that() -> None:
    assert verdicts()[GOALS[0].work] == ("not measured", "", "")


def test_a_peer_is_told_by_how_many_times_as_long_it_takes() -> None:
    goal = GOALS[1]
    ((name, row),) = goal.peers.items()
    assert verdicts(Timed(goal.row, (1e-5,)), Timed(row, (3e-5,)))[goal.work][2] == f"{name} 3.0"


def test_a_part_that_does_not_exist_is_refused_with_those_that_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["speed", "corr"])
    with pytest.raises(SystemExit):
        command.main()
    told = capsys.readouterr().err
    assert "'corr'" in told
    assert all(part in told for part in command.PARTS)
