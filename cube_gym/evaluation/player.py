"""Playing episodes in this process, one after the other."""

from collections.abc import Callable
from typing import Final, cast

from cube_core import TaskConfig
from cube_gym.agents import Agent, AgentConfig, DeadlineMissed
from cube_gym.env import TaskEnv
from cube_gym.evaluation.clock import deadline
from cube_gym.evaluation.job import Job, Played
from cube_gym.evaluation.playing import Play
from cube_gym.evaluation.settings import Settings
from cube_gym.evaluation.workers.loss import WorkerLost

_CLOSE_SECONDS: Final = 10.0


def make_env(config: TaskConfig, settings: Settings) -> TaskEnv:
    """The environment of a task, as the settings have it."""
    return TaskEnv(
        config,
        split=config.metadata.split,  # the other splits need no spaces
        observation=settings.observation,
        reward=settings.reward,
        world=settings.world,
        max_steps=settings.max_steps,
    )


class Player:
    """Plays episodes, and keeps what the next one may need: the environment of its task, and the agent."""

    def __init__(self) -> None:
        self._env: TaskEnv | None = None
        self._made_for: tuple[TaskConfig, Settings] | None = None
        self._factories: dict[int, tuple[object, Agent]] = {}

    def play(self, job: Job) -> Played:
        """Play an episode. The environment stays open for the next episode of the same task.

        Raises:
            WorkerLost: the task's side did not answer in time, and no other process watches this one.
            AgentUnusable: the agent can play no episode at all.
            ImportError: what the task needs is not installed.
        """
        try:
            return Play(job, self._environment, self._agent).play()
        except (WorkerLost, KeyboardInterrupt, SystemExit):
            self.close()
            raise

    def close(self) -> None:
        """Close the environment that was kept open."""
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


_PLAYER: Final = Player()


def play_job(job: Job) -> Played:
    """Play an episode in a worker process, which plays one at a time. As `Player.play`."""
    return _PLAYER.play(job)
