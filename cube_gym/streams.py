"""Where chance comes from: the environment's generator, or a group's own."""

import hashlib
import json
from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from cube_gym.options import ResetOptions

T = TypeVar("T")


class Stream(NamedTuple):
    """From where the next episodes are drawn, as a value that pickles."""

    generator_json: str
    """The state of the environment's generator, as `write_generator` writes it."""
    following: "ResetOptions | None" = None
    """What the next reset plays that is told nothing, where groups are gone through."""


SEEDS: Final = 2**31
"""Episode seeds lie in [0, SEEDS)."""


def draw(choices: Sequence[T], rng: np.random.Generator) -> tuple[T, int]:
    """One of `choices`, uniformly, and the seed of an episode."""
    return choices[int(rng.integers(len(choices)))], int(rng.integers(SEEDS))


def checked_seed(seed: object) -> int | None:
    """The seed of a reset: None, or a whole number from 0 on.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is negative.
    """
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise TypeError(f"a seed is a whole number from 0 on, or None, got {seed!r}")
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0 on, got {seed!r}")
    return int(seed)


def stream_of_group(group_id: int | str, group_seed: int) -> np.random.Generator:
    """A generator that is the same for all members of a group, in any process.

    >>> int(stream_of_group(3, 0).integers(100)) == int(stream_of_group(3, 0).integers(100))
    True
    """
    kind = "str" if isinstance(group_id, str) else "int"  # a numpy integer is an int
    named = f"{kind}:{group_id}:{group_seed}"
    return np.random.default_rng(int.from_bytes(hashlib.sha256(named.encode(errors="surrogatepass")).digest()))


def write_generator(rng: np.random.Generator) -> str:
    """The state of a generator as JSON.

    Raises:
        ValueError: it is not of the kind that Gymnasium makes.
    """
    if not isinstance(rng.bit_generator, np.random.PCG64):
        kind = type(rng.bit_generator).__name__
        raise ValueError(f"np_random draws from {kind}: only the state of Gymnasium's own generators, PCG64, is kept")  # noqa: TRY004, a state
    return json.dumps(rng.bit_generator.state, sort_keys=True)


def read_generator(state: str) -> np.random.Generator:
    """A generator that goes on from a state that `write_generator` wrote."""
    bits = np.random.PCG64()
    bits.state = json.loads(state)
    return np.random.Generator(bits)
