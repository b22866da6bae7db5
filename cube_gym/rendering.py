"""What a person sees of an environment."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from cube_core import Content, ImageContent, Observation, StructuredContent, Task, TextContent

RENDER_MODES: Final = ("rgb_array", "ansi")

_PAGE = (640, 480)
_MARGIN = 12
_FONT_SIZE = 14
_LONGEST_LINE = 76
_MOST_LINES = 30  # more do not fit


def as_array(task: Task, observation: Observation) -> NDArray[np.uint8]:
    """The task's own picture, else one in the observation, else the observation's text on a white page.

    An array of one's own, (height, width, 3).
    """
    picture = task.picture() or _picture_in(observation) or _page(_text_in(observation))
    return np.array(_opaque(picture))


def as_text(goal: str, observation: Observation) -> str:
    """The goal, and the observation as text; pictures are named only."""
    return f"Goal: {goal}\n\n{_text_in(observation)}"


def _picture_in(observation: Observation) -> Image.Image | None:
    return next((content.data for content in observation.contents if isinstance(content, ImageContent)), None)


def _opaque(picture: Image.Image) -> Image.Image:
    """In RGB, with white where it is transparent: what lies under transparent pixels is arbitrary."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    page = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(page, picture.convert("RGBA")).convert("RGB")


def _text_in(observation: Observation) -> str:
    return "\n\n".join(map(_text_of, observation.contents))


def _text_of(content: Content) -> str:
    if isinstance(content, TextContent | StructuredContent):
        return content.to_markdown()
    if isinstance(content, ImageContent):
        return f"[{content.name or 'picture'}: {content.data.width} x {content.data.height}]"
    return f"[{content.name or type(content).__name__}]"


def _page(text: str) -> Image.Image:
    page = Image.new("RGB", _PAGE, "white")
    lines = [part for line in text.splitlines() for part in _folded(line)]
    font = ImageFont.load_default(_FONT_SIZE)
    ImageDraw.Draw(page).multiline_text((_MARGIN, _MARGIN), "\n".join(lines[:_MOST_LINES]), fill="black", font=font)
    return page


def _folded(line: str) -> list[str]:
    return [line[start : start + _LONGEST_LINE] for start in range(0, len(line), _LONGEST_LINE)] or [""]
