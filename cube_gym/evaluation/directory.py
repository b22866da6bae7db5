"""The directory of a run: what was asked for, a line for each episode, trajectories and pictures beside it.

    run.json            what was asked for, and the version of this layout
    results.jsonl       one line an episode that is over
    trajectories/       one file an episode: the start, the steps, the end, a line each
    pictures/           each distinct picture once, named by the SHA-256 of the file

The trajectory of an episode is there before its line is, so that an episode whose writer died is simply not there.
"""

import re
from pathlib import Path
from typing import Any

from cube_gym.evaluation.lines import read_lines
from cube_gym.evaluation.manifest import RunDirectoryError, read_manifest
from cube_gym.evaluation.results import EpisodeResult


class RunDirectory:
    """A run directory, to read from. Reading needs neither the tasks nor the agent."""

    def __init__(self, path: str | Path) -> None:
        """Raises RunDirectoryError when there is no run of this version there."""
        self.path = Path(path)
        self.manifest = read_manifest(self.path)

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
