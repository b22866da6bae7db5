"""Icons as masks of 24 x 24 pixels, each made of a few simple shapes."""

# ruff: noqa: E501 - a table of shapes

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from benchmarks.phone.drawing.ink import FINE
from cube_gym.lettering import text_mask

SIZE = 24
Shape = tuple[str, tuple[float, ...]]
"""What to draw (line, ring, disc, box, fill, poly, arc, cut) and its numbers, in pixels of the 24 x 24 square."""

ICONS: dict[str, tuple[Shape, ...]] = {
    "alarm": (("ring", (12, 13, 8)), ("line", (12, 9, 12, 13, 15, 15)), ("line", (3, 6, 6, 3)), ("line", (18, 3, 21, 6))),
    "back": (("line", (20, 12, 5, 12)), ("line", (11, 5, 4, 12, 11, 19))),
    "battery": (("box", (7, 5, 17, 21)), ("fill", (10, 2, 14, 5)), ("fill", (9, 11, 15, 19))),
    "bell": (("poly", (5, 17, 7, 14, 7, 9, 12, 4, 17, 9, 17, 14, 19, 17)), ("fill", (10, 19, 14, 21))),
    "block": (("ring", (12, 12, 9)), ("line", (6, 6, 18, 18))),
    "calendar": (("box", (4, 5, 20, 20)), ("fill", (4, 5, 20, 10)), ("line", (8, 2, 8, 6)), ("line", (16, 2, 16, 6)), ("fill", (13, 14, 17, 17))),
    "call-in": (("line", (19, 5, 6, 18)), ("line", (6, 9, 6, 18, 15, 18))),
    "call-missed": (("line", (3, 7, 12, 16, 21, 7)), ("line", (3, 13, 3, 7, 9, 7))),
    "call-out": (("line", (5, 19, 18, 6)), ("line", (9, 6, 18, 6, 18, 15))),
    "car": (("poly", (2, 12, 5, 11, 8, 6, 16, 6, 19, 11, 22, 12, 22, 17, 2, 17)), ("cut", (9, 8, 15, 11)), ("disc", (7, 17, 2.6)), ("disc", (17, 17, 2.6))),
    "card": (("box", (3, 5, 21, 19)), ("fill", (3, 8, 21, 12))),
    "cart": (("line", (2, 4, 6, 4, 8, 15, 19, 15, 21, 7, 7, 7)), ("disc", (10, 19, 1.9)), ("disc", (17, 19, 1.9))),
    "check": (("line", (4, 12, 10, 18, 20, 6)),),
    "check-square": (("box", (4, 4, 20, 20)), ("line", (8, 12, 11, 15, 17, 8))),
    "clock": (("ring", (12, 12, 9)), ("line", (12, 6, 12, 12, 16, 15))),
    "close": (("line", (5, 5, 19, 19)), ("line", (19, 5, 5, 19))),
    "coin": (("ring", (12, 12, 9)), ("ring", (12, 12, 4))),
    "down": (("line", (6, 9, 12, 15, 18, 9)),),
    "edit": (("poly", (4, 20, 5, 15, 16, 4, 20, 8, 9, 19)),),
    "file": (("poly", (6, 3, 14, 3, 19, 8, 19, 21, 6, 21)), ("cut", (9, 12, 16, 13)), ("cut", (9, 16, 16, 17))),
    "folder": (("poly", (3, 5, 10, 5, 12, 8, 21, 8, 21, 19, 3, 19)),),
    "gear": (("ring", (12, 12, 6)), *(("line", spoke) for spoke in ((12, 2, 12, 6), (12, 18, 12, 22), (2, 12, 6, 12), (18, 12, 22, 12), (5, 5, 8, 8), (16, 16, 19, 19), (19, 5, 16, 8), (5, 19, 8, 16)))),
    "globe": (("ring", (12, 12, 9)), ("line", (3, 12, 21, 12)), ("oval", (8, 3, 16, 21))),
    "home": (("poly", (3, 12, 12, 4, 21, 12, 18, 12, 18, 20, 6, 20, 6, 12)),),
    "image": (("box", (3, 5, 21, 19)), ("poly", (5, 17, 10, 11, 13, 14, 16, 10, 19, 17)), ("disc", (8, 9, 1.6))),
    "info": (("ring", (12, 12, 9)), ("line", (12, 11, 12, 17)), ("disc", (12, 7.5, 1.3))),
    "keypad": tuple(("disc", (x, y, 2.0)) for y in (5, 12, 19) for x in (5, 12, 19)),
    "list": (("line", (9, 6, 20, 6)), ("line", (9, 12, 20, 12)), ("line", (9, 18, 20, 18)), ("disc", (5, 6, 1.5)), ("disc", (5, 12, 1.5)), ("disc", (5, 18, 1.5))),
    "lock": (("fill", (5, 11, 19, 21)), ("arc", (8, 3, 16, 15, 180, 360)), ("cut", (11, 14, 13, 18))),
    "mail": (("box", (3, 5, 21, 19)), ("line", (4, 7, 12, 13, 20, 7))),
    "message": (("poly", (3, 4, 21, 4, 21, 16, 10, 16, 6, 20, 6, 16, 3, 16)), ("cut", (7, 8, 17, 9)), ("cut", (7, 11, 14, 12))),
    "more": (("disc", (12, 5, 2)), ("disc", (12, 12, 2)), ("disc", (12, 19, 2))),
    "music": (("disc", (8, 18, 3)), ("line", (11, 18, 11, 5, 18, 4)), ("disc", (15, 16, 3)), ("line", (18, 16, 18, 4))),
    "note": (("box", (5, 3, 19, 21)), ("line", (8, 8, 16, 8)), ("line", (8, 12, 16, 12)), ("line", (8, 16, 13, 16))),
    "person": (("disc", (12, 8, 4)), ("pie", (4, 14, 20, 30, 180, 360))),
    "phone": (("poly", (5, 3, 9, 3, 11, 9, 8, 11, 13, 16, 15, 13, 21, 15, 21, 19, 19, 21, 13, 19, 5, 11, 3, 5)),),
    "pin": (("disc", (12, 9, 6)), ("poly", (7, 12, 17, 12, 12, 22)), ("hole", (12, 9, 2.2))),
    "parcel": (("box", (3, 7, 21, 20)), ("line", (3, 7, 6, 4, 18, 4, 21, 7)), ("fill", (10, 7, 14, 13))),
    "plus": (("line", (12, 4, 12, 20)), ("line", (4, 12, 20, 12))),
    "repeat": (("line", (5, 11, 5, 8, 19, 8)), ("line", (15, 4, 19, 8, 15, 12)), ("line", (19, 13, 19, 17, 5, 17)), ("line", (9, 13, 5, 17, 9, 21))),
    "reply": (("line", (10, 6, 4, 12, 10, 18)), ("line", (4, 12, 16, 12, 20, 19))),
    "route": (("ring", (6, 18, 3)), ("line", (9, 18, 16, 18, 16, 9)), ("disc", (16, 6, 3.4))),
    "save": (("box", (4, 4, 20, 20)), ("fill", (8, 4, 16, 10)), ("fill", (8, 14, 16, 20))),
    "search": (("ring", (10, 10, 6)), ("line", (15, 15, 21, 21))),
    "send": (("poly", (3, 4, 21, 12, 3, 20, 6, 12)),),
    "speaker": (("poly", (3, 9, 8, 9, 13, 4, 13, 20, 8, 15, 3, 15)), ("arc", (10, 6, 20, 18, -50, 50))),
    "star": (("line", (12, 3, 15, 9, 21, 10, 16.5, 14, 18, 21, 12, 17, 6, 21, 7.5, 14, 3, 10, 9, 9, 12, 3)),),
    "star-full": (("poly", (12, 2, 15, 9, 22, 10, 17, 14, 18, 21, 12, 17, 6, 21, 7, 14, 2, 10, 9, 9)),),
    "sun": (("disc", (12, 12, 4.5)), *(("line", ray) for ray in ((12, 2, 12, 5), (12, 19, 12, 22), (2, 12, 5, 12), (19, 12, 22, 12), (5, 5, 7, 7), (17, 17, 19, 19), (19, 5, 17, 7), (5, 19, 7, 17)))),
    "sweep": (("line", (8, 6, 20, 6)), ("line", (6, 12, 18, 12)), ("line", (4, 18, 16, 18))),
    "timer": (("ring", (12, 14, 8)), ("line", (12, 10, 12, 14)), ("line", (9, 3, 15, 3))),
    "trash": (("box", (6, 8, 18, 21)), ("line", (4, 7, 20, 7)), ("line", (9, 4, 15, 4)), ("line", (10, 11, 10, 18)), ("line", (14, 11, 14, 18))),
    "up": (("line", (12, 20, 12, 5)), ("line", (5, 11, 12, 4, 19, 11))),
    "wallet": (("box", (3, 6, 21, 20)), ("line", (5, 6, 17, 3)), ("fill", (15, 11, 21, 16)), ("hole", (18, 13.5, 1))),
    "wifi": (("arc", (2, 6, 22, 26, 225, 315)), ("arc", (6, 11, 18, 23, 225, 315)), ("disc", (12, 18, 2))),
}  # fmt: skip


@lru_cache(maxsize=256)
def icon(name: str, size: int = SIZE) -> Image.Image:
    """An icon as a mask; an unknown name shows its first letter."""
    shapes = ICONS.get(name)
    if shapes is None:
        return text_mask(name[:1].upper(), size - 6, bold=True)
    scale = FINE
    big = Image.new("L", (SIZE * scale, SIZE * scale))
    pen = ImageDraw.Draw(big)
    for kind, numbers in shapes:
        _draw(pen, kind, [number * scale for number in numbers], 2 * scale, numbers)
    return big.resize((size, size), Image.Resampling.LANCZOS)


def _draw(pen: ImageDraw.ImageDraw, kind: str, at: list[float], line: int, plain: tuple[float, ...]) -> None:
    match kind:
        case "line":
            pen.line(at, 255, line, joint="curve")
            for x, y in ((at[0], at[1]), (at[-2], at[-1])):
                pen.ellipse((x - line / 2, y - line / 2, x + line / 2, y + line / 2), 255)
        case "poly":
            pen.polygon(at, 255)
        case "box":
            pen.rounded_rectangle(at, line, outline=255, width=line)
        case "fill" | "cut":
            pen.rounded_rectangle(at, line / 2, 0 if kind == "cut" else 255)
        case "oval":
            pen.ellipse(at, outline=255, width=line)
        case "disc" | "hole" | "ring":
            x, y, r = at
            box = (x - r, y - r, x + r, y + r)
            pen.ellipse(
                box, None if kind == "ring" else 0 if kind == "hole" else 255, 255 if kind == "ring" else None, line
            )
        case "arc":
            pen.arc(at[:4], plain[4], plain[5], 255, line)
        case "pie":
            pen.pieslice(at[:4], plain[4], plain[5], 255)
        case _:
            raise ValueError(f"no shape {kind!r}")
