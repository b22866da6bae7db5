"""Whose fault it is when an episode goes wrong."""

from pathlib import Path
from typing import Literal

import pytest

from cube_core import InfraConfig
from cube_gym.agents import ProviderOutage
from cube_gym.evaluation import End, EpisodeResult, LocalInfra, RunDirectory, Settings, evaluate
from cube_gym.statistics import summarize
from tests.evaluation.ladders import (
    Babbler,
    Climber,
    Empty,
    Endless,
    Group,
    Leaver,
    Quitter,
    Raiser,
    Secretive,
    Sleeper,
    Stubborn,
    Swallower,
    Thrower,
    Trouble,
    Unprintable,
    ladder,
)

QUICK = Settings(step_seconds=0.5, act_seconds=0.5, retries=1)
HERE: InfraConfig | None = None
THERE = LocalInfra(workers=1, grace_seconds=0.5)
PLACES = pytest.mark.parametrize("infra", [HERE, THERE], ids=["in this process", "in a worker"])


def play(trouble: Trouble, agent: object, infra: InfraConfig | None, settings: Settings = QUICK) -> EpisodeResult:
    (result,) = evaluate([ladder(trouble=trouble)], agent, infra=infra, settings=settings).results  # type: ignore[arg-type]
    return result


@PLACES
def test_an_agent_that_reaches_the_top_succeeds(infra: InfraConfig | None) -> None:
    result = play("none", Climber, infra)
    assert (result.end, result.reward, result.success, result.problem) == (End.FINISHED, 1.0, True, None)
    assert result.details == {"predicates": {"on top": True}}
    assert result.steps == result.turns


@PLACES
@pytest.mark.parametrize(
    ("agent", "end", "problem"),
    [
        (Raiser, End.AGENT_ERROR, "ValueError: I am afraid of heights"),
        (Quitter, End.AGENT_ERROR, "SystemExit: 1"),
        (Sleeper, End.DEADLINE, "the agent's turn took longer than 0.5 s"),
        (Babbler, End.STEPS, None),
    ],
)
def test_what_an_agent_does_wrong_counts_as_its_failure(
    agent: type, end: End, problem: str | None, infra: InfraConfig | None
) -> None:
    result = play("none", agent, infra)
    assert (result.end, result.reward, result.success, result.problem) == (end, 0.0, False, problem)
    assert result.attempts == 1


@pytest.mark.parametrize(("agent", "end"), [(Stubborn, End.DEADLINE), (Leaver, End.AGENT_ERROR)])
def test_an_agent_that_takes_its_process_with_it_in_each_attempt_has_failed(agent: type, end: End) -> None:
    result = play("none", agent, THERE)
    assert (result.end, result.reward, result.success, result.attempts) == (end, 0.0, False, 2)
    assert result.problem is not None
    assert "in each of 2 attempts" in result.problem


@PLACES
@pytest.mark.parametrize(
    ("trouble", "problem"),
    [
        ("reset breaks", "there is no ladder"),
        ("breaks", "the ladder broke"),
        ("verifier breaks", "nobody looked"),
        ("hangs", "the task's turn"),
    ],
)
def test_what_breaks_on_the_tasks_side_is_a_fault_without_a_reward(
    trouble: Trouble, problem: str, infra: InfraConfig | None
) -> None:
    result = play(trouble, "oracle", infra)
    assert (result.end, result.reward, result.success) == (End.FAULT, None, None)
    assert result.problem is not None
    assert problem in result.problem


@pytest.mark.parametrize("trouble", ["dies", "exits"])
def test_a_task_that_kills_its_worker_each_time_is_a_fault_and_costs_nobody_else_an_episode(trouble: Trouble) -> None:
    tasks = [ladder("wood"), ladder("steel", trouble), ladder("rope")]
    ends = [result.end for result in evaluate(tasks, "oracle", infra=THERE, settings=QUICK).results]
    assert ends == [End.FINISHED, End.FAULT, End.FINISHED]


def test_one_crash_neither_ends_the_evaluation_nor_counts_as_zero() -> None:
    tasks = [ladder("solved"), ladder("broken", "reset breaks"), ladder("also solved")]
    found = evaluate(tasks, "oracle")
    failed = evaluate([ladder("not solved")], Raiser)
    summary = summarize([*found.results, *failed.results], allow_faults=True).total
    assert (summary.requested, summary.completed, summary.faulted) == (4, 3, 1)
    assert summary.successes == 2
    assert summary.mean_reward == pytest.approx(2 / 3)
    assert [result.problem for result in (found.results[1], failed.results[0]) if result.problem is None] == []


class Unreachable(Climber):
    def at_second_turn(self) -> None:
        raise ProviderOutage("nobody answers")


def test_an_outage_of_the_models_provider_is_a_fault() -> None:
    result = play("none", Unreachable, HERE)
    assert (result.end, result.reward, result.problem) == (End.FAULT, None, "the model's provider: nobody answers")


class Slow(Climber):
    def at_second_turn(self) -> None:
        import time  # noqa: PLC0415, with its only use

        time.sleep(5)


def test_an_episode_that_takes_too_long_is_charged_to_the_side_that_took_the_larger_part() -> None:
    result = play("none", Slow, HERE, Settings(episode_seconds=0.3))
    assert (result.end, result.reward) == (End.DEADLINE, 0.0)
    result = play("hangs", "oracle", HERE, Settings(episode_seconds=0.3, retries=0))
    assert (result.end, result.reward) == (End.FAULT, None)


def test_an_empty_list_of_actions_is_an_invalid_action_and_the_episode_goes_on() -> None:
    result = play("none", Empty, HERE)
    assert (result.invalid_actions, result.end) == (1, End.FINISHED)


@PLACES
@pytest.mark.parametrize("at", ["act", "reset"])
@pytest.mark.parametrize(
    ("raised", "problem"),
    [
        ("own", "Quake: it shook"),
        ("cancelled", "CancelledError: "),
        ("generator", "GeneratorExit: "),
        ("exit", "SystemExit: 4"),
        ("group", "BaseExceptionGroup: several (2 sub-exceptions)"),
        ("mute", "MuteError: (its text cannot be read: ValueError)"),
        ("half", "ValueError: half \N{REPLACEMENT CHARACTER}"),
    ],
)
def test_whatever_an_agent_raises_fails_its_episode_and_no_other(
    raised: str, problem: str, at: Literal["act", "reset"], infra: InfraConfig | None, tmp_path: Path
) -> None:
    tasks = [ladder("wood"), ladder("steel")]
    found = evaluate(tasks, Thrower(raised, at), infra=infra, settings=QUICK, directory=tmp_path / "run").results
    assert [(result.end, result.reward, result.problem) for result in found] == [(End.AGENT_ERROR, 0.0, problem)] * 2
    assert RunDirectory(tmp_path / "run").results() == found


@PLACES
@pytest.mark.parametrize("trouble", ["raises", "raises at the start"])
@pytest.mark.parametrize("raised", ["own", "cancelled", "generator", "exit", "group", "mute"])
def test_whatever_the_tasks_side_raises_is_a_fault_or_a_failed_action_and_costs_no_other_episode(
    raised: str, trouble: Trouble, infra: InfraConfig | None
) -> None:
    tasks = [ladder("steel", trouble, raised=raised), ladder("wood")]
    first, second = evaluate(tasks, Climber, infra=infra, settings=QUICK).results
    told = raised == "mute" and trouble == "raises"  # an Exception of a tool is for the agent to read
    assert first.end is (End.FINISHED if told else End.FAULT)
    assert told or first.problem is not None
    assert second.success


@PLACES
@pytest.mark.parametrize(
    ("trouble", "problem"), [("cannot be made", "RuntimeError: no wood"), ("has no hash", "RuntimeError: no state")]
)
def test_a_task_that_cannot_be_made_or_kept_is_a_fault(
    trouble: Trouble, problem: str, infra: InfraConfig | None
) -> None:
    tasks = [ladder("steel", trouble, own_hash=True), ladder("wood")]
    first, second = evaluate(tasks, Climber, infra=infra, settings=QUICK).results
    assert (first.end, first.reward, first.problem) == (End.FAULT, None, problem)
    assert second.success


@PLACES
def test_a_deadline_that_an_agent_swallows_is_missed_all_the_same(infra: InfraConfig | None) -> None:
    assert play("none", Swallower, infra).end is End.DEADLINE


@PLACES
def test_a_stop_inside_a_group_is_a_stop(infra: InfraConfig | None) -> None:
    result = play("none", Group, infra)
    assert (result.end, result.reward) == (End.FINISHED, 0.0)


@PLACES
def test_an_agent_that_cannot_tell_what_it_cost_is_judged_by_what_it_did(infra: InfraConfig | None) -> None:
    result = play("none", Secretive, infra)
    assert (result.success, result.model_calls, result.cost) == (True, None, None)


@PLACES
@pytest.mark.parametrize("agent", [Unprintable, Endless])
def test_an_answer_that_cannot_be_kept_is_an_invalid_action(agent: type, infra: InfraConfig | None) -> None:
    result = play("none", agent, infra)
    assert (result.end, result.invalid_actions) == (End.FINISHED, 1)


def test_what_no_task_can_do_is_said_before_anything_is_played() -> None:
    played: list[object] = []
    with pytest.raises(ValueError, match="gives no 'discounted' reward"):
        evaluate([ladder()], Climber, settings=Settings(reward="discounted"), watch=played.append)
    assert not played
