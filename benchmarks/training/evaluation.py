"""How often a policy solves held-out tasks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_gym import Outcome
from cube_gym.statistics import Interval, success_interval

Arrays = Mapping[str, NDArray[Any]]
Mask = NDArray[np.bool_]
Numbers = NDArray[Any]
Choice = Callable[[Arrays, Mask], Numbers]
"""Numbers of actions for a batch of observations and masks."""


class Played(NamedTuple):
    """An episode and how it ended."""

    template: str
    seed: int
    success: bool
    steps: int


def play(envs: Mapping[str, gym.Env[Any, Any]], seeds: Iterable[int], choose: Choice) -> list[Played]:
    """Play the seeds in each environment, one episode of each at a time, from its start to its end.

    Episodes that a fault of the task ended are left out.
    """
    played: list[Played] = []
    for seed in seeds:
        running = {name: env.reset(seed=seed) for name, env in envs.items()}
        steps = 0
        while running:
            steps += 1
            observations = [observation for observation, _ in running.values()]
            masks = np.stack([info["action_mask"] for _, info in running.values()])
            numbers = choose({key: np.stack([each[key] for each in observations]) for key in observations[0]}, masks)
            still = {}
            for name, number in zip(running, numbers, strict=True):
                observation, reward, terminated, truncated, info = envs[name].step(int(number))
                if not (terminated or truncated):
                    still[name] = (observation, info)
                elif info["outcome"] != Outcome.TASK_FAULT:
                    played.append(Played(name, seed, float(reward) == 1, steps))
            running = still
    return played


def chance(seed: int) -> Choice:
    """Any action that the mask allows."""
    rng = np.random.default_rng(seed)
    return lambda _, masks: np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def rate_of(played: Sequence[Played]) -> float:
    """The share of successes; 0 for no episode."""
    return sum(each.success for each in played) / max(len(played), 1)


def interval_of(played: Sequence[Played]) -> Interval | None:
    """Its 95 % interval, which takes episodes of one template to be alike."""
    return success_interval([each.success for each in played], [each.template for each in played])


def by_template(played: Sequence[Played]) -> dict[str, list[Played]]:
    """The episodes of each template, in alphabetical order."""
    return {name: [each for each in played if each.template == name] for name in sorted({e.template for e in played})}


class Evaluator:
    """The environments of a set of tasks on held-out parameters, kept open.

    Args:
        make: An environment for the name of a template.
        templates: Their names.
    """

    def __init__(self, make: Callable[[str], gym.Env[Any, Any]], templates: Sequence[str]) -> None:
        self._open = ExitStack()
        self._envs = {name: make(name) for name in templates}
        for env in self._envs.values():
            self._open.callback(env.close)

    def __call__(self, choose: Choice, seeds: Iterable[int]) -> list[Played]:
        """Play the seeds of every template."""
        return play(self._envs, seeds, choose)

    def close(self) -> None:
        """Close the environments."""
        self._open.close()
