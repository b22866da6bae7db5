"""Run directories, as arguments name them."""

from pathlib import Path

from cube_gym.evaluation import RunDirectory


def open_run(path: str) -> RunDirectory:
    """The run in a directory.

    Raises:
        RunDirectoryError: there is none of this version.
    """
    return RunDirectory(Path(path))
