"""Widgets of forms. Their values are drafts on the page, under their key, until an action reads `context.form`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.phone.app import Command
from benchmarks.phone.navigation import Page
from benchmarks.phone.ui.element import WIDTH
from benchmarks.phone.ui.frame import MARGIN, Frame

FIELD = 66
PICKERS = {"date": "kit.date_picker", "time": "kit.time_picker", "choice": "kit.choice", "contact": "contacts.choose"}
ERROR = 20


class Field(NamedTuple):
    """A text field; `lines` > 1 lets it hold line breaks. `on_enter` runs at the enter key of the keyboard."""

    key: str
    label: str
    initial: str = ""
    lines: int = 1
    on_enter: Command | None = None
    secret: bool = False

    def draft(self, page: Page) -> str:
        """What the field holds now."""
        return str(page.get(self.key, self.initial))

    def height(self) -> int:
        """Depends on the lines; an error needs one more."""
        return FIELD + (self.lines - 1) * 21 + ERROR

    def lay(self, frame: Frame, top: int) -> None:
        """The field, and its error under it."""
        bottom = top + self.height() - ERROR
        frame.add(
            self.key,
            "field",
            (MARGIN, top + 6, WIDTH - MARGIN, bottom),
            self.label,
            self.draft(frame.page),
            focused=frame.page.focus == self.key,
            look="secret" if self.secret else "multiline" if self.lines > 1 else "",
            on_tap=Command("kit.focus", (self.key,)),
        )
        _error(frame, self.key, bottom)


class Search(NamedTuple):
    """A search field; the screen filters by `page.get("query", "")`."""

    key: str = "query"
    label: str = "Search"
    lines: int = 1
    on_enter: Command | None = None

    def draft(self, page: Page) -> str:
        """What the field holds now."""
        return str(page.get(self.key, ""))

    def height(self) -> int:
        """Fixed."""
        return 60

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        frame.add(
            self.key,
            "search",
            (MARGIN, top + 6, WIDTH - MARGIN, top + 54),
            self.label,
            self.draft(frame.page),
            focused=frame.page.focus == self.key,
            on_tap=Command("kit.focus", (self.key,)),
        )


class Compose(NamedTuple):
    """A field with a send button beside it."""

    key: str
    label: str
    on_send: Command
    enabled: bool = True
    lines: int = 5

    @property
    def on_enter(self) -> Command | None:
        """The enter key makes a new line."""
        return None

    def draft(self, page: Page) -> str:
        """What the field holds now."""
        return str(page.get(self.key, ""))

    def height(self) -> int:
        """Fixed."""
        return 64

    def lay(self, frame: Frame, top: int) -> None:
        """The field and the button."""
        draft = self.draft(frame.page)
        frame.add(
            self.key,
            "field",
            (12, top + 8, WIDTH - 68, top + 56),
            self.label,
            draft,
            focused=frame.page.focus == self.key,
            look="compose",
            on_tap=Command("kit.focus", (self.key,)),
        )
        frame.add(
            "send",
            "button",
            (WIDTH - 60, top + 8, WIDTH - 12, top + 56),
            "Send",
            enabled=self.enabled and bool(draft.strip()),
            look="round",
            icon="send",
            on_tap=self.on_send,
        )


class Pick(NamedTuple):
    """A value that a dialog sets: kind date ("YYYY-MM-DD"), time ("HH:MM"), choice or contact.

    A choice is one of `options`, which are (value, label).
    For a contact the value is its key, and `options` names the one chosen now.
    """

    key: str
    label: str
    kind: str
    initial: str = ""
    options: tuple[tuple[str, str], ...] = ()
    enabled: bool = True

    def draft(self, page: Page) -> str:
        """The value chosen now."""
        return str(page.get(self.key, self.initial))

    def height(self) -> int:
        """Like a field."""
        return FIELD + ERROR

    def lay(self, frame: Frame, top: int) -> None:
        """The value as a box that opens the dialog, and its error under it."""
        chosen = self.draft(frame.page)
        shown = dict(self.options).get(chosen, chosen)
        args: tuple[object, ...] = (self.key, self.label, chosen)
        frame.add(
            self.key,
            "picker",
            (MARGIN, top + 6, WIDTH - MARGIN, top + FIELD),
            self.label,
            shown,
            enabled=self.enabled,
            icon={"date": "calendar", "time": "clock"}.get(self.kind, "down"),
            on_tap=Command(PICKERS[self.kind], (*args, self.options) if self.kind == "choice" else args),
        )
        _error(frame, self.key, top + FIELD)


class Toggle(NamedTuple):
    """A switch of a form: a draft of "1" or "0", saved with the form."""

    key: str
    label: str
    initial: bool = False

    def draft(self, page: Page) -> str:
        """1 or 0."""
        return str(page.get(self.key, "1" if self.initial else "0"))

    def height(self) -> int:
        """Fixed."""
        return 56

    def lay(self, frame: Frame, top: int) -> None:
        """One element across the screen."""
        on = self.draft(frame.page) == "1"
        frame.add(
            self.key,
            "switch",
            (0, top, WIDTH, top + 56),
            self.label,
            checked=on,
            on_tap=Command("kit.put", (self.key, "0" if on else "1")),
        )


class Tabs(NamedTuple):
    """Tabs; the chosen one is `page.get(key, first)`."""

    key: str
    options: Sequence[tuple[str, str]]

    def draft(self, page: Page) -> str:
        """The value of the chosen tab."""
        return str(page.get(self.key, self.options[0][0]))

    def height(self) -> int:
        """Fixed."""
        return 48

    def lay(self, frame: Frame, top: int) -> None:
        """Equal columns."""
        chosen = self.draft(frame.page)
        step = WIDTH / len(self.options)
        for number, (value, label) in enumerate(self.options):
            frame.add(
                f"{self.key}:{value}",
                "tab",
                (round(number * step), top, round((number + 1) * step), top + 48),
                label,
                checked=value == chosen,
                on_tap=Command("kit.tab", (self.key, value)),
            )


Entry = Field | Search | Compose | Pick | Toggle | Tabs
"""Widgets with a draft."""
Typed = Field | Search | Compose
"""Widgets that take text."""


def _error(frame: Frame, key: str, top: int) -> None:
    text = frame.page.get(f"!{key}")
    if text:
        box = (MARGIN, top, WIDTH - MARGIN, top + ERROR)
        frame.add(f"{key}/error", "error", box, text, look="error")
