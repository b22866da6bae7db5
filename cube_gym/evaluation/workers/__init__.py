"""Processes that play episodes: watched, and replaced when they die or hang."""

from cube_gym.evaluation.workers.loss import CannotRebuild, WorkerLost
from cube_gym.evaluation.workers.pool import InlineExecutor, Worker, WorkerPool
from cube_gym.evaluation.workers.process import GRACE_SECONDS, WorkerProcess

__all__ = ["GRACE_SECONDS", "CannotRebuild", "InlineExecutor", "Worker", "WorkerLost", "WorkerPool", "WorkerProcess"]
