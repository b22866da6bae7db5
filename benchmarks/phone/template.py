"""What a task template is: sampled parameters, goals, a set-up, a verifier and an oracle."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal

import numpy as np

from benchmarks.phone.pools import Split
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected
from benchmarks.phone.world import World
from cube_core import Action, Observation

TaskKind = Literal["edit", "across", "question", "policy", "infeasible", "recovery", "memory", "long"]
Params = Mapping[str, Any]
"""Parameters of one task: JSON. Those that a goal shows are texts."""


class Template(ABC):
    """A family of tasks. A subclass sets the class variables and writes `sample`, `solve` and what else it needs.

    Goals are format strings over the parameters, such as `Delete the note “{title}”.`; put values between quotation
    marks, so that `read` finds them again. An instance has no state.
    """

    name: ClassVar[str]
    """The task's id, in kebab-case."""
    kind: ClassVar[TaskKind]
    apps: ClassVar[tuple[str, ...]]
    goals: ClassVar[tuple[str, ...]]
    steps: ClassVar[int]
    """Steps of the longest run of the oracle, its last action included. The budget is twice that."""
    train: ClassVar[bool] = True
    """Whether the template is trained on (splits train and val), or kept for the test split."""
    optional_steps: ClassVar[tuple[str, ...]] = ()
    """Names of actions of the oracle without which it may still succeed."""

    @property
    def splits(self) -> tuple[Split, ...]:
        """The splits that the template belongs to."""
        return ("train", "val") if self.train else ("test",)

    @abstractmethod
    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Draw the parameters for a world. Must succeed for every seed: make what is needed in `setup`."""

    def setup(self, world: World, params: Params) -> None:
        """Change the world's database before the episode, so that the task is possible (or, on purpose, is not)."""
        del world, params

    def expected(self, params: Params) -> Sequence[Expected]:
        """The changes that solve the task; nothing else may change."""
        del params
        return ()

    def answers(self, params: Params) -> Sequence[str] | None:
        """Accepted answers; None when no answer is asked for, (DECLINED,) when the task must be declined."""
        del params
        return None

    @abstractmethod
    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The scripted solution: `goal` holds what `read` found in the goal, `hand` acts and sees."""

    def goal(self, rng: np.random.Generator, params: Params) -> str:
        """One of the phrasings, filled."""
        return self.goals[rng.integers(len(self.goals))].format_map(params)

    def read(self, goal: str) -> dict[str, str]:
        """The parameters that a goal shows; raises ValueError for a text that is none of the goals."""
        for phrasing in self.goals:
            found = _pattern(phrasing).fullmatch(goal)
            if found is not None:
                return found.groupdict()
        raise ValueError(f"{goal!r} is no goal of {self.name!r}")

    def oracle(self, goal: str, observation: Observation) -> Generator[Action | list[Action], Observation, None]:
        """The solution as cube_core wants it: a function of the goal and the stream of observations."""
        hand = Hand(observation)
        yield from self.solve(self.read(goal), hand)
        if not hand.ended:
            yield Action(name="final_step")


@cache
def _pattern(phrasing: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", phrasing)
    seen: set[str] = set()
    pattern = ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            pattern += re.escape(part)
        else:
            pattern += f"(?P={part})" if part in seen else f"(?P<{part}>.+?)"
            seen.add(part)
    return re.compile(pattern, re.DOTALL)
