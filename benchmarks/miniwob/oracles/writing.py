"""Pages about text: fields, passwords, sums, tables, completion, copy and paste."""

import re
from collections.abc import Generator

from benchmarks.miniwob.oracles.acting import click, press, wait, write
from benchmarks.miniwob.oracles.choosing import submit
from benchmarks.miniwob.oracles.looking import (
    Elements,
    inside,
    ordinal,
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


def quoted_text(goal: str, seen: Observation) -> Steps:
    """Type the quoted text, in upper or lower case if the goal says so."""
    text = quoted(goal)[0]
    if "upper case" in goal:
        text = text.upper()
    if "lower case" in goal:
        text = text.lower()
    seen = yield write(with_tag(see(seen), "input")[0], text)
    yield submit(seen)


def password(goal: str, seen: Observation) -> Steps:
    """Type the password into both fields."""
    for number in range(2):
        seen = yield write(with_tag(see(seen), "input")[number], quoted(goal)[0])
    yield submit(seen)


def login(goal: str, seen: Observation) -> Steps:
    """Type name and password, and log in; a box that pops up in between is closed."""
    for number, text in enumerate(quoted(goal)[:2]):
        seen = yield from _without_popup(seen)
        seen = yield write(with_id(see(seen), ("username", "password")[number]), text)
        field = with_id(see(seen), ("username", "password")[number])
        if field["value"] != text:
            seen = yield from _without_popup(seen)
            seen = yield write(with_id(see(seen), field["id"]), text, replace=True)
    seen = yield from _without_popup(seen)
    yield click(with_id(see(seen), "subbtn"))


def _without_popup(seen: Observation) -> Generator[Action, Observation, Observation]:
    popups = [e for e in see(seen) if e.get("id") in ("popup-cancel", "popup-ok")]
    if popups:
        cancel = next((e for e in popups if e["id"] == "popup-cancel"), popups[0])
        seen = yield click(cancel)
    return seen


def date(goal: str, seen: Observation) -> Steps:
    """Type a date, part by part."""
    seen = yield write(with_id(see(seen), "tt"), re.sub(r"\D", "", goal))
    yield submit(seen)


def time(goal: str, seen: Observation) -> Steps:
    """Type a time, part by part."""
    hour, minute, half = re.findall(r"(\d+):(\d+) ([AP])M", goal)[0]
    seen = yield write(with_id(see(seen), "tt"), f"{int(hour):02d}{minute}{half}")
    yield submit(seen)


def find_word(goal: str, seen: Observation) -> Steps:
    """Type the numbered word of a paragraph, without the marks beside it."""
    words = text_of(with_tag(see(seen), "p")[0]).split()
    seen = yield write(with_id(see(seen), "answer-input"), words[ordinal(goal) - 1].strip(".,"))
    yield submit(seen)


def last_word(_: str, seen: Observation) -> Steps:
    """Type the last word of a text."""
    text = with_id(see(seen), "text-area")
    word = str(text.get("value") or text_of(text)).split()[-1].strip(".,")
    seen = yield write(with_id(see(seen), "answer-input"), word)
    yield submit(seen)


def captcha(_: str, seen: Observation) -> Steps:
    """Type the letters that are drawn one by one."""
    elements = see(seen)
    letters = "".join(map(text_of, inside(elements, with_id(elements, "captcha"))))
    seen = yield write(with_id(elements, "tt"), letters)
    yield submit(seen)


def _rows(elements: Elements) -> dict[str, str]:
    """A table of two columns, the second by the first."""
    cells = list(map(text_of, with_tag(elements, "td")))
    return dict(zip(cells[::2], cells[1::2], strict=True))


def table_value(goal: str, seen: Observation) -> Steps:
    """Type what the table holds beside a word."""
    label = re.findall(r"value of (.*) into", goal)[0]
    seen = yield write(with_id(see(seen), "tt"), _rows(see(seen))[label])
    yield submit(seen)


def table_values(_: str, seen: Observation) -> Steps:
    """Fill a form from a table."""
    rows = _rows(see(seen))
    for number in (1, 2):
        label = text_of(with_id(see(seen), f"ll{number}")).rstrip(":")
        seen = yield write(with_id(see(seen), f"tt{number}"), rows[label])
    yield submit(seen)


def autocomplete(goal: str, seen: Observation) -> Steps:
    """Type the beginning, and take the entry that ends as asked."""
    start, *end = quoted(goal)
    seen = yield write(with_id(see(seen), "tags"), start)
    seen = yield wait(500)
    names = [text_of(e) for e in with_class(see(seen), "ui-menu-item-wrapper")]
    name = next(n for n in names if n.startswith(start) and n.endswith(end[0] if end else ""))
    seen = yield click(with_text(see(seen), name))
    yield submit(seen)


def copy_paste(goal: str, seen: Observation) -> Steps:
    """Select all of a text, copy it, and paste it."""
    areas = with_tag(see(seen), "textarea")
    source = areas[ordinal(goal) - 1 if len(areas) > 1 else 0]
    seen = yield click(source)
    seen = yield press("a", "Control")
    seen = yield press("c", "Control")
    seen = yield click(with_id(see(seen), "answer-input"))
    seen = yield press("v", "Control")
    yield submit(seen)


SOLUTIONS = {
    "copy-paste": copy_paste,
    "copy-paste-2": copy_paste,
    "enter-date": date,
    "enter-password": password,
    "enter-text": quoted_text,
    "enter-text-2": quoted_text,
    "enter-text-dynamic": quoted_text,
    "enter-time": time,
    "find-word": find_word,
    "login-user": login,
    "login-user-popup": login,
    "read-table": table_value,
    "read-table-2": table_values,
    "scroll-text": last_word,
    "text-transform": captcha,
    "use-autocomplete": autocomplete,
    "use-autocomplete-nodelay": autocomplete,
}
