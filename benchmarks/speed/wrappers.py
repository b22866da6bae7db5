"""What each wrapper adds to a step, alone, together, and inside the vectors of Stable-Baselines3."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import gymnasium as gym
import numpy as np

from benchmarks.speed.tables import Table, microseconds
from benchmarks.speed.timing import Case, Timed, interleave
from cube_core import Action
from cube_gym.wrappers import (
    DiscreteActions,
    ElementObservation,
    MessagesObservation,
    ScreenObservation,
    TextObservation,
    WorldObservation,
)

IDENTITY: Final = "cube_gym:cube/phone.rename-note-v0"
ENDLESS: Final = 10**9
ENDS: Final = ("answer", "final_step")
STEPS: Final = 300
"""Of each walk that a stack is led through."""
ROUNDS: Final = 5
NUMBERS: Final = (1, 4, 8)
DISCRETE: Final = partial(DiscreteActions, leave_out=ENDS)
Wrap = Callable[[Any], Any]


class Walk(NamedTuple):
    """What chance did from one seed on, as numbers and as the actions that they meant."""

    seed: int
    numbers: tuple[int, ...]
    actions: tuple[Action, ...]


def measure() -> list[Table]:
    """The overheads, and the vectors where Stable-Baselines3 is installed."""
    return [_overheads(), *([_vectors()] if find_spec("stable_baselines3") else [])]


def _overheads() -> Table:
    stacks = list(_stacks())
    walks = _walks(len(stacks) * (ROUNDS + 1))
    with ExitStack() as opened:
        cases = []
        for place, (name, kinds, wraps) in enumerate(stacks):
            env = _wrapped(wraps, kinds)
            opened.callback(env.close)
            follow = _by_numbers if DISCRETE in wraps else _by_actions
            cases.append(Case(name, partial(follow, env, iter(walks[place :: len(stacks)])), 1))
        timed = [Timed(one.name, tuple(s / STEPS for s in one.seconds)) for one in interleave(cases, rounds=ROUNDS)]
    note = (
        f"A step of the phone, over a reset and {STEPS} random gestures on its tree, in every round others on another "
        "phone; pictures where they are named."
    )
    return microseconds("Wrappers", timed, base=timed[0].name, note=note)


def _stacks() -> Iterator[tuple[str, Sequence[str], Sequence[Wrap]]]:
    tree = ("tree",)
    yield "no wrapper", tree, ()
    yield "DiscreteActions", tree, (DISCRETE,)
    for wrapper in (ElementObservation, WorldObservation, MessagesObservation):
        yield wrapper.__name__, tree, (wrapper,)
    yield "DiscreteActions, ElementObservation", tree, (DISCRETE, ElementObservation)
    yield "the same with WorldObservation", tree, (DISCRETE, ElementObservation, WorldObservation)
    yield "TextObservation", ("tree", "text"), (TextObservation,)
    yield "a picture, no wrapper", ("tree", "screenshot"), ()
    yield "a picture, ScreenObservation", ("tree", "screenshot"), (ScreenObservation,)


def _walks(number: int) -> list[Walk]:
    """One for each seed. Made in another process: nothing of them is known here when they are followed."""
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        return list(elsewhere.map(_walk, range(number)))


def _walk(seed: int) -> Walk:
    """What random play does that never ends an episode."""
    env, rng = _wrapped((DISCRETE,)), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    numbers, actions = [], []
    for _ in range(STEPS):
        numbers.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        actions.append(env.decode(numbers[-1]))
        *_, info = env.step(numbers[-1])
    env.close()
    return Walk(seed, tuple(numbers), tuple(actions))


def _by_numbers(env: Any, walks: Iterator[Walk]) -> None:  # noqa: ANN401, a stack of wrappers
    walk = next(walks)
    _follow(env, walk.seed, walk.numbers)


def _by_actions(env: Any, walks: Iterator[Walk]) -> None:  # noqa: ANN401, as above
    walk = next(walks)
    _follow(env, walk.seed, walk.actions)


def _follow(env: Any, seed: int, led: Sequence[object]) -> None:  # noqa: ANN401, as above
    env.reset(seed=seed)
    for action in led:
        env.step(action)


def _vectors() -> Table:
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv  # noqa: PLC0415, of an extra

    rows: list[tuple[str, ...]] = []
    measured: list[Timed] = []
    for number in NUMBERS:
        with ExitStack() as opened:
            cases = []
            for kind in (DummyVecEnv, SubprocVecEnv):
                envs = kind([_learners] * number)
                opened.callback(envs.close)
                envs.seed(0)
                envs.reset()
                call = partial(_by_chance, envs, np.random.default_rng(0))
                cases.append(Case(f"{number} environments, {kind.__name__}", call, 40))
            timed = interleave(cases, rounds=ROUNDS)
        measured += timed
        rows.append((str(number), *(f"{one.median * 1e6 / number:.0f}" for one in timed)))
    note = "DiscreteActions, ElementObservation and masked random play, in microseconds for each environment's step."
    return Table("Vectors of Stable-Baselines3", ("environments", "DummyVecEnv", "SubprocVecEnv"), rows, note, measured)


def _by_chance(envs: Any, rng: np.random.Generator) -> None:  # noqa: ANN401, a vector of an extra
    """A step of each environment, as a learner that masks actions takes it."""
    masks = envs.env_method("action_masks")
    envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))


def _learners() -> gym.Env[Any, Any]:
    wrapped: gym.Env[Any, Any] = _wrapped((DISCRETE, ElementObservation))
    return wrapped


def _wrapped(wraps: Sequence[Wrap], kinds: Sequence[str] = ("tree",)) -> Any:  # noqa: ANN401, a stack of wrappers
    env: Any = gym.make(IDENTITY, observation=list(kinds), max_steps=ENDLESS, disable_env_checker=True)
    for wrap in wraps:
        env = wrap(env)
    return env
