"""How each role is painted. A painter gets a brush on a tile of the element's size, the element, and the theme."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.phone.drawing.brush import Brush
from benchmarks.phone.drawing.plan import plan
from benchmarks.phone.drawing.theme import Theme, avatar, mix
from benchmarks.phone.ui.element import Element
from benchmarks.phone.ui.text import wrap
from benchmarks.phone.ui.widgets import TEXT_SIZES
from cube_gym.lettering import text_mask

Painter = Callable[[Brush, Element, Theme], None]
WHITE = (255, 255, 255)
LABELLED = 56
"""From this height on, a field has room for its label."""
WIDE = 130
"""Pixels from which on a button has room for its icon and a large label."""


def text(brush: Brush, element: Element, theme: Theme) -> None:
    """Wrapped text, in the lines that the layout counted."""
    size = TEXT_SIZES[element.look or "body"]
    colour = {"caption": theme.faint, "error": theme.error}.get(element.look, theme.ink)
    for number, line in enumerate(wrap(element.text, size, brush.width)):
        y = 3 + number * (size + 6) + (size + 6) // 2
        brush.text(line, 0, y, size, colour, brush.width, bold=element.look in ("title", "code"))


def heading(brush: Brush, element: Element, theme: Theme) -> None:
    """A small coloured line."""
    brush.text(element.text, 0, brush.height // 2, 13, theme.accent, brush.width, bold=True)


def title(brush: Brush, element: Element, theme: Theme) -> None:
    """The name of the page."""
    brush.text(element.text, 0, brush.height // 2, 20, theme.ink, brush.width, bold=True)


def item(brush: Brush, element: Element, theme: Theme) -> None:
    """A row of a list."""
    middle = brush.height // 2
    brush.image.paste(theme.sheet, (0, 0, brush.width, brush.height))
    left = 16
    if element.icon == "avatar":
        brush.shape((14, middle - 20, 54, middle + 20), 20, avatar(element.text))
        brush.text_centred(element.text[:1].upper(), 34, middle, 17, WHITE, 36, bold=True)
        left = 68
    elif element.icon:
        brush.shape((14, middle - 19, 52, middle + 19), 12, theme.soft)
        brush.icon(element.icon, 33, middle, theme.accent, 22)
        left = 66
    right = brush.width - 14
    if element.extra:
        right -= brush.text_right(element.extra, right, middle - 10 if element.value else middle, 12, theme.faint) + 8
    colour = theme.ink if element.enabled else theme.faint
    second = (element.value or "").removesuffix(element.extra).removesuffix(" · ")
    bold = element.look == "bold"
    if second:
        brush.text(element.text, left, middle - 11, 16, colour, right - left, bold=bold)
        brush.text(second, left, middle + 11, 13, theme.ink if bold else theme.faint, brush.width - 14 - left)
    else:
        brush.text(element.text, left, middle, 16, colour, right - left, bold=bold)
    brush.rule(left, brush.width, brush.height - 1, theme.line)


def switch(brush: Brush, element: Element, theme: Theme) -> None:
    """A row with a switch at the right."""
    middle = brush.height // 2
    brush.image.paste(theme.sheet, (0, 0, brush.width, brush.height))
    room = brush.width - 96
    colour = theme.ink if element.enabled else theme.faint
    if element.look != "bare":
        brush.text(element.text, 16, middle - (11 if element.value else 0), 16, colour, room)
    if element.value:
        brush.text(element.value, 16, middle + 11, 13, theme.faint, room)
    x = brush.width - 66
    track = theme.accent if element.checked else mix(theme.faint, theme.sheet, 0.45)
    brush.shape((x, middle - 14, x + 50, middle + 14), 14, track)
    knob = x + 25 if element.checked else x + 3
    brush.shape((knob, middle - 11, knob + 22, middle + 11), 11, WHITE)
    brush.rule(0 if element.look else 16, brush.width, brush.height - 1, theme.line)


def checkbox(brush: Brush, element: Element, theme: Theme) -> None:
    """A box to tick."""
    middle = brush.height // 2
    brush.image.paste(theme.sheet, (0, 0, brush.width, brush.height))
    box = (16, middle - 11, 38, middle + 11)
    if element.checked:
        brush.shape(box, 6, theme.accent)
        brush.icon("check", 27, middle, WHITE, 16)
    else:
        brush.border(box, 6, theme.faint, 2)
    brush.rule(0, brush.width, brush.height - 1, theme.line)


def radio(brush: Brush, element: Element, theme: Theme) -> None:
    """One of a group."""
    middle = brush.height // 2
    brush.border((26, middle - 11, 48, middle + 11), 11, theme.accent if element.checked else theme.faint, 2)
    if element.checked:
        brush.shape((31, middle - 6, 43, middle + 6), 6, theme.accent)
    brush.text(element.text, 64, middle, 16, theme.ink, brush.width - 84)


def button(brush: Brush, element: Element, theme: Theme) -> None:
    """Any button, by its look."""
    BUTTONS.get(element.look, filled)(brush, element, theme)


def filled(brush: Brush, element: Element, theme: Theme) -> None:
    """A coloured button."""
    colour = theme.error if element.look == "danger" else theme.accent
    brush.shape((0, 0, brush.width, brush.height), 22, colour if element.enabled else theme.line)
    _label(brush, element, theme, WHITE if element.enabled else theme.faint)


def outlined(brush: Brush, element: Element, theme: Theme) -> None:
    """A button with a border."""
    brush.shape((0, 0, brush.width, brush.height), 22, theme.sheet)
    brush.border(
        (0, 0, brush.width, brush.height),
        22,
        theme.line if not element.enabled else mix(theme.accent, theme.sheet, 0.4),
    )
    _label(brush, element, theme, theme.accent if element.enabled else theme.faint)


def plain(brush: Brush, element: Element, theme: Theme) -> None:
    """A button of text."""
    _label(brush, element, theme, theme.accent if element.enabled else theme.faint)


def day(brush: Brush, element: Element, theme: Theme) -> None:
    """A cell of a calendar or a clock."""
    if element.checked:
        brush.shape((0, 0, brush.width, brush.height), 16, theme.accent)
    else:
        brush.shape((0, 0, brush.width, brush.height), 16, theme.soft)
    colour = WHITE if element.checked else theme.ink
    brush.text_centred(
        element.text, brush.width // 2, brush.height // 2, 15, colour, brush.width, bold=bool(element.checked)
    )


def round_button(brush: Brush, element: Element, theme: Theme) -> None:
    """A round button with an icon."""
    brush.shape((2, 2, brush.width - 2, brush.height - 2), 22, theme.accent if element.enabled else theme.line)
    brush.icon(element.icon, brush.width // 2 + 1, brush.height // 2, WHITE if element.enabled else theme.faint, 22)


def icon_button(brush: Brush, element: Element, theme: Theme) -> None:
    """An icon in the app bar."""
    brush.icon(element.icon, brush.width // 2, brush.height // 2, theme.ink if element.enabled else theme.line)


def field(brush: Brush, element: Element, theme: Theme) -> None:
    """A text field or a picker, with its label, its text, and a cursor when it is focused."""
    box = (0, 0, brush.width, brush.height)
    brush.shape(box, 14, theme.sheet)
    brush.border(box, 14, theme.accent if element.focused else theme.line, 2 if element.focused else 1)
    room = brush.width - 28 - (30 if element.icon else 0)
    value = element.value or ""
    if element.icon:
        brush.icon(element.icon, brush.width - 26, brush.height // 2, theme.faint, 20)
    if element.look == "compose" or brush.height < LABELLED:
        _line(brush, element, theme, value.split("\n")[-1], brush.height // 2, room)
        return
    brush.text(element.text, 14, 16, 12, theme.accent if element.focused else theme.faint, room)
    if element.look != "multiline":
        _line(brush, element, theme, "•" * len(value) if element.look == "secret" else value, 39, room, hint=False)
        return
    lines = wrap(value, 15, room)[-max(1, (brush.height - 30) // 21) :]
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        _line(brush, element, theme, line, 39 + number * 21, room, hint=False, cursor=last)


def search(brush: Brush, element: Element, theme: Theme) -> None:
    """A search field."""
    box = (0, 0, brush.width, brush.height)
    brush.shape(box, 24, theme.sheet)
    brush.border(box, 24, theme.accent if element.focused else theme.line, 2 if element.focused else 1)
    brush.icon("search", 26, brush.height // 2, theme.faint, 20)
    _line(brush, element, theme, element.value or "", brush.height // 2, brush.width - 64, left=46)


def tab(brush: Brush, element: Element, theme: Theme) -> None:
    """One tab; the chosen one is underlined."""
    colour = theme.accent if element.checked else theme.faint
    brush.text_centred(
        element.text, brush.width // 2, brush.height // 2, 14, colour, brush.width - 8, bold=bool(element.checked)
    )
    brush.rule(0, brush.width, brush.height - 1, theme.line)
    if element.checked:
        brush.shape((brush.width // 4, brush.height - 4, brush.width * 3 // 4, brush.height), 2, theme.accent)


def message(brush: Brush, element: Element, theme: Theme) -> None:
    """A bubble of a conversation."""
    mine = element.look == "mine"
    brush.shape((0, 0, brush.width, brush.height), 16, theme.accent if mine else theme.sheet)
    if not mine:
        brush.border((0, 0, brush.width, brush.height), 16, theme.line)
    for number, line in enumerate(wrap(element.text, 15, 268)):
        brush.text(line, 12, 18 + number * 20, 15, WHITE if mine else theme.ink, 268)
    note = mix(theme.accent, WHITE, 0.7) if mine else theme.faint
    brush.text_right(element.extra, brush.width - 12, brush.height - 12, 11, note)


def error(brush: Brush, element: Element, theme: Theme) -> None:
    """What is wrong with a field."""
    brush.text(element.text, 4, brush.height // 2, 12, theme.error, brush.width - 8)


def _label(brush: Brush, element: Element, theme: Theme, colour: tuple[int, int, int]) -> None:
    del theme
    x, y = brush.width // 2, brush.height // 2
    if element.icon and brush.width > WIDE // 2:
        brush.icon(element.icon, 22, y, colour, 18)
        x += 12
    size = 24 if len(element.text) == 1 else 15 if brush.width > WIDE else 14
    brush.text_centred(element.text, x, y, size, colour, brush.width - (44 if element.icon else 12), bold=True)


def _line(  # noqa: PLR0913 - a line of text in a field
    brush: Brush,
    element: Element,
    theme: Theme,
    value: str,
    y: int,
    room: int,
    *,
    left: int = 14,
    hint: bool = True,
    cursor: bool = True,
) -> None:
    if not value and hint and not element.focused:
        brush.text(element.text, left, y, 15, theme.faint, room)
    mask = text_mask(value, 15) if value else None
    end = 0
    if mask is not None:
        shown = (
            mask
            if mask.width <= room or not element.focused
            else mask.crop((mask.width - room, 0, mask.width, mask.height))
        )
        if mask.width > room and not element.focused:
            brush.text(value, left, y, 15, theme.ink, room)
        else:
            brush.image.paste(theme.ink, (left, y - shown.height // 2), shown)
        end = min(shown.width, room)
    if element.focused and cursor:
        brush.image.paste(theme.accent, (left + end, y - 10, left + end + 2, y + 10))


BUTTONS: dict[str, Painter] = {
    "outlined": outlined,
    "plain": plain,
    "day": day,
    "round": round_button,
    "icon": icon_button,
}
PAINTERS: dict[str, Painter] = {
    "text": text,
    "heading": heading,
    "title": title,
    "item": item,
    "switch": switch,
    "checkbox": checkbox,
    "radio": radio,
    "button": button,
    "field": field,
    "picker": field,
    "search": search,
    "tab": tab,
    "message": message,
    "plan": plan,
    "error": error,
}
"""By role. What has no painter here belongs to the frame of the picture."""
