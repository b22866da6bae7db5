import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.phone.app import ACTIONS, SCREENS
from benchmarks.phone.device import Device, power_on
from benchmarks.phone.monkey import perform, random_gesture
from benchmarks.phone.ui.element import HEIGHT, WIDTH


def check_screen(phone: Device) -> None:
    elements = phone.elements
    twice = [name for name, count in Counter(e.id for e in elements).items() if count > 1]
    assert not twice, f"ids on {phone.page} are not unique: {twice}"
    for element in elements:
        left, top, right, bottom = element.bounds
        assert 0 <= left < right <= WIDTH, element
        assert 0 <= top < bottom <= HEIGHT, element
        for command in (element.on_tap, element.on_long_press):
            assert command is None or command.name in ACTIONS or command.name in SCREENS, command


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_random_gestures_never_break_the_phone_and_refused_ones_change_nothing(seed: int) -> None:
    phone, rng = power_on(seed % 5), np.random.default_rng(seed)
    for _ in range(120):
        gesture = random_gesture(phone, rng)
        before, version = phone.state_hash(), phone.db.dump() if gesture[0] == "tap" else None
        done = perform(phone, gesture)
        check_screen(phone)
        if not done:
            assert phone.state_hash() == before, f"{gesture} was refused but changed something"
            assert version is None or phone.db.dump() == version
        else:
            assert phone.state_hash() != before, "the clock moves with every gesture"
    assert phone.db.broken() == []


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), first=st.integers(0, 60))
def test_a_restored_phone_goes_on_as_the_original(seed: int, first: int) -> None:
    phone, rng = power_on(seed % 3), np.random.default_rng(seed)
    for _ in range(first):
        perform(phone, random_gesture(phone, rng))
    snapshot = pickle.loads(pickle.dumps(phone.snapshot()))  # noqa: S301, our own bytes
    assert hash(snapshot) == hash(phone.snapshot())
    other = power_on(7)
    other.restore(snapshot)
    for _ in range(40):
        assert other.state_hash() == phone.state_hash()
        assert other.tree() == phone.tree()
        gesture = random_gesture(phone, rng)
        assert perform(other, gesture) == perform(phone, gesture)
    assert other.snapshot() == phone.snapshot()


def test_restoring_brings_back_the_very_state(phone: Device) -> None:
    snapshot, before, text = phone.snapshot(), phone.state_hash(), phone.text()
    phone.launch_app("notes")
    phone.tap("add")
    phone.wait(3600)
    phone.restore(snapshot)
    assert (phone.state_hash(), phone.text(), phone.snapshot()) == (before, text, snapshot)


@pytest.mark.parametrize(
    ("gesture", "arguments", "text"),
    [
        ("launch_app", ("kontakts",), "no app 'kontakts'. Did you mean 'contacts'?"),
        ("terminate_app", ("notes",), "'notes' is not running. Running: none"),
        ("tap", ("ap:notes",), "no element 'ap:notes' on the screen. Nearest: 'app:notes'"),
        ("tap", ("clock",), "'clock' (text) does nothing when tapped"),
        ("tap_at", (400, 10), "(400, 10) is outside the screen of 400 x 800 pixels"),
        ("type_text", ("x",), "no text field is focused; this page has no text field"),
        ("swipe", ("up",), "nothing to scroll: the page is at its end"),
        ("swipe", ("in",), "direction 'in' is none of up, down, left, right"),
        ("press_back", (), "this is the home screen"),
        ("wait", (0,), "cannot wait 0 seconds: 1 to 3600"),
    ],
)
def test_a_gesture_that_cannot_be_done_says_why_and_changes_nothing(
    phone: Device, gesture: str, arguments: tuple[object, ...], text: str
) -> None:
    before = phone.state_hash()
    with pytest.raises(ValueError) as caught:  # noqa: PT011, the text is compared below
        getattr(phone, gesture)(*arguments)
    assert text in str(caught.value)
    assert phone.state_hash() == before


def test_text_arrives_exactly_as_sent(phone: Device) -> None:
    phone.launch_app("notes")
    phone.tap("add")
    phone.tap("title")
    phone.type_text("  张三 ")
    phone.type_text("🎂 e\u0301")
    phone.tap("body")
    phone.type_text("one\n\n\ttwo  \n")
    shown = {e.id: e.value for e in phone.elements if e.role == "field"}
    assert shown["body"] == "one\n\n\ttwo  \n"
    phone.tap("save")
    row = phone.db.row("SELECT * FROM notes ORDER BY id DESC")
    assert (row["title"], row["body"]) == ("张三 🎂 e\u0301", "one\n\n\ttwo  \n")


def test_elements_that_are_scrolled_away_are_not_on_the_screen(phone: Device) -> None:
    phone.launch_app("contacts")
    first = {e.id for e in phone.elements if e.role == "item"}
    assert phone.layout.by_id["content"].value == "0%"
    phone.swipe("up")
    second = {e.id for e in phone.elements if e.role == "item"}
    assert first != second
    assert len(first & second) <= 3
    with pytest.raises(ValueError, match="swipe up or down shows more"):
        phone.tap(min(first - second))


def test_every_row_is_reached_by_swiping(phone: Device) -> None:
    phone.launch_app("contacts")
    seen: set[str] = set()
    while True:
        seen |= {e.id for e in phone.elements if e.role == "item"}
        try:
            phone.swipe("up")
        except ValueError:
            break
    assert len(seen) == phone.db.value("SELECT count(*) FROM contacts")
    assert phone.layout.by_id["content"].value == "100%"


def test_an_app_is_found_as_it_was_left(phone: Device) -> None:
    phone.launch_app("notes")
    phone.tap("add")
    phone.tap("title")
    phone.type_text("draft")
    phone.press_home()
    phone.launch_app("Notes")
    assert phone.layout.by_id["title"].value == "draft"
    phone.terminate_app("notes")
    phone.launch_app("notes")
    assert phone.page == "notes.main"


def test_back_closes_keyboard_then_page_then_app(phone: Device) -> None:
    phone.launch_app("notes")
    phone.tap("add")
    phone.tap("title")
    pages = []
    for _ in range(3):
        phone.press_back()
        pages.append(phone.page)
    assert pages == ["notes.edit", "notes.main", "home.main"]


def test_a_tap_on_a_point_reaches_what_lies_on_top(phone: Device) -> None:
    phone.launch_app("contacts")
    phone.tap_at(*phone.layout.by_id["add"].centre)
    assert phone.page == "contacts.edit"


def test_a_permission_dialog_comes_first_and_can_be_refused(phone: Device) -> None:
    phone.db.update("permissions", "messages", state="ask")
    phone.db.commit()
    phone.launch_app("messages")
    assert phone.page == "system.permission"
    phone.tap("deny")
    assert phone.layout.by_id["open-settings"].enabled
    phone.tap("open-settings")
    phone.tap("permission:messages")
    phone.launch_app("messages")
    assert "query" in phone.layout.by_id


def test_a_planned_pop_up_lies_over_everything_until_dismissed(phone: Device) -> None:
    phone.db.insert("popups", due=phone.context.now + 3, title="Update", text="A new version is there.")
    phone.db.commit()
    phone.launch_app("notes")
    assert phone.page == "notes.main"
    phone.swipe("up")
    assert phone.page == "system.popup"
    phone.launch_app("contacts")
    assert phone.page == "system.popup"
    phone.tap("dismiss")
    assert phone.page == "contacts.main"


def test_a_planned_fault_makes_the_first_try_fail(phone: Device) -> None:
    phone.db.insert("faults", action="notes.save", remaining=1)
    phone.db.commit()
    phone.launch_app("notes")
    phone.tap("add")
    phone.tap("title")
    phone.type_text("x")
    phone.tap("save")
    assert phone.page == "kit.alert"
    phone.tap("ok")
    phone.tap("save")
    assert phone.page == "notes.detail"


@pytest.mark.parametrize("seed", range(3))
def test_two_phones_of_one_seed_agree_at_every_step(seed: int) -> None:
    one, two, rng = power_on(seed), power_on(seed), np.random.default_rng(seed)
    for _ in range(60):
        gesture = random_gesture(one, rng)
        assert perform(one, gesture) == perform(two, gesture)
        assert one.state_hash() == two.state_hash()
