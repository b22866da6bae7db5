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
    """Register `cube/Task-v0` and an id for each task of announced benchmarks and CUBE packages. Safe to run twice."""
    _register(ANY_TASK, nondeterministic=False)
    for benchmark in catalogue.announced().values():
        register_tasks(benchmark.name, benchmark.tasks)
    for package in catalogue.cube_packages().values():
        register_tasks(package.name, [{"id": task, "nondeterministic": True} for task in package.ids])


def register(benchmark: "BenchmarkConfig | type[BenchmarkConfig]", *, replace: bool = False) -> list[str]:
    """Register a benchmark of one's own in this process, and give the ids of its tasks.

    The same benchmark can be registered again, as when a notebook cell is run again; another one of its name is only
    replaced when that is asked for. Packages announce theirs with an entry point of the group `cube_gym.benchmarks`
    instead, which works in every process.

    Args:
        benchmark: A BenchmarkConfig, or its class.
        replace: Whether to take the place of another benchmark of the same name.

    Raises:
        ValueError: a task's id is no part of a Gymnasium id, or is there twice; or another benchmark has the name.
        TypeError: it is no BenchmarkConfig.

    >>> import gymnasium as gym
    >>> from benchmarks.phone import PhoneConfig
    >>> from cube_core import BenchmarkMetadata
    >>> from cube_gym import register
    >>> class Renaming(PhoneConfig):
    ...     "The tasks of the phone that rename something."
    ...
    ...     tasks: tuple[str, ...] = ("rename-*",)
    ...
    ...     @classmethod
    ...     def benchmark(cls) -> BenchmarkMetadata:
    ...         return BenchmarkMetadata(name="renaming")
    >>> "cube/renaming.rename-note-v0" in register(Renaming)
    True
    >>> gym.make("cube/renaming.rename-note-v0").spec.id
    'cube/renaming.rename-note-v0'
    """
    from cube_core import BenchmarkConfig  # noqa: PLC0415, `import cube_gym` loads nothing heavy

    config = benchmark() if isinstance(benchmark, type) else benchmark
    if not isinstance(config, BenchmarkConfig):
        raise TypeError(f"what is registered is a BenchmarkConfig or its class, got {type(config).__name__}")
    own = catalogue.add(config, replace=replace)
    return register_tasks(own.name, own.tasks, replace=True)


def env_id(benchmark: str, task: str) -> str:
    """The Gymnasium id of a task.

    >>> env_id("miniwob", "click-test")
    'cube/miniwob.click-test-v0'
    """
    return f"cube/{benchmark}.{task}-v0"


def register_tasks(benchmark: str, tasks: Iterable[Mapping[str, Any]], *, replace: bool = False) -> list[str]:
    """Register an id for each task, of which "id" and "nondeterministic" are read; `replace` forgets earlier ones."""
    if replace:
        for known in [name for name in gym.registry if name.startswith(f"cube/{benchmark}.")]:
            del gym.registry[known]
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
