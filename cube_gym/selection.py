"""Which tasks an environment draws from."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cube_core import ActionSchema, TaskConfig
from cube_core.task import ObservationKind, RewardKind
from cube_gym import catalogue
from cube_gym.arguments import SPLITS, check_choice
from cube_gym.catalogue import nearest

TaskSpec: TypeAlias = str | Mapping[str, Any] | TaskConfig | None


def select(task: TaskSpec, benchmark: str, split: str | None) -> list[TaskConfig]:
    """The configs that can be drawn: of the task named, or of the benchmark; in all their splits, or in one.

    A config that is given, or its dump, comes first: what it says of its own split is played by default.

    Raises:
        KeyError: there is no such benchmark or task; it names the nearest.
        TypeError: the benchmark is no text, or the task nothing that a task can be given as.
        ValueError: the split is unknown, or has none of the tasks; or the task is of another benchmark.
    """
    if not isinstance(benchmark, str):
        raise TypeError(f"benchmark is the name of one, such as {catalogue.EMBEDDED!r}, got {benchmark!r}")
    if isinstance(task, str) and benchmark not in {catalogue.EMBEDDED, task.partition("/")[0]}:
        raise ValueError(f"task {task!r} is of another benchmark than {benchmark!r}: give one of the two")
    if split is not None:
        check_choice("split", split, SPLITS)
    found = list(catalogue.benchmark(benchmark).configs().values()) if task is None else [_named(task)]
    variants = [variant for config in found for variant in config.in_splits()]
    if isinstance(task, Mapping | TaskConfig):
        variants.sort(key=lambda variant: variant.metadata.split != found[0].metadata.split)
    chosen = [variant for variant in variants if split in (None, variant.metadata.split)]
    if not chosen:
        what = repr(benchmark) if task is None else f"task {found[0].metadata.id!r}"
        there = ", ".join(sorted({variant.metadata.split for variant in variants})) or "nothing"
        raise ValueError(f"{what} has nothing in split {split!r}; it has: {there}")
    return chosen


def resolved(task: TaskSpec) -> TaskSpec:
    """The same task, its dump read: another process may know less of its class."""
    return _named(task) if isinstance(task, Mapping) else task


def configured(config: TaskConfig, observation: tuple[ObservationKind, ...], reward: str) -> TaskConfig:
    """The config, asked for these kinds of observation and of reward."""
    kinds: Sequence[RewardKind] = config.rewards
    if reward not in kinds:
        raise ValueError(f"{config.metadata.id} gives no {reward!r} reward; it gives: {', '.join(kinds)}")
    return config.model_copy(update={"observation": observation, "reward": reward})


def all_actions(configs: Sequence[TaskConfig]) -> list[ActionSchema]:
    """The actions of all these tasks, equal ones once. A task that is merely made starts nothing."""
    schemas: list[ActionSchema] = []
    for config in configs:
        task = config.make()
        try:
            schemas += [schema for schema in task.tool.action_set if schema not in schemas]
        finally:
            task.close()
    return schemas


def narrow(configs: Sequence[TaskConfig], task_id: str | None, split: str | None) -> list[TaskConfig]:
    """Those configs that reset's options `task_id` and `split` leave; without a split, the tasks to train on.

    Raises:
        KeyError: no task has this id; it names the nearest.
        ValueError: no task is of this split.
    """
    known = [config.metadata.id for config in configs]
    if task_id is not None and task_id not in known:
        raise KeyError(f"this environment has no task {task_id!r}.{nearest(task_id, known)}")
    named = [config for config in configs if task_id in (None, config.metadata.id)]
    chosen = _by_default(named) if split is None else [config for config in named if config.metadata.split == split]
    if not chosen:
        what = "any task" if task_id is None else repr(task_id)
        raise ValueError(f"this environment cannot draw {what} from split {split!r}")
    return chosen


def _by_default(configs: Sequence[TaskConfig]) -> list[TaskConfig]:
    """Each task in its first split; and of several tasks those to train on, where there are any."""
    firsts = list({config.metadata.id: config for config in reversed(configs)}.values())[::-1]
    return [config for config in firsts if config.metadata.split == "train"] or firsts


def _named(task: str | Mapping[str, Any] | TaskConfig) -> TaskConfig:
    if isinstance(task, TaskConfig):
        return task
    if isinstance(task, Mapping):
        catalogue.trust_announced()
        return TaskConfig.model_validate(dict(task))
    if not isinstance(task, str):
        got = type(task).__name__
        raise TypeError(f"task is 'benchmark/task-id', a TaskConfig, its dump, or a live Task; got {got}")
    benchmark, slash, name = task.partition("/")
    if not slash:
        raise ValueError(f"task is written 'benchmark/task-id', got {task!r}.{_full_name_hint(task)}")
    configs = catalogue.benchmark(benchmark).configs()
    if name not in configs:
        hint = nearest(name, configs)
        raise KeyError(f"no task {name!r} in {benchmark!r}.{hint} `cube-gym list {benchmark}` prints all")
    return configs[name]


def _full_name_hint(task: str) -> str:
    for name, found in catalogue.benchmarks().items():
        if any(known["id"] == task for known in found.tasks):
            return f" Did you mean '{name}/{task}'?"
    return ""
