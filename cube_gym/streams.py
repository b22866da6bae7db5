"""Where chance comes from: the environment's generator, or a group's own."""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np

T = TypeVar("T")

SEEDS: Final = 2**31
"""Episode seeds lie in [0, SEEDS)."""


def draw(choices: Sequence[T], rng: np.random.Generator) -> tuple[T, int]:
    """One of `choices`, uniformly, and the seed of an episode."""
    return choices[int(rng.integers(len(choices)))], int(rng.integers(SEEDS))


def stream_of_group(group_id: int | str, group_seed: int) -> np.random.Generator:
    """A generator that is the same for all members of a group, in any process.

    >>> int(stream_of_group(3, 0).integers(100)) == int(stream_of_group(3, 0).integers(100))
    True
    """
    named = f"{type(group_id).__name__}:{group_id}:{group_seed}"
    return np.random.default_rng(int.from_bytes(hashlib.sha256(named.encode()).digest()))
