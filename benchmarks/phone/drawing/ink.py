"""Rounded shapes as masks, each made once."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
FINE = 4
"""Shapes are drawn so many times larger and scaled down, which smooths their edges."""


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A filled rectangle with round corners, as a mask."""
    big = Image.new("L", (width * FINE, height * FINE))
    ImageDraw.Draw(big).rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1), min(radius, width // 2, height // 2) * FINE, 255
    )
    return big.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=512)
def outline(width: int, height: int, radius: int, line: int) -> Image.Image:
    """The border of such a rectangle, `line` pixels wide, as a mask."""
    big = Image.new("L", (width * FINE, height * FINE))
    ImageDraw.Draw(big).rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1), radius * FINE, outline=255, width=line * FINE
    )
    return big.resize((width, height), Image.Resampling.BOX)
