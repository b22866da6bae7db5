"""Running agents on tasks, and what came of it."""

from cube_gym.evaluation.directory import RunDirectory
from cube_gym.evaluation.episodes import Episode, configs_of, deal, template_of
from cube_gym.evaluation.infra import LocalInfra, RayInfra
from cube_gym.evaluation.manifest import RunDirectoryError, RunManifest
from cube_gym.evaluation.replaying import Difference, Replayed, replay
from cube_gym.evaluation.results import End, EpisodeResult
from cube_gym.evaluation.runner import Evaluation, Progress, RunStopped, evaluate
from cube_gym.evaluation.settings import Settings
from cube_gym.evaluation.workers import CannotRebuild, WorkerLost
from cube_gym.evaluation.writer import RunWriter

__all__ = [
    "CannotRebuild",
    "Difference",
    "End",
    "Episode",
    "EpisodeResult",
    "Evaluation",
    "LocalInfra",
    "Progress",
    "RayInfra",
    "Replayed",
    "RunDirectory",
    "RunDirectoryError",
    "RunManifest",
    "RunStopped",
    "RunWriter",
    "Settings",
    "WorkerLost",
    "configs_of",
    "deal",
    "evaluate",
    "replay",
    "template_of",
]
