"""What is counted of an episode while it is played, and what comes of it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cube_core import Action
from cube_core.task import not_executed
from cube_gym.agents import Usage
from cube_gym.evaluation.episodes import template_of
from cube_gym.evaluation.job import Job
from cube_gym.evaluation.results import End, EpisodeResult
from cube_gym.info import Outcome
from cube_gym.step_result import EnvStep

_LEFT_OUT: Final = not_executed(Action(name="")).contents[0].data


@dataclass(slots=True)
class Tally:
    """Times in seconds, counts, and the sum of the rewards."""

    started: float = field(default_factory=time.perf_counter)
    agent_seconds: float = 0.0
    task_seconds: float = 0.0
    reward: float = 0.0
    turns: int = 0
    steps: int = 0
    invalid: int = 0
    failed: int = 0

    @property
    def seconds(self) -> float:
        """How long the episode has taken."""
        return time.perf_counter() - self.started

    def count(self, step: EnvStep, answer: object) -> None:
        """Take in a step, and the agent's answer that led to it."""
        self.reward += step.reward
        self.steps += _executed(answer, step)
        self.invalid += step.info["outcome"] is Outcome.INVALID_ACTION
        self.failed += step.info["outcome"] is Outcome.ACTION_FAILED

    def result(
        self, job: Job, end: End, problem: str | None, usage: Usage | None, last: EnvStep | None
    ) -> EpisodeResult:
        """The result, given how the episode ended, and its last step where it was judged by that."""
        metadata = job.episode.config.metadata
        faulted = end is End.FAULT
        reward = 0.0 if last is None else self.reward
        told: Mapping[str, Any] = (
            {}
            if last is None
            else {"terminated": last.done, "truncated": last.truncated, "details": last.info["details"].as_dict()}
        )
        return EpisodeResult(
            task_id=metadata.id,
            seed=job.episode.seed,
            template=template_of(metadata),
            tags=metadata.tags,
            end=end,
            reward=None if faulted else reward,
            success=None if faulted else last is not None and reward >= metadata.success_threshold,
            problem=problem,
            turns=self.turns,
            steps=self.steps,
            invalid_actions=self.invalid,
            failed_actions=self.failed,
            seconds=self.seconds,
            agent_seconds=self.agent_seconds,
            model_calls=None if usage is None else usage.calls,
            input_tokens=None if usage is None else usage.input_tokens,
            output_tokens=None if usage is None else usage.output_tokens,
            cost=None if usage is None else usage.cost,
            attempts=job.attempt,
            **told,
        )


def _executed(answer: object, step: EnvStep) -> int:
    """How many actions of an answer were executed: those after the end of an episode are not."""
    if not isinstance(answer, list | tuple) or len(answer) <= 1:
        return 1
    left_out = [content for content in step.obs.contents if content.data == _LEFT_OUT]
    return len(answer) - len(left_out)
