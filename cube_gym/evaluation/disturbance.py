"""Workers that die or hang at random, for tests of what is made of that."""

import hashlib
import os
import signal as signals
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from cube_gym.evaluation.workers.beat import beat

if TYPE_CHECKING:
    from cube_gym.evaluation.job import Job

_LATEST_TURN = 3


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What happens to an attempt, drawn from a hash of episode and attempt: nothing, or a signal before some turn."""

    turn: int = -1
    signal: signals.Signals = signals.SIGKILL

    @classmethod
    def of(cls, job: "Job") -> Self:
        """What is to happen to this attempt."""
        if not job.settings.disturbance:
            return cls()
        name, seed = job.episode.key
        named = hashlib.sha256(f"{name}:{seed}:{job.attempt}".encode()).digest()
        rng = np.random.default_rng(int.from_bytes(named))
        if rng.random() >= job.settings.disturbance:
            return cls()
        return cls(int(rng.integers(_LATEST_TURN)), signals.SIGKILL if rng.random() < 1 / 2 else signals.SIGSTOP)

    def strike(self, turn: int, seconds: float) -> None:
        """Let it happen, if this is the turn; whoever watches waits `seconds` for a worker that hangs."""
        if turn == self.turn:
            beat("a disturbance", seconds)
            os.kill(os.getpid(), self.signal)
