"""What a person sees of an environment."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from cube_core import Content, ImageContent, Observation, StructuredContent, Task, TextContent
from cube_core.screen import Screen, read_screen
from cube_gym.drawing import draw_screen, draw_text

RENDER_MODES: Final = ("rgb_array", "ansi")


def as_array(task: Task, observation: Observation) -> NDArray[np.uint8]:
    """The task's own picture, else one of the observation: an array of one's own, (height, width, 3)."""
    return np.array(_opaque(task.picture() or as_picture(observation)))


def as_picture(observation: Observation) -> Image.Image:
    """The last picture in the observation, else its tree as boxes, else its text on a white page."""
    pictures = [content.data for content in observation.contents if isinstance(content, ImageContent)]
    if pictures:
        return pictures[-1]
    screens = [screen for content in observation.contents if (screen := _screen_of(content)) is not None]
    return draw_screen(screens[-1]) if screens else draw_text("\n\n".join(map(_text_of, observation.contents)))


def as_text(goal: str, observation: Observation) -> str:
    """The goal, and the observation as text: of a tree one line an element, unless there is the screen as text too.

    Pictures are named only.
    """
    names = {content.name for content in observation.contents}
    left_out = {"goal", "tree"} if "screen" in names else {"goal"}
    told = [content for content in observation.contents if content.name not in left_out]
    return "\n\n".join([f"Goal: {goal}", *map(_text_of, told)])


def _opaque(picture: Image.Image) -> Image.Image:
    """In RGB, with white where it is transparent: what lies under transparent pixels is arbitrary."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    page = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(page, picture.convert("RGBA")).convert("RGB")


def _screen_of(content: Content) -> Screen | None:
    return read_screen(content.data) if isinstance(content, StructuredContent) else None


def _text_of(content: Content) -> str:
    screen = _screen_of(content)
    if screen is not None:
        return "\n".join(map(_line_of, screen.elements))
    if isinstance(content, TextContent | StructuredContent):
        return content.to_markdown()
    if isinstance(content, ImageContent):
        return f"[{content.name or 'picture'}: {content.data.width} x {content.data.height}]"
    return f"[{content.name or type(content).__name__}]"


def _line_of(element: Mapping[str, Any]) -> str:
    texts = [repr(element[part]) for part in ("text", "value") if part in element]
    flags = [f"({element['flags']})"] if "flags" in element else []
    return " ".join([f"[{element.get('id', '')}]", element.get("role", ""), *texts, *flags]).rstrip()
