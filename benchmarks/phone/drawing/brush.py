"""Painting on one tile."""

from __future__ import annotations

from PIL import Image

from benchmarks.phone.drawing.icons import icon
from benchmarks.phone.drawing.ink import Colour, outline, rounded
from cube_gym.lettering import fitted


class Brush:
    """A tile, and ways to paint on it. Coordinates are pixels from the tile's upper left corner."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.image = Image.new("RGB", (width, height), ground)
        self.width = width
        self.height = height

    def shape(self, box: tuple[int, int, int, int], radius: int, colour: Colour) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = box
        self.image.paste(colour, (left, top), rounded(right - left, bottom - top, radius))

    def border(self, box: tuple[int, int, int, int], radius: int, colour: Colour, line: int = 1) -> None:
        """Its border."""
        left, top, right, bottom = box
        self.image.paste(colour, (left, top), outline(right - left, bottom - top, radius, line))

    def rule(self, left: int, right: int, y: int, colour: Colour) -> None:
        """A thin line across."""
        self.image.paste(colour, (left, y, right, y + 1))

    def icon(self, name: str, x: int, y: int, colour: Colour, size: int = 24) -> None:
        """An icon by its middle."""
        mask = icon(name, size)
        self.image.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)

    def text(self, text: str, x: int, y: int, size: int, colour: Colour, room: int, *, bold: bool = False) -> None:
        """One line that starts at x and is centred on y."""
        mask = fitted(text, size, room, bold=bold)
        self.image.paste(colour, (x, y - mask.height // 2), mask)

    def text_right(self, text: str, x: int, y: int, size: int, colour: Colour) -> int:
        """One line that ends at x; gives its width."""
        mask = fitted(text, size, self.width // 2)
        self.image.paste(colour, (x - mask.width, y - mask.height // 2), mask)
        return mask.width

    def text_centred(
        self, text: str, x: int, y: int, size: int, colour: Colour, room: int, *, bold: bool = False
    ) -> None:
        """One line centred on a point."""
        mask = fitted(text, size, room, bold=bold)
        self.image.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)
