"""What an agent sees of a widget, and what the kit needs to draw and to handle it."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.phone.app import Command

WIDTH, HEIGHT = 400, 800
"""Size of the screen, in pixels. Element bounds are (left, top, right, bottom) in the same unit."""

STATUS_BOTTOM = 28
BAR_BOTTOM = 84
FLOOR = 784
"""Upper edge of the strip for the home gesture: content ends here."""
KEYBOARD_TOP = 540

Bounds = tuple[int, int, int, int]


class Element(NamedTuple):
    """One thing on the screen. `bounds` is the visible part of `box`."""

    id: str
    role: str
    text: str
    value: str | None
    bounds: Bounds
    box: Bounds
    enabled: bool = True
    focused: bool = False
    scrollable: bool = False
    checked: bool | None = None
    look: str = ""
    icon: str = ""
    extra: str = ""
    on_tap: Command | None = None
    on_long_press: Command | None = None

    def as_dict(self) -> dict[str, Any]:
        """The element as an agent receives it: JSON."""
        return {
            "id": self.id,
            "role": self.role,
            "text": self.text,
            "value": self.value,
            "bounds": list(self.bounds),
            "enabled": self.enabled,
            "focused": self.focused,
            "scrollable": self.scrollable,
            "checked": self.checked,
        }

    def as_line(self) -> str:
        """The element as one line of text."""
        quoted = f' "{self.text}"' if self.text else ""
        value = f" = {self.value!r}" if self.value is not None else ""
        marks = [
            name
            for name, on in (
                ("disabled", not self.enabled),
                ("focused", self.focused),
                ("scrollable", self.scrollable),
                ("checked", self.checked is True),
                ("unchecked", self.checked is False),
            )
            if on
        ]
        return f"[{self.id}] {self.role}{quoted}{value}{''.join(f' ({m})' for m in marks)}"

    def covers(self, x: int, y: int) -> bool:
        """Whether a point lies on the visible part."""
        left, top, right, bottom = self.bounds
        return left <= x < right and top <= y < bottom

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of the visible part: where a tap on the element lands."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2
