"""What is on the screen: elements, text, picture. A function of database, clock and navigation."""

from __future__ import annotations

from typing import Any

from PIL import Image

from benchmarks.phone.app import SCREENS
from benchmarks.phone.apps import APPS
from benchmarks.phone.clock import day_text, time_text
from benchmarks.phone.context import Context
from benchmarks.phone.drawing import Layer, draw
from benchmarks.phone.navigation import HOME, Page
from benchmarks.phone.system import INSTALLED, blocked
from benchmarks.phone.ui.element import HEIGHT, STATUS_BOTTOM, WIDTH, Element
from benchmarks.phone.ui.layout import Layout, layout
from benchmarks.phone.ui.widgets import Screen

CACHE_SIZE = 512
ICON_COLOURS = {f"app:{app.id}": app.colour for app in APPS}


class Display:
    """The screen of a running phone. Layouts are kept as long as page and database stay as they are."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._layouts: dict[Any, Layout] = {}

    @property
    def page(self) -> str:
        """Identity of the page that receives the gestures, as `app.screen`."""
        return self.context.page.screen

    @property
    def layout(self) -> Layout:
        """The laid out page on top."""
        pages = self.context.nav.pages
        return self._layout(pages[-1], root=len(pages) == 1)

    @property
    def elements(self) -> tuple[Element, ...]:
        """All elements on the screen, drawn in this order; the last one is on top."""
        context = self.context
        status = (0, 0, WIDTH, STATUS_BOTTOM)
        count = context.db.value("SELECT count(*) FROM notifications")
        value = f"{count} notifications" if count != 1 else "1 notification"
        time = time_text(context.local(context.now))
        elements = (Element("status", "status", time, value, status, status), *self.layout.elements)
        if context.nav.toast:
            box = (32, HEIGHT - 104, WIDTH - 32, HEIGHT - 60)
            elements = (*elements, Element("toast", "toast", context.nav.toast, None, box, box))
        return elements

    @property
    def intents(self) -> tuple[str, ...]:
        """What the widgets on the page do, as `app.action` or `app.screen`, in the order of the screen."""
        return tuple(e.on_tap.name for e in self.layout.elements if e.on_tap is not None)

    def tree(self) -> dict[str, Any]:
        """The screen as JSON: app, page, day, time, and the elements."""
        context = self.context
        now = context.local(context.now)
        return {
            "app": context.nav.app,
            "page": self.page,
            "day": day_text(now.date()),
            "time": time_text(now),
            "elements": [element.as_dict() for element in self.elements],
        }

    def text(self) -> str:
        """The screen as lines of text."""
        context = self.context
        now = context.local(context.now)
        head = f"{self.page} | {day_text(now.date())} {time_text(now)}"
        return "\n".join([head, *(element.as_line() for element in self.elements)])

    def picture(self) -> Image.Image:
        """The screen, drawn: RGB, 400 x 800."""
        nav = self.context.nav
        dark = self.context.settings["dark_mode"] == "on"
        return draw(self._layers(), self.elements[0], nav.toast, ICON_COLOURS, dark=dark)

    def _layers(self) -> list[Layer]:
        """The page on top and, under dialogs, what lies below it down to a whole page."""
        nav = self.context.nav
        pages = [*nav.stack(nav.app), *nav.over]
        layers: list[Layer] = []
        for number in reversed(range(len(pages))):
            app = pages[number].screen.split(".")[0] if pages[number].screen in SCREENS else nav.app
            owner = nav.app if app in ("kit", "system") and not nav.over else app
            found = INSTALLED.get(owner)
            shown = self._layout(pages[number], root=number == 0)
            layers.append(Layer(shown, found.colour if found else "", app == HOME))
            if not shown.screen.dialog:
                break
        return layers[::-1]

    def _layout(self, page: Page, *, root: bool) -> Layout:
        context = self.context
        key = (page, root, self.context.db.version, context.now // 60)
        found = self._layouts.get(key)
        if found is None or (found.screen.live and context.now % 60):
            found = layout(self._screen(page), page, root=root)
            if len(self._layouts) >= CACHE_SIZE:
                self._layouts.clear()
            if not found.screen.live:
                self._layouts[key] = found
        return found

    def _screen(self, page: Page) -> Screen:
        name = page.screen.split(".")[0]
        app = INSTALLED.get(name)
        if app is not None and app.permission and self._denied(name):
            return blocked(app)
        self.context.built = page
        try:
            return SCREENS[page.screen](self.context, *page.args)
        finally:
            self.context.built = None

    def _denied(self, app: str) -> bool:
        return bool(self.context.db.value("SELECT state <> 'allowed' FROM permissions WHERE app = ?", app))
