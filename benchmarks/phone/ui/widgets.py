"""Widgets that show something or start something. Each knows its height and how it lays itself out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from benchmarks.phone.app import Command
from benchmarks.phone.ui.element import WIDTH
from benchmarks.phone.ui.frame import MARGIN, Frame
from benchmarks.phone.ui.text import wrap

TEXT_SIZES = {"body": 15, "title": 22, "caption": 12, "error": 13, "code": 28}
ICON_WIDTH = 48
SWITCH_WIDTH = 80


class Widget(Protocol):
    """Anything that can stand in the body of a screen."""

    def height(self) -> int:
        """Height in pixels."""

    def lay(self, frame: Frame, top: int) -> None:
        """Add elements to the frame, the first at `top` (pixels of the screen)."""


class Icon(NamedTuple):
    """A button in the app bar."""

    id: str
    text: str
    icon: str
    on_tap: Command
    enabled: bool = True


class Screen(NamedTuple):
    """One screen: an app bar, a scrolling body, and what stays in place around it.

    `dialog` makes it a card over the screen below; `anchor` is the end of the body that is shown first; `live` says
    that it shows seconds; `footer` stays under the body; `on_swipe` is (to the left, to the right).
    """

    title: str
    body: Sequence[Widget]
    actions: Sequence[Icon] = ()
    menu: Sequence[tuple[str, Command]] = ()
    fab: Icon | None = None
    footer: Sequence[Widget] = ()
    dialog: bool = False
    anchor: str = "top"
    live: bool = False
    bar: bool = True
    on_swipe: tuple[Command, Command] | None = None


class Text(NamedTuple):
    """Text that wraps. `look` is body, title, caption, error or code."""

    id: str
    text: str
    look: str = "body"
    role: str = "text"

    def height(self) -> int:
        """Height of the lines and a small gap."""
        size = TEXT_SIZES[self.look]
        return len(wrap(self.text, size, WIDTH - 2 * MARGIN)) * (size + 6) + 10

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        box = (MARGIN, top + 2, WIDTH - MARGIN, top + self.height() - 2)
        frame.add(self.id, self.role, box, self.text, look=self.look)


class Heading(NamedTuple):
    """A small heading between groups."""

    text: str

    def height(self) -> int:
        """Fixed."""
        return 36

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        box = (MARGIN, top + 8, WIDTH - MARGIN, top + 34)
        frame.add(f"heading:{self.text}", "heading", box, self.text)


class Item(NamedTuple):
    """A row: text, a second line (`value`), something short at the right (`extra`), an icon or the initial (`icon`).

    With `check`, a box stands at the left that has its own command; with `switch`, a switch stands at the right.
    """

    id: str
    text: str
    value: str = ""
    extra: str = ""
    icon: str = ""
    on_tap: Command | None = None
    on_long_press: Command | None = None
    enabled: bool = True
    bold: bool = False
    check: tuple[bool, Command] | None = None
    switch: tuple[bool, Command] | None = None

    def height(self) -> int:
        """Taller with a second line."""
        return ITEM if self.value else 56

    def lay(self, frame: Frame, top: int) -> None:
        """The row, and the box when there is one."""
        bottom = top + self.height()
        left, right = 0, WIDTH
        if self.check is not None:
            left = ICON_WIDTH
            frame.add(
                f"{self.id}/check",
                "checkbox",
                (0, top, left, bottom),
                self.text,
                checked=self.check[0],
                on_tap=self.check[1],
            )
        if self.switch is not None:
            right = WIDTH - SWITCH_WIDTH
            frame.add(
                f"{self.id}/switch",
                "switch",
                (right, top, WIDTH, bottom),
                self.text,
                checked=self.switch[0],
                on_tap=self.switch[1],
                look="bare",
            )
        value = " · ".join(part for part in (self.value, self.extra) if part) or None
        frame.add(
            self.id,
            "item",
            (left, top, right, bottom),
            self.text,
            value,
            enabled=self.enabled,
            look="bold" if self.bold else "",
            icon=self.icon,
            extra=self.extra,
            on_tap=self.on_tap,
            on_long_press=self.on_long_press,
        )


ITEM = 68
"""Height of an item with two lines, in pixels."""


class Switch(NamedTuple):
    """A row with a switch that acts at once."""

    id: str
    text: str
    checked: bool
    on_tap: Command
    value: str = ""
    enabled: bool = True

    def height(self) -> int:
        """Taller with a second line."""
        return ITEM if self.value else 56

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        frame.add(
            self.id,
            "switch",
            (0, top, WIDTH, top + self.height()),
            self.text,
            self.value or None,
            enabled=self.enabled,
            checked=self.checked,
            on_tap=self.on_tap,
        )


class Radio(NamedTuple):
    """A row of which one in the group is chosen."""

    id: str
    text: str
    checked: bool
    on_tap: Command

    def height(self) -> int:
        """Fixed."""
        return 52

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        box = (0, top, WIDTH, top + 52)
        frame.add(self.id, "radio", box, self.text, checked=self.checked, on_tap=self.on_tap)


class Button(NamedTuple):
    """A button. `look` is filled, outlined, plain or day (a cell of a calendar, chosen when `checked`)."""

    id: str
    text: str
    on_tap: Command
    enabled: bool = True
    look: str = "filled"
    icon: str = ""
    checked: bool | None = None
    value: str | None = None

    def height(self) -> int:
        """Fixed."""
        return 56

    def lay(self, frame: Frame, top: int) -> None:
        """Across the screen when it stands alone."""
        self.place(frame, (MARGIN, top + 6, WIDTH - MARGIN, top + 50))

    def place(self, frame: Frame, box: tuple[int, int, int, int]) -> None:
        """Add it in a given box."""
        frame.add(
            self.id,
            "button",
            box,
            self.text,
            self.value,
            enabled=self.enabled,
            checked=self.checked,
            look=self.look,
            icon=self.icon,
            on_tap=self.on_tap,
        )


class Grid(NamedTuple):
    """Buttons in equal columns (None leaves a gap); rows of `pitch` pixels."""

    buttons: Sequence[Button | None]
    columns: int
    pitch: int = 56

    def height(self) -> int:
        """All rows."""
        return -(-len(self.buttons) // self.columns) * self.pitch

    def lay(self, frame: Frame, top: int) -> None:
        """Cells from left to right, then down."""
        step = (WIDTH - 2 * MARGIN) / self.columns
        gap = 4 if self.pitch >= ICON_WIDTH else 2
        for number, button in enumerate(self.buttons):
            if button is None:
                continue
            row, column = divmod(number, self.columns)
            left = MARGIN + round(column * step) + gap
            right = MARGIN + round((column + 1) * step) - gap
            high = top + row * self.pitch + gap
            button.place(frame, (left, high, right, high + self.pitch - 2 * gap))


class Bubble(NamedTuple):
    """One message of a conversation."""

    id: str
    text: str
    mine: bool
    note: str
    on_long_press: Command | None = None

    def height(self) -> int:
        """Lines, the note, and air."""
        return len(wrap(self.text, 15, 268)) * 20 + 42

    def lay(self, frame: Frame, top: int) -> None:
        """At the right when it is mine."""
        left = WIDTH - 12 - 292 if self.mine else 12
        frame.add(
            self.id,
            "message",
            (left, top + 4, left + 292, top + self.height() - 4),
            self.text,
            f"{'You' if self.mine else 'Them'}, {self.note}",
            look="mine" if self.mine else "theirs",
            extra=self.note,
            on_long_press=self.on_long_press,
        )


def rows_or(rows: Sequence[Widget], text: str) -> Sequence[Widget]:
    """The rows, or a text that says that there are none."""
    return rows or [Text("empty", text, "caption")]


class Rows(NamedTuple):
    """A long list of rows of one height; only the visible ones are built."""

    data: Sequence[Any]
    build: Callable[[Any], Widget]
    pitch: int = ITEM

    def height(self) -> int:
        """All rows."""
        return len(self.data) * self.pitch

    def lay(self, frame: Frame, top: int) -> None:
        """Build and lay out what the frame shows."""
        first = max(0, (frame.top - top) // self.pitch)
        last = min(len(self.data), -(-(frame.bottom - top) // self.pitch))
        for number in range(first, last):
            self.build(self.data[number]).lay(frame, top + number * self.pitch)
