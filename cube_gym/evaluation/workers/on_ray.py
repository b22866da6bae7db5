"""Workers on a Ray cluster: an actor on some node, and in its care a process like those of one machine."""

import logging
import math
import os
from typing import Any

import ray
from ray.exceptions import RayError

from cube_gym.evaluation.workers.loss import WorkerLost
from cube_gym.evaluation.workers.process import WorkerProcess, import_path


class RayWorker:
    """A worker on a Ray cluster. A lost actor is replaced at the next call.

    The actor only watches: episodes run in a process of its own, so that deadlines, deaths and hangs are handled by the
    same code as on one machine.
    """

    def __init__(self, cpus: float, grace: float) -> None:
        self._grace = grace
        self._path = import_path()
        self._host = ray.remote(_Host).options(num_cpus=cpus)
        self._actor: Any = None
        self._closed = False

    def call(self, request: bytes) -> bytes:
        """Run a request on the cluster."""
        if self._closed:
            raise WorkerLost("its start", "was closed")
        if self._actor is None:
            self._actor = self._host.remote(self._grace, self._path)
        try:
            answer: bytes | WorkerLost = ray.get(self._actor.call.remote(request))
        except RayError as exc:
            self._actor = None
            raise WorkerLost("its work", f"was lost with its Ray actor ({type(exc).__name__})") from None
        if isinstance(answer, WorkerLost):
            raise answer
        return answer

    def close(self) -> None:
        """End the actor, and with it its process."""
        self._closed = True
        actor, self._actor = self._actor, None
        if actor is not None and ray.is_initialized():
            ray.kill(actor)


class _Host:
    """The actor."""

    def __init__(self, grace: float, path: list[str]) -> None:
        self._worker = WorkerProcess(grace, path)

    def call(self, request: bytes) -> bytes | WorkerLost:
        """The answer of the process, or how it was lost."""
        try:
            return self._worker.call(request)
        except WorkerLost as lost:
            return lost


def connect(address: str | None, cpus: float) -> bool:
    """Join the cluster at `address`, or start one on this machine; says whether it was this call that did.

    One that is started here offers at least `cpus`, so that no worker waits for room for ever.
    """
    if ray.is_initialized():
        return False
    if address is None:
        most = max(math.ceil(cpus), os.cpu_count() or 1)
        ray.init(num_cpus=most, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    else:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    return True


def disconnect() -> None:
    """Leave the cluster; one that `connect` started ends."""
    ray.shutdown()
