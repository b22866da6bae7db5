"""A curriculum backwards: training episodes start near the end of a scripted solution, and less and less near.

The idea is Florensa et al., "Reverse Curriculum Generation for Reinforcement Learning" (2017), with starts on a
demonstration as in Salimans and Chen, "Learning Montezuma's Revenge from a Single Demonstration" (2018). Nothing of the
solution is shown to the learner: it gets states to start from, and the reward.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, SupportsFloat

import gymnasium as gym
import numpy as np

from cube_core import Action
from cube_gym import Outcome
from cube_gym.agents import OracleAgent
from cube_gym.memory import REMEMBER
from cube_gym.wrappers.slots import Sighting

EPISODES: Final = 24
"""How many episodes start from one demonstration, before a new one is made."""
AT_FRONTIER: Final = 0.6
"""The share of episodes that start as far from the end as was reached; the others start nearer."""
MASTERED: Final = 0.5
RECENT: Final = 12
"""The frontier moves when this share of this many episodes that started there ended in success."""


SPARE: Final = 3
"""How many actions more than the scripted solution an episode may take."""


class Start(NamedTuple):
    """Where an episode starts, on the way of a scripted solution."""

    state: Any
    """A snapshot of the environment."""
    left: int
    """How many actions of the solution are left."""
    total: int
    """How many it has."""


class Lessons:
    """Where the episodes of one template start. Environments of one process share it.

    Args:
        seed: Of all choices.
        remember: As `demonstrate` takes it.
    """

    def __init__(self, seed: int | Sequence[int], *, remember: bool = False) -> None:
        self._remember = remember
        self._rng = np.random.default_rng(seed)
        self._states: list[Any] = []
        self._episodes = 0
        self._recent: deque[bool] = deque(maxlen=RECENT)
        self.frontier = 1
        """How many actions before the end the farthest episodes start."""
        self.longest = 1
        """Actions of the longest solution seen."""

    def draw(self, env: gym.Env[Any, Any]) -> Start:
        """A start; the environment is used to play a solution when a new one is due."""
        if self._episodes % EPISODES == 0:
            self._states = demonstrate(env, int(self._rng.integers(2**31)), remember=self._remember)
            self.longest = max(self.longest, len(self._states))
        self._episodes += 1
        left = self.frontier if self._rng.random() < AT_FRONTIER else int(self._rng.integers(1, self.frontier + 1))
        left = min(left, len(self._states))
        return Start(self._states[-left], left, len(self._states))

    def report(self, start: Start, *, success: bool) -> None:
        """Take note of how an episode ended."""
        if start.left < min(self.frontier, start.total):
            return
        self._recent.append(success)
        if sum(self._recent) >= MASTERED * RECENT:
            self._recent.clear()
            self.frontier = min(self.frontier + 1, self.longest)


class ReverseCurriculum(gym.Wrapper[Any, Any, Any, Any]):
    """Training episodes, each with a budget of what is left of its scripted solution, and a few actions more.

    An episode whose budget is used up has failed, and is terminated: a learner is not to expect more after it. One that
    a fault of the task ended is truncated, as it is below, and not reported.

    Args:
        env: A task with `DiscreteActions`, and what else the learner sees.
        lessons: Where the episodes start.
    """

    def __init__(self, env: gym.Env[Any, Any], lessons: Lessons) -> None:
        super().__init__(env)
        self._lessons = lessons
        self._start = Start(None, 0, 0)
        self._steps = 0
        self._task_id = ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start where the option "start" says, or else the lessons, from whose seed all chance comes."""
        del seed
        self._start, self._steps = (options or {}).get("start") or self._lessons.draw(self.env), 0
        observation, info = self.env.reset(options={"snapshot": self._start.state})
        self._task_id = info["task_id"]
        return observation, _brief(info)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401, a number
        """Take an action of the learner."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        fault = info["outcome"] == Outcome.TASK_FAULT
        ended = terminated or truncated or self._steps >= self._start.left + SPARE
        if ended and not fault:
            self._lessons.report(self._start, success=float(reward) == 1)
        return observation, reward, ended and not fault, fault, _brief(info)

    def progress(self) -> tuple[str, int, int]:
        """The task, how many of its last actions the farthest episodes have to do, and how many it takes."""
        return self._task_id, self._lessons.frontier, self._lessons.longest


def demonstrate(env: gym.Env[Any, Any], seed: int, *, remember: bool = False) -> list[Any]:
    """Play the scripted solution: a snapshot before each of its actions.

    Args:
        env: The environment.
        seed: Of the episode.
        remember: Whether to remember what the solution will type when it is no longer on the screen. A solution keeps
            that in mind, and a learner that sees one screen at a time needs the world for it.

    Raises:
        RuntimeError: the solution did not solve the task, or types what was on no screen and cannot be remembered.
    """
    kept: list[Kept] = []
    while True:
        states, typed = _play(env.unwrapped, seed, kept)
        if not remember:
            return states
        wanted = [one for each in typed if (one := each.kept()) not in kept]
        if not wanted:
            return states
        kept += wanted


class Kept(NamedTuple):
    """What is remembered on the way of a solution."""

    place: int
    """Before which of the solution's actions."""
    text: str


class _Typed(NamedTuple):
    """A text that a solution typed when it had no slot."""

    text: str
    places: list[int]
    """Before which of its actions it had one."""

    def kept(self) -> Kept:
        if not self.places:
            raise RuntimeError(f"the scripted solution types {self.text!r}, which was on no screen to be remembered")
        return Kept(max(self.places), self.text)


def _play(env: Any, seed: int, kept: Sequence[Kept]) -> tuple[list[Any], list[_Typed]]:  # noqa: ANN401, a TaskEnv
    """The states of an episode, and what it typed that had no slot then."""
    observation, info = env.reset(seed=seed)
    agent = OracleAgent({info["task_id"]: env.task.config.oracle()})
    agent.reset(info["goal"], env.action_set)
    states: list[Any] = []
    texts: list[tuple[str, ...]] = []
    typed: list[_Typed] = []
    ended, reward = False, 0.0
    while not ended:
        for each in kept:
            if each.place == len(texts):
                states.append(env.snapshot())
                name = f"text_{1 + len(info['world'].variables)}"
                observation, *_, info = env.step(Action(name="wait", arguments={REMEMBER: {name: each.text}}))
        texts.append(Sighting(observation, info["goal"], info["world"]).texts)
        action = agent.act(observation, info)
        states.append(env.snapshot())
        text = action.arguments.get("text") if isinstance(action, Action) else None
        if text is not None and text not in texts[-1]:
            typed.append(_Typed(text, [place for place, shown in enumerate(texts) if text in shown]))
        observation, reward, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
    if reward != 1:
        raise RuntimeError(f"the scripted solution of {info['task_id']!r} failed: there is nothing to start from")
    return states, typed


def _brief(info: dict[str, Any]) -> dict[str, Any]:
    """What a learner needs of it: worlds are large, and are passed between processes at each step."""
    return {name: info[name] for name in ("task_id", "outcome", "action_mask")}
