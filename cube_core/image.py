"""Pictures as PNG and back, for every mode that Pillow knows."""

import base64
import binascii
import io
from typing import Final

from PIL import Image

DATA_URL_PREFIX: Final = "data:image/png;base64,"
_PNG_LEVEL: Final = 1  # a phone screen takes two thirds of the time of level 6 and grows by a few per cent

_SAME_IN_PNG: Final = frozenset({"1", "L", "LA", "RGB", "RGBA", "I;16"})
_PNG_MODE: Final = {
    "La": "LA",
    "PA": "RGBA",
    "RGBa": "RGBA",
    "F": "L",
    "I": "I;16",
    "I;16B": "I;16",
    "I;16L": "I;16",
    "I;16N": "I;16",
}
_WITH_ALPHA: Final = {"1": "LA", "L": "LA", "P": "RGBA", "RGB": "RGBA"}


def as_storable(image: Image.Image) -> Image.Image:
    """A copy of `image` in a mode that PNG stores: 1, L, LA, RGB, RGBA or I;16. Alpha is kept.

    F is clipped to 0..255, I to 0..65535; all other modes without alpha become RGB. `image` stays as it is.

    Raises:
        ValueError: the image has no pixels, or its data cannot be read.
    """
    if not all(image.size):
        msg = f"an image of {image.width} x {image.height} pixels has nothing to show: give one of at least 1 x 1"
        raise ValueError(msg)
    try:
        copy = _convert(image)
    except (OSError, SyntaxError) as exc:  # what Pillow raises for data that is cut off or broken
        msg = f"the image's data cannot be read: {exc}"
        raise ValueError(msg) from exc
    copy.info = {}
    return copy


def _convert(image: Image.Image) -> Image.Image:
    if "transparency" in image.info and image.mode in _WITH_ALPHA:
        return image.convert(_WITH_ALPHA[image.mode])
    if image.mode in _SAME_IN_PNG:
        return image.copy()
    return image.convert(_PNG_MODE.get(image.mode, "RGB"))


def to_png(image: Image.Image) -> bytes:
    """The bytes of a PNG file. The mode must be one that `as_storable` gives."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=_PNG_LEVEL)
    return buffer.getvalue()


def to_data_url(png: bytes) -> str:
    """A PNG file as the `data:` URL that chat APIs and browsers take."""
    return DATA_URL_PREFIX + base64.b64encode(png).decode("ascii")


def from_data_url(url: str) -> Image.Image:
    """The picture in a `data:image/png;base64,` URL (or in bare base64), read completely.

    Raises:
        ValueError: it is not base64, or not an image.
    """
    text = url.removeprefix(DATA_URL_PREFIX)
    try:
        image = Image.open(io.BytesIO(base64.b64decode(text, validate=True)), formats=["PNG"])
        image.load()  # Pillow reads lazily, and the buffer is gone soon
    except (binascii.Error, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as exc:
        msg = f"not a PNG image as a {DATA_URL_PREFIX!r} URL: {url[:60]!r} ({exc})"
        raise ValueError(msg) from exc
    return image
