"""What `evaluate` takes, what it refuses, and that runs do not get into each other's way."""

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import cube_gym
from cube_core import Action, Observation
from cube_gym.evaluation import End, Episode, EpisodeResult, Settings, evaluate
from tests.evaluation.ladders import Climber, Ladders, ladder

cube_gym.register(Ladders)

TWO_OF_ONE_NAME = [Episode(ladder(), 0), Episode(ladder().model_copy(update={"reward": "discounted"}), 1)]


@pytest.mark.parametrize(
    ("seeds", "played"),
    [
        (2, [0, 1]),
        (np.int64(2), [0, 1]),
        (range(3, 5), [3, 4]),
        (iter([7, 0]), [7, 0]),
        (np.array([1, 2]), [1, 2]),
        ([np.int64(4)], [4]),
    ],
    ids=["number", "of numpy", "range", "iterator", "array", "list"],
)
def test_seeds_are_a_number_or_a_list(seeds: Any, played: list[int]) -> None:  # noqa: ANN401, anything may be tried
    assert [result.seed for result in evaluate([ladder()], Climber, seeds=seeds).results] == played


@pytest.mark.parametrize(
    "tasks",
    ["ladders/wood", Ladders(tasks=("wood",)), [ladder()], (ladder(),), iter([ladder()])],
    ids=lambda t: str(type(t)),
)
def test_tasks_are_named_chosen_or_listed(tasks: Any) -> None:  # noqa: ANN401, anything may be tried
    assert [result.task_id for result in evaluate(tasks, Climber).results] == ["wood"]


@pytest.mark.parametrize(
    ("asked", "error", "match"),
    [
        ({"seeds": 0}, ValueError, "from 1 on, got 0"),
        ({"seeds": True}, TypeError, "how many for each task, or a list of them; got True"),
        ({"seeds": "12"}, TypeError, "got '12'"),
        ({"seeds": None}, TypeError, "got None"),
        ({"seeds": [1.5]}, TypeError, r"a whole number from 0 on, or None, got 1\.5"),
        ({"seeds": [-1]}, ValueError, "from 0 on, got -1"),
        ({"seeds": [None]}, TypeError, "from 0 on, got None"),
        ({"tasks": None}, TypeError, "or a list of configs; got NoneType"),
        ({"tasks": ladder()}, TypeError, "or a list of configs; got LadderConfig"),
        ({"tasks": [ladder(), 5]}, TypeError, "all of one kind; got int"),
        ({"tasks": TWO_OF_ONE_NAME}, ValueError, "'wood' is there with two configs"),
        ({"agent": None}, TypeError, "or what makes one; got None"),
        ({"agent": "oracel"}, ValueError, "Did you mean 'oracle'"),
        ({"infra": True}, TypeError, "a number of processes, or None .* got True"),
        ({"infra": "local"}, TypeError, "got 'local'"),
        ({"settings": {"max_steps": 3}}, TypeError, "Settings, got dict"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_said_before_anything_is(asked: Any, error: type[Exception], match: str) -> None:  # noqa: ANN401, anything may be tried
    played: list[object] = []
    with pytest.raises(error, match=match):
        evaluate(**{"tasks": [ladder()], "agent": Climber, "watch": played.append, **asked})
    assert not played


def test_runs_in_several_threads_keep_out_of_each_others_way() -> None:
    found: list[list[EpisodeResult]] = []

    def run() -> None:
        found.append(evaluate([ladder()], Climber, seeds=5).results)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [[(result.seed, result.success) for result in results] for results in found] == [
        [(seed, True) for seed in range(5)]
    ] * 4


class Rehearsing(Climber):
    """Plays the same task by itself before its first turn."""

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        if self.turn == 0:
            evaluate([ladder()], Climber, settings=Settings(act_seconds=60))
        answer: Action = super().act(observation, info)
        return answer


def test_an_agent_may_play_a_run_of_its_own() -> None:
    assert evaluate([ladder()], Rehearsing).results[0].success


def test_a_run_inside_a_turn_does_not_lengthen_the_turn() -> None:
    class Late(Rehearsing):
        def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
            answer = super().act(observation, info)
            threading.Event().wait()
            return answer

    (result,) = evaluate([ladder()], Late, settings=Settings(act_seconds=1)).results
    assert result.end is End.DEADLINE


def test_an_agent_whose_answer_is_to_be_awaited_is_told_so() -> None:
    class Later(Climber):
        async def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
            del observation, info
            return Action(name="climb")

    (result,) = evaluate([ladder()], Later).results  # type: ignore[arg-type]  # it is no agent
    assert result.end is End.AGENT_ERROR
    assert result.problem is not None
    assert "an agent answers at once" in result.problem


def test_an_answer_that_cannot_be_read_is_the_agents_failure() -> None:
    class Evil(list[Action]):
        def __iter__(self) -> Any:  # noqa: ANN401, it gives nothing
            raise ValueError("no items")

    class Giver(Climber):
        def at_second_turn(self) -> Any:  # noqa: ANN401, agents answer anything
            return Evil([Action(name="climb")])

    (result,) = evaluate([ladder()], Giver).results
    assert (result.end, result.problem) == (End.AGENT_ERROR, "ValueError: no items")
