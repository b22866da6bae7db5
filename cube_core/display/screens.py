"""A screen as a picture with the boxes of its elements, and its elements as a table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cube_core.display.markup import Html, cut, element, joined
from cube_core.display.pieces import code, dim, folded, table, value_text
from cube_core.screen import Screen, label_of

_WIDEST, _HIGHEST, _LARGEST = 560, 520, 2.0
_MOST_BOXES: Final = 250
_LETTER: Final = 6.2  # the width of a letter of 11 pixels, about
_LABEL: Final = 11
_SHORTEST_BOX: Final = 9  # no label fits into less


def picture_with_boxes(url: str, size: tuple[int, int], screen: Screen | None) -> Html:
    """A picture; over it the boxes of the elements, which tell their names under the mouse."""
    width, height = size
    picture = element("img", src=url, alt=f"screen of {width} x {height} pixels")
    return _framed(size, picture, None if screen is None else _overlay(screen, size, labelled=False))


def drawn_screen(screen: Screen) -> Html:
    """A screen without a picture: its boxes, with their texts in them."""
    width, height = screen.size
    return _framed(screen.size, _overlay(screen, (width, height), labelled=True), kind="cube-screen cube-drawn")


def element_table(screen: Screen) -> Html:
    """The elements of a screen, a row each."""
    rows = [
        (
            code(each.get("id", "")),
            each.get("role", ""),
            value_text(each.get("text", ""), 160),
            value_text(each.get("value", ""), 80),
            dim(each.get("flags", "")),
            dim(" ".join(f"{edge:g}" for edge in each["box"])),
        )
        for each in screen.elements
    ]
    headings = ("element", "role", "text", "value", "", "left top width height")
    return folded(f"{len(rows)} elements", table(headings, rows), unfolded=True)


def _framed(size: tuple[float, float], *children: Html | None, kind: str = "cube-screen") -> Html:
    width, height = size
    scale = min(_LARGEST, _WIDEST / width, _HIGHEST / height)
    place = f"width:{width * scale:.0f}px;aspect-ratio:{width:g}/{height:g}"
    return element("div", *children, class_=kind, style=place)


def _overlay(screen: Screen, size: tuple[float, float], *, labelled: bool) -> Html:
    shown = [each for each in screen.elements if _is_on(each["box"], size) and not each.get("off")]
    boxes = [_box(each, labelled=labelled) for each in shown[:_MOST_BOXES]]
    width, height = size
    return element("svg", *boxes, viewBox=f"0 0 {width:g} {height:g}", xmlns="http://www.w3.org/2000/svg")


def _box(each: Mapping[str, Any], *, labelled: bool) -> Html:
    left, top, width, height = each["box"]
    told = element("title", cut(" ".join(str(each[part]) for part in ("id", "role", "text", "value") if part in each)))
    rectangle = element("rect", x=left, y=top, width=width, height=height)
    words = label_of(each) if labelled and height >= _SHORTEST_BOX else ""
    label = element("text", _fitting(words, width), x=left + 3, y=top + height / 2 + 4, font_size=_LABEL)
    return element("g", told, joined(rectangle, label if words else None))


def _fitting(words: str, width: float) -> str:
    letters = max(1, int((width - 6) / _LETTER))
    return words if len(words) <= letters else f"{words[: letters - 1]}…"


def _is_on(box: Sequence[float], size: tuple[float, float]) -> bool:
    """Whether there is something to see of a box that is not the whole screen."""
    left, top, width, height = box
    covers = width >= size[0] and height >= size[1]
    seen = left < size[0] and top < size[1] and left + width > 0 and top + height > 0
    return width > 0 and height > 0 and seen and not covers
