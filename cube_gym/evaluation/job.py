"""What is sent to whoever plays an episode, and what comes back."""

from collections.abc import Callable
from dataclasses import dataclass

from cube_gym.agents import Agent, AgentConfig
from cube_gym.evaluation.episodes import Episode
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.evaluation.settings import Settings

AgentSource = AgentConfig | Agent | Callable[[], Agent]


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs to play an episode."""

    episode: Episode
    agent: AgentSource
    settings: Settings
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that was played."""

    result: EpisodeResult
    recording: Recording
