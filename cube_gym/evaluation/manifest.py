"""What a run was asked for, as its directory keeps it."""

import datetime as dt
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Self

from pydantic import ValidationError

from cube_core import TaskConfig, TypedBaseModel
from cube_gym import catalogue
from cube_gym.agents import AgentConfig
from cube_gym.evaluation.episodes import Episode, benchmark_of
from cube_gym.evaluation.lines import from_line
from cube_gym.evaluation.settings import Settings

FORMAT: Final = 1
"""The version of the layout. Another version is refused: its results would be misread."""


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


def read_manifest(path: Path) -> RunManifest:
    """The manifest in a directory.

    Raises:
        RunDirectoryError: there is none of this version.
    """
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
