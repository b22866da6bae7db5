"""Pictures as PNG and back, for every mode that Pillow knows."""

import base64
import binascii
import io
from typing import Final

from PIL import Image

DATA_URL_PREFIX: Final = "data:image/png;base64,"
_PNG_LEVEL: Final = 1  # a phone screen takes two thirds of the time of level 6 and grows by a few per cent

_WITH_ALPHA: Final = {
    "1": "LA",
    "L": "LA",
    "LA": "LA",
    "La": "LA",
    "P": "RGBA",
    "PA": "RGBA",
    "RGB": "RGBA",
    "RGBA": "RGBA",
    "RGBa": "RGBA",
}
_GREY: Final = {"1": "1", "L": "L", "F": "L"}


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
    except Exception as exc:  # what Pillow's readers raise for data that is cut off or broken is open
        msg = f"the image's data cannot be read: {exc}"
        raise ValueError(msg) from exc
    copy.info = {}
    return copy


def _convert(image: Image.Image) -> Image.Image:
    if image.has_transparency_data and image.mode in _WITH_ALPHA:
        return image.convert(_WITH_ALPHA[image.mode])
    if image.mode.startswith("I"):
        return image.convert("I").convert("I;16")  # straight from another byte order, Pillow cuts at 255
    return image.convert(_GREY.get(image.mode, "RGB"))


def to_png(image: Image.Image) -> bytes:
    """The bytes of a PNG file. The mode must be one that `as_storable` gives."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=_PNG_LEVEL)
    return buffer.getvalue()


def to_data_url(png: bytes) -> str:
    """A PNG file as the `data:` URL that chat APIs and browsers take."""
    return DATA_URL_PREFIX + base64.b64encode(png).decode("ascii")


def png_of(url: str) -> bytes:
    """The file in a `data:image/png;base64,` URL, or in bare base64.

    Raises:
        ValueError: it is not base64.
    """
    try:
        return base64.b64decode(url.removeprefix(DATA_URL_PREFIX), validate=True)
    except (binascii.Error, ValueError) as exc:
        msg = f"not a {DATA_URL_PREFIX!r} URL: {url[:60]!r} ({exc})"
        raise ValueError(msg) from exc


def from_data_url(url: str) -> Image.Image:
    """The picture in a `data:image/png;base64,` URL (or in bare base64), read completely.

    Raises:
        ValueError: it is not base64, or not a PNG.
    """
    file = png_of(url)
    try:
        image = Image.open(io.BytesIO(file), formats=["PNG"])
        image.load()  # Pillow reads lazily, and the buffer is gone soon
    except Exception as exc:  # what Pillow raises for a broken file is open
        msg = f"not a PNG image: {url[:60]!r} ({exc})"
        raise ValueError(msg) from exc
    return image


def same_picture(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures have the same mode, size and pixels."""
    return (one.mode, one.size) == (other.mode, other.size) and one.tobytes() == other.tobytes()
