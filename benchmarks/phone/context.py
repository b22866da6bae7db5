"""The running phone, as screens and actions see it: database, clock, navigation, chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

import numpy as np

from benchmarks.phone.app import ACTIONS, SCREENS, Command
from benchmarks.phone.clock import local
from benchmarks.phone.navigation import Navigation, Page
from benchmarks.phone.store import Store

DUE: list[tuple[str, Callable[[Context], None]]] = []
"""What time brings: (query for the next instant in seconds or NULL, what to do then). Filled by `due`."""


def due(query: str) -> Callable[[Callable[[Context], None]], Callable[[Context], None]]:
    """Register what happens when the clock reaches the instant that `query` gives."""

    def register(run: Callable[[Context], None]) -> Callable[[Context], None]:
        DUE.append((query, run))
        return run

    return register


UNSURE = "No answer came. Check whether it was done before you try again."
FAULTS = {"failed": "This did not work. Please try again.", "lost": UNSURE, "late": UNSURE}
"""What the phone says about a planned fault. Only a late one did what it was asked to: its answer came too late."""

LEFT_BEHIND = ("system.shade", "system.permission")
"""What disappears when another app comes to the front; pop-ups stay."""


class Context:
    """State of the phone and the moves that apps may make. Screens only read it; actions change it."""

    def __init__(self, db: Store, now: int, rng: np.random.Generator) -> None:
        self.db = db
        self.now = now
        self.rng = rng
        self.nav = Navigation()
        self.form: Mapping[str, str] = {}
        self.enter: Command | None = None
        self.built: Page | None = None
        """The page that is being built, while it is: under a dialog it is not the one on top."""
        self._settings: tuple[int, dict[str, str]] = (-1, {})
        self._due: tuple[int, float] = (-1, 0.0)

    # Reading

    @property
    def page(self) -> Page:
        """The page that is being built, else the one that receives the gestures."""
        return self.nav.top if self.built is None else self.built

    @property
    def settings(self) -> dict[str, str]:
        """Every setting by key."""
        if self._settings[0] != self.db.version:
            rows = self.db.rows("SELECT key, value FROM settings")
            self._settings = (self.db.version, {row["key"]: row["value"] for row in rows})
        return self._settings[1]

    @property
    def zone(self) -> str:
        """Time zone of the phone."""
        return self.settings["time_zone"]

    @property
    def today(self) -> date:
        """The day on the phone's clock."""
        return local(self.now, self.zone).date()

    def local(self, seconds: int) -> datetime:
        """An instant on the phone's clock."""
        return local(seconds, self.zone)

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401, whatever was put
        """A value of the page."""
        return self.page.get(key, default)

    # Moves

    def run(self, command: Command) -> None:
        """Open the screen or run the action that a command names."""
        action = ACTIONS.get(command.name)
        if action is None:
            self.open(command)
            return
        fault = self._fault(command.name)
        if fault in ("", "late"):
            action(self, *command.args)
        if fault:
            self.toast("")
            self.alert("Something went wrong", FAULTS[fault])

    def open(self, command: Command) -> None:
        """Put a screen on top of the active stack."""
        if command.name not in SCREENS:
            raise LookupError(f"no screen or action {command.name!r}")
        page = Page(command.name, command.args)
        self.nav = self.nav.with_pages((*self.nav.pages, page))

    def replace(self, command: Command) -> None:
        """Put a screen in the place of the page, which is not the first of its app."""
        self.back()
        self.open(command)

    def back(self, pages: int = 1) -> None:
        """Leave the page (or several)."""
        self.nav = self.nav.with_pages(self.nav.pages[:-pages])

    def launch(self, app: str, command: Command | None = None) -> None:
        """Bring an app to the front, where it was left; with a command, on that screen over its first one."""
        over = tuple(page for page in self.nav.over if page.screen not in LEFT_BEHIND)
        self.nav = self.nav._replace(app=app, over=over)
        if command is not None or not self.nav.stack(app):
            pages: tuple[Page, ...] = (Page(f"{app}.main"),)
            if command is not None and command.name != f"{app}.main":
                pages = (*pages, Page(command.name, command.args))
            self.nav = self.nav.with_stack(app, pages)

    def over(self, command: Command) -> None:
        """Show a screen over everything."""
        self.nav = self.nav._replace(over=(*self.nav.over, Page(command.name, command.args)))

    def put(self, **changes: object) -> None:
        """Change values of the page; None removes one."""
        self.nav = self.nav.with_top(self.page.put(**changes))

    def put_below(self, **changes: object) -> None:
        """Leave the page (a dialog) and change values of the page under it."""
        self.back()
        self.put(**changes)

    def toast(self, text: str) -> None:
        """Show a short text until the next gesture."""
        self.nav = self.nav._replace(toast=text)

    def alert(self, title: str, text: str) -> None:
        """Show a dialog with one button."""
        self.open(Command("kit.alert", (title, text)))

    def rejects(self, **errors: str) -> bool:
        """Show the errors (empty: none) under the fields; whether there is one."""
        self.put(**{f"!{key}": text or None for key, text in errors.items()})
        return any(errors.values())

    def offline(self) -> bool:
        """Show a dialog and say True when the phone has no connection."""
        if self.settings["airplane_mode"] != "on":
            return False
        self.alert("No connection", "Airplane mode is on. Turn it off in Settings and try again.")
        return True

    def notify(self, app: str, title: str, text: str, target: int | None = None) -> None:
        """Put a notification into the shade."""
        self.db.insert("notifications", app=app, title=title, text=text, at=self.now, target=target)

    def advance(self, seconds: int) -> None:
        """Move the clock, stopping at every instant at which something is due."""
        end = self.now + seconds
        while (instant := self._next_due()) <= end:
            self.now = max(self.now, int(instant))
            for query, run in DUE:
                when = self.db.value(query)
                if when is not None and when <= self.now:
                    run(self)
        self.now = end

    def _next_due(self) -> float:
        if self._due[0] != self.db.version:
            instants = [self.db.value(query) for query, _ in DUE]
            nearest = min((i for i in instants if i is not None), default=float("inf"))
            self._due = (self.db.version, nearest)
        return self._due[1]

    def _fault(self, action: str) -> str:
        """How the action must fail this time: a world may say that the first tries do. Empty when it works."""
        row = self.db.find("SELECT * FROM faults WHERE action = ? AND remaining > 0", action)
        if row is None:
            return ""
        self.db.update("faults", action, remaining=row["remaining"] - 1)
        return str(row["mode"])
