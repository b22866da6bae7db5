from collections.abc import Callable
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.clock import instant, local
from benchmarks.phone.device import Device
from benchmarks.phone.diff import Change, diff
from benchmarks.phone.recurrence import REPEATS, happens, next_start, starts_within


def changes(phone: Device, run: Callable[[], object]) -> list[Change]:
    before = phone.db.dump()
    run()
    return diff(SCHEMA, before, phone.db.dump())


def fill(phone: Device, key: str, text: str) -> None:
    while key not in phone.layout.by_id:
        phone.swipe("up")
    phone.tap(key)
    if phone.layout.by_id[key].value:
        phone.clear_text()
    phone.type_text(text)


def tap_text(phone: Device, text: str) -> None:
    while not any(e.text == text and e.on_tap for e in phone.elements):
        phone.swipe("up")
    phone.tap(next(e.id for e in phone.elements if e.text == text and e.on_tap))


def test_a_contact_is_checked_made_edited_and_deleted(phone: Device) -> None:
    phone.launch_app("contacts")
    phone.tap("add")
    fill(phone, "phone_mobile", "no number")
    phone.tap("save")
    errors = {e.id: e.text for e in phone.elements if e.role == "error"}
    assert errors["phone_mobile/error"] == "Digits and spaces only, 5 to 20"

    def create() -> None:
        fill(phone, "phone_mobile", "+49 151 2345")
        phone.press_back()
        fill(phone, "name", "王小明")
        phone.tap("save")

    made = changes(phone, create)
    assert [(c.kind, c.table) for c in made] == [("insert", "contacts"), ("insert", "contact_phones")]
    assert (phone.page, phone.layout.by_id["name"].text) == ("contacts.detail", "王小明")
    phone.tap("menu")
    phone.tap("menu:Delete")
    phone.tap("confirm")
    assert phone.page == "contacts.main"
    assert phone.db.find("SELECT * FROM contacts WHERE name = '王小明'") is None


def test_a_message_is_sent_and_reading_is_quiet(phone: Device) -> None:
    phone.launch_app("messages")
    first = next(e.id for e in phone.elements if e.id.startswith("thread:"))
    assert changes(phone, lambda: phone.tap(first)) == []
    assert not phone.layout.by_id["send"].enabled
    phone.tap("draft")
    phone.type_text("hello\nthere")
    (sent,) = changes(phone, lambda: phone.tap("send"))
    assert (sent.table, sent.after["text"], sent.after["mine"]) == ("messages", "hello\nthere", 1)
    assert phone.layout.by_id["content"].value in ("100%", "whole")


def test_nothing_is_sent_in_airplane_mode(phone: Device) -> None:
    phone.open_notifications()
    phone.tap("quick:airplane_mode")
    phone.launch_app("messages")
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("thread:")))
    phone.tap("draft")
    phone.type_text("hello")
    assert changes(phone, lambda: phone.tap("send")) == []
    assert phone.page == "kit.alert"


def test_a_large_transfer_wants_the_code_that_came_as_a_message(phone: Device) -> None:
    phone.launch_app("wallet")
    phone.tap("transfer")
    phone.tap("target")
    phone.tap("target:a2")
    fill(phone, "amount", "600,00")
    phone.press_back()
    phone.tap("continue")
    code = phone.db.value("SELECT text FROM messages ORDER BY id DESC").split(" is ")[1][:6]
    fill(phone, "code", "000000" if code != "000000" else "1")
    phone.press_back()
    phone.tap("send")
    assert phone.layout.by_id["code/error"].text == "This code is wrong"
    fill(phone, "code", code)
    phone.press_back()
    sent = changes(phone, lambda: phone.tap("send"))
    assert [(c.kind, c.table) for c in sent] == [("update", "accounts")] * 2 + [("insert", "transactions")] * 2
    assert sum(c.after["cents"] - c.before["cents"] for c in sent if c.table == "accounts") == 0


def test_a_transfer_beyond_the_balance_is_refused(phone: Device) -> None:
    phone.launch_app("wallet")
    phone.tap("transfer")
    fill(phone, "amount", "9999999")
    phone.press_back()
    phone.tap("continue")
    assert phone.layout.by_id["amount/error"].text == "Not enough money in the account"


def test_a_file_is_moved_into_another_folder(phone: Device) -> None:
    phone.launch_app("files")
    tap_text(phone, "Documents")
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("file:")))
    phone.tap("menu")
    phone.tap("menu:Move")
    tap_text(phone, "Pictures")
    moved = changes(phone, lambda: phone.tap("move-here"))
    assert [(c.kind, c.table, set(c.columns)) for c in moved] == [("update", "files", {"folder"})]


def test_a_timer_rings_over_everything_when_its_time_has_come(phone: Device) -> None:
    phone.launch_app("clock")
    phone.tap("show:timers")
    start = next(e.id for e in phone.elements if e.text == "Start")
    seconds = phone.db.value("SELECT seconds FROM timers ORDER BY seconds")
    phone.tap(start)
    phone.press_home()
    phone.wait(seconds - 5)
    assert phone.page == "home.main"
    phone.wait(5)
    assert phone.page == "clock.ringing"
    phone.tap("dismiss")
    assert phone.page == "home.main"


def test_a_day_is_chosen_by_looking_at_months(phone: Device) -> None:
    phone.launch_app("calendar")
    phone.tap("day")
    phone.tap("month/next")
    day = next(e.id for e in phone.elements if e.id.startswith("day:"))
    phone.tap(day)
    phone.tap("ok")
    assert phone.context.get("day") == day.removeprefix("day:")


def test_one_day_of_a_series_is_left_out(phone: Device) -> None:
    today = phone.context.today
    starts = instant(today, "00:15", phone.context.zone)
    key = phone.db.insert("events", title="Series", starts=starts, minutes=30, zone=phone.context.zone, repeat="daily")
    phone.db.commit()
    phone.launch_app("calendar")
    phone.tap(f"event:{key}:{today.isoformat()}")
    phone.tap("menu")
    phone.tap("menu:Delete only this day")
    (skipped,) = changes(phone, lambda: phone.tap("confirm"))
    assert (skipped.table, skipped.after["day"]) == ("event_exceptions", today.isoformat())
    assert all(e.text != "Series" for e in phone.elements)
    phone.tap("next-day")
    assert any(e.text == "Series" for e in phone.elements)


DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))
ZONES = st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo"])
REPEAT = st.sampled_from([name for name, _ in REPEATS])


@given(first=DAYS, day=DAYS, repeat=REPEAT)
def test_an_event_never_happens_before_its_first_day_and_always_on_it(first: date, day: date, repeat: str) -> None:
    assert happens(first, repeat, "", first)
    assert not (day < first and happens(first, repeat, "", day))
    assert not happens(first, repeat, first.isoformat(), day) or day == first


@given(first=DAYS, hour=st.integers(4, 23), repeat=REPEAT, home=ZONES, away=ZONES, after=st.integers(0, 90 * 86400))
def test_the_next_start_is_a_start_on_its_day_and_keeps_the_wall_clock(
    first: date, hour: int, repeat: str, home: str, away: str, after: int
) -> None:
    starts = instant(first, f"{hour:02d}:30", away)
    event = {"starts": starts, "zone": away, "repeat": repeat, "until": ""}
    found = next_start(event, starts + after)
    if repeat == "none":
        assert found is None
        return
    if found is None:
        assert repeat == "yearly"
        return
    assert found > starts + after
    assert local(found, away).strftime("%H:%M") == f"{hour:02d}:30"
    assert starts_within(event, local(found, home).date(), home) == found
