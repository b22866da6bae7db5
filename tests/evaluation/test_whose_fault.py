"""Whose fault it is when an episode goes wrong."""

import pytest

from cube_core import InfraConfig
from cube_gym.agents import ProviderOutage
from cube_gym.evaluation import End, EpisodeResult, LocalInfra, Settings, evaluate
from cube_gym.statistics import summarize
from tests.evaluation.ladders import (
    Babbler,
    Climber,
    Empty,
    Leaver,
    Quitter,
    Raiser,
    Sleeper,
    Stubborn,
    Trouble,
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
