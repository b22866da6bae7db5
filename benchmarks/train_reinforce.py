"""Group-relative policy gradients in one file: `python -m benchmarks.train_reinforce`.

Several episodes go on from one state, and each is judged by how much better it ended than the others of its group: no
critic is needed (GRPO, Shao et al., "DeepSeekMath", 2024). The states are those of a scripted solution, first near its
end, then farther and farther from it (`benchmarks.training.curriculum`).
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from torch import Tensor

from benchmarks.training.curriculum import Lessons, ReverseCurriculum
from benchmarks.training.curves import Curve, Point, draw_curves
from benchmarks.training.evaluation import Arrays, Choice, Evaluator, Played, chance, interval_of, rate_of
from benchmarks.training.network import SlotNetwork, sizes_of
from benchmarks.training.tasks import Condition, make_env

CURVE_SEEDS = range(20_000, 20_020)
FINAL_SEEDS = range(10_000, 10_100)


class Settings(NamedTuple):
    """What can be chosen."""

    template: str = "clear-done"
    minutes: float = 5.0
    until: float = 2.0
    """The run ends earlier when a point of its learning curve is this high; above 1: never."""
    seed: int = 0
    groups: int = 8
    """Groups of an iteration."""
    members: int = 8
    """Episodes of a group."""
    learning_rate: float = 1e-3
    epochs: int = 2
    clip: float = 0.2
    entropy: float = 0.03


class Step(NamedTuple):
    """One step of an episode."""

    observation: Arrays
    mask: NDArray[np.bool_]
    number: int
    log_probability: float


def train(settings: Settings, console: Console) -> tuple[Curve, list[Played], list[Played]]:
    """Train on one template; the learning curve, and how the policy and chance did on held-out tasks at the end."""
    torch.manual_seed(settings.seed)
    condition, lessons = Condition((settings.template,)), Lessons(settings.seed)
    envs = [
        ReverseCurriculum(make_env(settings.template, "train", condition), lessons)
        for _ in range(settings.groups * settings.members)
    ]
    gestures = envs[0].get_wrapper_attr("gestures")
    network = SlotNetwork(sizes_of(envs[0].observation_space), gestures, condition.slots, condition.texts)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    evaluator = Evaluator(partial(make_env, split="val", condition=condition), condition.templates)
    start, curve, next_point, steps = time.perf_counter(), [], 0.0, 0
    while (seconds := time.perf_counter() - start) < 60 * settings.minutes:
        if seconds >= next_point:
            rate = rate_of(evaluator(_greedy(network), CURVE_SEEDS))
            curve.append(Point(seconds, steps, rate))
            console.print(f"{seconds:5.0f} s  {steps:7d} steps  frontier {lessons.frontier:2d}  held out {rate:.2f}")
            next_point = seconds + 3 * settings.minutes
            if rate >= settings.until:
                break
        episodes = _rollouts(envs, network, settings.members, lessons)
        steps += sum(len(episode) for episode, _ in episodes)
        _update(network, optimizer, episodes, settings)
    played = evaluator(_greedy(network), FINAL_SEEDS)
    curve.append(Point(time.perf_counter() - start, steps, rate_of(played)))
    by_chance = evaluator(chance(settings.seed), FINAL_SEEDS)
    evaluator.close()
    for env in envs:
        env.close()
    return Curve(settings.template, settings.seed, tuple(curve)), played, by_chance


def _rollouts(
    envs: Sequence[gym.Env[Any, Any]], network: SlotNetwork, members: int, lessons: Lessons
) -> list[tuple[list[Step], float]]:
    """An episode of each environment, with its reward; those of a group start from one state.

    The reward of an episode that a fault ended is not a number: it counts for nothing.
    """
    shown = []
    for first in range(0, len(envs), members):
        start = lessons.draw(envs[first])
        shown += [env.reset(options={"start": start}) for env in envs[first : first + members]]
    episodes: list[tuple[list[Step], float]] = [([], 0.0) for _ in envs]
    running = list(range(len(envs)))
    while running:
        observations = [shown[index][0] for index in running]
        masks = np.stack([shown[index][1]["action_mask"] for index in running])
        with torch.no_grad():
            policy = _policy(network, _stacked(observations), masks)
            numbers = policy.sample()
            log_probabilities = policy.log_prob(numbers)
        still = []
        for index, mask, number, told in zip(running, masks, numbers.tolist(), log_probabilities.tolist(), strict=True):
            episodes[index][0].append(Step(shown[index][0], mask, number, told))
            observation, reward, terminated, truncated, info = envs[index].step(number)
            shown[index] = (observation, info)
            episodes[index] = (episodes[index][0], math.nan if truncated else float(reward))
            if not (terminated or truncated):
                still.append(index)
        running = still
    return episodes


def advantages_of(rewards: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much better than its group each episode ended, in standard deviations; 0 where the reward is not a number.

    Args:
        rewards: An array (groups, members).
    """
    counted = np.isfinite(rewards)
    number = np.maximum(counted.sum(1, keepdims=True), 1)
    known = np.where(counted, rewards, 0.0)
    differences = np.where(counted, known - known.sum(1, keepdims=True) / number, 0.0)
    spread = np.sqrt((differences**2).sum(1, keepdims=True) / number)
    advantages: NDArray[np.float64] = differences / np.where(spread > 0, spread, 1.0)
    return advantages


def _update(
    network: SlotNetwork,
    optimizer: torch.optim.Optimizer,
    episodes: Sequence[tuple[list[Step], float]],
    settings: Settings,
) -> None:
    """Make likelier what was done in episodes that ended better than their group."""
    relative = advantages_of(np.array([reward for _, reward in episodes]).reshape(-1, settings.members)).reshape(-1)
    pairs = [(step, value) for (taken, _), value in zip(episodes, relative, strict=True) for step in taken]
    steps = [step for step, _ in pairs]
    advantages = torch.tensor([value for _, value in pairs], dtype=torch.float32)
    numbers = torch.tensor([step.number for step in steps])
    before = torch.tensor([step.log_probability for step in steps])
    arrays, masks = _stacked([step.observation for step in steps]), np.stack([step.mask for step in steps])
    for _ in range(settings.epochs):
        policy = _policy(network, arrays, masks)
        ratio = torch.exp(policy.log_prob(numbers) - before)
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
        loss = -gain - settings.entropy * policy.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()


def _policy(
    network: SlotNetwork, arrays: dict[str, Tensor], masks: NDArray[np.bool_]
) -> torch.distributions.Categorical:
    """The policy over the numbers that the masks allow."""
    logits, _ = network(arrays)
    return torch.distributions.Categorical(logits=logits.masked_fill(~torch.as_tensor(masks), -1e9))


def _greedy(network: SlotNetwork) -> Choice:
    """The likeliest number of each."""

    def choose(arrays: Arrays, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        with torch.no_grad():
            policy = _policy(network, {name: torch.as_tensor(array) for name, array in arrays.items()}, masks)
        numbers: NDArray[np.int64] = policy.probs.argmax(-1).numpy()
        return numbers

    return choose


def _stacked(observations: Sequence[Arrays]) -> dict[str, Tensor]:
    return {name: torch.as_tensor(np.stack([each[name] for each in observations])) for name in observations[0]}


def main() -> int:
    """Train, print the learning curve, and draw it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_reinforce", description=__doc__)
    for name, default in Settings()._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default, help="%(default)s")
    parser.add_argument("--curve", type=Path, help="a PNG file for the learning curve")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch")
    arguments = vars(parser.parse_args())
    curve_file = arguments.pop("curve")
    torch.set_num_threads(arguments.pop("threads"))
    settings, console = Settings(**arguments), Console()
    curve, played, by_chance = train(settings, console)
    for who, episodes in (("chance", by_chance), ("the policy", played)):
        interval = interval_of(episodes)
        told = "" if interval is None else f", 95 % interval {interval.low:.2f} to {interval.high:.2f}"
        console.print(f"{who} on held-out tasks: {rate_of(episodes):.3f} of {len(episodes)} episodes{told}")
    if curve_file is not None:
        draw_curves(curve_file, [curve], {settings.template: rate_of(by_chance)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
