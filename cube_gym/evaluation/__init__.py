"""Running agents on tasks, and what came of it."""

from cube_gym.evaluation.episodes import Episode, deal, play
from cube_gym.evaluation.results import EpisodeResult, Tally, tally

__all__ = ["Episode", "EpisodeResult", "Tally", "deal", "play", "tally"]
