"""What can be chosen at `reset(options={...})`."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from numbers import Integral
from typing import Any, Self

from cube_gym.arguments import SPLITS, check_choice, unknown_name
from cube_gym.snapshot import EnvSnapshot


@dataclass(frozen=True, slots=True)
class ResetOptions:
    """What an episode starts with. Built by `read`, which checks.

    Raises:
        TypeError: an option has a value of a type it cannot have.
        ValueError: an option is unknown, has a value it cannot have, or contradicts another.
    """

    task_id: str | None = None
    """Play this task of those that the environment draws from."""
    split: str | None = None
    """Draw from this split only."""
    group_id: int | str | None = None
    """Members of a group start alike: the draw depends on this and `group_seed` alone."""
    group_seed: int = 0
    group_stride: int | None = None
    """Play further groups by themselves: later resets without a seed and options, autoresets among them, play group
    `group_id + group_stride`, then `group_id + 2 * group_stride`, ..., with the other options as they are."""
    snapshot: EnvSnapshot | None = None
    """Go on from this state, as `snapshot()` gave it."""

    def __post_init__(self) -> None:
        if self.split is not None:
            check_choice("split", self.split, SPLITS)
        _check_type("task_id", self.task_id, (str, type(None)), "a text")
        _check_type("group_id", self.group_id, (str, Integral, type(None)), "an int or a text")
        _check_type("group_seed", self.group_seed, (Integral,), "an int")
        _check_type("group_stride", self.group_stride, (Integral, type(None)), "an int")
        _check_type("snapshot", self.snapshot, (EnvSnapshot, type(None)), "what `unwrapped.snapshot()` gave")

    @classmethod
    def read(cls, options: Mapping[str, Any] | None) -> Self:
        """The options, checked."""
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"reset options are a mapping of names to values, got {options!r}")
        problem = unknown_name("reset", "option", options or {}, [option.name for option in fields(cls)])
        if problem is not None:
            raise ValueError(problem)
        given = {name: value for name, value in (options or {}).items() if value is not None}
        if "snapshot" in given and len(given) > 1:
            raise ValueError("a snapshot settles everything: give no other option beside it")
        for name in ("group_seed", "group_stride"):
            if name in given and "group_id" not in given:
                raise ValueError(f"{name} says nothing without a group_id: give both")
        if "group_stride" in given and isinstance(given["group_id"], str):
            raise ValueError(
                f"group_stride counts on from an int, and group_id is {given['group_id']!r}: number groups"
            )
        return cls(**given)

    def following(self) -> "ResetOptions | None":
        """What the next reset plays that is told nothing; None to go on with the environment's own stream."""
        if self.group_stride is None or self.group_id is None:
            return None
        return replace(self, group_id=int(self.group_id) + int(self.group_stride))

    def told(self) -> dict[str, Any]:
        """The options that settle which episode is drawn, as `reset` takes them."""
        names = ("task_id", "split", *(("group_id", "group_seed") if self.group_id is not None else ()))
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


def _check_type(option: str, value: object, kinds: tuple[type, ...], what: str) -> None:
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(f"reset option {option!r} is {what}, got {value!r}")
