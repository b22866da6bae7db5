"""The one process that writes to a run directory."""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from cube_gym.evaluation.job import Played
from cube_gym.evaluation.lines import LineWriter, read_lines, to_line, write_whole
from cube_gym.evaluation.manifest import RunDirectoryError, RunManifest, read_manifest
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import EpisodeResult

_LONGEST_NAME: Final = 120  # file systems take 255 bytes


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
        there = read_manifest(self.path)
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
