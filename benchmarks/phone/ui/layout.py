"""From a screen to its elements."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.phone.app import Command
from benchmarks.phone.navigation import Page
from benchmarks.phone.ui.controls import Compose, Entry, Field, Search, Typed
from benchmarks.phone.ui.element import (
    BAR_BOTTOM,
    FLOOR,
    HEIGHT,
    KEYBOARD_TOP,
    STATUS_BOTTOM,
    WIDTH,
    Bounds,
    Element,
)
from benchmarks.phone.ui.frame import Frame
from benchmarks.phone.ui.widgets import Icon, Screen

FIELDS = (Field, Search, Compose)
BACK = Command("kit.back")


class Layout(NamedTuple):
    """A laid out page. `scroll` and `reach` (its largest value) are pixels; `form` holds every draft of the page."""

    screen: Screen
    page: Page
    elements: tuple[Element, ...]
    by_id: dict[str, Element]
    form: dict[str, str]
    field: Typed | None
    view: Bounds
    scroll: int
    reach: int


def layout(screen: Screen, page: Page, *, root: bool) -> Layout:
    """Lay out a page; `root` says that nothing lies below it in its app."""
    elements: list[Element] = []
    entries = [w for w in (*screen.body, *screen.footer) if isinstance(w, Entry)]
    field = next((w for w in entries if isinstance(w, FIELDS) and w.key == page.focus), None)
    floor = FLOOR if field is None else KEYBOARD_TOP
    footer = sum(widget.height() for widget in screen.footer)
    content = sum(widget.height() for widget in screen.body)
    top, bottom = _window(screen, content, floor - footer)
    if screen.bar:
        _bar(screen, Frame(page, 0, HEIGHT, elements), top, root=root)
    reach = max(0, content + _air(screen) - (bottom - top))
    scroll = _scroll(screen, page, reach)
    if field is not None and field in screen.body:
        scroll = _reveal(screen, field, scroll, bottom - top)
    if (content and not screen.dialog) or reach:
        elements.append(_list((0, top, WIDTH, bottom), scroll, reach))
    _body(screen, Frame(page, top, bottom, elements), top - scroll)
    _footer(screen, Frame(page, 0, floor, elements), bottom)
    if screen.fab is not None and field is None:
        _fab(screen.fab, Frame(page, 0, HEIGHT, elements))
    if field is not None:
        _keyboard(Frame(page, 0, HEIGHT, elements))
    form = {entry.key: entry.draft(page) for entry in entries}
    by_id = {element.id: element for element in elements}
    view = (0, top, WIDTH, bottom)
    return Layout(screen, page, tuple(elements), by_id, form, field, view, scroll, reach)


def _window(screen: Screen, content: int, floor: int) -> tuple[int, int]:
    if not screen.dialog:
        return (BAR_BOTTOM if screen.bar else STATUS_BOTTOM), floor
    room = floor - STATUS_BOTTOM - 96
    height = min(content, room)
    top = STATUS_BOTTOM + 72 + (room - height) // 2
    return top, top + height


def _air(screen: Screen) -> int:
    return 80 if screen.fab is not None else 0


def _scroll(screen: Screen, page: Page, reach: int) -> int:
    if page.scroll is None:
        return reach if screen.anchor == "end" else 0
    return min(page.scroll, reach)


def _reveal(screen: Screen, field: Typed, scroll: int, room: int) -> int:
    """Scroll so far that the focused field stands above the keyboard."""
    top = 0
    for widget in screen.body:
        if widget is field:
            break
        top += widget.height()
    return min(max(scroll, top + field.height() - room), top)


def _list(box: Bounds, scroll: int, reach: int) -> Element:
    percent = "whole" if not reach else f"{round(100 * scroll / reach)}%"
    return Element("content", "list", "", percent, box, box, scrollable=reach > 0)


def _bar(screen: Screen, frame: Frame, top: int, *, root: bool) -> None:
    right = WIDTH - 8
    high = top - 56
    icons = list(screen.actions)
    if screen.menu:
        icons.append(Icon("menu", "More options", "more", Command("kit.menu", (tuple(screen.menu),))))
    left = 16
    if not root and not screen.dialog:
        frame.add("back", "button", (4, high + 4, 52, high + 52), "Back", icon="back", look="icon", on_tap=BACK)
        left = 60
    edge = right - 48 * len(icons)
    frame.add("page-title", "title", (left, high, edge, top), screen.title)
    for number, icon in enumerate(icons):
        x = edge + 48 * number
        box = (x, high + 4, x + 48, high + 52)
        frame.add(
            icon.id,
            "button",
            box,
            icon.text,
            enabled=icon.enabled,
            icon=icon.icon,
            look="icon",
            on_tap=icon.on_tap,
        )


def _body(screen: Screen, frame: Frame, top: int) -> None:
    for widget in screen.body:
        height = widget.height()
        if top < frame.bottom and top + height > frame.top:
            widget.lay(frame, top)
        top += height


def _footer(screen: Screen, frame: Frame, top: int) -> None:
    for widget in screen.footer:
        widget.lay(frame, top)
        top += widget.height()


def _fab(icon: Icon, frame: Frame) -> None:
    box = (WIDTH - 76, FLOOR - 76, WIDTH - 16, FLOOR - 16)
    frame.add(icon.id, "button", box, icon.text, icon=icon.icon, look="fab", on_tap=icon.on_tap)


def _keyboard(frame: Frame) -> None:
    frame.add("keyboard", "keyboard", (0, KEYBOARD_TOP, WIDTH, FLOOR), look="keyboard")
    box = (WIDTH - 72, FLOOR - 52, WIDTH - 8, FLOOR - 8)
    frame.add("keyboard/enter", "key", box, "Enter", look="enter", on_tap=Command("kit.enter"))
