"""Playing one episode: whose fault what is, and what is kept of it."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from cube_core import STOP_ACTION, Action, AgentStop, TaskConfig, TaskFault
from cube_core.task import not_executed
from cube_gym.agents import (
    AccountableAgent,
    Agent,
    AgentConfig,
    AgentUnusable,
    BudgetExhausted,
    DeadlineMissed,
    Nonsense,
    ProviderOutage,
)
from cube_gym.env import TaskEnv
from cube_gym.evaluation.clock import deadline
from cube_gym.evaluation.disturbance import Disturbance
from cube_gym.evaluation.episodes import Episode, template_of
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import End, EpisodeResult
from cube_gym.evaluation.settings import Settings
from cube_gym.evaluation.workers.beat import beat, is_watched
from cube_gym.evaluation.workers.loss import WorkerLost
from cube_gym.info import Outcome
from cube_gym.step_result import EnvStep

AGENT_PHASE: Final = "the agent's turn"
TASK_PHASE: Final = "the task's turn"
_CLOSE_SECONDS: Final = 10.0

AgentSource = AgentConfig | Agent | Callable[[], Agent]


def make_env(config: TaskConfig, settings: Settings) -> TaskEnv:
    """The environment of a task, as the settings have it."""
    return TaskEnv(
        config,
        split=config.metadata.split,  # by default it would draw from the task's first split
        observation=settings.observation,
        reward=settings.reward,
        world=settings.world,
        max_steps=settings.max_steps,
    )


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


def play_job(job: Job) -> Played:
    """Play an episode in this process. The environment stays open for the next episode of the same task.

    Raises:
        WorkerLost: the task's side did not answer in time, and no other process watches this one.
        AgentUnusable: the agent can play no episode at all.
    """
    return _PLAYER.play(job)


def close_player() -> None:
    """Close the environment that was kept open in this process."""
    _PLAYER.close()


class _Player:
    """Plays episodes in this process, and keeps what the next one may need."""

    def __init__(self) -> None:
        self._env: TaskEnv | None = None
        self._made_for: tuple[TaskConfig, Settings] | None = None
        self._factories: dict[int, tuple[object, Agent]] = {}

    def play(self, job: Job) -> Played:
        try:
            return _Play(job, self._environment(job), self._agent).play()
        except (WorkerLost, DeadlineMissed, KeyboardInterrupt, SystemExit):
            self.close()
            raise

    def close(self) -> None:
        env, self._env, self._made_for = self._env, None, None
        if env is not None:
            try:
                with deadline(_CLOSE_SECONDS, "closing the task"):
                    env.close()
            except (Exception, DeadlineMissed):  # noqa: BLE001, S110, it is given up, and may be broken
                pass

    def _environment(self, job: Job) -> TaskEnv:
        config, settings = job.episode.config, job.settings
        if self._env is None or self._made_for != (config, settings):
            self.close()
            beat(TASK_PHASE, settings.step_seconds)
            self._env = make_env(config, settings)
            self._made_for = (config, settings)
        return self._env

    def _agent(self, job: Job) -> Agent:
        source = job.agent
        if isinstance(source, AgentConfig):
            return source.make(job.episode.config, job.episode.seed)
        if hasattr(source, "act") and not isinstance(source, type):
            return cast("Agent", source)
        kept = self._factories.get(id(source))
        if kept is None or kept[0] is not source:
            kept = self._factories[id(source)] = (source, cast("Callable[[], Agent]", source)())
        return kept[1]


_PLAYER = _Player()
_LEFT_OUT: Final = not_executed(Action(name="")).contents[0].data


def _executed(answer: object, step: EnvStep) -> int:
    """How many actions of an answer were executed: those after the end of an episode are not."""
    if not isinstance(answer, list | tuple) or len(answer) <= 1:
        return 1
    left_out = [content for content in step.obs.contents if content.data == _LEFT_OUT]
    return len(answer) - len(left_out)


@dataclass(slots=True)
class _Answer:
    """What the agent answered, or how it failed."""

    value: Any = None
    end: End | None = None
    problem: str | None = None


@dataclass(slots=True)
class _Play:
    """One episode, while it is played."""

    job: Job
    env: TaskEnv
    make_agent: Callable[[Job], Agent]
    agent: Agent | None = None
    recording: Recording = field(default_factory=Recording)
    started: float = field(default_factory=time.perf_counter)
    agent_seconds: float = 0.0
    task_seconds: float = 0.0
    reward: float = 0.0
    turns: int = 0
    steps: int = 0
    invalid: int = 0
    failed: int = 0

    def play(self) -> Played:
        disturbance = Disturbance.of(self.job)
        try:
            observation, info = self._on_the_task(lambda: self.env.reset(seed=self.job.episode.seed))
        except TaskFault as fault:
            return self._over(End.FAULT, str(fault))
        if self.job.settings.record:
            self.recording.start(self.env.task, self.job.episode.seed, observation, info)
        answer = self._ask(lambda: self._begin(info["goal"]))
        while answer.end is None:
            disturbance.strike(self.turns, self.job.settings.step_seconds)
            answer = self._ask(lambda: self._act(observation, info))  # noqa: B023, called at once
            if answer.end is not None:
                break
            step: EnvStep = self._on_the_task(lambda: self.env.step(answer.value))  # noqa: B023, called at once
            self._count(step, answer.value)
            if step.done or step.truncated:
                return self._ended(step)
            observation, info = step.obs, step.info
        return self._over(answer.end, answer.problem)

    # The two sides

    def _begin(self, goal: str) -> None:
        self.agent = self.make_agent(self.job)
        self.agent.reset(goal, self.env.action_set)

    def _act(self, observation: Any, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, agents answer anything
        self.turns += 1
        return self.agent.act(observation, info) if self.agent is not None else None

    def _ask(self, call: Callable[[], Any]) -> _Answer:  # noqa: PLR0911, one line a cause reads best
        """What the agent says: whatever it raises, or its silence, fails its episode and not the run."""
        limit = self._limit(self.job.settings.act_seconds)
        begun = time.perf_counter()
        beat(AGENT_PHASE, limit)
        try:
            with deadline(limit, AGENT_PHASE):
                return _Answer(call())
        except AgentStop:
            return _Answer(Action(name=STOP_ACTION.name))
        except AgentUnusable:
            raise
        except ProviderOutage as exc:
            return _Answer(end=End.FAULT, problem=f"the model's provider: {exc}")
        except BudgetExhausted as exc:
            return _Answer(end=End.BUDGET, problem=str(exc))
        except Nonsense as exc:
            return _Answer(end=End.NONSENSE, problem=str(exc))
        except DeadlineMissed as exc:
            self.agent_seconds += time.perf_counter() - begun
            begun = time.perf_counter()
            return _Answer(end=self._late_agent(), problem=str(exc))
        except (Exception, SystemExit) as exc:  # noqa: BLE001, it is the agent's own code
            return _Answer(end=End.AGENT_ERROR, problem=f"{type(exc).__name__}: {exc}")
        finally:
            self.agent_seconds += time.perf_counter() - begun

    def _on_the_task(self, call: Callable[[], Any]) -> Any:  # noqa: ANN401, what the environment gives
        limit = self._limit(self.job.settings.step_seconds)
        begun = time.perf_counter()
        beat(TASK_PHASE, limit)
        try:
            if is_watched():
                return call()
            with deadline(limit, TASK_PHASE):
                return call()
        except DeadlineMissed as exc:
            raise WorkerLost(TASK_PHASE, f"was stopped: {exc}", by_itself=True) from None
        finally:
            self.task_seconds += time.perf_counter() - begun

    def _limit(self, seconds: float) -> float:
        left = self.job.settings.episode_seconds - (time.perf_counter() - self.started)
        return max(min(seconds, left), 0.01)

    def _late_agent(self) -> End:
        """An agent that misses its own deadline failed; one whom the task left no time did not."""
        spent = time.perf_counter() - self.started
        if spent >= self.job.settings.episode_seconds and self.task_seconds > self.agent_seconds:
            return End.FAULT
        return End.DEADLINE

    # What is kept

    def _count(self, step: EnvStep, answer: object) -> None:
        self.reward += step.reward
        self.steps += _executed(answer, step)
        self.invalid += step.info["outcome"] is Outcome.INVALID_ACTION
        self.failed += step.info["outcome"] is Outcome.ACTION_FAILED
        if self.job.settings.record:
            task = None if step.info["outcome"] is Outcome.TASK_FAULT else self.env.task
            self.recording.step(task, answer, step, self._said())

    def _ended(self, step: EnvStep) -> Played:
        if step.info["outcome"] is Outcome.TASK_FAULT:
            error = step.error
            return self._over(End.FAULT, f"{error.error_type}: {error.exception_str}" if error is not None else None)
        return self._over(
            End.FINISHED if step.done else End.STEPS,
            None,
            reward=self.reward,
            terminated=step.done,
            truncated=step.truncated,
            details=step.info["details"].as_dict(),
        )

    def _over(
        self,
        end: End,
        problem: str | None,
        *,
        reward: float = 0.0,
        **told: Any,  # noqa: ANN401, the rest of the fields
    ) -> Played:
        metadata = self.job.episode.config.metadata
        usage = self.agent.usage if isinstance(self.agent, AccountableAgent) else None
        faulted = end is End.FAULT
        judged = end in {End.FINISHED, End.STEPS}
        result = EpisodeResult(
            task_id=metadata.id,
            seed=self.job.episode.seed,
            template=template_of(metadata),
            tags=metadata.tags,
            end=end,
            reward=None if faulted else reward,
            success=None if faulted else judged and reward >= metadata.success_threshold,
            problem=problem,
            turns=self.turns,
            steps=self.steps,
            invalid_actions=self.invalid,
            failed_actions=self.failed,
            seconds=time.perf_counter() - self.started,
            agent_seconds=self.agent_seconds,
            model_calls=None if usage is None else usage.calls,
            input_tokens=None if usage is None else usage.input_tokens,
            output_tokens=None if usage is None else usage.output_tokens,
            cost=None if usage is None else usage.cost,
            attempts=self.job.attempt,
            **told,
        )
        if self.job.settings.record and self.recording.lines:
            self.recording.end(result.model_dump(mode="json"), self._said())
        return Played(result, self.recording)

    def _said(self) -> dict[str, Any]:
        if not isinstance(self.agent, AccountableAgent):
            return {}
        return {"messages": self.agent.transcript(), "usage": self.agent.usage}
