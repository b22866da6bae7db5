"""The plan of the town: points on it, and a way between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.phone.routes import EXTENT, Point
from benchmarks.phone.ui.element import WIDTH
from benchmarks.phone.ui.frame import MARGIN, Frame

PLAN_WIDTH = WIDTH - 2 * MARGIN
PLAN_HEIGHT = PLAN_WIDTH * EXTENT[1] // EXTENT[0] * 2 // 3


class Plan(NamedTuple):
    """Points on the plan of the town; `way` joins the first to the second along the streets.

    What the picture shows, an agent that reads elements finds in `text`.
    """

    id: str
    text: str
    points: Sequence[Point]
    way: bool = False

    def height(self) -> int:
        """Fixed."""
        return PLAN_HEIGHT + 12

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        box = (MARGIN, top + 6, WIDTH - MARGIN, top + 6 + PLAN_HEIGHT)
        spots = " ".join(f"{x},{y}" for x, y in map(_pixel, self.points))
        frame.add(self.id, "plan", box, self.text, look="way" if self.way else "", extra=spots)


def _pixel(point: Point) -> tuple[int, int]:
    return point.x * PLAN_WIDTH // EXTENT[0], point.y * PLAN_HEIGHT // EXTENT[1]
