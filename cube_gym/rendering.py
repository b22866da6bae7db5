"""What a person sees of an environment."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from cube_core import ImageContent, Observation, Task

RENDER_MODES: Final = ("rgb_array", "ansi")

_PAGE = (640, 480)
_MARGIN = 12
_FONT_SIZE = 14
_LONGEST_LINE = 76


def as_array(task: Task, observation: Observation) -> NDArray[np.uint8]:
    """The task's own picture, else one in the observation, else the observation's text on a white page."""
    picture = task.picture() or _picture_in(observation) or _page(_text_in(observation))
    return np.asarray(picture.convert("RGB"))


def as_text(goal: str, observation: Observation) -> str:
    """The goal, and the observation as text; pictures are named only."""
    return f"Goal: {goal}\n\n{_text_in(observation)}"


def _picture_in(observation: Observation) -> Image.Image | None:
    return next((content.data for content in observation.contents if isinstance(content, ImageContent)), None)


def _text_in(observation: Observation) -> str:
    texts = [
        f"[{content.name or 'picture'}: {content.data.width} x {content.data.height}]"
        if isinstance(content, ImageContent)
        else content.to_markdown()
        for content in observation.contents
    ]
    return "\n\n".join(texts)


def _page(text: str) -> Image.Image:
    page = Image.new("RGB", _PAGE, "white")
    lines = [line[_at : _at + _LONGEST_LINE] for line in text.splitlines() for _at in range(0, len(line) or 1, _LONGEST_LINE)]
    font = ImageFont.load_default(_FONT_SIZE)
    ImageDraw.Draw(page).multiline_text((_MARGIN, _MARGIN), "\n".join(lines), fill="black", font=font)
    return page
