"""The whole picture: status bar, page, scroll bar, keyboard, dialogs over a darkened page, toast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from benchmarks.phone.drawing.brush import Brush
from benchmarks.phone.drawing.ink import Colour, rounded
from benchmarks.phone.drawing.painters import PAINTERS, WHITE
from benchmarks.phone.drawing.theme import Theme, mix, rgb, theme
from benchmarks.phone.ui.element import FLOOR, HEIGHT, KEYBOARD_TOP, STATUS_BOTTOM, WIDTH, Element
from benchmarks.phone.ui.layout import Layout

KEYS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
TILES: dict[tuple[object, ...], Image.Image] = {}
MOST_TILES = 4000


class Layer(NamedTuple):
    """A laid out page with the colour of its app; `home` draws it over the wallpaper."""

    layout: Layout
    colour: str
    home: bool


def draw(layers: Sequence[Layer], status: Element, toast: str, icons: dict[str, str], *, dark: bool) -> Image.Image:
    """The screen as an RGB picture of 400 x 800; `icons` are the colours of the apps' icons, by element id."""
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    for number, layer in enumerate(layers):
        look = theme(layer.colour, dark=dark)
        if layer.layout.screen.dialog:
            if number:
                picture = picture.point(_dim())
            _dialog(picture, layer.layout, look)
        elif layer.home:
            picture.paste(_wallpaper(dark=dark), (0, 0))
            _home(picture, layer.layout, look, icons)
        else:
            picture.paste(look.ground, (0, 0, WIDTH, HEIGHT))
            _page(picture, layer.layout, look, look.ground)
    top = layers[-1]
    white = top.home or (top.layout.screen.dialog and len(layers) > 1) or dark
    _status(picture, status, WHITE if white else theme(top.colour, dark=dark).ink)
    handle = WHITE if white else (60, 64, 72)
    picture.paste(handle, (140, HEIGHT - 9), rounded(120, 4, 2))
    if toast:
        _toast(picture, toast)
    return picture


def _page(picture: Image.Image, layout: Layout, look: Theme, ground: Colour) -> None:
    for element in layout.elements:
        if element.role == "keyboard":
            picture.paste(_keyboard(look), element.bounds[:2])
        elif element.look == "fab":
            _fab(picture, element, look)
        elif element.role == "key":
            pass
        elif element.role in PAINTERS:
            _place(picture, element, look, ground)
    if layout.reach:
        _scroll_bar(picture, layout, look)


def _place(picture: Image.Image, element: Element, look: Theme, ground: Colour) -> None:
    """Paint an element's tile, or take it from those painted before, and paste its visible part."""
    left, top, right, bottom = element.box
    key = (right - left, bottom - top, ground, look, *element[1:4], *element[6:13])
    tile = TILES.get(key)
    if tile is None:
        brush = Brush(right - left, bottom - top, ground)
        PAINTERS[element.role](brush, element, look)
        if len(TILES) >= MOST_TILES:
            TILES.clear()
        tile = TILES[key] = brush.image
    seen = element.bounds
    if seen != element.box:
        tile = tile.crop((seen[0] - left, seen[1] - top, seen[2] - left, seen[3] - top))
    picture.paste(tile, seen[:2])


def _dialog(picture: Image.Image, layout: Layout, look: Theme) -> None:
    card = [element for element in layout.elements if element.role not in ("keyboard", "key")]
    top, bottom = min(e.bounds[1] for e in card) - 6, max(e.bounds[3] for e in card) + 14
    sheet = Image.new("RGB", (WIDTH, HEIGHT), look.sheet)
    _page(sheet, layout, look, look.sheet)
    picture.paste(sheet.crop((8, top, WIDTH - 8, bottom)), (8, top), rounded(WIDTH - 16, bottom - top, 24))
    if layout.field is not None:
        picture.paste(_keyboard(look), (0, KEYBOARD_TOP))


def _home(picture: Image.Image, layout: Layout, look: Theme, icons: dict[str, str]) -> None:
    for element in layout.elements:
        left, top, right, bottom = element.bounds
        if element.look == "app":
            picture.paste(
                _app_icon(element, icons.get(element.id, "#555555"), right - left, bottom - top),
                (left, top),
                _app_mask(element, right - left, bottom - top),
            )
        elif element.look == "icon":
            brush = Brush(1, 1, WHITE)
            brush.image = picture
            brush.icon(element.icon, (left + right) // 2, (top + bottom) // 2, WHITE)
        elif element.role in ("text", "button", "title"):
            size = 44 if element.id == "clock" else 16
            brush = Brush(1, 1, WHITE)
            brush.image = picture
            y = (top + bottom) // 2
            brush.text_centred(element.text, WIDTH // 2, y, size, WHITE, WIDTH - 32, bold=element.id == "clock")
        elif element.role in PAINTERS and element.role != "list":
            _place(picture, element, look, look.ground)
    if layout.reach:
        _scroll_bar(picture, layout, look)


@lru_cache(maxsize=128)
def _app_icon(element: Element, colour: str, width: int, height: int) -> Image.Image:
    brush = Brush(width, height, WHITE)
    x = width // 2
    base = rgb(colour)
    brush.shape((x - 28, 4, x + 28, 60), 16, base)
    brush.icon(element.icon, x, 32, WHITE, 30)
    brush.text_centred(element.text, x, height - 16, 12, WHITE, width)
    return brush.image


@lru_cache(maxsize=128)
def _app_mask(element: Element, width: int, height: int) -> Image.Image:
    mask = Brush(width, height, (0, 0, 0))
    x = width // 2
    mask.shape((x - 28, 4, x + 28, 60), 16, WHITE)
    mask.text_centred(element.text, x, height - 16, 12, WHITE, width)
    return mask.image.convert("L")


@lru_cache(maxsize=2)
def _wallpaper(*, dark: bool) -> Image.Image:
    high, low = ((24, 28, 52), (10, 12, 20)) if dark else ((66, 92, 164), (148, 96, 150))
    column = Image.new("RGB", (1, HEIGHT))
    column.putdata([mix(high, low, y / HEIGHT) for y in range(HEIGHT)])
    return column.resize((WIDTH, HEIGHT))


@lru_cache(maxsize=1)
def _dim() -> list[int]:
    return [value * 9 // 20 for value in range(256)] * 3


def _status(picture: Image.Image, status: Element, colour: Colour) -> None:
    brush = Brush(1, 1, WHITE)
    brush.image, brush.width = picture, WIDTH
    middle = STATUS_BOTTOM // 2 + 1
    brush.text(status.text, 18, middle, 13, colour, 60, bold=True)
    if not (status.value or "0").startswith("0 "):
        brush.icon("bell", 72, middle, colour, 14)
    brush.icon("wifi", WIDTH - 52, middle - 1, colour, 16)
    brush.border((WIDTH - 36, middle - 6, WIDTH - 16, middle + 5), 3, colour)
    brush.shape((WIDTH - 34, middle - 4, WIDTH - 22, middle + 3), 1, colour)


def _scroll_bar(picture: Image.Image, layout: Layout, look: Theme) -> None:
    _, top, _, bottom = layout.view
    room = bottom - top - 8
    length = max(28, room * (bottom - top) // (bottom - top + layout.reach))
    y = top + 4 + (room - length) * layout.scroll // layout.reach
    picture.paste(mix(look.faint, look.ground, 0.35), (WIDTH - 6, y), rounded(4, length, 2))


def _fab(picture: Image.Image, element: Element, look: Theme) -> None:
    left, top, right, bottom = element.bounds
    for spread, share in ((3, 0.10), (1, 0.16)):
        shadow = rounded(right - left + 2 * spread, bottom - top + 2 * spread, 20 + spread)
        picture.paste(
            (0, 0, 0), (left - spread, top - spread + 2), shadow.point([round(v * share) for v in range(256)])
        )
    picture.paste(look.accent, (left, top), rounded(right - left, bottom - top, 18))
    brush = Brush(1, 1, WHITE)
    brush.image = picture
    brush.icon(element.icon, (left + right) // 2, (top + bottom) // 2, WHITE, 26)


@lru_cache(maxsize=32)
def _keyboard(look: Theme) -> Image.Image:
    brush = Brush(WIDTH, FLOOR - KEYBOARD_TOP, mix(look.line, look.ground, 0.3))
    for row, keys in enumerate(KEYS):
        width = WIDTH / len(KEYS[1])
        start = (WIDTH - width * len(keys)) / 2
        for column, key in enumerate(keys):
            x = round(start + column * width)
            brush.shape((x + 3, 6 + row * 48, round(x + width) - 3, 46 + row * 48), 8, look.sheet)
            brush.text_centred(key, round(x + width / 2), 26 + row * 48, 17, look.ink, 30)
    brush.shape((100, 198, 300, 238), 8, look.sheet)
    brush.shape((WIDTH - 72, 198, WIDTH - 8, 238), 12, look.accent)
    brush.icon("check", WIDTH - 40, 218, WHITE, 20)
    return brush.image


def _toast(picture: Image.Image, text: str) -> None:
    brush = Brush(1, 1, WHITE)
    brush.image = picture
    picture.paste((50, 53, 60), (32, HEIGHT - 104), rounded(WIDTH - 64, 44, 22))
    brush.text_centred(text, WIDTH // 2, HEIGHT - 82, 14, WHITE, WIDTH - 96)
