"""What is made of an episode whose worker was lost in each attempt."""

from collections.abc import Sequence

from cube_gym.evaluation.episodes import template_of
from cube_gym.evaluation.job import Job, Played
from cube_gym.evaluation.playing import AGENT_PHASE
from cube_gym.evaluation.recording import Recording
from cube_gym.evaluation.results import End, EpisodeResult
from cube_gym.evaluation.workers import WorkerLost


def lost_episode(job: Job, losses: Sequence[WorkerLost]) -> Played:
    """The result of an episode that no worker could finish.

    Only an agent that each time ended or hung its own process during its turn has failed. Whatever else ends a worker
    (the task's side, the machine, a signal from outside) is a fault: no reward is invented.
    """
    by_agent = all(loss.by_itself and loss.phase == AGENT_PHASE for loss in losses)
    hung = "did not answer" in losses[-1].how
    end = (End.DEADLINE if hung else End.AGENT_ERROR) if by_agent else End.FAULT
    metadata = job.episode.config.metadata
    result = EpisodeResult(
        task_id=metadata.id,
        seed=job.episode.seed,
        template=template_of(metadata),
        tags=metadata.tags,
        end=end,
        reward=0.0 if by_agent else None,
        success=False if by_agent else None,
        problem=f"{losses[-1]}, in each of {len(losses)} attempts" if len(losses) > 1 else str(losses[-1]),
        attempts=job.attempt,
    )
    return Played(result, Recording())
