"""One episode, while it is played: the task's turns and the agent's, and whose fault what is."""

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from cube_core import Observation, TaskFault
from cube_gym.agents import AccountableAgent, Agent, DeadlineMissed, Usage
from cube_gym.env import TaskEnv
from cube_gym.evaluation.clock import deadline
from cube_gym.evaluation.disturbance import Disturbance
from cube_gym.evaluation.failures import Answer, answer_for, fault_of, found, text_of
from cube_gym.evaluation.job import Job, Played
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import End
from cube_gym.evaluation.tally import Tally
from cube_gym.evaluation.workers.beat import beat, is_watched
from cube_gym.evaluation.workers.loss import WorkerLost
from cube_gym.info import Outcome
from cube_gym.step_result import EnvStep

T = TypeVar("T")

AGENT_PHASE: Final = "the agent's turn"
TASK_PHASE: Final = "the task's turn"


@dataclass(slots=True)
class Play:
    """Plays one episode."""

    job: Job
    make_env: Callable[[Job], TaskEnv]
    make_agent: Callable[[Job], Agent]
    agent: Agent | None = None
    recording: Recording = field(default_factory=Recording)
    tally: Tally = field(default_factory=Tally)

    def play(self) -> Played:
        """Play it to its end.

        Raises:
            WorkerLost: the task's side did not answer in time, and no other process watches this one.
            AgentUnusable: the agent can play no episode at all.
            ImportError: what the task needs is not installed.
        """
        try:
            return self._play()
        except TaskFault as fault:
            return self._over(End.FAULT, str(fault))

    def _play(self) -> Played:
        disturbance = Disturbance.of(self.job)
        env = self._on_the_task(lambda: self.make_env(self.job))
        observation, info = self._on_the_task(lambda: self._start(env))
        answer = self._ask(lambda: self._begin(info["goal"], env))
        while answer.end is None:
            disturbance.strike(self.tally.turns, self.job.settings.step_seconds)
            answer = self._ask(lambda: self._act(observation, info))  # noqa: B023, called at once
            if answer.end is not None:
                break
            step = self._on_the_task(lambda: self._step(env, answer.value))  # noqa: B023, called at once
            if step.done or step.truncated:
                return self._ended(step)
            observation, info = step.obs, step.info
        return self._over(answer.end, answer.problem)

    # The two sides

    def _start(self, env: TaskEnv) -> tuple[Observation, dict[str, Any]]:
        observation, info = env.reset(seed=self.job.episode.seed)
        if self.job.settings.record:
            self.recording.start(env.task, self.job.episode.seed, observation, info)
        return observation, info

    def _step(self, env: TaskEnv, answer: Any) -> EnvStep:  # noqa: ANN401, agents answer anything
        step = env.step(answer)
        self.tally.count(step, answer)
        if self.job.settings.record:
            broken = step.info["outcome"] is Outcome.TASK_FAULT
            self.recording.step(None if broken else env.task, answer, step, self._said())
        return step

    def _begin(self, goal: str, env: TaskEnv) -> None:
        self.agent = self.make_agent(self.job)
        self.agent.reset(goal, env.action_set)

    def _act(self, observation: Observation, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, agents answer anything
        self.tally.turns += 1
        answer: Any = None if self.agent is None else self.agent.act(observation, info)
        if inspect.isawaitable(answer):
            if inspect.iscoroutine(answer):
                answer.close()
            raise TypeError("act() gave something to await: an agent answers at once, and may drive a loop of its own")
        return list(answer) if isinstance(answer, list | tuple) else answer

    def _ask(self, call: Callable[[], Any]) -> Answer:
        """What the agent says: whatever it raises, or its silence, fails its episode and not the run."""
        limit = self._limit(self.job.settings.act_seconds)
        begun = time.perf_counter()
        beat(AGENT_PHASE, limit)
        raised: BaseException | None = None
        try:
            with deadline(limit, AGENT_PHASE):
                return Answer(call())
        except BaseException as exc:  # noqa: BLE001, it is the agent's own code
            raised = exc
        finally:
            self.tally.agent_seconds += time.perf_counter() - begun
        return answer_for(raised, self._late())

    def _on_the_task(self, call: Callable[[], T]) -> T:
        limit = self._limit(self.job.settings.step_seconds)
        begun = time.perf_counter()
        beat(TASK_PHASE, limit)
        try:
            if is_watched():
                return call()
            with deadline(limit, TASK_PHASE):
                return call()
        except (ImportError, TaskFault):
            raise
        except BaseException as exc:
            late = found(exc, DeadlineMissed)
            if late is not None:
                raise WorkerLost(TASK_PHASE, f"was stopped: {late}", by_itself=True) from None
            raise fault_of(exc) from exc
        finally:
            self.tally.task_seconds += time.perf_counter() - begun

    def _limit(self, seconds: float) -> float:
        left = self.job.settings.episode_seconds - self.tally.seconds
        return max(min(seconds, left), 0.01)

    def _late(self) -> End:
        """An agent that misses its own deadline failed; one whom the task left no time did not."""
        spent = self.tally.seconds >= self.job.settings.episode_seconds
        return End.FAULT if spent and self.tally.task_seconds > self.tally.agent_seconds else End.DEADLINE

    # What is kept

    def _ended(self, step: EnvStep) -> Played:
        if step.info["outcome"] is Outcome.TASK_FAULT:
            error = step.error
            return self._over(End.FAULT, f"{error.error_type}: {error.exception_str}" if error is not None else None)
        return self._over(End.FINISHED if step.done else End.STEPS, None, step)

    def _over(self, end: End, problem: str | None, last: EnvStep | None = None) -> Played:
        said = self._said()
        usage = said.get("usage")
        result = self.tally.result(self.job, end, problem, usage if isinstance(usage, Usage) else None, last)
        if self.job.settings.record and self.recording.lines:
            self.recording.end(result.model_dump(mode="json"), said)
        return Played(result, self.recording)

    def _said(self) -> dict[str, Any]:
        """What the agent tells of itself; that it cannot is told, and takes nothing from its episode."""
        try:
            if not isinstance(self.agent, AccountableAgent):
                return {}
            return {"messages": self.agent.transcript(), "usage": self.agent.usage}
        except Exception as exc:  # noqa: BLE001, it is the agent's own code
            return {"error": text_of(exc)}
