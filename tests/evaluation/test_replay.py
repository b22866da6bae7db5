"""Recorded episodes, executed again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cube_core import Action
from cube_gym.evaluation import RunDirectory, RunDirectoryError, Settings, evaluate, replay
from cube_gym.evaluation.recording import dump_answer, load_answer
from tests.evaluation.ladders import Babbler, Climber, Empty, Raiser, ladder

TASKS = [ladder("wood"), ladder("rope", own_hash=True)]


def tamper(directory: Path, step: int, change: Callable[[dict[str, Any]], None], task: str = "wood") -> None:
    file = directory / "trajectories" / f"{task}--0.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines[step])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("agent", ["oracle", "random", Raiser, Babbler, Empty])
@pytest.mark.parametrize("kinds", [("tree",), ("tree", "screenshot"), ("screenshot",)])
def test_what_was_recorded_goes_the_same_way_again(agent: Any, kinds: Any, tmp_path: Path) -> None:  # noqa: ANN401, several kinds
    settings = Settings(observation=kinds)
    results = evaluate(TASKS, agent, seeds=2, directory=tmp_path, settings=settings).results
    found = list(replay(RunDirectory(tmp_path)))
    assert [one.differences for one in found] == [()] * 4
    assert [one.steps for one in found] == [one.steps for one in results]


def test_a_changed_action_is_named_with_what_differs(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    tamper(tmp_path, 2, lambda line: line["action"]["arguments"].update(rungs=2))
    wood, rope = replay(RunDirectory(tmp_path))
    assert rope.equal
    assert (wood.step, wood.steps) == (2, 1)
    assert str(wood.differences[0]) == "observation[0].data: recorded 'on rung 2', now 'on rung 3'"
    assert wood.differences[-1].place == "state"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda line: line.update(state="seen:0"), "state"),
        (lambda line: line.update(reward=1.0), "reward"),
        (lambda line: line["observation"][1]["data"][0].update(box=[0, 0, 1, 1]), "observation[1].data[0].box[1]"),
        (lambda line: line["world"].update(current_page="roof"), "world.current_page"),
        (lambda line: line.update(terminated=True), "terminated"),
    ],
)
def test_any_part_of_a_recording_that_was_tampered_with_is_found(
    change: Callable[[dict[str, Any]], None], place: str, tmp_path: Path
) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    tamper(tmp_path, 3, change)
    wood = next(replay(RunDirectory(tmp_path)))
    assert wood.step == 3
    assert place in [difference.place for difference in wood.differences]


def test_a_task_that_changed_is_found_at_the_start(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    tamper(tmp_path, 0, lambda line: line.update(details={"top": 99}))
    wood = next(replay(RunDirectory(tmp_path)))
    assert (wood.step, wood.differences[0].place) == (0, "details.top")


def test_a_state_hash_of_the_tasks_own_is_taken_where_there_is_one(tmp_path: Path) -> None:
    results = evaluate(TASKS, Climber, directory=tmp_path).results
    run = RunDirectory(tmp_path)
    states = [[line["state"] for line in run.trajectory(result) if line["kind"] != "end"] for result in results]
    assert all(state.startswith("seen:") for state in states[0])
    assert states[1][:2] == ["task:rung-0-of-3", "task:rung-1-of-3"]


def test_of_a_faulted_episode_everything_before_the_fault_is_replayed(tmp_path: Path) -> None:
    evaluate([ladder("wood", "breaks")], "oracle", directory=tmp_path)
    (found,) = replay(RunDirectory(tmp_path))
    assert (found.equal, found.steps, found.note) == (True, 0, "up to the fault")


def test_a_damaged_trajectory_is_said_by_its_file(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    file = tmp_path / "trajectories" / "wood--0.jsonl"
    file.write_text("{\n")
    with pytest.raises(RunDirectoryError, match=r"wood--0.jsonl is damaged"):
        list(replay(RunDirectory(tmp_path)))


@pytest.mark.parametrize("answer", [Action(name="a", arguments={"x": 1}), [Action(name="a"), Action(name="b")], []])
def test_answers_come_back_as_they_were(answer: object) -> None:
    assert load_answer(dump_answer(answer)) == answer


def test_what_was_no_action_comes_back_as_something_of_the_same_type_name() -> None:
    one, two = load_answer(dump_answer(["climb!", 3]))
    assert (type(one).__name__, type(two).__name__) == ("str", "int")
