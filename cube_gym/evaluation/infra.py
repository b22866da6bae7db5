"""Where episodes run: this machine's processes, or a Ray cluster."""

from collections.abc import Sequence
from concurrent.futures import Executor

from pydantic import Field

from cube_core import InfraConfig
from cube_gym.evaluation.workers import GRACE_SECONDS, Worker, WorkerPool, WorkerProcess
from cube_gym.extras import install_command


class LocalInfra(InfraConfig):
    """Processes on this machine, each a fresh interpreter."""

    __module__ = "cube_gym.evaluation"

    grace_seconds: float = Field(default=GRACE_SECONDS, gt=0)
    """How long after a missed deadline a worker is given up that has not noticed it itself."""

    def executor(self) -> Executor:
        """`workers` processes."""
        return WorkerPool([WorkerProcess(self.grace_seconds) for _ in range(self.workers)])


class RayInfra(InfraConfig):
    """A Ray cluster: the one at `address`, else one that is started on this machine. Needs the extra `ray`."""

    __module__ = "cube_gym.evaluation"

    address: str | None = None
    """As `ray.init` takes it: "auto", "host:port" or "ray://host:port"."""
    cpus_per_worker: float = Field(default=1.0, gt=0)
    grace_seconds: float = Field(default=GRACE_SECONDS, gt=0)
    """How long after a missed deadline a worker is given up that has not noticed it itself."""

    def executor(self) -> Executor:
        """`workers` actors, each with a process.

        Raises:
            ImportError: Ray is not installed; it names the command that installs it.
            ConnectionError: there is no cluster at `address`.
        """
        try:
            from cube_gym.evaluation.workers import on_ray  # noqa: PLC0415, only for those who use it
        except ImportError as exc:
            raise ImportError(f"RayInfra needs Ray: {install_command('ray')}") from exc
        started = on_ray.connect(self.address, self.workers * self.cpus_per_worker)
        return _RayPool(
            [on_ray.RayWorker(self.cpus_per_worker, self.grace_seconds) for _ in range(self.workers)],
            disconnect=started,
        )


class _RayPool(WorkerPool):
    """Leaves the cluster at the end, if it joined it."""

    def __init__(self, workers: Sequence[Worker], *, disconnect: bool) -> None:
        super().__init__(workers)
        self._disconnect = disconnect

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002, as the base class has it
        super().shutdown(wait, cancel_futures=cancel_futures)
        if self._disconnect:
            from cube_gym.evaluation.workers import on_ray  # noqa: PLC0415, see RayInfra

            self._disconnect = False
            on_ray.disconnect()
