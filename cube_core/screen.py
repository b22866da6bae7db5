"""Element trees as boxes on a screen, for whoever draws them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_FLAGS: Final = ("focused", "checked", "selected", "disabled", "readonly", "scrollable")
_PLACES: Final = frozenset({"bounds", "box"})
_REFERENCES: Final = ("element", "ref", "target", "source", "node", "id", "bid")
_TALLEST_FIELD: Final = 120  # pixels; the value of what is taller, such as a list, is not what is in it
_TEXTS: Final = ("text", "value", "key", "message", "remember", "app")


@dataclass(frozen=True, slots=True)
class Screen:
    """Elements with their boxes, and the size of what they lie on, all in pixels."""

    size: tuple[float, float]
    elements: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """As a player in a browser reads it."""
        return {"size": list(self.size), "elements": self.elements}


def label_of(element: Mapping[str, Any]) -> str:
    """What is written into the box of an element: its text, and its value where that is no whole list; one line.

    >>> label_of({"box": [0, 0, 90, 20], "text": "Title", "value": "Minutes"})
    'Title: Minutes'
    """
    value = element.get("value", "") if element["box"][3] <= _TALLEST_FIELD else ""
    return ": ".join(part.partition("\n")[0] for part in (element.get("text", ""), value) if part)


def read_screen(tree: Any) -> Screen | None:  # noqa: ANN401, any JSON
    """The elements of a tree that have a place on the screen, or None where none has.

    A place is `bounds` (left, top, right, bottom) or `box` (left, top, width, height). What lies deeper is drawn later.
    """
    elements = [element for element in map(_element, _with_place(tree)) if element is not None]
    if not elements:
        return None
    right = max(element["box"][0] + element["box"][2] for element in elements)
    bottom = max(element["box"][1] + element["box"][3] for element in elements)
    return Screen((max(right, 1), max(bottom, 1)), elements)


def touched(actions: Sequence[Mapping[str, Any]], screen: Screen | None) -> dict[str, Any]:
    """What actions point at: the ids of elements on the screen, and points, in pixels."""
    known = {element["id"] for element in screen.elements} if screen is not None else set()
    ids: list[str] = []
    points: list[list[float]] = []
    for action in actions:
        arguments = action.get("arguments") or {}
        for name, value in arguments.items():
            if _refers(name, value) and str(value) in known:
                ids.append(str(value))
            if isinstance(value, list):
                points += [point for point in ([value] if _is_point(value) else value) if _is_point(point)]
        points += [
            [arguments[x], arguments[x.replace("x", "y")]]
            for x in arguments
            if "x" in x and _is_number(arguments[x]) and _is_number(arguments.get(x.replace("x", "y")))
        ]
    return {"ids": ids, "points": points}


def _with_place(tree: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401, any JSON
    if isinstance(tree, dict):
        if "bounds" in tree or "box" in tree:
            yield tree
        for name, value in tree.items():
            if isinstance(value, dict | list) and name not in _PLACES:
                yield from _with_place(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _with_place(value)


def _element(found: Mapping[str, Any]) -> dict[str, Any] | None:
    place = found.get("bounds", found.get("box"))
    if not isinstance(place, list) or len(place) != 4 or not all(map(_is_number, place)):  # noqa: PLR2004, a rectangle
        return None
    left, top, third, fourth = place
    box = [left, top, third - left, fourth - top] if "bounds" in found else [left, top, third, fourth]
    flags = [flag for flag in _FLAGS if found.get(flag) is True]
    if found.get("enabled") is False:
        flags.append("disabled")
    kept = {
        "id": str(found.get("id") if "bounds" in found else found.get("ref", found.get("id", ""))),
        "role": str(found.get("role") or found.get("tag") or ""),
        "box": box,
        "text": _text(found.get("text")),
        "value": _text(found.get("value")),
        "fill": _text(found.get("background") or found.get("fill")),
        "flags": " ".join(flags),
        "off": bool(found.get("offscreen")),
    }
    return {name: value for name, value in kept.items() if value not in ("", False)}


def _text(value: Any) -> str:  # noqa: ANN401, any JSON
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _refers(name: str, value: Any) -> bool:  # noqa: ANN401, any JSON
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    named = any(reference in name.lower() for reference in _REFERENCES)
    return named if isinstance(value, int) else named or name not in _TEXTS


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))  # noqa: PLR2004, x and y
