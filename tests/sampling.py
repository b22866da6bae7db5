"""Which part of a long sweep the usual run takes: the commit chooses, and the report's header says so."""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

Thing = TypeVar("Thing")

SEED_VARIABLE: Final = "CUBE_GYM_SAMPLE"
_SEEDS = 1_000_000


@cache
def chosen_seed() -> int:
    """`CUBE_GYM_SAMPLE`, which repeats a run, or else what the commit's hash makes of it."""
    given = os.environ.get(SEED_VARIABLE)
    if given is not None:
        return int(given)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], check=False, capture_output=True, text=True)  # noqa: S607, whichever git there is
    return int(commit.stdout.strip() or "0", 16) % _SEEDS


def one_in(count: int, things: Sequence[Thing]) -> Sequence[Thing]:
    """Every `count`-th of these, from one that is chosen on."""
    return things[chosen_seed() % count :: count]
