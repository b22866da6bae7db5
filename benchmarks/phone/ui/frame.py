"""The part of the screen that widgets are laid out in."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.phone.navigation import Page
from benchmarks.phone.ui.element import Element

MARGIN = 16
VISIBLE = 12
"""A widget with fewer visible pixels (in height) than this is not on the screen."""


class Frame(NamedTuple):
    """A window between `top` and `bottom` (pixels of the screen) that collects the visible elements."""

    page: Page
    top: int
    bottom: int
    elements: list[Element]

    def add(
        self,
        name: str,
        role: str,
        box: tuple[int, int, int, int],
        text: str = "",
        value: str | None = None,
        **rest: Any,  # noqa: ANN401, fields of Element
    ) -> None:
        """Add an element unless it lies outside the window; its bounds are cut to the window."""
        left, top, right, bottom = box
        high, low = max(top, self.top), min(bottom, self.bottom)
        if low - high < min(VISIBLE, bottom - top):
            return
        self.elements.append(Element(name, role, text, value, (left, high, right, low), box, **rest))
