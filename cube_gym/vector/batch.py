"""What a vector environment is given for all its environments, as one thing for each."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.vector.utils import iterate
from numpy.typing import NDArray

from cube_core import Action
from cube_gym.streams import checked_seed


class Reset(NamedTuple):
    """What one environment is reset with."""

    seed: int | None
    options: dict[str, Any] | None


def resets_of_each(seed: object, options: Mapping[str, Any] | None, count: int) -> list[Reset | None]:
    """The reset of each environment; None for one that is left as it is.

    Two options are for the vector itself. `reset_mask` says which environments are reset. `group_size` deals groups of
    so many members: environment `i` plays group `group_id + i // group_size` (`group_id` is 0 by default), and at each
    reset of its own, such as an autoreset, the group that is `count / group_size` further on. So all members of a group
    start alike, whenever each of them comes to it.

    Raises:
        TypeError, ValueError: the seeds, the mask or the group's size do not fit `count` environments.
    """
    asked = {name: value for name, value in dict(options or {}).items() if value is not None}
    mask = _checked_mask(asked.pop("reset_mask", None), count)
    size = asked.pop("group_size", None)
    each = [asked] * count if size is None else _dealt(asked, size, count)
    return [
        Reset(seed_of_one, options_of_one or None) if chosen else None
        for seed_of_one, options_of_one, chosen in zip(_seeds(seed, count), each, mask, strict=True)
    ]


def checked_actions(space: gym.Space[Any], actions: Any, count: int) -> Any:  # noqa: ANN401, a batch of actions
    """The batch of actions, which has one for each environment.

    Raises:
        TypeError: it is one action, or nothing that holds several.
        ValueError: there are more or fewer than environments.
    """
    if isinstance(space, gym.spaces.Tuple):
        if isinstance(actions, (Action, Mapping, str, bytes)) or not isinstance(actions, Iterable):
            got = type(actions).__name__
            raise TypeError(f"step takes a list of {count} actions, one for each environment; got {got}")
        actions = tuple(actions)
    given = sum(1 for _ in iterate(space, actions))
    if given != count:
        raise ValueError(f"there are {count} environments, got {given} actions")
    return actions


def _dealt(asked: Mapping[str, Any], size: object, count: int) -> list[dict[str, Any]]:
    if isinstance(size, bool) or not isinstance(size, Integral) or size < 1 or count % int(size):
        raise ValueError(f"group_size divides the number of environments, {count}, got {size!r}")
    if "group_stride" in asked:
        raise ValueError("group_size settles group_stride: give one of the two")
    first = asked.get("group_id", 0)
    if isinstance(first, bool) or not isinstance(first, Integral):
        raise TypeError(f"with group_size, group_id is the number of the first group, got {first!r}")
    stride = count // int(size)
    return [{**asked, "group_id": int(first) + index // int(size), "group_stride": stride} for index in range(count)]


def _seeds(seed: object, count: int) -> list[int | None]:
    """A seed for each environment: an int counts up."""
    if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
        if len(seed) != count:
            raise ValueError(f"there are {count} environments, got {len(seed)} seeds")
        return [checked_seed(one) for one in seed]
    first = checked_seed(seed)
    return [None if first is None else first + index for index in range(count)]


def _checked_mask(mask: object, count: int) -> NDArray[np.bool_]:
    if mask is None:
        return np.ones(count, dtype=np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise ValueError(f"reset_mask is an array of {count} booleans, one of them True at least, got {mask!r}")
    return mask
