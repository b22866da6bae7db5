"""Runs for further work: tables as Parquet files, or a Minari dataset."""

import json
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gymnasium import spaces

from cube_gym.evaluation import EpisodeResult, RunDirectory
from cube_gym.evaluation.lines import to_line
from cube_gym.extras import install_command

_BATCH = 200  # episodes of steps that are held at a time
_LONGEST = 2**30
_JSON_LETTERS = "".join(map(chr, range(32, 127)))


def to_parquet(run: RunDirectory, folder: str | Path) -> list[Path]:
    """Write `episodes.parquet`, one row an episode, and `steps.parquet`, one row a step; gives their paths.

    What is nested (details, observations, actions, worlds) is JSON text. Pictures are named by their files in the run.

    Raises:
        ImportError: pyarrow is not installed; it names the command that installs it.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415, only for those who export
        import pyarrow.parquet as pq  # noqa: PLC0415, see above
    except ImportError as exc:
        raise ImportError(f"Parquet files need pyarrow: {install_command('export')}") from exc
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    results = run.results()
    episodes, steps = target / "episodes.parquet", target / "steps.parquet"
    schema = pa.schema(_episode_types(pa))
    pq.write_table(pa.Table.from_pylist([_episode(result) for result in results], schema), episodes)
    step_schema = pa.schema(_step_types(pa))
    with pq.ParquetWriter(steps, step_schema) as writer:
        for start in range(0, len(results), _BATCH):
            rows = [row for result in results[start : start + _BATCH] for row in _steps(run, result)]
            writer.write_table(pa.Table.from_pylist(rows, step_schema))
    return [episodes, steps]


def to_minari(run: RunDirectory, name: str) -> str:
    """Create a Minari dataset of the episodes that count, and give its id.

    Observations and actions are JSON text in ASCII, as spaces of Gymnasium that Minari stores have no objects.

    Raises:
        ImportError: Minari is not installed; it names the command that installs it.
        ValueError: there is no such episode with a trajectory, or the id is taken or malformed.
    """
    try:
        import minari  # noqa: PLC0415, only for those who export
        from minari.data_collector import EpisodeBuffer  # noqa: PLC0415, see above
    except ImportError as exc:
        raise ImportError(f"a Minari dataset needs Minari: {install_command('export')}") from exc
    buffers = [
        EpisodeBuffer(id=index, seed=result.seed, **_columns(run.trajectory(result)))
        for index, result in enumerate(_with_steps(run))
    ]
    if not buffers:
        raise ValueError(f"{run.path} has no episode to export: faulted ones and those without a step are left out")
    text = spaces.Text(_LONGEST, min_length=0, charset=_JSON_LETTERS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks for an author and a link to code, which a run does not know
        minari.create_dataset_from_buffers(
            dataset_id=name,
            buffer=buffers,
            algorithm_name=run.manifest.agent,
            action_space=text,
            observation_space=text,
            description=f"{run.manifest.agent} on {run.manifest.benchmark}; observations and actions are JSON text.",
            data_format="arrow",
        )
    return name


def _with_steps(run: RunDirectory) -> Iterator[EpisodeResult]:
    for result in run.results():
        if not result.faulted and result.trajectory is not None and result.turns:
            yield result


def _columns(lines: list[dict[str, Any]]) -> dict[str, list[Any]]:
    steps = [line for line in lines if line["kind"] == "step"]
    return {
        "observations": [_ascii(line["observation"]) for line in (lines[0], *steps)],
        "actions": [_ascii(line["action"]) for line in steps],
        "rewards": [line["reward"] for line in steps],
        "terminations": [line["terminated"] for line in steps],
        "truncations": [line["truncated"] for line in steps[:-1]] + [not line["terminated"] for line in steps[-1:]],
    }


def _ascii(value: Any) -> str:  # noqa: ANN401, JSON
    return json.dumps(value, allow_nan=False, separators=(",", ":"))


def _episode(result: EpisodeResult) -> dict[str, Any]:
    row = result.model_dump(mode="json")
    return {**row, "details": to_line(row["details"])}


def _steps(run: RunDirectory, result: EpisodeResult) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(run.trajectory(result)):
        if line["kind"] != "end":
            yield _step(number, line, result)


def _step(number: int, line: Mapping[str, Any], result: EpisodeResult) -> dict[str, Any]:
    error = line.get("error")
    return {
        "task_id": result.task_id,
        "seed": result.seed,
        "step": number,
        "action": to_line(line["action"]) if "action" in line else None,
        "outcome": line.get("outcome"),
        "error": None if error is None else f"{error['error_type']}: {error['exception_str']}",
        "reward": line.get("reward"),
        "terminated": line.get("terminated"),
        "truncated": line.get("truncated"),
        "observation": to_line(line["observation"]),
        "world": to_line(line["world"]),
        "state": line["state"],
    }


def _episode_types(pa: Any) -> dict[str, Any]:  # noqa: ANN401, the module pyarrow
    text, whole, real, yes = pa.string(), pa.int64(), pa.float64(), pa.bool_()
    return {
        "task_id": text,
        "seed": whole,
        "template": text,
        "tags": pa.list_(text),
        "end": text,
        "reward": real,
        "success": yes,
        "problem": text,
        "turns": whole,
        "steps": whole,
        "invalid_actions": whole,
        "failed_actions": whole,
        "terminated": yes,
        "truncated": yes,
        "seconds": real,
        "agent_seconds": real,
        "model_calls": whole,
        "input_tokens": whole,
        "output_tokens": whole,
        "cost": real,
        "attempts": whole,
        "details": text,
        "trajectory": text,
    }


def _step_types(pa: Any) -> dict[str, Any]:  # noqa: ANN401, the module pyarrow
    texts = ("task_id", "action", "outcome", "error", "observation", "world", "state")
    kinds = dict.fromkeys(texts, pa.string()) | dict.fromkeys(("seed", "step"), pa.int64())
    kinds |= dict.fromkeys(("terminated", "truncated"), pa.bool_()) | {"reward": pa.float64()}
    return {name: kinds[name] for name in _STEP_ORDER}


_STEP_ORDER = (
    "task_id",
    "seed",
    "step",
    "action",
    "outcome",
    "error",
    "reward",
    "terminated",
    "truncated",
    "observation",
    "world",
    "state",
)
