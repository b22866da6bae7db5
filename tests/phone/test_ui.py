import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.phone.app import ACTIONS, SCREENS, App, Command
from benchmarks.phone.context import Context
from benchmarks.phone.device import Device
from benchmarks.phone.navigation import HOME, Navigation, Page
from benchmarks.phone.ui.text import width, wrap
from benchmarks.phone.ui.widgets import Screen


@given(st.text(max_size=200), st.integers(60, 380))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, room: int) -> None:
    lines = wrap(text, 15, room)
    assert all(width(line, 15) <= room or len(line) == 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.dictionaries(st.text(max_size=5), st.one_of(st.none(), st.text(max_size=5)), max_size=5))
def test_a_page_keeps_what_is_put_and_drops_what_is_none(values: dict[str, str | None]) -> None:
    page = Page("x").put(**values)
    assert dict(page.values) == {key: value for key, value in values.items() if value is not None}
    assert hash(page) == hash(Page("x").put(**dict(reversed(values.items()))))


def test_leaving_the_last_page_of_an_app_leads_home() -> None:
    nav = Navigation().with_stack("notes", (Page("notes.main"),))._replace(app="notes")
    left = nav.with_pages(())
    assert (left.app, left.running) == (HOME, ())


def test_calling_a_screen_or_an_action_gives_a_command() -> None:
    app = App("testing", "Testing", "", "")

    def page(_: Context, number: int) -> Screen:
        return Screen(str(number), [])

    command = app.screen(page)(3)
    assert command == Command("testing.page", (3,))
    assert SCREENS.pop("testing.page") is page
    with pytest.raises(TypeError, match="by position"):
        app.action(lambda _, number: None)(number=3)  # noqa: ARG005, it is never run
    ACTIONS.pop("testing.<lambda>")


def test_the_text_of_a_screen_names_every_element_with_its_state(phone: Device) -> None:
    phone.launch_app("settings")
    phone.tap("section:Network")
    lines = phone.text().splitlines()
    assert lines[0].startswith("settings.section | ")
    assert '[wifi] switch "Wi-Fi" (checked)' in lines
    assert '[airplane_mode] switch "Airplane mode" (unchecked)' in lines


def test_the_tree_is_json_with_the_same_keys_for_each_element(phone: Device) -> None:
    tree = phone.tree()
    keys = {"id", "role", "text", "value", "bounds", "enabled", "focused", "scrollable", "checked"}
    assert set(tree) == {"app", "page", "day", "time", "elements"}
    assert all(set(element) == keys for element in tree["elements"])
