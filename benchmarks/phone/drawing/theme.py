"""Colours."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageColor

from benchmarks.phone.drawing.ink import Colour

AVATARS = ("#5c6bc0", "#26a69a", "#ef6c00", "#8e24aa", "#c2185b", "#00897b", "#3949ab", "#6d4c41")


class Theme(NamedTuple):
    """Colours of a page. `ground` is behind everything, `accent` is the app's colour."""

    ground: Colour
    sheet: Colour
    ink: Colour
    faint: Colour
    line: Colour
    soft: Colour
    accent: Colour
    error: Colour
    dark: bool


def theme(accent: str, *, dark: bool) -> Theme:
    """The light or the dark theme with an app's colour."""
    colour = rgb(accent or "#3b5bdb")
    if dark:
        light = mix(colour, (255, 255, 255), 0.35)
        return Theme(
            (18, 20, 24),
            (30, 33, 39),
            (236, 238, 242),
            (158, 164, 174),
            (52, 56, 64),
            (42, 46, 54),
            light,
            (255, 120, 110),
            dark=True,
        )
    return Theme(
        (246, 247, 251),
        (255, 255, 255),
        (28, 30, 36),
        (106, 112, 124),
        (226, 229, 236),
        mix(colour, (255, 255, 255), 0.88),
        colour,
        (200, 40, 40),
        dark=False,
    )


def rgb(text: str) -> Colour:
    """`#rrggbb` as numbers."""
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue


def mix(one: Colour, two: Colour, share: float) -> Colour:
    """A colour between two: `share` of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return red, green, blue


def avatar(text: str) -> Colour:
    """The colour of a person's initial, always the same for the same text."""
    return rgb(AVATARS[sum(map(ord, text)) % len(AVATARS)])
