"""What came of episodes."""

from collections.abc import Iterable
from typing import Any

from pydantic import Field

from cube_core import TypedBaseModel


class EpisodeResult(TypedBaseModel):
    """What came of one episode."""

    task_id: str
    seed: int
    reward: float | None = Field(allow_inf_nan=False)
    """The episode's return; None after a fault of the task's own side, which says nothing of the agent."""
    success: bool | None
    """Whether the return reached the task's threshold; None after a fault."""
    steps: int
    terminated: bool
    truncated: bool
    invalid_actions: int = 0
    failed_actions: int = 0
    seconds: float = 0.0
    """Wall-clock time of the episode."""
    fault: str | None = None
    """What broke on the task's side."""
    agent_error: str | None = None
    """What the agent raised; its episode counts, as a failure."""
    details: dict[str, Any] = Field(default_factory=dict)
    """What the verifier reported."""


class Tally(TypedBaseModel):
    """Episodes, counted. No measurement is None, never 0."""

    requested: int
    completed: int
    faulted: int
    successes: int
    success_rate: float | None
    """Over the completed episodes."""
    mean_reward: float | None
    mean_steps: float | None


def tally(results: Iterable[EpisodeResult]) -> Tally:
    """Count results. Faulted episodes are counted, and left out of every mean.

    >>> tally([]).success_rate is None
    True
    """
    listed = list(results)
    completed = [result for result in listed if result.fault is None]
    successes = sum(result.success is True for result in completed)
    return Tally(
        requested=len(listed),
        completed=len(completed),
        faulted=len(listed) - len(completed),
        successes=successes,
        success_rate=_mean([float(result.success is True) for result in completed]),
        mean_reward=_mean([result.reward for result in completed if result.reward is not None]),
        mean_steps=_mean([float(result.steps) for result in completed]),
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
