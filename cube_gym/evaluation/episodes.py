"""Playing episodes, one after the other."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cube_core import TaskConfig, TaskFault
from cube_gym.agents import Agent
from cube_gym.env import TaskEnv
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.info import Outcome
from cube_gym.step_result import EnvStep


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode to play: a task and a seed."""

    config: TaskConfig
    seed: int


def deal(configs: Sequence[TaskConfig], *, episodes: int | None = None, seeds: int = 1, seed: int = 0) -> list[Episode]:
    """The episodes to play, task by task.

    Args:
        configs: the tasks.
        episodes: how many in all, dealt round-robin over the tasks; None gives each task `seeds` episodes.
        seeds: how many for each task.
        seed: the first seed; a task's episodes have consecutive ones, so that two runs can be compared in pairs.

    Raises:
        ValueError: there is no task, or a number is below 1.
    """
    if not configs:
        msg = "there is no task to play"
        raise ValueError(msg)
    for name, number in (("episodes", episodes), ("seeds", seeds)):
        if number is not None and number < 1:
            msg = f"{name} is a whole number from 1 on, got {number}"
            raise ValueError(msg)
    if episodes is None:
        return [Episode(config, seed + index) for config in configs for index in range(seeds)]
    share, left = divmod(episodes, len(configs))
    return [
        Episode(config, seed + index)
        for position, config in enumerate(configs)
        for index in range(share + (position < left))
    ]


def play(episodes: Iterable[Episode], agent: Agent, **settings: Any) -> Iterator[EpisodeResult]:  # noqa: ANN401, see below
    """Play the episodes in order, and give each result as it comes; `settings` are further arguments of TaskEnv.

    Nothing that an agent or a task does ends the run: it is in the result.
    """
    for _, same_task in groupby(episodes, key=lambda episode: episode.config.metadata.id):
        queue = list(same_task)
        env = TaskEnv(queue[0].config, **settings)
        try:
            for episode in queue:
                yield play_episode(env, agent, episode)
        finally:
            env.close()


def play_episode(env: TaskEnv, agent: Agent, episode: Episode) -> EpisodeResult:
    """Play one episode in an environment of its task."""
    record = _Record(episode, time.perf_counter())
    try:
        observation, info = env.reset(seed=episode.seed)
    except TaskFault as fault:
        return record.faulted(str(fault))
    chosen = _guarded(agent.reset, info["goal"], env.action_set)
    while chosen.error is None:
        chosen = _guarded(agent.act, observation, info)
        if chosen.error is not None:
            break
        step = env.step(chosen.value)
        record.add(step)
        if step.done or step.truncated:
            return record.ended(step, env.task.metadata.success_threshold)
        observation, info = step.obs, step.info
    return record.gave_up(chosen.error)


@dataclass(frozen=True, slots=True)
class _Answer:
    value: Any = None
    error: str | None = None


def _guarded(method: Callable[..., Any], *arguments: object) -> _Answer:
    """What the agent answered, or what it raised: an agent that raises fails its episode, not the run."""
    try:
        return _Answer(value=method(*arguments))
    except Exception as exc:  # noqa: BLE001, it is the agent's own code
        return _Answer(error=f"{type(exc).__name__}: {exc}")


@dataclass(slots=True)
class _Record:
    """What has been seen of an episode so far."""

    episode: Episode
    started: float
    reward: float = 0.0
    steps: int = 0
    invalid: int = 0
    failed: int = 0

    def add(self, step: EnvStep) -> None:
        self.reward += step.reward
        self.steps += 1
        self.invalid += step.info["outcome"] is Outcome.INVALID_ACTION
        self.failed += step.info["outcome"] is Outcome.ACTION_FAILED

    def ended(self, step: EnvStep, threshold: float) -> EpisodeResult:
        if step.info["outcome"] is Outcome.TASK_FAULT:
            return self.faulted(step.error.exception_str if step.error is not None else "")
        details = step.info["details"].as_dict()
        return self._result(
            self.reward, self.reward >= threshold, terminated=step.done, truncated=step.truncated, details=details
        )

    def gave_up(self, error: str) -> EpisodeResult:
        return self._result(0.0, False, agent_error=error)  # noqa: FBT003, reward and success

    def faulted(self, fault: str) -> EpisodeResult:
        return self._result(None, None, truncated=True, fault=fault)

    def _result(
        self,
        reward: float | None,
        success: bool | None,  # noqa: FBT001, the fields of a result
        *,
        terminated: bool = False,
        truncated: bool = False,
        **told: Any,  # noqa: ANN401, the rest of the fields
    ) -> EpisodeResult:
        return EpisodeResult(
            task_id=self.episode.config.metadata.id,
            seed=self.episode.seed,
            reward=reward,
            success=success,
            steps=self.steps,
            terminated=terminated,
            truncated=truncated,
            invalid_actions=self.invalid,
            failed_actions=self.failed,
            seconds=time.perf_counter() - self.started,
            **told,
        )
