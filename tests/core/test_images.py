"""Pictures of every mode, as PNG and back."""

import base64
import copy
import io
import pickle
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from pydantic import ValidationError

from cube_core import Content, ImageContent, Observation
from cube_core.image import DATA_URL_PREFIX, as_storable

MODES = sorted({*Image.MODES, "La", "RGBa", "RGBX", "PA", "I;16", "I;16B", "I;16L", "I;16N"})
WITH_ALPHA = {"LA", "La", "PA", "RGBA", "RGBa"}

pictures = st.one_of(
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 4), st.sampled_from([3, 4]))),
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 4))),
    arrays.arrays(np.uint16, st.tuples(st.integers(1, 4), st.integers(1, 4))),
    arrays.arrays(np.bool_, st.tuples(st.integers(1, 4), st.integers(1, 4))),
).map(Image.fromarray)


def opened(content: ImageContent) -> Image.Image:
    """The picture of the message, as a strict reader sees it."""
    prefix, data = content.to_llm_message()["content"][0]["image_url"]["url"].split(",")
    assert f"{prefix}," == DATA_URL_PREFIX
    image = Image.open(io.BytesIO(base64.b64decode(data, validate=True)), formats=["PNG"])
    image.load()
    return image


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_becomes_a_png_of_its_size_that_is_read_back_the_same(mode: str) -> None:
    image = Image.new(mode, (3, 2))
    content = ImageContent(data=image)
    png = opened(content)
    assert png.size == (3, 2)
    assert png.has_transparency_data == (mode in WITH_ALPHA)
    assert ImageContent.model_validate_json(content.model_dump_json()) == content
    assert ImageContent.model_validate(content.model_dump()) == content
    assert Content.model_validate_json(content.model_dump_json(exclude_none=True)) == content
    assert (image.mode, image.size) == (mode, (3, 2))


@given(pictures)
def test_pixels_survive_a_dump(image: Image.Image) -> None:
    before = image.tobytes()
    observation = Observation(contents=[ImageContent(data=image, name="screenshot")])
    again = Observation.model_validate_json(observation.model_dump_json())
    assert again == observation
    assert np.array_equal(np.asarray(again.contents[0].data), np.asarray(image))
    assert image.tobytes() == before


@pytest.mark.parametrize(
    ("mode", "pixel", "stored", "expected"),
    [
        ("RGBA", (10, 20, 30, 0), "RGBA", (10, 20, 30, 0)),
        ("LA", (10, 40), "LA", (10, 40)),
        ("La", (50, 100), "LA", (127, 100)),
        ("RGBa", (50, 50, 50, 100), "RGBA", (127, 127, 127, 100)),
        ("CMYK", (0, 0, 0, 0), "RGB", (255, 255, 255)),
        ("HSV", (0, 255, 255), "RGB", (255, 0, 0)),
        ("I", 70_000, "I;16", 65_535),
        ("I", -5, "I;16", 0),
        ("I;16", 60_000, "I;16", 60_000),
        ("I;16B", 60_000, "I;16", 60_000),
        ("F", 300.0, "L", 255),
        ("F", -1.0, "L", 0),
        ("1", 255, "1", 255),
    ],
    ids=count(),
)
def test_pixels_and_alpha_keep_their_meaning(mode: str, pixel: object, stored: str, expected: object) -> None:
    image = Image.new(mode, (1, 1))
    image.putpixel((0, 0), pixel)  # type: ignore[arg-type]
    data = ImageContent(data=image).data
    assert (data.mode, data.getpixel((0, 0))) == (stored, expected)


def palette_image(transparency: object = None, *, rgba: bool = False) -> Image.Image:
    image = Image.new("P", (1, 1), 1)
    if rgba:
        image.putpalette([0, 0, 0, 0, 255, 0, 0, 128], "RGBA")
    else:
        image.putpalette([0, 0, 0, 255, 0, 0])
    if transparency is not None:
        image.info["transparency"] = transparency
    return image


def marked(mode: str, transparent: object) -> Image.Image:
    image = Image.new(mode, (1, 1), transparent)  # type: ignore[arg-type]
    image.info["transparency"] = transparent
    return image


@pytest.mark.parametrize(
    ("image", "pixel"),
    [
        (palette_image(), (255, 0, 0)),
        (palette_image(1), (255, 0, 0, 0)),
        (palette_image(0), (255, 0, 0, 255)),
        (palette_image(b"\xff\x40"), (255, 0, 0, 64)),
        (palette_image(rgba=True), (255, 0, 0, 128)),
        (marked("L", 7), (7, 0)),
        (marked("1", 0), (0, 0)),
        (marked("RGB", (1, 2, 3)), (1, 2, 3, 0)),
        (marked("I;16", 9), 9),
    ],
    ids=count(),
)
def test_transparency_outside_the_pixels_is_kept(image: Image.Image, pixel: object) -> None:
    content = ImageContent(data=image)
    assert content.data.getpixel((0, 0)) == pixel
    assert opened(content).getpixel((0, 0)) == pixel


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (0, 0)])
def test_a_picture_without_pixels_is_refused_where_it_is_made(size: tuple[int, int]) -> None:
    with pytest.raises(ValidationError, match="give one of at least 1 x 1"):
        ImageContent(data=Image.new("RGB", size))


def test_a_file_that_is_cut_off_is_refused_where_it_is_made() -> None:
    for kind in ("PNG", "JPEG", "GIF"):
        file = io.BytesIO()
        Image.effect_noise((64, 64), 50).save(file, kind)
        broken = Image.open(io.BytesIO(file.getvalue()[: len(file.getvalue()) // 2]))
        with pytest.raises(ValidationError, match="data cannot be read"):
            ImageContent(data=broken)


def test_a_picture_from_a_file_is_read_at_once() -> None:
    file = io.BytesIO()
    Image.new("RGB", (2, 2), (1, 2, 3)).save(file, "JPEG", quality=100)
    content = ImageContent(data=Image.open(file))
    file.close()
    assert content.png
    read = ImageContent.model_validate_json(content.model_dump_json())
    assert read.data.getpixel((0, 0)) == content.data.getpixel((0, 0))


@pytest.mark.parametrize(
    "data",
    ["", "x", DATA_URL_PREFIX, f"{DATA_URL_PREFIX}!!", f"{DATA_URL_PREFIX}AAAA", "data:image/jpeg;base64,AAAA",
    "http://example.com/a.png", "é", "\ud83d", None, 5, b"\x89PNG", [[0]], np.zeros((2, 2), np.uint8)],
    ids=count(),
)  # fmt: skip
def test_what_is_no_picture_is_a_validation_error(data: object) -> None:
    with pytest.raises(ValidationError):
        ImageContent(data=data)  # type: ignore[arg-type]


def test_the_given_picture_and_the_contents_are_apart() -> None:
    image = Image.new("RGB", (2, 2))
    content = ImageContent(data=image)
    image.paste((255, 0, 0), (0, 0, 2, 2))
    assert content.data.getpixel((0, 0)) == (0, 0, 0)


def test_a_picture_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = 0
    save = Image.Image.save

    def counting(self: Image.Image, *args: object, **kwargs: object) -> None:
        nonlocal saved
        saved += 1
        save(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Image.Image, "save", counting)
    content = ImageContent(data=Image.new("RGB", (2, 2)))
    for _ in range(2):
        content.to_llm_message()
        content.to_markdown()
        content.model_dump_json()
        content.answering("c").to_llm_part()
        content.model_copy(deep=True).to_llm_part()
    assert content.png
    assert saved == 1


def test_pictures_are_equal_by_mode_size_and_pixels() -> None:
    image = Image.new("RGB", (2, 3))
    content = ImageContent(data=image, name="a")
    assert content == ImageContent(data=image.copy(), name="a")
    assert content.png  # what was encoded does not count
    assert content == ImageContent(data=image, name="a")
    other = image.copy()
    other.putpixel((1, 2), (0, 0, 1))
    for different in (other, image.resize((3, 2)), image.convert("L"), image.convert("RGBA")):
        assert content != ImageContent(data=different, name="a")
    assert content != ImageContent(data=image, name="b")
    assert content != ImageContent(data=image, name="a", tool_call_id="c")
    assert content != "a picture"


def test_pictures_survive_copying_and_pickling() -> None:
    content = ImageContent(data=Image.new("RGBA", (2, 2), (1, 2, 3, 4)), name="a", tool_call_id="c")
    for twin in (copy.copy(content), copy.deepcopy(content), pickle.loads(pickle.dumps(content))):  # noqa: S301, our own
        assert twin == content


def test_a_picture_is_shown_by_its_mode_and_size_and_not_by_its_data() -> None:
    assert repr(ImageContent(data=Image.new("RGB", (4, 2)), name="a")) == (
        "ImageContent(tool_call_id=None, name='a', data='RGB 4x2')"
    )


def test_a_picture_is_a_data_url_in_markdown_and_in_dumps() -> None:
    content = ImageContent(data=Image.new("1", (1, 1)), name="dot")
    assert content.to_markdown() == f"![dot]({content.url})"
    assert content.model_dump()["data"] == content.model_dump(mode="json")["data"] == content.url
    assert base64.b64decode(content.url.removeprefix(DATA_URL_PREFIX)) == content.png


def test_text_about_the_file_is_not_kept() -> None:
    image = Image.new("RGB", (1, 1))
    image.info.update(comment="secret", dpi=(72, 72), icc_profile=b"x")
    assert as_storable(image).info == {}
    assert b"secret" not in ImageContent(data=image).png
