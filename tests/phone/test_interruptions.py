import pytest

from benchmarks.phone.device import Device
from benchmarks.phone.toolkit import Hand
from cube_core import Action, Observation, StructuredContent


def save_note(phone: Device, title: str) -> None:
    phone.launch_app("notes")
    phone.tap("add")
    phone.tap("title")
    phone.type_text(title)
    phone.tap("save")


@pytest.mark.parametrize(("mode", "saved"), [("failed", 0), ("lost", 0), ("late", 1)])
def test_only_a_late_fault_does_what_it_was_asked_to(phone: Device, mode: str, saved: int) -> None:
    phone.db.insert("faults", action="notes.save", remaining=1, mode=mode)
    phone.db.commit()
    save_note(phone, "Seven geese")
    assert phone.page == "kit.alert"
    assert phone.context.nav.toast == "", "a toast would tell how it went"
    assert phone.db.value("SELECT count(*) FROM notes WHERE title = 'Seven geese'") == saved
    phone.tap("ok")
    assert phone.page == ("notes.detail" if saved else "notes.edit")


def test_a_lost_and_a_late_fault_show_the_same_text(phone: Device) -> None:
    texts = []
    for mode in ("lost", "late"):
        phone.db.execute("DELETE FROM faults")
        phone.db.insert("faults", action="notes.save", remaining=1, mode=mode)
        phone.db.commit()
        phone.terminate_app("notes") if "notes" in phone.context.nav.running else None
        save_note(phone, mode)
        texts.append([element.text for element in phone.elements[1:]])
    assert texts[0] == texts[1]


def test_a_planned_message_arrives_with_a_notification(phone: Device) -> None:
    number = phone.db.value("SELECT number FROM threads")
    phone.db.execute("UPDATE settings SET value = 'off' WHERE key = 'do_not_disturb'")
    phone.db.insert("arrivals", due=phone.context.now + 3, number=number, text="Third floor.")
    phone.db.commit()
    phone.wait(2)
    assert phone.db.value("SELECT count(*) FROM messages WHERE text = 'Third floor.'") == 0
    phone.wait(2)
    assert phone.db.value("SELECT count(*) FROM messages WHERE text = 'Third floor.' AND mine = 0") == 1
    assert phone.db.value("SELECT text FROM notifications") == "Third floor."


def test_a_call_that_comes_in_is_a_missed_one_until_it_is_answered(phone: Device) -> None:
    phone.db.insert("coming_calls", due=phone.context.now + 1, number="+20 111 2222")
    phone.db.insert("coming_calls", due=phone.context.now + 5, number="+20 111 3333")
    phone.db.commit()
    phone.launch_app("notes")
    assert phone.page == "phone.ringing"
    phone.tap("decline")
    assert phone.page == "notes.main"
    phone.wait(1)
    phone.tap("accept")
    assert phone.page == "phone.calling"
    phone.tap("end")
    kinds = phone.db.rows("SELECT number, kind FROM calls ORDER BY id DESC LIMIT 2")
    assert [tuple(row) for row in kinds] == [("+20 111 3333", "incoming"), ("+20 111 2222", "missed")]


def test_a_blocked_number_does_not_ring(phone: Device) -> None:
    number = phone.db.value("SELECT number FROM blocked_numbers")
    phone.db.insert("coming_calls", due=phone.context.now + 1, number=number)
    phone.db.commit()
    before = phone.db.value("SELECT count(*) FROM calls")
    phone.launch_app("notes")
    assert phone.page == "notes.main"
    assert phone.db.value("SELECT count(*) FROM calls") == before


def test_a_hand_dismisses_what_comes_up_by_itself(phone: Device) -> None:
    phone.db.insert("popups", due=phone.context.now + 1, title="Update", text="A new version is there.")
    phone.db.commit()

    def seen() -> Observation:
        return Observation(contents=[StructuredContent(data=phone.tree(), name="tree")])

    hand = Hand(seen())
    run = hand.open("notes")
    actions = [next(run)]
    phone.launch_app("notes")
    actions.append(run.send(seen()))
    phone.tap("dismiss")
    with pytest.raises(StopIteration):
        run.send(seen())
    assert actions[1] == Action(name="tap", arguments={"element": "dismiss"})
    assert hand.view.page == "notes.main"
