"""Fonts: from installed font packages, else the system's, else the one inside Pillow.

The layout never depends on them. A character that no font has is drawn as a box.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import ImageFont, features

PACKAGED = (
    ("font_roboto", "files/Roboto-Regular.ttf", "files/Roboto-Bold.ttf"),
    ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf", ""),
    ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf", ""),
    ("cvttf_NotoSansCJK_Regular", "NotoSansCJKtc-Regular.otf", ""),
)
"""Packages of the extra `fonts`: module, regular face, bold face."""

SYSTEM = (
    ("truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", "truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf"),
    ("truetype/liberation/LiberationSans-Regular.ttf", "truetype/liberation/LiberationSans-Bold.ttf"),
    ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"),
    ("truetype/noto/NotoSansArabic-Regular.ttf", "truetype/noto/NotoSansArabic-Bold.ttf"),
    ("opentype/noto/NotoSansCJK-Regular.ttc", "opentype/noto/NotoSansCJK-Bold.ttc"),
    ("truetype/noto/NotoEmoji-Regular.ttf", ""),
)
SYSTEM_FOLDER = Path("/usr/share/fonts")
MISSING = "\U0010fffd"
"""A character that no font has: it shows what a font draws for such ones."""

CAN_SHAPE: bool = bool(features.check("raqm"))
"""Whether this build of Pillow can lay out scripts that join letters."""

Font = Any  # FreeTypeFont, or Pillow's ImageFont where Pillow was built without FreeType


@cache
def files(*, bold: bool) -> tuple[Path, ...]:
    """Font files that exist here, the preferred first."""
    found = []
    for module, regular, strong in PACKAGED:
        spec = find_spec(module)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin).parent / (strong if bold and strong else regular))
    for regular, strong in SYSTEM:
        found.append(SYSTEM_FOLDER / (strong if bold and strong else regular))
    return tuple(path for path in found if path.is_file())


@cache
def fonts(size: int, *, bold: bool, shaped: bool = False) -> tuple[Font, ...]:
    """The fonts of one size in pixels, the preferred first; the last one is Pillow's own.

    `shaped` ones join letters and write from right to left where the script does (see `CAN_SHAPE`).
    """
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    loaded: list[Font] = [ImageFont.truetype(path, size, layout_engine=layout) for path in files(bold=bold)]
    return (*loaded, ImageFont.load_default(size))


@cache
def font_for(char: str, size: int, *, bold: bool) -> Font | None:
    """The first font that has a character; None when there is none."""
    return next((font for font in fonts(size, bold=bold) if has(font, char)), None)


def has(font: Font, char: str) -> bool:
    """Whether a font draws a character as something else than what it draws for missing ones."""
    if char.isspace():
        return True
    one, two = font.getmask(char), font.getmask(MISSING)
    return not (one.size == two.size and bytes(one) == bytes(two))
