"""Pages with several steps in order: search forms, agreements, spinners, a terminal."""

import re
from collections.abc import Generator, Iterable

from benchmarks.miniwob.oracles.acting import click, press, scroll, wait, write
from benchmarks.miniwob.oracles.choosing import submit
from benchmarks.miniwob.oracles.looking import (
    Element,
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
SEARCHING = ("Submit", "Search", "Go", "Go!", "Find", "Find Movie")
"""What the buttons say that start a search."""


def movie_search(goal: str, seen: Observation) -> Steps:
    """Fill three fields by their labels, wherever they are."""
    genre, director, year = re.findall(r"for (.*) movies directed by (.*) from year (.*)\.", goal)[0]
    answers = {"genre": genre, "director": director, "year": year}
    # Labels and fields alternate; either comes first. Some labels are words in the fields.
    labels = [name for e in see(seen) if (name := _label(e, answers))]
    for number, label in enumerate(labels):
        seen = yield write([e for e in with_tag(see(seen), "input") if e["type"] == "text"][number], answers[label])
    yield click(next(e for e in reversed(see(seen)) if text_of(e) in SEARCHING))


def _label(element: Element, names: Iterable[str]) -> str:
    """Which of the names an element says, "" for none."""
    said = f"{text_of(element)} {element.get('placeholder', '')}".lower().replace("released date", "year")
    return next((name for name in names if name in said), "")


def sequence_of_radio_and_text(goal: str, seen: Observation) -> Steps:
    """Check a radio button, and type a number into a field."""
    buttons, fields = (int(number) for number in re.findall(r"(\d+)(?:st|nd|rd|th)", goal))
    radios = [e for e in with_tag(see(seen), "input") if e["type"] == "radio"]
    seen = yield click(radios[buttons - 1])
    seen = yield write(with_id(see(seen), f"input-{fields}"), quoted(goal)[0])
    yield submit(seen)


def sequence_of_menu_and_button(goal: str, seen: Observation) -> Steps:
    """Choose in a drop-down list, then click the button."""
    option = re.findall(r"Choose (.*) from the dropdown", goal)[0]
    seen = yield click(with_class(see(seen), "selectric")[0])
    seen = yield wait(500)
    seen = yield click(with_text(see(seen), option, "li"))
    yield click(with_text(see(seen), quoted(goal)[0], "button"))


def scroll_to_end(goal: str, seen: Observation) -> Steps:
    """Scroll a text to its top or bottom."""
    area = with_id(see(seen), "text-area")
    at, end = area["scroll"]
    seen = yield scroll(area, end - at if "bottom" in goal else -at)
    yield submit(seen)


def sign_agreement(goal: str, seen: Observation) -> Steps:
    """Scroll to the end, sign with the name, and agree or not."""
    if "Scroll" in goal:
        area = with_id(see(seen), "text-area")
        seen = yield scroll(area, area["scroll"][1])
    if len(quoted(goal)) > 1:
        seen = yield write(with_id(see(seen), "name"), quoted(goal)[0])
    name = "agree" if "agree" in goal.rpartition("press")[2].lower() or "the agree" in goal.lower() else "cancel"
    yield click(with_id(see(seen), name))


def spinner(goal: str, seen: Observation) -> Steps:
    """Press the arrows until the value is there."""
    wanted = int(re.findall(r"Select (-?\d+)", goal)[0])
    while (value := int(with_id(see(seen), "spinner")["value"] or 0)) != wanted:
        seen = yield click(with_class(see(seen), "ui-spinner-up" if value < wanted else "ui-spinner-down")[0])
    yield submit(seen)


def terminal(goal: str, seen: Observation) -> Steps:
    """List the files, and delete the one that fits."""
    ending = re.findall(r"extension (\.[\w.]+)", goal)
    seen = yield click(with_id(see(seen), "terminal"))
    for key in [*"ls", "Enter"]:
        seen = yield press(key)
    names = text_of(with_class(see(seen), "output")[-1]).split()
    file = next(n for n in names if (n.endswith(ending[0]) if ending else "." not in n))
    for key in [*f"rm {file}", "Enter"]:
        seen = yield press("Space" if key == " " else key)


SOLUTIONS = {
    "form-sequence-2": sequence_of_radio_and_text,
    "form-sequence-3": sequence_of_menu_and_button,
    "multi-layouts": movie_search,
    "multi-orderings": movie_search,
    "scroll-text-2": scroll_to_end,
    "sign-agreement": sign_agreement,
    "terminal": terminal,
    "use-spinner": spinner,
}
