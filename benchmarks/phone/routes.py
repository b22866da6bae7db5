"""Ways on the plan of the town: how far it is from one point to another, and how long it takes."""

from __future__ import annotations

from typing import Literal, NamedTuple

Mode = Literal["foot", "car"]
EXTENT = (4000, 3000)
"""Width (to the east) and height (to the south) of the plan, in metres from its upper left corner."""
PACE: dict[Mode, int] = {"foot": 80, "car": 400}
"""Metres a minute."""
PARKING = 4
"""Minutes that a car takes to be parked."""
DETOUR = 1.25
"""How much longer the way of a car is: some streets are one-way."""


class Point(NamedTuple):
    """A place on the plan, in metres."""

    x: int
    y: int


class Way(NamedTuple):
    """Length in metres, a multiple of ten, and time in full minutes."""

    metres: int
    minutes: int


def way(start: Point, end: Point, mode: Mode) -> Way:
    """The way along the streets, which run to the east and to the south.

    >>> way(Point(100, 100), Point(900, 500), "foot"), way(Point(100, 100), Point(900, 500), "car")
    (Way(metres=1200, minutes=15), Way(metres=1500, minutes=8))
    """
    metres = abs(start.x - end.x) + abs(start.y - end.y)
    if mode == "car":
        metres = round(metres * DETOUR)
    metres = -(-metres // 10) * 10
    parking = PARKING if mode == "car" and metres else 0
    return Way(metres, -(-metres // PACE[mode]) + parking)


def distance_text(metres: int) -> str:
    """`850 m`, `2.35 km`."""
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:.2f} km"  # noqa: PLR2004, a kilometre
