"""Lines of text in whatever scripts they have, as masks, each made once."""

from functools import lru_cache
from typing import NamedTuple
from unicodedata import bidirectional, combining

from PIL import Image, ImageDraw

from cube_gym.fonts import CAN_SHAPE, Font, font_for, fonts, has

INVISIBLE = frozenset("\u200d\ufe0f\ufe0e\u200e\u200f")


class Run(NamedTuple):
    """Characters of one font; `font` is None for those that are shown as boxes."""

    text: str
    font: Font | None


@lru_cache(maxsize=4096)
def text_mask(text: str, size: int, *, bold: bool = False) -> Image.Image:
    """One line of text as a mask ("L"), `size * 1.4` pixels high."""
    height = round(size * 1.4)
    baseline = round(size * 1.06)
    runs = _runs(text, size, bold=bold)
    widths = [size * 0.75 * len(run.text) if run.font is None else run.font.getlength(run.text) for run in runs]
    mask = Image.new("L", (max(1, round(sum(widths)) + 2), height))
    pen = ImageDraw.Draw(mask)
    x = 0.0
    for run, width in zip(runs, widths, strict=True):
        if run.font is None:
            for number in range(len(run.text)):
                left = x + number * size * 0.75 + 1
                pen.rectangle((left, baseline - size * 0.72, left + size * 0.6, baseline), outline=255)
        else:
            pen.text((x, baseline), run.text, fill=255, font=run.font, anchor="ls")
        x += width
    return mask


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, room: int, *, bold: bool = False) -> Image.Image:
    """One line of text, cut with an ellipsis when it is wider than `room` pixels."""
    mask = text_mask(text, size, bold=bold)
    if mask.width <= room or not text:
        return mask
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_mask(text[:middle] + "…", size, bold=bold).width <= room:
            low = middle
        else:
            high = middle - 1
    return text_mask(text[:low] + "…", size, bold=bold)


def folded(text: str, size: int, room: int, *, most: int) -> list[str]:
    """The words of a text in at most `most` lines `room` pixels wide; a last line that goes on ends in an ellipsis.

    A word that is wider stays whole: `fitted` cuts it.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or text_mask(longer, size).width <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def _from_right(text: str) -> bool:
    return any(bidirectional(char) in ("R", "AL") for char in text)


def _shaped(text: str, size: int, *, bold: bool) -> Run | None:
    """The whole line in one font that has its letters and can join them; None when there is none."""
    letters = [char for char in text if char not in INVISIBLE]
    for plain, shaped in zip(fonts(size, bold=bold), fonts(size, bold=bold, shaped=True), strict=True):
        if all(has(plain, char) for char in letters):
            return Run(text, shaped)
    return None


def _runs(text: str, size: int, *, bold: bool) -> list[Run]:
    if _from_right(text):
        whole = _shaped(text, size, bold=bold) if CAN_SHAPE else None
        if whole is not None:
            return [whole]
        text = text[::-1]  # letters are not joined, but stand in their order
    first = fonts(size, bold=bold)[0]
    runs: list[Run] = []
    for char in text:
        if char in INVISIBLE:
            continue
        font = runs[-1].font if runs and combining(char) else font_for(char, size, bold=bold)
        font = first if char == " " else font
        if runs and runs[-1].font is font:
            runs[-1] = Run(runs[-1].text + char, font)
        else:
            runs.append(Run(char, font))
    return runs
