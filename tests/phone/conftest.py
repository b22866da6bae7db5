"""A phone to test with, and the seeds that the gates sample."""

import os
import subprocess
from functools import cache

import pytest

from benchmarks.phone.device import Device, power_on

SEEDS = 1_000_000


@cache
def chosen_seed() -> int:
    """The first seed of the gates: `CUBE_GYM_GATE_SEED`, or else what the commit's hash makes of it."""
    given = os.environ.get("CUBE_GYM_GATE_SEED")
    if given is not None:
        return int(given)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], check=False, capture_output=True, text=True)  # noqa: S607, whichever git there is
    return int(commit.stdout.strip() or "0", 16) % SEEDS


def pytest_report_header() -> str:
    return f"phone gates: CUBE_GYM_GATE_SEED={chosen_seed()}"


@pytest.fixture
def gate_seed() -> int:
    return chosen_seed()


@pytest.fixture
def phone() -> Device:
    return power_on(0)
