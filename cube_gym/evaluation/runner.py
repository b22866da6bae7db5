"""Playing many episodes, wherever, so that nothing that is over is ever lost."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cube_core import InfraConfig
from cube_gym.agents import AgentConfig, AgentUnusable
from cube_gym.evaluation.asked import Tasks, agent_of, episodes_of, infra_of, label_of, settings_of
from cube_gym.evaluation.episodes import Episode
from cube_gym.evaluation.job import AgentSource, Job, Played
from cube_gym.evaluation.losses import lost_episode
from cube_gym.evaluation.manifest import RunManifest
from cube_gym.evaluation.player import Player, play_job
from cube_gym.evaluation.rebuild import why_not_elsewhere
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.evaluation.settings import Settings
from cube_gym.evaluation.workers import CannotRebuild, InlineExecutor, WorkerLost
from cube_gym.evaluation.writer import RunWriter

if TYPE_CHECKING:
    from cube_gym.statistics import Summary

Resume = bool | Literal["with_faults"]
_AHEAD = 2
"""How many episodes are handed out for each worker: one is played, one waits."""

_logger = logging.getLogger(__name__)


class RunStopped(RuntimeError):  # noqa: N818, it says what is the matter
    """A run had to stop. What is over is kept; the text says why, and how to go on."""

    __module__ = "cube_gym.evaluation"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, told after each episode."""

    requested: int
    done: int
    completed: int
    """Episodes that count: those that are over, without the faulted ones."""
    successes: int
    cost: float | None
    result: EpisodeResult | None
    """The episode that is just over; None at the start."""


@dataclass(slots=True, repr=False)
class Evaluation:
    """What came of a run."""

    results: list[EpisodeResult]
    """In the order in which the episodes were asked for."""
    requested: int
    notes: list[str] = field(default_factory=list)
    """What the caller should know of how it was run."""
    directory: Path | None = None

    def summary(self, *, allow_faults: bool = False) -> "Summary":
        """The statistics. Above 5 % faults there is no success rate unless they are allowed."""
        from cube_gym.statistics import summarize  # noqa: PLC0415, which reads the results of this package

        return summarize(self.results, requested=self.requested, allow_faults=allow_faults)

    def __repr__(self) -> str:
        over = f"{len(self.results)} of {self.requested} episodes"
        successes = sum(result.success is True for result in self.results)
        return f"Evaluation({over}, {successes} successes, directory={self.directory})"

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.results import evaluation_view  # noqa: PLC0415, only notebooks draw

        return whole(evaluation_view(self))


def evaluate(
    tasks: Tasks,
    agent: AgentSource | str = "oracle",
    *,
    seeds: int | Iterable[int] = 1,
    directory: str | Path | None = None,
    resume: Resume = False,
    infra: InfraConfig | int | None = None,
    settings: Settings | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Evaluation:
    """Play tasks x seeds with an agent. The results are the same wherever the episodes are played.

    Args:
        tasks: "benchmark", "benchmark/pattern", a BenchmarkConfig, task configs, or the very episodes (see `deal`).
        agent: "oracle", "random", an AgentConfig, an agent, or a class or function that makes one.
        seeds: how many for each task, from 0 on, or which.
        directory: where results and trajectories are kept; None keeps the results in memory only.
        resume: go on with the run in `directory`: what is over is not played again, but, "with_faults", what faulted.
        infra: where; a number means so many processes on this machine, None this very process.
        settings: how the episodes are played.
        watch: is called after each episode.

    Raises:
        KeyError, ValueError: there is no such task or agent, or the directory holds something else.
        TypeError: an argument is of a type it cannot be.
        RunStopped: the run cannot go on (no key, a full disk); what is over is kept.

    >>> from cube_gym import evaluate
    >>> evaluation = evaluate("phone/rename-*", "oracle", seeds=2)
    >>> evaluation.summary().total.success_rate
    1.0
    """
    episodes, source, where = episodes_of(tasks, seeds), agent_of(agent), infra_of(infra)
    chosen = settings_of(settings, episodes)
    run = _Run(episodes, source, chosen, watch)
    if where is not None:
        where = run.checked(where)
    if directory is not None:
        run.open(directory, resume=resume)
    elif resume:
        raise ValueError("resume=True goes on with a directory: say which")
    return run.play(where)


@dataclass(slots=True)
class _Run:
    """A run, while it goes on."""

    episodes: Sequence[Episode]
    agent: AgentSource
    settings: Settings
    watch: Callable[[Progress], None] | None
    notes: list[str] = field(default_factory=list)
    writer: RunWriter | None = None
    done: dict[tuple[str, int], EpisodeResult] = field(default_factory=dict)
    losses: dict[tuple[str, int], list[WorkerLost]] = field(default_factory=dict)

    def checked(self, infra: InfraConfig) -> InfraConfig | None:
        """The infra, or None when something cannot be rebuilt in another process, which is noted."""
        for thing in (self.agent, *{id(e.config): e.config for e in self.episodes}.values()):
            reason = why_not_elsewhere(thing)
            if reason is not None:
                self.notes.append(f"Played in this process: {reason}.")
                _logger.warning("%s", self.notes[-1])
                return None
        return infra

    def open(self, directory: str | Path, *, resume: Resume) -> None:
        config = self.agent if isinstance(self.agent, AgentConfig) else None
        manifest = RunManifest.of(self.episodes, self.settings, agent=label_of(self.agent), agent_config=config)
        self.writer = RunWriter(directory, manifest, resume=bool(resume), retry_faults=resume == "with_faults")
        self.done = dict(self.writer.done)

    def play(self, infra: InfraConfig | None) -> Evaluation:
        try:
            self._tell(None)
            todo = deque(Job(e, self.agent, self.settings) for e in self.episodes if e.key not in self.done)
            if todo and infra is None:
                self._play_here(todo)
            elif todo and infra is not None:
                self._play_elsewhere(todo, infra)
        finally:
            if self.writer is not None:
                self.writer.close()
        results = [self.done[episode.key] for episode in self.episodes if episode.key in self.done]
        path = None if self.writer is None else self.writer.path
        return Evaluation(results, len(self.episodes), self.notes, path)

    def _play_here(self, todo: deque[Job]) -> None:
        player = Player()  # one's own: another run may be played in another thread, or by an agent
        try:
            self._play(todo, InlineExecutor(), player.play, 1)
        finally:
            player.close()

    def _play_elsewhere(self, todo: deque[Job], infra: InfraConfig) -> None:
        pool = infra.executor()
        try:
            self._play(todo, pool, play_job, infra.workers * _AHEAD)
        finally:
            pool.shutdown(cancel_futures=True)

    def _play(self, todo: deque[Job], pool: Executor, play: Callable[[Job], Played], room: int) -> None:
        playing: dict[Future[Played], Job] = {}
        while todo or playing:
            while todo and len(playing) < room:
                job = todo.popleft()
                playing[pool.submit(play, job)] = job
            over, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in over:
                self._take_in(future, playing.pop(future), todo)

    def _take_in(self, future: "Future[Played]", job: Job, todo: deque[Job]) -> None:
        try:
            played = future.result()
        except WorkerLost as lost:
            losses = self.losses.setdefault(job.episode.key, [])
            losses.append(lost)
            if job.attempt <= self.settings.retries:
                todo.append(Job(job.episode, job.agent, job.settings, job.attempt + 1))
                return
            played = lost_episode(job, losses)
        except CannotRebuild as exc:
            raise RunStopped(f"the workers cannot load what they were sent ({exc}); {self._how_to_go_on()}") from exc
        except AgentUnusable as exc:
            raise RunStopped(f"{exc}; {self._how_to_go_on()}") from exc
        self._keep(played)

    def _keep(self, played: Played) -> None:
        result = played.result
        if self.writer is not None:
            try:
                result = self.writer.append(played)
            except OSError as exc:
                raise RunStopped(f"results cannot be written: {exc}; {self._how_to_go_on()}") from exc
        self.done[result.key] = result
        self._tell(result)

    def _tell(self, result: EpisodeResult | None) -> None:
        if self.watch is None:
            return
        counted = [one for one in self.done.values() if not one.faulted]
        costs = [one.cost for one in self.done.values() if one.cost is not None]
        self.watch(
            Progress(
                requested=len(self.episodes),
                done=len(self.done),
                completed=len(counted),
                successes=sum(one.success is True for one in counted),
                cost=sum(costs) if costs else None,
                result=result,
            )
        )

    def _how_to_go_on(self) -> str:
        if self.writer is None:
            return f"{len(self.done)} of {len(self.episodes)} episodes were played, and are lost without a directory"
        return f"{len(self.done)} of {len(self.episodes)} episodes are kept in {self.writer.path}: mend it and resume"
