"""Gymnasium ids for tasks."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import gymnasium as gym

from cube_gym import catalogue

if TYPE_CHECKING:
    from cube_core import BenchmarkConfig

ENTRY_POINT: Final = "cube_gym.env:TaskEnv"
VECTOR_ENTRY_POINT: Final = "cube_gym.vector:make_vector"
ANY_TASK: Final = "cube/Task-v0"


def register_announced() -> None:
    """Register `cube/Task-v0` and an id for each task of the announced benchmarks. Safe to run twice."""
    _register(ANY_TASK, nondeterministic=False)
    for benchmark in catalogue.announced().values():
        _register_tasks(benchmark.name, benchmark.tasks)


def register(benchmark: "BenchmarkConfig | type[BenchmarkConfig]") -> list[str]:
    """Register a benchmark of one's own in this process, and give the ids of its tasks.

    A benchmark of the same name is replaced, so that a notebook cell can be run again. Packages announce theirs with an
    entry point of the group `cube_gym.benchmarks` instead, which works in every process.

    Raises:
        ValueError: a task's id is no part of a Gymnasium id, or is there twice.
        TypeError: it is no BenchmarkConfig.
    """
    from cube_core import BenchmarkConfig  # noqa: PLC0415, `import cube_gym` loads nothing heavy

    config = benchmark() if isinstance(benchmark, type) else benchmark
    if not isinstance(config, BenchmarkConfig):
        raise TypeError(f"what is registered is a BenchmarkConfig or its class, got {type(config).__name__}")
    own = catalogue.add(config)
    for known in [name for name in gym.registry if name.startswith(f"cube/{own.name}.")]:
        del gym.registry[known]
    return _register_tasks(own.name, own.tasks)


def env_id(benchmark: str, task: str) -> str:
    """The Gymnasium id of a task.

    >>> env_id("miniwob", "click-test")
    'cube/miniwob.click-test-v0'
    """
    return f"cube/{benchmark}.{task}-v0"


def _register_tasks(benchmark: str, tasks: Iterable[Mapping[str, Any]]) -> list[str]:
    ids = []
    for task in tasks:
        ids.append(env_id(benchmark, task["id"]))
        _register(ids[-1], nondeterministic=bool(task.get("nondeterministic")), task=f"{benchmark}/{task['id']}")
    return ids


def _register(name: str, *, nondeterministic: bool, **kwargs: str) -> None:
    if name in gym.registry:
        return  # registering an id twice warns
    gym.register(
        name,
        entry_point=ENTRY_POINT,
        vector_entry_point=VECTOR_ENTRY_POINT,
        nondeterministic=nondeterministic,
        disable_env_checker=True,  # a reset that raised leaves it broken; `check_env` is how an environment is checked
        kwargs=kwargs,
    )
