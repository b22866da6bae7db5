"""Scripted solutions: generator functions of the goal and of what the page shows, and of nothing else."""

from types import MappingProxyType

from benchmarks.miniwob.oracles import choosing, clicking, dragging, forms, searching, sums, writing
from cube_core import Oracle

ORACLES = MappingProxyType(
    {
        **choosing.SOLUTIONS,
        **clicking.SOLUTIONS,
        **dragging.SOLUTIONS,
        **forms.SOLUTIONS,
        **searching.SOLUTIONS,
        **sums.SOLUTIONS,
        **writing.SOLUTIONS,
    }
)
"""The solutions by page."""


def find_oracle(page: str) -> Oracle | None:
    """The solution of a page, None where there is none."""
    return ORACLES.get(page)
