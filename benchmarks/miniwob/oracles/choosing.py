"""Pages about making a choice: checkboxes, radio buttons, lists, menus, counting and naming."""

import re
from collections.abc import Callable, Generator

from benchmarks.miniwob.oracles.acting import click, hover, select, wait
from benchmarks.miniwob.oracles.looking import (
    Element,
    Elements,
    beside,
    inside,
    quoted,
    see,
    text_of,
    with_class,
    with_id,
    with_tag,
    with_text,
)
from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]
OPENING = 500
"""How long a menu takes to open, in milliseconds."""
LARGE = 15
"""Shapes come in two sizes, 10 and 20 pixels."""


def submit(seen: Observation) -> Action:
    """Click the button that says Submit."""
    return click(with_text(see(seen), "Submit", "button"))


def checkboxes(goal: str, seen: Observation) -> Steps:
    """Check the boxes whose labels the goal lists."""
    wanted = re.findall(r"Select (.*) and click", goal)[0].split(", ")
    elements = see(seen)
    for box in with_tag(elements, "input"):
        if beside(elements, box) in wanted:
            seen = yield click(box)
    yield submit(seen)


def menu_list(goal: str, seen: Observation) -> Steps:
    """Choose the option that the goal names."""
    option = re.findall(r"Select (.*) from the list", goal)[0]
    seen = yield select(with_tag(see(seen), "select")[0], option)
    yield submit(seen)


def scroll_list(goal: str, seen: Observation) -> Steps:
    """Choose the options that the goal lists, with Control held after the first."""
    wanted = re.findall(r"Select (.*) from the scroll", goal)[0].split(", ")
    for number, name in enumerate(wanted):
        option = with_text(see(seen), name, "option")
        seen = yield click(option, *(["Control"] if number else []))
    yield submit(seen)


def nested_menu(goal: str, seen: Observation) -> Steps:
    """Open one menu after the other by pointing at the entries, and click the last."""
    *ways, last = re.findall(r"Select (.*)", goal)[0].split(">")
    for name in ways:
        yield hover(_entry(see(seen), name))
        seen = yield wait(OPENING)
    yield click(_entry(see(seen), last))


def _entry(elements: Elements, name: str) -> Element:
    for entry in with_class(elements, "ui-menu-item-wrapper"):
        if name in (text_of(entry), *map(text_of, inside(elements, entry))):
            return entry
    raise LookupError(f"no entry {name!r}")


def button_menu(goal: str, seen: Observation) -> Steps:
    """Open the menu, and click the entry with the text or the icon; some lie in parts that open by pointing."""
    icons = [str(e["class"]).split()[-1] for e in see(seen) if e.get("goal") and "class" in e]
    seen = yield click(with_id(see(seen), "open-menu"))
    tried: set[int] = set()
    while True:
        elements = see(seen)
        entries = with_class(elements, "ui-menu-item-wrapper")
        if icons:
            match = [e for e in entries if with_class(inside(elements, e), icons[0])]
        else:
            match = [e for e in entries if quoted(goal)[-1] in (text_of(e), *map(text_of, inside(elements, e)))]
        if match:
            yield click(match[0])
            return
        parents = [e for e in entries if with_class(inside(elements, e), "ui-menu-icon") and e["ref"] not in tried]
        tried.add(parents[0]["ref"])
        yield hover(parents[0])
        seen = yield wait(OPENING)


def odd_or_even(_: str, seen: Observation) -> Steps:
    """Mark each number."""
    for number in range(len(with_class(see(seen), "row"))):
        elements = see(seen)
        row = inside(elements, with_class(elements, "row")[number])
        value = int(text_of(with_class(row, "display-number")[0]))
        seen = yield click(with_class(row, "odd" if value % 2 else "even")[0])
    yield submit(seen)


def is_circle(element: Element) -> bool:
    """Whether it is drawn as a circle."""
    return bool(element["tag"] == "circle")


FORMS: dict[str, Callable[[Element], bool]] = {
    "rectangle": lambda e: e["tag"] == "rect",
    "circle": is_circle,
    "triangle": lambda e: e["tag"] == "polygon",
    "letter": lambda e: text_of(e).isalpha(),
    "digit": lambda e: text_of(e).isdigit(),
    "number": lambda e: text_of(e).isdigit(),
    "shape": lambda e: e["tag"] != "text",
    "item": lambda _: True,
}
PAINTS = {
    "red": "#ff0000", "green": "#008000", "blue": "#0000ff", "aqua": "#00ffff", "black": "#000000",
    "magenta": "#ff00ff", "yellow": "#ffff00",
}  # fmt: skip


def fits(element: Element, words: str) -> bool:
    """Whether a drawn thing is what words such as "large red circles" or "small p" say."""
    for word in words.split():
        plain = word.removesuffix("s") if word.removesuffix("s") in FORMS else word
        if plain in FORMS:
            good = FORMS[plain](element)
        elif word in ("large", "small"):
            # Letters are narrow: their size is their height.
            size = element["box"][3] if element["tag"] == "text" else element["box"][2]
            good = (size > LARGE) is (word == "large")
        elif word in PAINTS:
            good = element.get("fill") == PAINTS[word]
        else:
            good = text_of(element) in (word, word.removesuffix("s"))
        if not good:
            return False
    return True


def drawn(elements: Elements) -> Elements:
    """What is drawn on the page: shapes, letters and digits."""
    return with_tag(elements, "rect", "circle", "polygon", "text")


def named_shape(goal: str, seen: Observation) -> Steps:
    """Click the drawn thing that the goal describes."""
    words = re.findall(r"Click on an? (.*)", goal)[0]
    yield click(next(element for element in drawn(see(seen)) if fits(element, words)))


def count_shapes(goal: str, seen: Observation) -> Steps:
    """Count what the goal describes, and click the number."""
    words = re.findall(r"How many (.*) are there", goal)[0]
    count = sum(fits(element, words) for element in drawn(see(seen)))
    yield click(with_text(see(seen), str(count), "button"))


def identify_shape(_: str, seen: Observation) -> Steps:
    """Say what the figure is."""
    figure = drawn(see(seen))[0]
    name = next(name for name in ("Rectangle", "Circle", "Triangle", "Letter", "Number") if FORMS[name.lower()](figure))
    yield click(with_text(see(seen), name, "button"))


SOLUTIONS = {
    "choose-list": menu_list,
    "click-checkboxes": checkboxes,
    "click-checkboxes-large": checkboxes,
    "click-checkboxes-transfer": checkboxes,
    "click-menu": nested_menu,
    "click-menu-2": button_menu,
    "click-option": checkboxes,
    "click-scroll-list": scroll_list,
    "click-shape": named_shape,
    "count-shape": count_shapes,
    "identify-shape": identify_shape,
    "odd-or-even": odd_or_even,
}
