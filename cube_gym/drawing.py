"""Pictures of what has none: an element tree as boxes, text as a page."""

from typing import Final

from PIL import Image, ImageDraw, ImageFont

from cube_core.screen import Screen, label_of

_PAGE = (640, 480)
_MARGIN = 12
_FONT_SIZE = 14
_LONGEST_LINE = 76
_MOST_LINES = 30  # more do not fit
_LARGEST: Final = 2000  # pixels; a tree may claim to be of any size
_LABEL_SIZE = 11


def draw_screen(screen: Screen) -> Image.Image:
    """The boxes of a screen's elements, with their texts in them; what lies beyond 2,000 pixels is cut off."""
    size = tuple(round(min(edge, _LARGEST)) for edge in screen.size)
    picture = Image.new("RGB", (max(size[0], 1), max(size[1], 1)), "white")
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(_LABEL_SIZE)
    for element in screen.elements:
        left, top, width, height = element["box"]
        if element.get("off") or width <= 0 or height <= 0:
            continue
        pen.rectangle((left, top, left + width - 1, top + height - 1), outline="#9a9a9a")
        label = label_of(element)
        letters = max(0, int((width - 6) / (_LABEL_SIZE * 0.55)))
        pen.text((left + 3, top + max(0, (height - _LABEL_SIZE) / 2 - 1)), label[:letters], fill="black", font=font)
    return picture


def draw_text(text: str) -> Image.Image:
    """Text on a white page of 640 x 480 pixels; what does not fit is left out."""
    page = Image.new("RGB", _PAGE, "white")
    lines = [part for line in text.splitlines() for part in _folded(line)]
    font = ImageFont.load_default(_FONT_SIZE)
    ImageDraw.Draw(page).multiline_text((_MARGIN, _MARGIN), "\n".join(lines[:_MOST_LINES]), fill="black", font=font)
    return page


def _folded(line: str) -> list[str]:
    return [line[start : start + _LONGEST_LINE] for start in range(0, len(line), _LONGEST_LINE)] or [""]
