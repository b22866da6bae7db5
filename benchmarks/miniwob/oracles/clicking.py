"""Pages that a few clicks solve: buttons, links, dialogs, tabs, sections, colours."""

import re
from collections.abc import Generator

from benchmarks.miniwob.oracles.acting import click, click_at, wait
from benchmarks.miniwob.oracles.looking import (
    Elements,
    first,
    inside,
    middle,
    ordinal,
    quoted,
    rgb,
    see,
    text_of,
    with_class,
    with_id,
    with_tag,
    with_text,
)
from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]
COLORS = {
    "aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "fuchsia": "#ff00ff", "gray": "#808080",
    "green": "#008000", "lime": "#00ff00", "magenta": "#ff00ff", "maroon": "#800000", "navy": "#000080",
    "olive": "#808000", "orange": "#ffa500", "pink": "#ffc0cb", "purple": "#800080", "red": "#ff0000",
    "silver": "#c0c0c0", "teal": "#008080", "white": "#ffffff", "yellow": "#ffff00", "cyan": "#00ffff",
    "grey": "#808080", "brown": "#a52a2a", "gold": "#ffd700", "violet": "#ee82ee",
}  # fmt: skip
MOST_TABS = 8
MOST_BLINKS = 5


def only_button(_: str, seen: Observation) -> Steps:
    """Click the one button there is."""
    yield click(with_tag(see(seen), "button")[0])


def named_buttons(goal: str, seen: Observation) -> Steps:
    """Click the buttons ONE and TWO in the order that the goal names them in."""
    for name in re.findall(r"button (\w+)", goal):
        seen = yield click(with_text(see(seen), name, "button"))


def quoted_button(goal: str, seen: Observation) -> Steps:
    """Click the button with the quoted text."""
    yield click(with_text(see(seen), quoted(goal)[0], "button"))


def buttons_with_delay(goal: str, seen: Observation) -> Steps:
    """Click one button, wait as long as the goal says, click the other."""
    seconds = int(re.findall(r"wait (\d+)", goal)[0])
    seen = yield click(with_text(see(seen), "ONE"))
    seen = yield wait(seconds * 1000 - 200)
    yield click(with_text(see(seen), "TWO"))


def quoted_link(goal: str, seen: Observation) -> Steps:
    """Click the link with the quoted text."""
    yield click(with_text(with_class(see(seen), "alink"), quoted(goal)[0]))


def close_dialog(_: str, seen: Observation) -> Steps:
    """Close the dialog box."""
    yield click(with_class(see(seen), "ui-dialog-titlebar-close")[0])


def dialog_button(goal: str, seen: Observation) -> Steps:
    """Click a button of the dialog box; x is the one in its corner."""
    name, elements = quoted(goal)[0], see(seen)
    close = with_class(elements, "ui-dialog-titlebar-close")[0]
    yield click(close if name == "x" else with_text(elements, name, "button"))


def numbered_tab(goal: str, seen: Observation) -> Steps:
    """Click the tab that the goal names."""
    name = re.findall(r"Tab #\d+", goal)[0]
    yield click(with_text(see(seen), name, "a"))


def link_behind_tabs(goal: str, seen: Observation) -> Steps:
    """Open one tab after the other until the link is there."""
    wanted = quoted(goal)[0]
    for number in range(MOST_TABS):
        links = [link for link in with_class(see(seen), "alink") if text_of(link) == wanted]
        if links:
            yield click(links[0])
            return
        tabs = with_class(see(seen), "ui-tabs-anchor")
        seen = yield click(tabs[(number + 1) % len(tabs)])


def open_section(_: str, seen: Observation) -> Steps:
    """Open the section, then submit."""
    seen = yield click(with_tag(see(seen), "h3")[0])
    yield click(with_id(see(seen), "subbtn"))


def link_in_sections(goal: str, seen: Observation) -> Steps:
    """Open one section after the other until the link is there."""
    wanted = quoted(goal)[0]
    for number in range(len(with_tag(see(seen), "h3"))):
        seen = yield click(with_tag(see(seen), "h3")[number])
        links = [link for link in with_class(see(seen), "alink") if text_of(link) == wanted]
        if links:
            yield click(links[0])
            return


def colored_box(goal: str, seen: Observation) -> Steps:
    """Click the box of the colour that the goal names."""
    name = re.findall(r"on the (\w+) colored", goal)[0]
    yield click(
        first(with_class(see(seen), "color"), lambda box: box.get("background") == COLORS[name] and not box.get("goal"))
    )


def widget(goal: str, seen: Observation) -> Steps:
    """Click a form control of the kind that is asked for."""
    kind = quoted(goal)[0]
    yield click(first(see(seen), lambda element: kind in (element["tag"], element.get("type"))))


def shades(goal: str, seen: Observation) -> Steps:
    """Click all patches in which one of red, green and blue is strongest."""
    channel = ("red", "green", "blue").index(re.findall(r"shades of (\w+)", goal)[0])
    for patch in with_tag(see(seen), "span"):
        parts = rgb(patch.get("background", "#000000"))
        if parts[channel] == max(parts) and parts.count(max(parts)) == 1:
            seen = yield click(patch)
    yield click(with_id(see(seen), "submit"))


def grid_point(goal: str, seen: Observation) -> Steps:
    """Click the point of the grid that has the coordinates."""
    x, y = map(int, re.findall(r"-?\d+", goal))
    points = with_tag(see(seen), "circle")
    lefts = sorted({point["box"][0] for point in points})
    tops = sorted({point["box"][1] for point in points}, reverse=True)
    at = (lefts[x + len(lefts) // 2], tops[y + len(tops) // 2])
    yield click(first(points, lambda point: (point["box"][0], point["box"][1]) == at))


def ascending_numbers(_: str, seen: Observation) -> Steps:
    """Click the numbers, the smallest first. The first click hides their texts, so that all places are noted before."""
    numbers = sorted(with_tag(see(seen), "text"), key=lambda number: int(text_of(number)))
    for number in numbers:
        seen = yield click_at(middle(number))


def focus_field(goal: str, seen: Observation) -> Steps:
    """Click the text field, the numbered one if there are several."""
    fields = with_tag(see(seen), "input")
    yield click(fields[ordinal(goal) - 1 if len(fields) > 1 else 0])


def cheapest_or_quickest(goal: str, seen: Observation) -> Steps:
    """Buy the ticket at one end of a list by price or duration."""
    elements = see(seen)
    tickets = with_class(elements, "flight")
    by = _price if "cost" in goal else _minutes
    ends = max if "most" in goal or "longest" in goal else min
    best = ends(tickets, key=lambda ticket: by(inside(elements, ticket)))
    yield click(with_class(inside(elements, best), "buy-ticket")[0])


def _price(parts: Elements) -> float:
    return float(text_of(with_class(parts, "buy-ticket")[0]).rpartition("$")[2])


def _minutes(parts: Elements) -> float:
    hours, minutes = re.findall(r"(\d+)h (\d+)m", text_of(with_class(parts, "time-duration")[0]))[0]
    return int(hours) * 60 + int(minutes)


def simon_says(_: str, seen: Observation) -> Steps:
    """Watch which buttons blink, then push them in that order. Each lights up for 250 ms, one every 600 ms."""
    order: list[str] = []
    yield wait(700)
    for _blink in range(MOST_BLINKS):
        seen = yield wait(1)
        order += [element["id"] for element in with_class(see(seen), "push")]
        seen = yield wait(599)
    for button in order:
        seen = yield click(with_id(see(seen), button))


def tree_entry(goal: str, seen: Observation) -> Steps:
    """Open one folder after the other until the name is there."""
    wanted = quoted(goal)[0]
    opened: set[str] = set()
    while True:
        names = [e for e in with_tag(see(seen), "span") if "offscreen" not in e or text_of(e)]
        match = [e for e in names if text_of(e) == wanted]
        if match:
            yield click(match[0])
            return
        folder = first(with_class(see(seen), "folder"), lambda e: text_of(e) not in opened)
        opened.add(text_of(folder))
        seen = yield click(folder)


SOLUTIONS = {
    "ascending-numbers": ascending_numbers,
    "button-delay": buttons_with_delay,
    "buy-ticket": cheapest_or_quickest,
    "click-button": quoted_button,
    "click-button-sequence": named_buttons,
    "click-collapsible": open_section,
    "click-collapsible-2": link_in_sections,
    "click-collapsible-2-nodelay": link_in_sections,
    "click-collapsible-nodelay": open_section,
    "click-color": colored_box,
    "click-dialog": close_dialog,
    "click-dialog-2": dialog_button,
    "click-link": quoted_link,
    "click-shades": shades,
    "click-tab": numbered_tab,
    "click-tab-2": link_behind_tabs,
    "click-tab-2-easy": link_behind_tabs,
    "click-tab-2-hard": link_behind_tabs,
    "click-tab-2-medium": link_behind_tabs,
    "click-test": only_button,
    "click-test-2": named_buttons,
    "click-test-transfer": named_buttons,
    "click-widget": widget,
    "focus-text": focus_field,
    "focus-text-2": focus_field,
    "grid-coordinate": grid_point,
    "navigate-tree": tree_entry,
    "simon-says": simon_says,
    "unicode-test": quoted_button,
}
