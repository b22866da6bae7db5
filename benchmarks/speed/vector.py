"""Several environments at once: ours, and Gymnasium's own vector environments around the same ones."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from benchmarks.speed.tables import Table
from benchmarks.speed.timing import Case, Timed, interleave
from cube_core import Action

IDENTITY = "cube_gym:cube/phone.rename-note-v0"
NUMBERS = (1, 2, 4, 8)
PRESS = Action(name="press_home")
"""A gesture that never ends the episode."""
ENDLESS = 10**9
Vector = VectorEnv[Any, Any, Any]


def measure() -> list[Table]:
    """Microseconds that a step of one environment takes, by the number of environments."""
    timed = [_timed(number) for number in NUMBERS]
    columns = ("environments", *(one.name.partition(", ")[2] for one in timed[0]))
    rows: list[tuple[str, ...]] = []
    for number, took in zip(NUMBERS, timed, strict=True):
        rows.append((str(number), *(f"{one.median * 1e6 / number:.0f}" for one in took)))
    note = "The phone with its tree, in microseconds for each environment's step; Gymnasium's own around the same ones."
    return [Table("Vector environments", columns, rows, note, [one for took in timed for one in took])]


def _timed(number: int) -> list[Timed]:
    with ExitStack() as opened:
        cases = [Case(f"{number} environments, a plain loop", _loop(number, opened), 40)]
        for name, envs in _vectors(number):
            opened.callback(envs.close)
            envs.reset(seed=0)
            cases.append(Case(f"{number} environments, {name}", partial(envs.step, (PRESS,) * number), 40))
        return interleave(cases, rounds=5)


def _vectors(number: int) -> Iterator[tuple[str, Vector]]:
    yield "ours in this process", gym.make_vec(IDENTITY, num_envs=number, max_steps=ENDLESS)
    yield "Gymnasium's sync", SyncVectorEnv([_make] * number)
    yield "ours in workers", gym.make_vec(IDENTITY, num_envs=number, workers=number, max_steps=ENDLESS)
    # Its workers are forked by default, which a process with threads must not be.
    yield "Gymnasium's async", AsyncVectorEnv([_make] * number, shared_memory=False, context="spawn")


def _make() -> gym.Env[Any, Any]:
    return gym.make(IDENTITY, max_steps=ENDLESS, disable_env_checker=True)


def _loop(number: int, opened: ExitStack) -> Callable[[], object]:
    envs = [_make() for _ in range(number)]
    for env in envs:
        opened.callback(env.close)
        env.reset(seed=0)
    return lambda: [env.step(PRESS) for env in envs]
