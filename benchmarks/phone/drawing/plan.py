"""The plan of the town, painted: streets, a river, a park, points, a way."""

from __future__ import annotations

from PIL import Image, ImageDraw

from benchmarks.phone.drawing.brush import Brush
from benchmarks.phone.drawing.ink import FINE, Colour, rounded
from benchmarks.phone.drawing.theme import Theme, mix
from benchmarks.phone.ui.element import Element

WATER: Colour = (150, 196, 232)
GRASS: Colour = (176, 214, 160)
BLOCK = 46
"""Pixels from one street to the next."""
RIVER = (0.0, 0.62, 0.22, 0.66, 0.45, 0.50, 0.70, 0.56, 1.0, 0.36)
"""Its bends, as shares of width and height."""
PARK = (0.08, 0.10, 0.30, 0.42)


def plan(brush: Brush, element: Element, theme: Theme) -> None:
    """The town with the points of the element; the first two are joined when it shows a way."""
    town = _town(brush.width, brush.height, theme)
    spots = [(int(x), int(y)) for x, y in (spot.split(",") for spot in element.extra.split())]
    pen = ImageDraw.Draw(town)
    if element.look == "way" and len(spots) > 1:
        (x, y), (to_x, to_y) = spots[:2]
        line = [point * FINE for point in (x, y, to_x, y, to_x, to_y)]
        pen.line(line, theme.accent, 4 * FINE, joint="curve")
    for x, y in spots:
        for radius, colour in ((7, theme.sheet), (5, theme.accent)):
            pen.ellipse([(v + s * radius) * FINE for s in (-1, 1) for v in (x, y)], colour)
    picture = town.resize((brush.width, brush.height), Image.Resampling.BOX)
    brush.image.paste(picture, (0, 0), rounded(brush.width, brush.height, 14))
    brush.border((0, 0, brush.width, brush.height), 14, theme.line)


def _town(width: int, height: int, theme: Theme) -> Image.Image:
    """Ground, park, river and streets, so many times larger as shapes are drawn."""
    town = Image.new("RGB", (width * FINE, height * FINE), theme.soft)
    pen = ImageDraw.Draw(town)
    sizes = (width * FINE, height * FINE)
    shade = 0.7 if theme.dark else 0.0
    pen.rectangle(_scaled(PARK, sizes), mix(GRASS, theme.ground, shade))
    for along, size in enumerate(sizes):
        for at in range(BLOCK * FINE // 2, size, BLOCK * FINE):
            line = (at, 0, at, sizes[1]) if along == 0 else (0, at, sizes[0], at)
            pen.line(line, theme.sheet, 5 * FINE)
    pen.line(_scaled(RIVER, sizes), mix(WATER, theme.ground, shade), 12 * FINE, joint="curve")
    return town


def _scaled(shares: tuple[float, ...], sizes: tuple[int, int]) -> list[float]:
    return [share * sizes[number % 2] for number, share in enumerate(shares)]
