"""The arguments of an environment, checked: what is unknown, or cannot be, raises and names the nearest."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any, Final, cast, get_args

from cube_core.task import ObservationKind, RewardKind, Split
from cube_gym.catalogue import nearest
from world import WorldConfig

KINDS: Final = get_args(ObservationKind)
REWARDS: Final = get_args(RewardKind)
SPLITS: Final = get_args(Split)


def check_choice(what: str, value: object, choices: Sequence[str]) -> None:
    """Raise ValueError unless `value` is one of `choices`."""
    if value not in choices:
        hint = nearest(str(value), choices)
        raise ValueError(f"{what} is one of {', '.join(map(repr, choices))}, got {value!r}.{hint}")


def observation_kinds(observation: object) -> tuple[ObservationKind, ...]:
    """The kinds of observation asked for, each once.

    Raises:
        ValueError: one is unknown, or there is none.
        TypeError: it is neither a kind nor a list of kinds.
    """
    if isinstance(observation, str) or not isinstance(observation, Sequence):
        kinds: Sequence[object] = [observation]
    else:
        kinds = list(observation)
    if not all(isinstance(kind, str) for kind in kinds):
        raise TypeError(f"observation is one of {', '.join(map(repr, KINDS))} or a list of them, got {observation!r}")
    if not kinds:
        raise ValueError(f"observation is an empty list: name at least one of {', '.join(map(repr, KINDS))}")
    for kind in kinds:
        check_choice("observation", kind, KINDS)
    return cast("tuple[ObservationKind, ...]", tuple(dict.fromkeys(kinds)))


def checked_budget(max_steps: object) -> int | None:
    """The number of steps that an episode may take, None to leave it to the task; otherwise raise ValueError."""
    if max_steps is None:
        return None
    if isinstance(max_steps, bool) or not isinstance(max_steps, Integral) or max_steps < 1:
        raise ValueError(f"max_steps is a whole number from 1 on, got {max_steps!r}; None leaves it to the task")
    return int(max_steps)


def world_config(world: object) -> WorldConfig:
    """What `world` stands for: True, False, or a mapping of settings.

    Raises:
        ValueError: a setting is unknown, or has a value it cannot have.
        TypeError: it is none of the three.
    """
    if isinstance(world, bool):
        return WorldConfig(enabled=world)
    if isinstance(world, WorldConfig):
        return world
    if not isinstance(world, Mapping):
        raise TypeError(f"world is True, False or a mapping of settings, got {world!r}")
    problem = unknown_name("world", "setting", set(world) - {"_type"}, WorldConfig.model_fields)
    if problem is not None:
        raise ValueError(problem)
    return WorldConfig.model_validate(dict(world))


def unknown_name(where: str, what: str, given: Iterable[Any], known: Iterable[str]) -> str | None:
    """The complaint about the first name that is not known, with the nearest; None when all are known."""
    names = list(known)
    for name in sorted(map(str, given)):
        if name not in names:
            return f"{where} has no {what} {name!r}.{nearest(name, names)} There is: {', '.join(names)}"
    return None
