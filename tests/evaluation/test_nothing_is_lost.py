"""Runs that are killed, stopped, resumed: no episode is lost, none is there twice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cube_gym.evaluation import (
    Episode,
    EpisodeResult,
    Progress,
    RunDirectory,
    RunDirectoryError,
    RunStopped,
    Settings,
    evaluate,
)
from tests.evaluation.ladders import Raiser, ladder

IMPORTABLE = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(IMPORTABLE), "COLUMNS": "200"}
EPISODES = 40
TASKS = [ladder("wood"), ladder("rope", own_hash=True)]


def what_matters(results: list[EpisodeResult]) -> list[dict[str, Any]]:
    timed = {"seconds", "agent_seconds", "attempts"}
    return [result.model_dump(mode="json", exclude=timed) for result in results]


def command(*arguments: object) -> list[str]:
    return [
        sys.executable,
        "-m",
        "cube_gym.cli",
        "--import",
        "tests.evaluation.registered_ladders",
        *map(str, arguments),
    ]


def start(out: Path) -> subprocess.Popen[str]:
    line = command(
        "run",
        "ladders",
        "--episodes",
        EPISODES,
        "--agent",
        "tests.evaluation.registered_ladders:Dawdler",
        "--workers",
        2,
    )
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)  # what ignores it, as jobs do, has deaf children
    try:
        return subprocess.Popen(
            [*line, "--out", out], env=ENVIRONMENT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
    finally:
        signal.signal(signal.SIGINT, ours)


def wait_for_results(out: Path, number: int) -> None:
    file = out / "results.jsonl"
    while not file.exists() or file.read_bytes().count(b"\n") < number:
        time.sleep(0.01)


def resume(out: Path) -> subprocess.CompletedProcess[str]:
    line = command("run", "--resume", out, "--agent", "tests.evaluation.registered_ladders:Dawdler", "--workers", 2)
    return subprocess.run(line, env=ENVIRONMENT, capture_output=True, text=True, check=True)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[EpisodeResult]:
    out = tmp_path_factory.mktemp("undisturbed") / "run"
    run = start(out)
    _, said = run.communicate()
    assert run.returncode == 0, said
    return RunDirectory(out).results()


def test_a_run_killed_half_way_and_resumed_equals_an_undisturbed_one(
    tmp_path: Path, undisturbed: list[EpisodeResult]
) -> None:
    out = tmp_path / "run"
    run = start(out)
    wait_for_results(out, EPISODES // 3)
    run.kill()
    run.communicate()
    kept = len(RunDirectory(out).results())
    assert EPISODES // 3 <= kept < EPISODES
    before = (out / "results.jsonl").read_bytes()
    resume(out)
    after = (out / "results.jsonl").read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    assert after.count(b"\n") == EPISODES
    assert what_matters(RunDirectory(out).results()) == what_matters(undisturbed)


def test_ctrl_c_stops_cleanly_says_how_to_go_on_and_leaves_no_worker(tmp_path: Path) -> None:
    out = tmp_path / "run"
    run = start(out)
    wait_for_results(out, 5)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate()
    assert run.returncode == 130, said
    assert said.strip() == f"cube-gym: stopped. What is over is kept: cube-gym run --resume {out}"
    assert (out / "results.jsonl").read_bytes().endswith(b"\n")
    assert f"{EPISODES} episodes requested, {EPISODES} completed, 0 faulted." in resume(out).stdout


def test_workers_end_when_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    mark = str(tmp_path)
    script = f"""
import sys, time
from cube_gym.evaluation.workers import WorkerPool, WorkerProcess
pool = WorkerPool([WorkerProcess()])
pool.submit(exec, "import os; open({mark + "/pid"!r}, 'w').write(str(os.getpid()))").result()
print("started", flush=True)
pool.submit(time.sleep, 1000)
time.sleep(1000)
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "started\n"
    parent.kill()
    parent.communicate()
    worker = Path("/proc", (tmp_path / "pid").read_text())
    for _ in range(500):
        if not worker.exists() or " Z " in (worker / "stat").read_text():
            break
        time.sleep(0.02)
    else:
        pytest.fail("the worker is still there")


def test_half_a_line_is_cut_off_and_its_episode_played_again(tmp_path: Path) -> None:
    whole = evaluate(TASKS, "oracle", seeds=3, directory=tmp_path)
    file = tmp_path / "results.jsonl"
    data = file.read_bytes()
    file.write_bytes(data[:-20])
    assert len(RunDirectory(tmp_path).results()) == 5
    again = evaluate(TASKS, "oracle", seeds=3, directory=tmp_path, resume=True)
    assert what_matters(again.results) == what_matters(whole.results)
    assert file.read_bytes().count(b"\n") == 6


def test_a_damaged_line_in_the_middle_is_set_aside_and_its_episode_played_again(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", seeds=3, directory=tmp_path)
    file = tmp_path / "results.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b"\0" * 40 + b"\n", b'{"task_id": "wood"}\n', *lines[3:]]))
    again = evaluate(TASKS, "oracle", seeds=3, directory=tmp_path, resume=True)
    assert len(again.results) == 6
    assert (tmp_path / "damaged.txt").read_bytes().count(b"\n") == 2


def test_what_is_over_is_not_played_again(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", seeds=3, directory=tmp_path)
    told: list[Progress] = []
    evaluate(TASKS, "oracle", seeds=3, directory=tmp_path, resume=True, watch=told.append)
    assert [(progress.done, progress.result) for progress in told] == [(6, None)]


def test_faulted_episodes_are_played_again_when_that_is_asked_for(tmp_path: Path) -> None:
    tasks = [ladder("wood"), ladder("rope", "breaks")]
    assert [r.faulted for r in evaluate(tasks, "oracle", directory=tmp_path).results] == [False, True]
    told: list[Progress] = []
    evaluate(tasks, "oracle", directory=tmp_path, resume="with_faults", watch=told.append)
    assert [progress.done for progress in told] == [1, 2]
    assert (tmp_path / "results.jsonl").read_bytes().count(b"\n") == 2


def test_a_full_disk_stops_the_run_with_whole_lines_and_the_run_can_go_on(tmp_path: Path) -> None:
    script = f"""
import resource, sys
from tests.evaluation.ladders import ladder
from cube_gym.evaluation import *
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    evaluate([ladder("wood")], "oracle", seeds=20, directory={str(tmp_path)!r}, settings=Settings(record=False))
except RunStopped as stopped:
    print(stopped)
"""
    said = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    kept = len(RunDirectory(tmp_path).results())
    assert 0 < kept < 20
    assert "results cannot be written" in said.stdout
    assert f"{kept} of 20 episodes are kept in {tmp_path}" in said.stdout
    data = (tmp_path / "results.jsonl").read_bytes()
    assert data.endswith(b"\n")
    settings = Settings(record=False)
    rest = evaluate([ladder("wood")], "oracle", seeds=20, directory=tmp_path, resume=True, settings=settings)
    assert len(rest.results) == 20


def test_a_directory_with_another_run_is_left_alone(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    with pytest.raises(RunDirectoryError, match="holds a run already"):
        evaluate(TASKS, "oracle", directory=tmp_path)
    with pytest.raises(RunDirectoryError, match=r"other episodes: 2 there, 4 asked for"):
        evaluate(TASKS, "oracle", seeds=2, directory=tmp_path, resume=True)
    with pytest.raises(RunDirectoryError, match="other settings"):
        evaluate(TASKS, "oracle", directory=tmp_path, resume=True, settings=Settings(max_steps=3))
    with pytest.raises(RunDirectoryError, match="other agent"):
        evaluate(TASKS, "random", directory=tmp_path, resume=True)
    assert len(RunDirectory(tmp_path).results()) == 2


def test_a_directory_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    evaluate(TASKS, "oracle", directory=tmp_path)
    file = tmp_path / "run.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "format": 7, "cube_gym": "9.9"}))
    with pytest.raises(
        RunDirectoryError, match=r"has format 7, and this version of cube-gym reads format 1: .*\(9\.9\)"
    ):
        RunDirectory(tmp_path)
    with pytest.raises(RunDirectoryError, match="holds no run"):
        RunDirectory(tmp_path / "nowhere")
    file.write_text("{")
    with pytest.raises(RunDirectoryError, match="cannot be read"):
        evaluate(TASKS, "oracle", directory=tmp_path, resume=True)


def test_two_processes_do_not_write_to_one_directory(tmp_path: Path) -> None:
    def nested(progress: Progress) -> None:
        if progress.result is None:
            with pytest.raises(RunDirectoryError, match="another process is writing"):
                evaluate(TASKS, "oracle", directory=tmp_path, resume=True)

    evaluate(TASKS, "oracle", directory=tmp_path, watch=nested)


def test_every_file_is_strict_json(tmp_path: Path) -> None:
    evaluate([*TASKS, ladder("steel", "breaks")], Raiser, directory=tmp_path)

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    files = [tmp_path / "run.json", tmp_path / "results.jsonl", *(tmp_path / "trajectories").iterdir()]
    assert len(files) == 5
    for file in files:
        for line in file.read_text().splitlines():
            json.loads(line, parse_constant=refuse)


def test_a_class_of_a_script_is_played_in_the_scripts_own_process_with_a_note(tmp_path: Path) -> None:
    script = tmp_path / "own.py"
    script.write_text(
        """
from tests.evaluation.ladders import Climber, ladder
from cube_gym.evaluation import evaluate

class Mine(Climber):
    pass

found = evaluate([ladder()], Mine, infra=2)
print(found.notes, found.results[0].success)
"""
    )
    said = subprocess.run([sys.executable, script], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert said.stdout.startswith("[\"Played in this process: 'Mine' is defined in the script or notebook that runs")
    assert said.stdout.endswith("True\n")


def test_a_class_of_a_function_is_played_in_this_process_with_a_note() -> None:
    class Local(Raiser):
        pass

    found = evaluate([ladder()], Local, infra=1)
    assert "Played in this process" in found.notes[0]
    assert len(found.results) == 1


def test_the_same_episode_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="task 'wood' with seed 0 is there twice"):
        evaluate([ladder(), ladder()], "oracle")


@pytest.mark.parametrize("workers", [None, 1])
def test_an_agent_that_cannot_play_at_all_stops_the_run(workers: int | None, tmp_path: Path) -> None:
    with pytest.raises(RunStopped, match=r"no agent 'tests.evaluation.ladders:Nobody'.*0 of 1 episodes are kept"):
        evaluate([ladder()], "tests.evaluation.ladders:Nobody", directory=tmp_path, infra=workers)


def test_what_is_no_task_is_refused_by_its_type() -> None:
    for tasks in ([ladder(), "wood"], [Episode(ladder(), 0), ladder()]):
        with pytest.raises(TypeError, match="all of one kind"):
            evaluate(tasks, "oracle")  # type: ignore[arg-type]
