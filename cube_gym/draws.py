"""Which episode comes next: drawn from the environment's own stream, or from a group's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cube_core import TaskConfig
from cube_gym.options import ResetOptions
from cube_gym.selection import narrow
from cube_gym.streams import checked_seed, draw, stream_of_group


@dataclass(frozen=True, slots=True)
class Draw:
    """An episode that was drawn: a task, and the seed that the task itself is reset with."""

    config: TaskConfig
    seed: int
    how: str
    """The calls that draw it again."""


class Draws:
    """What an environment draws from, and where it is in going through groups.

    Args:
        configs: The tasks that can be drawn, each in each of its splits.
    """

    def __init__(self, configs: Sequence[TaskConfig]) -> None:
        self.configs = list(configs)
        self.following: ResetOptions | None = None
        """What the next reset plays that is told nothing; None: what the environment's own stream gives."""
        self._since_seed = 0  # episodes that were drawn from the own stream

    def read(self, seed: int | None, options: Mapping[str, Any] | None) -> tuple[int | None, ResetOptions]:
        """What a reset is told, checked, or what it goes on with when it is told nothing. Changes nothing.

        Raises:
            KeyError: the option `task_id` names no task here.
            TypeError, ValueError: the seed or an option has a value it cannot have, or two contradict each other.
        """
        seed, chosen = checked_seed(seed), ResetOptions.read(options)
        if chosen.snapshot is not None and seed is not None:
            raise ValueError(
                f"a snapshot brings its own generator, so seed={seed} would say nothing: give one of the two"
            )
        if seed is None and chosen == ResetOptions() and self.following is not None:
            chosen = self.following
        narrow(self.configs, chosen.task_id, chosen.split)
        return seed, chosen

    def next(self, seed: int | None, chosen: ResetOptions, own: np.random.Generator, own_seed: int) -> Draw:
        """Draw an episode.

        Args:
            seed: What the reset was given.
            chosen: Its options.
            own: The environment's generator, seeded already.
            own_seed: What it was seeded with last; negative when nobody knows.
        """
        choices = narrow(self.configs, chosen.task_id, chosen.split)
        self.following = chosen.following()
        if chosen.group_id is not None:
            config, drawn = draw(choices, stream_of_group(chosen.group_id, chosen.group_seed))
            return Draw(config, drawn, _call(chosen))
        self._since_seed = 1 if seed is not None else self._since_seed + 1
        config, drawn = draw(choices, own)
        return Draw(config, drawn, self._how(seed, chosen, own_seed))

    def _how(self, seed: int | None, chosen: ResetOptions, own_seed: int) -> str:
        if seed is not None:
            return _call(chosen, f"seed={seed}")
        if own_seed < 0:
            return f"{_call(chosen)}, with a generator whose seed is not known"
        if self._since_seed == 1:
            return _call(chosen, f"seed={own_seed}")
        return f"{_call(chosen)} as episode {self._since_seed} from seed {own_seed} on"


def _call(chosen: ResetOptions, *arguments: str) -> str:
    told = chosen.told()
    return f"reset({', '.join([*arguments, *([f'options={told}'] if told else [])])})"
