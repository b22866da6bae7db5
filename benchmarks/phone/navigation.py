"""Where the user is: plain, immutable, hashable data. Together with the database it decides every screen."""

from __future__ import annotations

from typing import Any, NamedTuple

HOME = "home"


class Page(NamedTuple):
    """One entry of a back stack: a screen with its arguments and what was typed, chosen and scrolled on it.

    `values` holds drafts and choices by key, errors under "!key". `scroll` is in pixels from the top; None is where
    the screen starts (the end, for a conversation).
    """

    screen: str
    args: tuple[Any, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    scroll: int | None = None
    focus: str = ""

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401, whatever was put
        """The value under a key."""
        for name, value in self.values:
            if name == key:
                return value
        return default

    def put(self, **changes: object) -> Page:
        """The page with some values changed; None removes a value."""
        kept = {**dict(self.values), **changes}
        values = tuple((key, value) for key, value in sorted(kept.items()) if value is not None)
        return self._replace(values=values)


class Navigation(NamedTuple):
    """The back stacks of all running apps, what lies over them (shade, system dialogs), and the toast."""

    app: str = HOME
    stacks: tuple[tuple[str, tuple[Page, ...]], ...] = ((HOME, (Page("home.main"),)),)
    over: tuple[Page, ...] = ()
    toast: str = ""

    def stack(self, app: str) -> tuple[Page, ...]:
        """The back stack of an app, empty when it is not running."""
        for name, pages in self.stacks:
            if name == app:
                return pages
        return ()

    @property
    def running(self) -> tuple[str, ...]:
        """Apps that have a back stack, the home screen left out."""
        return tuple(name for name, _ in self.stacks if name != HOME)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Pages that a back gesture goes through: what lies over all, else the current app's stack."""
        return self.over or self.stack(self.app)

    @property
    def top(self) -> Page:
        """The page that receives the gestures."""
        return self.pages[-1]

    def with_stack(self, app: str, pages: tuple[Page, ...]) -> Navigation:
        """The navigation with an app's stack replaced, or removed when `pages` is empty."""
        stacks = {**dict(self.stacks), app: pages}
        return self._replace(stacks=tuple(item for item in sorted(stacks.items()) if item[1]))

    def with_pages(self, pages: tuple[Page, ...]) -> Navigation:
        """The navigation with the active stack replaced; an empty app stack leads home and ends the app."""
        if self.over:
            return self._replace(over=pages)
        if pages:
            return self.with_stack(self.app, pages)
        return self.with_stack(self.app, ())._replace(app=HOME)

    def with_top(self, page: Page) -> Navigation:
        """The navigation with the top page replaced."""
        return self.with_pages((*self.pages[:-1], page))
