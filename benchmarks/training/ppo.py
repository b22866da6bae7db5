"""MaskablePPO over several templates at once."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import gymnasium as gym
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback

from benchmarks.training.curriculum import Lessons, ReverseCurriculum
from benchmarks.training.curves import Point
from benchmarks.training.evaluation import Arrays, Choice, Evaluator, Mask, Numbers, rate_of
from benchmarks.training.policy import SlotPolicy
from benchmarks.training.shards import ShardedVecEnv
from benchmarks.training.tasks import Condition, make_env

CURVE_SEEDS = range(20_000, 20_005)
"""Held-out episodes of each template for a point of the learning curve. The final ones are others."""
POINTS = 10
"""Points of a learning curve."""
EXPLORED = 0.7
"""The share of the time after which the entropy's weight falls, wherever the curriculum is."""

Reached = dict[str, tuple[int, int]]
"""How many of its last actions are practised of each template, and how many it takes."""
Told = Callable[[Point, Reached], None]
"""Is told each point of the curve as it comes, and how far the curriculum is."""


class Settings(NamedTuple):
    """What can be chosen about learning. The defaults are those of the results."""

    minutes: float = 10.0
    """Of wall-clock time, evaluations for the learning curve included."""
    until: float = 2.0
    """The run ends earlier when a point of its learning curve is this high; above 1: never."""
    processes: int = 2
    """Processes that run environments."""
    copies: int = 4
    """Environments of each template in each process."""
    horizon: int = 20
    """Steps of each environment between updates."""
    batch: int = 320
    epochs: int = 3
    learning_rate: float = 7e-4
    """In the first half of the time; then it falls, in a line, to a tenth."""
    discount: float = 0.95
    entropy: float = 0.05
    """As long as the curriculum goes on; then it falls, in a line, to a tenth. Too little, and it comes to a stand."""
    clip: float = 0.2
    """How far an update may move the chance of an action, as a share of it."""
    gradient: float = 0.5
    """The largest norm of a gradient. A rare success stands out of the others as far as this lets it."""
    threads: int = 1
    """Of PyTorch, while it updates. Two are faster on two cores that have nothing else to do, and slower on others."""


class Trained(NamedTuple):
    """A policy and how it was learned."""

    choose: Choice
    points: tuple[Point, ...]
    seconds: float
    steps: int


def train(condition: Condition, seed: int, settings: Settings, evaluator: Evaluator, tell: Told) -> Trained:
    """Train one policy on the condition's templates; the evaluator gives the points of its learning curve."""
    makers = [
        [
            partial(_training_env, template, condition, (seed, process, index))
            for index, template in enumerate(condition.templates)
            for _ in range(settings.copies)
        ]
        for process in range(settings.processes)
    ]
    envs = ShardedVecEnv(makers)
    try:
        clock = _Clock(60 * settings.minutes)
        model = _model(envs, condition, seed, settings, clock)
        watch = _Watch(clock, settings, evaluator, tell)
        model.learn(_FOREVER, callback=watch)
        return Trained(choice_of(model), tuple(watch.points), clock.seconds, model.num_timesteps)
    finally:
        envs.close()


def choice_of(model: BaseAlgorithm) -> Choice:
    """The likeliest action of each observation."""

    def choose(observations: Arrays, masks: Mask) -> Numbers:
        numbers: Numbers = model.policy.predict(dict(observations), action_masks=masks, deterministic=True)[0]
        return numbers

    return choose


_FOREVER = 10**9  # steps: the clock ends a run
_LESSONS: dict[tuple[str, tuple[int, ...]], Lessons] = {}
"""Of this process: the copies of a template share them."""


def _training_env(template: str, condition: Condition, seed: tuple[int, ...]) -> gym.Env[Any, Any]:
    lessons = _LESSONS.setdefault((template, seed), Lessons(seed, remember=condition.remember))
    return ReverseCurriculum(make_env(template, "train", condition), lessons)


class _Clock:
    """The time of a run."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self._start

    @property
    def left(self) -> float:
        """From 1 at the beginning to a tenth at the end."""
        return max(1 - 0.9 * self.seconds / self.limit, 0.1)


def _model(envs: ShardedVecEnv, condition: Condition, seed: int, settings: Settings, clock: _Clock) -> MaskablePPO:
    env = make_env(condition.templates[0], "train", condition)
    gestures = env.get_wrapper_attr("gestures")
    env.close()
    network = {"gestures": gestures, "slots": condition.slots, "texts": condition.texts}
    return MaskablePPO(
        SlotPolicy,
        envs,
        learning_rate=lambda _: settings.learning_rate * min(1, 2 * clock.left - 0.1),
        n_steps=settings.horizon,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=settings.discount,
        ent_coef=settings.entropy,
        clip_range=settings.clip,
        max_grad_norm=settings.gradient,
        policy_kwargs={"features_extractor_kwargs": network},
        seed=seed,
        device="cpu",
    )


class _Watch(BaseCallback):
    """Takes the points of the learning curve, lowers the entropy's weight, and ends the run when its time is over."""

    def __init__(self, clock: _Clock, settings: Settings, evaluator: Evaluator, tell: Told) -> None:
        super().__init__()
        self._clock, self._settings, self._evaluator, self._tell = clock, settings, evaluator, tell
        self._explored: float | None = None
        self.points: list[Point] = []

    def _on_rollout_start(self) -> None:
        torch.set_num_threads(1)  # batches are small now, and the other core runs environments
        self.model.ent_coef = self._settings.entropy * self._left_to_explore()
        if self._clock.seconds >= len(self.points) * self._clock.limit / POINTS:
            self._take()

    def _on_rollout_end(self) -> None:
        torch.set_num_threads(self._settings.threads)

    def _on_step(self) -> bool:
        reached = bool(self.points) and self.points[-1].rate >= self._settings.until
        return self._clock.seconds < self._clock.limit and not reached

    def _on_training_end(self) -> None:
        self._take()

    def _take(self) -> None:
        rate = rate_of(self._evaluator(choice_of(self.model), CURVE_SEEDS))
        self.points.append(Point(self._clock.seconds, self.num_timesteps, rate))
        self._tell(self.points[-1], self._reached())

    def _reached(self) -> Reached:
        progress = sorted(self.training_env.env_method("progress"), reverse=True)  # the shard that is behind counts
        return {name: (reached, length) for name, reached, length in progress}

    def _left_to_explore(self) -> float:
        """1 until whole episodes of all templates are practised; from then on to a tenth at the end."""
        now, end = self._clock.seconds, self._clock.limit
        if self._explored is None:
            if now < EXPLORED * end and any(reached < length for reached, length in self._reached().values()):
                return 1
            self._explored = now
        return max(1 - 0.9 * (now - self._explored) / max(end - self._explored, 1e-9), 0.1)
