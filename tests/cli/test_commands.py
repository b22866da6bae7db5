"""The command, as it is typed."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import tests.evaluation.registered_ladders  # noqa: F401, which registers the benchmark
from cube_gym.cli import main
from cube_gym.evaluation import RunDirectory, configs_of, evaluate


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def run(tmp_path: Path) -> str:
    out = tmp_path / "run"
    assert main(["run", "ladders", "--episodes", "5", "--out", str(out)]) == 0
    return str(out)


def test_a_run_prints_its_table_and_shows_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = str(tmp_path / "run")
    assert main(["run", "ladders", "--episodes", "5", "--out", run]) == 0
    first = capsys.readouterr().out
    assert "oracle on ladders" in first
    assert "5 episodes requested, 5 completed, 0 faulted." in first
    assert "pass^1 100.0%, pass^2 100.0%" in first
    assert main(["show", run]) == 0
    again = capsys.readouterr().out
    assert again.strip() in first


def test_a_random_run_is_compared_with_the_oracles(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = str(tmp_path / "other")
    assert main(["run", "ladders", "--episodes", "5", "--agent", "random", "--out", other]) == 0
    capsys.readouterr()
    assert main(["compare", run, other]) == 0
    said = capsys.readouterr().out
    assert "5 pairs of the same task and seed" in said
    assert "A 100.0%, B " in said
    assert main(["compare", run, run]) == 0
    assert "no ranking: the interval holds 0." in capsys.readouterr().out


def test_replay_says_which_step_differs_and_fails(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", run]) == 0
    assert "5 episodes, 20 steps replayed: all equal." in capsys.readouterr().out
    file = Path(run, "trajectories", "steel--1.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[2]["action"]["arguments"]["rungs"] = 5
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["replay", run]) == 1
    said = capsys.readouterr().out
    assert "steel, seed 1: step 2 differs" in said
    assert "recorded 'on rung 2', now 'on rung 6'" in said
    assert main(["replay", run, "--tasks", "rope"]) == 0
    assert main(["replay", run, "--tasks", "nothing"]) == 2


def test_a_report_is_one_file(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", run]) == 0
    size = Path(run, "report.html").stat().st_size
    assert capsys.readouterr().out.endswith(f"report.html: {size / 1e3:,.0f} kB\n")
    assert Path(run, "report.html").read_text().startswith("<!doctype html>")


def test_a_run_is_exported_as_parquet(run: str, tmp_path: Path) -> None:
    assert main(["export", run, "--out", str(tmp_path / "tables")]) == 0
    episodes = pq.read_table(tmp_path / "tables" / "episodes.parquet").to_pylist()
    steps = pq.read_table(tmp_path / "tables" / "steps.parquet").to_pylist()
    assert [(row["task_id"], row["seed"], row["reward"], row["cost"]) for row in episodes[:2]] == [
        ("wood", 0, 1.0, None),
        ("wood", 1, 1.0, None),
    ]
    assert len(steps) == sum(row["steps"] + 1 for row in episodes)
    assert json.loads(steps[1]["action"])["name"] == "climb"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_a_run_is_exported_as_a_minari_dataset(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import minari  # noqa: PLC0415, its warnings are this test's alone

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    assert main(["export", run, "--format", "minari", "--name", "cube/ladders-v0"]) == 0
    assert "dataset cube/ladders-v0" in capsys.readouterr().out
    dataset = minari.load_dataset("cube/ladders-v0")
    assert (dataset.total_episodes, dataset.total_steps) == (5, 20)
    first = next(iter(dataset.iterate_episodes()))
    assert json.loads(first.actions[0])["name"] == "climb"
    assert first.rewards.sum() == 1
    assert main(["export", run, "--format", "minari"]) == 2


@pytest.mark.parametrize("named", [["ladders/[ws]*"], ["ladders", "--tasks", "[ws]*"]])
def test_tasks_are_named_in_one_way_by_commands_and_by_evaluate(named: list[str], tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    assert main(["run", *named, "--out", out]) == 0
    kept = RunDirectory(out)
    assert kept.manifest.benchmark == "ladders"
    assert [result.key for result in kept.results()] == [("wood", 0), ("steel", 0)]
    assert [result.key for result in evaluate("ladders/[ws]*").results] == [("wood", 0), ("steel", 0)]
    assert [config.metadata.id for config in configs_of("ladders/[ws]*")] == ["wood", "steel"]
    assert configs_of("ladders", "[ws]*") == configs_of("ladders/[ws]*")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run"], "say which benchmark"),
        (["run", "laders"], "Did you mean 'ladders'?"),
        (["run", "ladders", "--tasks", "wod"], "Did you mean 'wood'?"),
        (["run", "ladders", "--agent", "oracel"], "Did you mean 'oracle'?"),
        (["run", "ladders", "--agent", "chat"], "--agent chat needs --model NAME"),
        (["run", "ladders", "--episodes", "0"], "episodes is a whole number from 1 on"),
        (["run", "ladders", "--split", "val"], "nothing in split 'val'"),
        (["run", "ladders", "--workers", "0"], "workers: Input should be greater than or equal to 1, got 0"),
        (["run", "ladders", "--act-seconds", "-1"], "act_seconds: Input should be greater than 0, got -1.0"),
        (
            ["run", "ladders", "--agent", "chat", "--model", "m", "--max-cost", "3"],
            ": max_cost needs prices",
        ),
        (["run", "ladders", "--address", "auto"], "--address names a Ray cluster"),
        (["run", "--resume", "nowhere"], "nowhere holds no run"),
        (["show", "nowhere"], "nowhere holds no run"),
        (["report", "nowhere"], "nowhere holds no run"),
        (["run", "ladders/wod"], "Did you mean 'wood'?"),
        (["run", "ladders/wood", "--tasks", "rope"], "'ladders/wood' says which tasks already: leave 'rope' out"),
        (["certify", "ladders/wod"], "Did you mean 'wood'?"),
        (["certify", "laders"], "Did you mean 'ladders'?"),
        (["play", "ladders/wod"], "Did you mean 'wood'?"),
        (["play", "wood"], "benchmark/task-id"),
        (["play", "ladders/wood", "--port", "70000"], "a port is a number from 0 to 65535, got 70000"),
        (["--import", "no_such_module", "list"], "No module named 'no_such_module'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("cube-gym: ")
    assert said in error
    assert error.count("\n") == 1


def test_a_run_without_a_success_rate_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    chat = ["--agent", "chat", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
    assert main(["run", "ladders", "--tasks", "wood", *chat, "--out", out, "--retries", "0"]) == 0
    said = capsys.readouterr().out
    assert "1 episodes requested, 0 completed, 1 faulted." in said
    assert "No success rate: 1 of 1 episodes faulted" in said
    assert RunDirectory(out).results()[0].reward is None


def test_an_agent_of_ones_own_is_named_again_to_resume(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    assert main(["run", "ladders", "--agent", "tests.evaluation.ladders:Climber", "--out", out]) == 0
    assert main(["run", "--resume", out]) == 2
    assert "say so again with --agent tests.evaluation.ladders:Climber" in capsys.readouterr().err
    assert main(["run", "--resume", out, "--agent", "tests.evaluation.ladders:Climber"]) == 0


def test_benchmarks_and_their_tasks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert "ladders" in capsys.readouterr().out
    assert main(["list", "ladders"]) == 0
    assert "cube/ladders.wood-v0" in capsys.readouterr().out
