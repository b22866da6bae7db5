"""What the tasks of one CUBE benchmark share while they are played: servers, containers, whatever it sets up."""

import atexit
import json
import logging
import os
import socket
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from cube.benchmark import BenchmarkConfig as CubeStandardBenchmark
from cube.resource import InfraConfig as CubeInfra
from cube.task import Task as CubeStandardTask
from cube.task import TaskConfig as CubeStandardTaskConfig
from gymnasium.error import DependencyNotInstalled

from cube_gym.adapters.cube_standard.chromium import with_chromium
from cube_gym.adapters.cube_standard.dumps import load

_logger = logging.getLogger(__name__)


class LiveBenchmark:
    """A CUBE benchmark that is set up. Get one with `lease`, and `release` it."""

    def __init__(self, benchmark: Mapping[str, Any], infra: Mapping[str, Any] | None) -> None:
        config = with_chromium(load(CubeStandardBenchmark, benchmark))
        name = config.benchmark_metadata.name
        if config.resources and infra is None:
            wanted = ", ".join(resource.name for resource in config.resources)
            raise DependencyNotInstalled(f"the CUBE package {name!r} needs {wanted}, {_GIVE_INFRA}")
        self._live = _set_up(config, None if infra is None else load(CubeInfra, infra))
        self.process = os.getpid()
        """A forked child has it too, and is not to close it."""
        self._configs = {task.task_id: task for task in self._live.config.get_task_configs()}

    def spawn(self, task_id: str, seed: int | None) -> CubeStandardTask:
        """A new CUBE Task, its seed as given.

        Raises:
            KeyError: the benchmark has no such task.
        """
        return self._live.spawn(self._configs[task_id].model_copy(update={"seed": seed}))

    def close(self) -> None:
        """Take down what was set up."""
        self._live.close()


_GIVE_INFRA: Final = "and no infra was given to provide it: CubeBenchmarkConfig.of(config, infra=...)"
ATTEMPTS: Final = 3
"""How often a benchmark is set up whose port is taken meanwhile, as by another process with the same package."""
_LOCK: Final = Lock()
_LEASED: Final[dict[str, list[Any]]] = {}
"""The benchmarks that are set up, each with the number of its leases."""


def lease(benchmark: Mapping[str, Any], infra: Mapping[str, Any] | None) -> tuple[str, LiveBenchmark]:
    """The benchmark of this dump, set up once a process, and the key to `release` it with.

    Raises:
        DependencyNotInstalled: it needs a resource that nobody provides.
        RuntimeError: it could not be set up; the package and the cause are named.
    """
    key = json.dumps([benchmark, infra], sort_keys=True)
    with _LOCK:
        entry = _LEASED.setdefault(key, [None, 0])
        if entry[0] is None:
            try:
                entry[0] = LiveBenchmark(benchmark, infra)
            except BaseException:
                del _LEASED[key]
                raise
        entry[1] += 1
        return key, entry[0]


def release(key: str) -> None:
    """Give a lease back; the last one takes the benchmark down."""
    with _LOCK:
        entry = _LEASED[key]
        entry[1] -= 1
        if not entry[1]:
            del _LEASED[key]
            entry[0].close()


@atexit.register
def _take_down_what_is_left() -> None:
    """Servers are processes of their own: without this, those of environments that nobody closed would go on."""
    for benchmark, _ in _LEASED.values():
        if benchmark.process == os.getpid():
            benchmark.close()


def check_container(task: Mapping[str, Any], infra: Mapping[str, Any] | None) -> None:
    """Refuse a task whose container nobody provides: cube-standard would start it without one.

    Raises:
        DependencyNotInstalled: it names the task and the image.
    """
    config = load(CubeStandardTaskConfig, task)
    wanted = config.metadata.container_config
    if wanted is not None and infra is None:
        raise DependencyNotInstalled(
            f"the CUBE task {config.task_id!r} needs a container of {wanted.image!r}, {_GIVE_INFRA}"
        )


def _set_up(config: CubeStandardBenchmark, infra: CubeInfra | None) -> Any:  # noqa: ANN401, of cube-standard
    """The benchmark, on another port where somebody took the config's between a look at it and its use."""
    attempt = 0
    while True:
        attempt += 1
        chosen = _on_free_port(config)
        try:
            return chosen.make(infra)
        except Exception as exc:
            if attempt == ATTEMPTS or _has_its_port(chosen):
                name, cause = config.benchmark_metadata.name, f"{type(exc).__name__}: {exc}"
                raise RuntimeError(f"the CUBE package {name!r} could not be set up: {cause}") from exc


def _has_its_port(config: CubeStandardBenchmark) -> bool:
    """Whether it names no port, or one that is free."""
    port = getattr(config, "port", None)
    return not isinstance(port, int) or _is_free(port)


def _on_free_port(config: CubeStandardBenchmark) -> CubeStandardBenchmark:
    """The config with another port where it names one that is taken, as by another process with the same package."""
    if _has_its_port(config):
        return config
    with socket.socket() as probe:
        probe.bind(("", 0))
        free = probe.getsockname()[1]
    _logger.info("the port of %s is taken; it gets %d", type(config).__name__, free)
    return config.model_copy(update={"port": free})


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError:
            return False
        return True
