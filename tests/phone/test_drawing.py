import numpy as np
import pytest
from PIL import Image, ImageFont

from benchmarks.phone.device import Device
from benchmarks.phone.drawing.icons import ICONS, icon
from benchmarks.phone.drawing.sheet import STOPS, contact_sheet, screens
from benchmarks.phone.monkey import perform, random_gesture
from cube_gym import fonts, lettering


def test_every_screen_of_a_random_walk_can_be_drawn(phone: Device) -> None:
    rng = np.random.default_rng(0)
    for _ in range(80):
        perform(phone, random_gesture(phone, rng))
        picture = phone.picture()
        assert (picture.mode, picture.size) == ("RGB", (400, 800))


def test_a_picture_is_a_function_of_the_state(phone: Device) -> None:
    phone.launch_app("contacts")
    first = phone.picture().tobytes()
    assert phone.picture().tobytes() == first
    phone.swipe("up")
    assert phone.picture().tobytes() != first
    phone.restore(phone.snapshot())
    phone.swipe("down")
    phone.context.now -= 4
    assert phone.picture().tobytes() == first


def test_drawing_changes_nothing(phone: Device) -> None:
    before = phone.state_hash()
    phone.picture()
    assert phone.state_hash() == before


def test_focus_shows(phone: Device) -> None:
    phone.launch_app("contacts")
    phone.tap("add")
    before = phone.picture().crop((0, 84, 400, 180)).tobytes()
    phone.tap("name")
    assert phone.picture().crop((0, 84, 400, 180)).tobytes() != before


@pytest.mark.parametrize("name", sorted(ICONS))
def test_an_icon_is_neither_empty_nor_full(name: str) -> None:
    filled = np.asarray(icon(name)).mean() / 255
    assert 0.02 < filled < 0.8


def test_a_character_without_a_font_is_a_box() -> None:
    box = lettering.text_mask("\U0010fff0", 15)
    assert box.getextrema() == (0, 255)


def test_without_any_font_file_texts_are_still_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "files", lambda **_: ())
    for cached in (fonts.fonts, fonts.font_for, lettering.text_mask):
        cached.cache_clear()
    try:
        mask = lettering.text_mask("Hello, 张三", 15)
        assert isinstance(mask, Image.Image)
        assert mask.getbbox() is not None
        assert isinstance(fonts.fonts(15, bold=False)[-1], ImageFont.ImageFont | ImageFont.FreeTypeFont)
    finally:
        for cached in (fonts.fonts, fonts.font_for, lettering.text_mask):
            cached.cache_clear()


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert lettering.fitted("word " * 40, 15, 120).width <= 120
    assert lettering.fitted("", 15, 0).width <= 2


def test_drawing_a_page_under_a_dialog_leaves_the_page_as_it_was(phone: Device) -> None:
    phone.launch_app("clock")
    phone.tap("show:timers")
    before = phone.layout.elements
    phone.db.insert("popups", due=phone.context.now, title="Update", text="A new version is there.")
    phone.db.commit()
    phone.wait(2)
    assert phone.page == "system.popup"
    phone.picture()
    phone.tap("dismiss")
    assert phone.layout.elements == before


def test_the_contact_sheet_shows_twelve_different_screens() -> None:
    assert len({picture.tobytes() for picture in screens(0)}) == len(STOPS) == 12
    assert contact_sheet(1).width > 6 * 400
