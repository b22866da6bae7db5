"""All checks, by topic."""

from cube_gym.testing import isolation, judging, processes, snapshots, starting, stepping
from cube_gym.testing.subject import CHECKS

TOPICS = (starting, stepping, judging, isolation, snapshots, processes)
"""The modules that hold the checks."""

CHECKS.sort(key=lambda check: [topic.__name__ for topic in TOPICS].index(check.run.__module__))

__all__ = ["CHECKS", "TOPICS"]
