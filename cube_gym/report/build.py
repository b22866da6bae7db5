"""Writing the report."""

import base64
import gzip
import io
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from PIL import Image

from cube_gym.evaluation.directory import RunDirectory
from cube_gym.evaluation.manifest import RunDirectoryError
from cube_gym.evaluation.results import End, EpisodeResult
from cube_gym.extras import install_command
from cube_gym.report.frames import Film, film_of
from cube_gym.statistics import Group, summarize

WIDEST_PICTURE: Final = 480
"""Pixels; wider pictures are scaled down."""
_QUALITY: Final = 80
_ORDER: Final = {End.FAULT: 2}
_LEVEL: Final = 6


def write_report(run: RunDirectory, path: str | Path, *, screenshots: bool = False, allow_faults: bool = False) -> Path:
    """Write a run's report as one HTML file that needs no network, and give its path.

    Args:
        run: the run.
        path: the file.
        screenshots: embed the pictures also where there is an element tree, which is drawn otherwise.
        allow_faults: show a success rate also above 5 % faults.

    Raises:
        ImportError: Jinja2 is not installed; it names the command that installs it.
    """
    try:
        import jinja2  # noqa: PLC0415, only for those who want a report
    except ImportError as exc:
        raise ImportError(f"a report needs Jinja2: {install_command('report')}") from exc
    results = sorted(run.results(), key=_failures_first)
    summary = summarize(results, requested=len(run.manifest.episodes), allow_faults=allow_faults)
    here = files("cube_gym.report")
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    template = environment.from_string(here.joinpath("report.html.j2").read_text(encoding="utf-8"))
    pieces = template.generate(
        manifest=run.manifest,
        summary=summary,
        rows=[_row(group) for group in [*summary.by_task, summary.total]],
        tags=[_row(group) for group in summary.by_tag],
        total=_row(summary.total),
        episodes=_embedded([_entry(result) for result in results]),
        films=_films(run, results, screenshots=screenshots),
        style=here.joinpath("report.css").read_text(encoding="utf-8"),
        screen_script=here.joinpath("screen.js").read_text(encoding="utf-8"),
        script=here.joinpath("report.js").read_text(encoding="utf-8"),
    )
    target = Path(path)
    with target.open("w", encoding="utf-8") as file:
        file.writelines(pieces)
    return target


def _failures_first(result: EpisodeResult) -> tuple[int, str, int]:
    """Failures, then successes, then faults."""
    return _ORDER.get(result.end, 1 if result.success else 0), result.task_id, result.seed


def _films(run: RunDirectory, results: list[EpisodeResult], *, screenshots: bool) -> Iterator[tuple[str, str]]:
    """Element id and packed content of each film, and of each distinct picture once."""
    embedded: set[str] = set()
    for index, result in enumerate(results):
        if result.trajectory is None:
            continue
        try:
            film = film_of(run.trajectory(result), screenshots=screenshots)
        except (RunDirectoryError, KeyError, TypeError, IndexError, OSError) as exc:
            film = Film(goal=f"(its trajectory cannot be read: {exc})")
        yield f"film-{index}", _packed(film.as_json())
        for name in sorted(film.pictures - embedded):
            embedded.add(name)
            yield f"picture-{name}", _scaled(run, name)


def _scaled(run: RunDirectory, name: str) -> str:
    """A picture as the `data:` URL of a WebP file; empty where it is not there."""
    try:
        picture = Image.open(io.BytesIO(run.picture(name)))
        picture.thumbnail((WIDEST_PICTURE, WIDEST_PICTURE * 4))
        buffer = io.BytesIO()
        picture.convert("RGB").save(buffer, "WEBP", quality=_QUALITY)
    except (OSError, RunDirectoryError):
        return ""
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"


def _packed(value: Any) -> str:  # noqa: ANN401, JSON
    """JSON, compressed, as base64: the player unpacks an episode when it is opened."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode("ascii")


def _embedded(value: Any) -> str:  # noqa: ANN401, JSON
    """JSON that can stand in a script element: whatever is in it, it does not end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _entry(result: EpisodeResult) -> dict[str, Any]:
    status = "fault" if result.faulted else "success" if result.success else "failure"
    kept = result.model_dump(mode="json", exclude={"_type", "template", "tags", "trajectory", "success"})
    kept.pop("_type", None)
    return {**kept, "status": status, "recorded": result.trajectory is not None}


def _row(group: Group) -> dict[str, Any]:
    """A row of the table, as text, and the interval in per cent for its bar."""
    rated = group.success_rate is not None and group.interval is not None
    low, high = group.interval if group.interval is not None else (0.0, 0.0)
    return {
        "name": group.name,
        "episodes": group.requested,
        "completed": group.completed,
        "faulted": group.faulted,
        "missing": group.missing,
        "rate": f"{100 * (group.success_rate or 0):.1f}" if rated else None,
        "low": f"{100 * low:.0f}",
        "high": f"{100 * high:.0f}",
        "width": f"{100 * (high - low):.1f}",
        "reward": _number(group.mean_reward, 2),
        "steps": _number(group.mean_steps, 1),
        "seconds": _number(group.mean_seconds, 2),
        "tokens": _number(group.mean_tokens, 0),
        "cost": _number(group.cost, 4),
    }


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"
