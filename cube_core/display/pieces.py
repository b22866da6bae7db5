"""The pieces that displays are made of: texts, tables, chips, errors."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cube_core.display.markup import Html, cut, element, joined

MOST_ROWS: Final = 200
"""Rows of a table that are shown; how many are left out is said."""
_CELL: Final = 300


def text_block(text: str) -> Html:
    """Text with its line breaks."""
    return element("pre", text, class_="cube-text")


def labelled(name: object, *children: object) -> Html:
    """Something under its name."""
    return joined(element("div", name, class_="cube-name"), *children)


def line(*children: object) -> Html:
    """Chips or words in a row."""
    return element("div", *children, class_="cube-line")


def chip(text: object, kind: str = "") -> Html:
    """A short text in a frame; `kind` is "good", "bad", or nothing."""
    return element("span", text, class_=f"cube-chip cube-{kind}" if kind else "cube-chip")


def dim(text: object) -> Html:
    """What matters less."""
    return element("span", text, class_="cube-dim")


def code(text: object) -> Html:
    """Something that a program reads."""
    return element("code", cut(str(text), _CELL))


def folded(summary: object, *children: object, unfolded: bool = False) -> Html:
    """What is shown on a click."""
    return element("details", element("summary", summary), *children, open="" if unfolded else None)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[int] = ()) -> Html:
    """A table, of at most `MOST_ROWS` rows. Columns whose numbers are in `right` are set to the right."""
    given = list(rows)
    numbers = frozenset(right)
    shown = [element("tr", *(_cell(value, number in numbers) for number, value in enumerate(row))) for row in given]
    head = element("thead", element("tr", *(_heading(name, place in numbers) for place, name in enumerate(headings))))
    left_out = len(given) - MOST_ROWS
    more = element("div", f"... and {left_out:,} more", class_="cube-dim") if left_out > 0 else None
    body = element("tbody", *shown[:MOST_ROWS])
    return element("div", element("table", head if any(headings) else None, body), more, class_="cube-scroll")


def fields(pairs: Iterable[tuple[str, object]]) -> Html:
    """Names and values, a row each."""
    return table((), [(dim(name), value) for name, value in pairs])


def json_block(data: Any) -> Html:  # noqa: ANN401, JSON
    """JSON, indented."""
    return text_block(json.dumps(data, indent=1, ensure_ascii=False, default=str))


def error_block(name: str, text: str, trace: str = "") -> Html:
    """What went wrong, in red; the stack on a click."""
    told = element("b", name) if not text else joined(element("b", name), ": ", text)
    stack = folded("stack", text_block(trace)) if trace.strip() else None
    return element("div", told, stack, class_="cube-error")


def value_text(value: Any, longest: int = _CELL) -> str:  # noqa: ANN401, JSON
    """A value in a cell: text as it is, a fraction with four digits, anything else as JSON."""
    if isinstance(value, float):
        return f"{value:.4g}"
    return cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), longest)


def _cell(value: object, right: bool) -> Html:  # noqa: FBT001, it is a column's property
    shown = value if isinstance(value, Html) else cut("" if value is None else str(value), _CELL)
    return element("td", shown, class_="cube-right" if right else None)


def _heading(name: str, right: bool) -> Html:  # noqa: FBT001, see above
    return element("th", name, class_="cube-right" if right else None)
