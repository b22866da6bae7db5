"""Which tasks an environment draws from, and what can be chosen at reset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Self, cast, get_args

from cube_core import TaskConfig
from cube_core.task import ObservationKind, RewardKind, Split
from cube_gym import catalogue
from cube_gym.catalogue import nearest

_KINDS: Final = get_args(ObservationKind)
_REWARDS: Final = get_args(RewardKind)
_SPLITS: Final = get_args(Split)

TaskSpec = str | Mapping[str, Any] | TaskConfig | None


@dataclass(frozen=True, slots=True)
class ResetOptions:
    """What `reset(options={...})` takes."""

    task_id: str | None = None
    """Play this task of those that the environment draws from."""
    split: str | None = None
    """Draw from this split only."""
    group_id: int | str | None = None
    """Members of a group start alike: the draw depends on this and `group_seed` alone."""
    group_seed: int = 0
    snapshot: Any = None
    """Go on from this state, as `snapshot()` gave it."""

    @classmethod
    def read(cls, options: Mapping[str, Any] | None) -> Self:
        """The options, checked.

        Raises:
            ValueError: an option is unknown, or has a value it cannot have.
        """
        given = dict(options or {})
        known = [option.name for option in fields(cls)]
        for name in given:
            if name not in known:
                msg = f"no reset option {name!r}.{nearest(str(name), known)} There is: {', '.join(known)}"
                raise ValueError(msg)
        read = cls(**given)
        if read.split is not None:
            check_choice("split", read.split, _SPLITS)
        if read.group_id is not None and not isinstance(read.group_id, int | str):
            msg = f"group_id is an int or a str, got {read.group_id!r}"
            raise ValueError(msg)
        return read


def select(task: TaskSpec, benchmark: str, split: str | None) -> list[TaskConfig]:
    """The configs of the tasks to draw from: the one named, or those of the benchmark.

    Raises:
        KeyError: there is no such benchmark or task; it names the nearest.
        ValueError: the split is unknown, or has none of the tasks.
    """
    if split is not None:
        check_choice("split", split, _SPLITS)
    found = _named(task) if task is not None else list(catalogue.benchmark(benchmark).configs().values())
    chosen = [config for config in found if split in (None, config.metadata.split)]
    if not chosen:
        there = sorted({config.metadata.split for config in found})
        msg = f"{task or benchmark!r} has no task in split {split!r}; it has: {', '.join(there)}"
        raise ValueError(msg)
    return chosen


def configured(config: TaskConfig, observation: Sequence[str], reward: str) -> TaskConfig:
    """The config, asked for these kinds of observation and of reward."""
    if reward not in config.rewards:
        msg = f"{config.metadata.id} gives no {reward!r} reward; it gives: {', '.join(config.rewards)}"
        raise ValueError(msg)
    return config.model_copy(update={"observation": tuple(observation), "reward": reward})


def observation_kinds(observation: str | Sequence[str]) -> tuple[ObservationKind, ...]:
    """The kinds of observation asked for, checked, each once."""
    kinds = [observation] if isinstance(observation, str) else list(observation)
    for kind in kinds:
        check_choice("observation", kind, _KINDS)
    return cast("tuple[ObservationKind, ...]", tuple(dict.fromkeys(kinds)))


def check_reward(reward: str) -> None:
    """Raise ValueError unless this is a kind of reward."""
    check_choice("reward", reward, _REWARDS)


def check_choice(what: str, value: object, choices: Sequence[str]) -> None:
    """Raise ValueError unless `value` is one of `choices`."""
    if value not in choices:
        msg = f"{what} is one of {', '.join(map(repr, choices))}, got {value!r}.{nearest(str(value), choices)}"
        raise ValueError(msg)


def _named(task: str | Mapping[str, Any] | TaskConfig) -> list[TaskConfig]:
    if isinstance(task, TaskConfig):
        return [task]
    if isinstance(task, Mapping):
        return [TaskConfig.model_validate(dict(task))]
    if not isinstance(task, str):
        msg = f"task is 'benchmark/task-id', a TaskConfig, its dump, or a live Task; got {type(task).__name__}"
        raise TypeError(msg)
    benchmark, slash, name = task.partition("/")
    if not slash:
        msg = f"task is written 'benchmark/task-id', got {task!r}.{_full_name_hint(task)}"
        raise ValueError(msg)
    configs = catalogue.benchmark(benchmark).configs()
    if name not in configs:
        msg = f"no task {name!r} in {benchmark!r}.{nearest(name, configs)} `cube-gym list {benchmark}` prints all"
        raise KeyError(msg)
    return [configs[name]]


def _full_name_hint(task: str) -> str:
    names = [f"{name}/{task}" for name, found in catalogue.benchmarks().items() if task in {t["id"] for t in found.tasks}]
    return f" Did you mean {names[0]!r}?" if names else ""
