"""The directory of a run: what was asked for, a line for each episode, trajectories and pictures beside it.

    run.json            what was asked for, and the version of this layout
    results.jsonl       one line an episode that is over
    trajectories/       one file an episode: the start, the steps, the end, a line each
    pictures/           each distinct picture once, named by the SHA-256 of the file

The trajectory of an episode is there before its line is, so that an episode whose writer died is simply not there.
"""

import datetime as dt
import fcntl
import hashlib
import platform
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Self

from pydantic import ValidationError

from cube_core import TaskConfig, TypedBaseModel
from cube_gym import catalogue
from cube_gym.agents import AgentConfig
from cube_gym.evaluation.episodes import Episode, benchmark_of
from cube_gym.evaluation.lines import LineWriter, from_line, read_lines, to_line, write_whole
from cube_gym.evaluation.player import Played
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.evaluation.settings import Settings

FORMAT: Final = 1
"""The version of the layout. Another version is refused: its results would be misread."""


_LONGEST_NAME: Final = 120  # file systems take 255 bytes


class RunDirectoryError(ValueError):
    """A run directory that cannot be used; the text says why, and what to do."""

    __module__ = "cube_gym.evaluation"


class RunManifest(TypedBaseModel):
    """What was asked for."""

    __module__ = "cube_gym.evaluation"

    format: int = FORMAT
    cube_gym: str = ""
    """The version of the package that wrote it."""
    python: str = ""
    created: str = ""
    """When, in UTC."""
    agent: str = ""
    """What tables and reports call the agent."""
    agent_config: dict[str, Any] | None = None
    """The dump of its config; None for an agent that was given as an object."""
    benchmark: str = ""
    """What the tasks belong to."""
    tasks: list[dict[str, Any]]
    """The dumps of the tasks' configs."""
    episodes: list[tuple[str, int]]
    """Task id and seed of each episode, in the order of the tables."""
    settings: Settings

    @classmethod
    def of(
        cls,
        episodes: Sequence[Episode],
        settings: Settings,
        *,
        agent: str,
        agent_config: AgentConfig | None = None,
    ) -> Self:
        """What is asked for now."""
        configs = {episode.config.metadata.id: episode.config for episode in episodes}
        names = {benchmark_of(config) for config in configs.values()}
        return cls(
            cube_gym=version("cube-gym"),
            python=platform.python_version(),
            created=dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds"),
            agent=agent,
            agent_config=None if agent_config is None else agent_config.model_dump(mode="json"),
            benchmark=", ".join(sorted(names)),
            tasks=[config.model_dump(mode="json") for config in configs.values()],
            episodes=[episode.key for episode in episodes],
            settings=settings,
        )

    def task_configs(self) -> dict[str, TaskConfig]:
        """The configs of the tasks by id, made from their dumps.

        Raises:
            RunDirectoryError: a class of them is not there; it says what to import.
        """
        catalogue.trust_announced()
        try:
            configs = [TaskConfig.model_validate(dump) for dump in self.tasks]
        except ValidationError as exc:
            tags = sorted({str(dump.get("_type")) for dump in self.tasks})
            raise RunDirectoryError(
                f"its tasks are of {', '.join(tags)}, which cannot be loaded: import their module first "
                f"(`--import MODULE` on the command line). {exc.errors()[0]['msg']}"
            ) from exc
        return {config.metadata.id: config for config in configs}

    def to_play(self) -> list[Episode]:
        """The episodes that were asked for."""
        configs = self.task_configs()
        return [Episode(configs[name], seed) for name, seed in self.episodes]


class RunDirectory:
    """A run directory, to read from. Reading needs neither the tasks nor the agent."""

    def __init__(self, path: str | Path) -> None:
        """Raises RunDirectoryError when there is no run of this version there."""
        self.path = Path(path)
        self.manifest = _read_manifest(self.path)

    def results(self) -> list[EpisodeResult]:
        """The episodes that are over, in the order in which they were asked for."""
        values, _ = read_lines(self.path / "results.jsonl")
        found = {result.key: result for result in map(EpisodeResult.model_validate, values)}
        return [found[key] for key in self.manifest.episodes if key in found]

    def trajectory(self, result: EpisodeResult) -> list[dict[str, Any]]:
        """The lines of an episode's trajectory, [] where none was kept.

        Raises:
            RunDirectoryError: the file is damaged.
        """
        if result.trajectory is None:
            return []
        path = self.path / "trajectories" / Path(result.trajectory).name
        values, damaged = read_lines(path)
        if damaged or not values:
            raise RunDirectoryError(f"{path} is damaged: it holds a line that is no JSON, or nothing")
        return values

    def picture(self, name: str) -> bytes:
        """A recorded picture, a PNG file."""
        if not re.fullmatch(r"[0-9a-f]+", name):
            raise RunDirectoryError(f"{name!r} names no picture")
        return (self.path / "pictures" / f"{name}.png").read_bytes()


class RunWriter:
    """The one process that writes to a run directory.

    Args:
        path: the directory; made where it is not there.
        manifest: what is asked for.
        resume: go on with what is there; otherwise the directory must not hold a run yet.
        retry_faults: play the episodes again that ended by a fault.

    Raises:
        RunDirectoryError: another process writes there, or what is there is another run.
    """

    def __init__(
        self, path: str | Path, manifest: RunManifest, *, resume: bool = False, retry_faults: bool = False
    ) -> None:
        self.path = Path(path)
        self._trajectories = self.path / "trajectories"
        self._pictures = self.path / "pictures"
        for folder in (self._trajectories, self._pictures):
            folder.mkdir(parents=True, exist_ok=True)
        self._results_path = self.path / "results.jsonl"
        with ExitStack() as undo:
            self._lock = undo.enter_context(_locked(self.path))
            self._manifest_at(manifest, resume=resume)
            self.done = self._mend(retry_faults=retry_faults)
            """The episodes that are over already, by task id and seed."""
            self._results = LineWriter(self._results_path)
            undo.pop_all()
        self._kept = {file.name for file in self._pictures.iterdir()}

    def append(self, played: Played) -> EpisodeResult:
        """Keep an episode that is over, and give its result as kept.

        Raises:
            OSError: it cannot be written, as on a full disk; what was there stays, and is whole.
        """
        result = played.result
        if played.recording.lines:
            result = result.model_copy(update={"trajectory": self._write(result, played.recording)})
        self._results.append(to_line(result.model_dump(mode="json")))
        self.done[result.key] = result
        return result

    def close(self) -> None:
        """Bring everything to the disk, and let others write here."""
        self._results.close()
        self._lock.close()

    def _write(self, result: EpisodeResult, recording: Recording) -> str:
        for name, png in recording.pictures.items():
            if f"{name}.png" not in self._kept:
                write_whole(self._pictures / f"{name}.png", png)
                self._kept.add(f"{name}.png")
        name = f"{_file_name(result.task_id)}--{result.seed}.jsonl"
        write_whole(self._trajectories / name, "".join(f"{line}\n" for line in recording.lines).encode())
        return f"trajectories/{name}"

    def _manifest_at(self, manifest: RunManifest, *, resume: bool) -> None:
        path = self.path / "run.json"
        if not path.exists():
            write_whole(path, (to_line(manifest.model_dump(mode="json")) + "\n").encode())
            return
        there = _read_manifest(self.path)
        if not resume:
            raise RunDirectoryError(f"{self.path} holds a run already: go on with it (--resume), or choose another")
        for what in ("episodes", "tasks", "settings", "agent", "agent_config"):
            asked, kept = getattr(manifest, what), getattr(there, what)
            if what == "settings":
                asked, kept = asked.what_shapes_results(), kept.what_shapes_results()
            if asked != kept:
                raise RunDirectoryError(
                    f"{self.path} holds a run with other {what.replace('_', ' ')}: {_first_difference(kept, asked)}. "
                    "Its results cannot be mixed with these: choose another directory"
                )

    def _mend(self, *, retry_faults: bool) -> dict[tuple[str, int], EpisodeResult]:
        """Read what is there. Lines that are no results are set aside, and their episodes are played again."""
        values, damaged = read_lines(self._results_path)
        done: dict[tuple[str, int], EpisodeResult] = {}
        again = 0
        for value in values:
            try:
                result = EpisodeResult.model_validate(value)
            except ValidationError:
                damaged.append(to_line(value).encode())
                continue
            if (retry_faults and result.faulted) or result.key in done:
                again += 1
            else:
                done[result.key] = result
        if damaged or again:
            if damaged:
                with (self.path / "damaged.txt").open("ab") as aside:
                    aside.writelines(line + b"\n" for line in damaged)
            lines = [to_line(result.model_dump(mode="json")) for result in done.values()]
            write_whole(self._results_path, "".join(f"{line}\n" for line in lines).encode())
        return done


def _read_manifest(path: Path) -> RunManifest:
    file = path / "run.json"
    try:
        value = from_line(file.read_bytes())
    except FileNotFoundError:
        raise RunDirectoryError(f"{path} holds no run: there is no run.json. `cube-gym run` makes one") from None
    except ValueError as exc:
        raise RunDirectoryError(f"{file} cannot be read: {exc}") from exc
    found = value.get("format") if isinstance(value, dict) else None
    if found != FORMAT:
        raise RunDirectoryError(
            f"{path} has format {found}, and this version of cube-gym reads format {FORMAT}: use the version that "
            f"wrote it ({value.get('cube_gym', 'unknown') if isinstance(value, dict) else 'unknown'})"
        )
    try:
        return RunManifest.model_validate(value)
    except ValidationError as exc:
        raise RunDirectoryError(f"{file} is damaged: {exc.errors()[0]['msg']}") from exc


def _locked(path: Path) -> Any:  # noqa: ANN401, an open file
    lock = (path / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as exc:
        lock.close()
        raise RunDirectoryError(f"another process is writing to {path}: wait for it, or choose another") from exc
    return lock


def _file_name(task_id: str) -> str:
    """A task id as a file name: other characters than letters, digits and "._-" as their code."""
    name = "".join(_escaped(task_id)) or "_"
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:_LONGEST_NAME]}-{hashlib.sha256(task_id.encode()).hexdigest()[:12]}"


def _escaped(text: str) -> Iterator[str]:
    for letter in text:
        yield letter if letter.isascii() and (letter.isalnum() or letter in "._-") else f"%{ord(letter):x}"


def _first_difference(kept: Any, asked: Any) -> str:  # noqa: ANN401, two JSON-like values
    if isinstance(kept, list) and isinstance(asked, list):
        if len(kept) != len(asked):
            return f"{len(kept)} there, {len(asked)} asked for"
        kept, asked = next((a, b) for a, b in zip(kept, asked, strict=True) if a != b)
    return f"{str(kept)[:100]!r} there, {str(asked)[:100]!r} asked for"
