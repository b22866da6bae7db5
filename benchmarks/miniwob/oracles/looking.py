"""Reading what a page shows: from an observation to its elements."""

import re
from collections.abc import Callable
from typing import Any

from cube_core import Observation

Element = dict[str, Any]
Elements = list[Element]


def see(observation: Observation) -> Elements:
    """The elements of the page, in document order."""
    tree = observation.content("tree")
    return [] if tree is None else list(tree.data)


def text_of(element: Element) -> str:
    """An element's own text, "" where it has none."""
    return str(element.get("text", ""))


def with_tag(elements: Elements, *tags: str) -> Elements:
    """The elements with one of the tags."""
    return [element for element in elements if element["tag"] in tags]


def with_class(elements: Elements, name: str) -> Elements:
    """The elements with this class among theirs."""
    return [element for element in elements if name in str(element.get("class", "")).split()]


def with_id(elements: Elements, name: str) -> Element:
    """The element with this id.

    Raises:
        LookupError: there is none.
    """
    return first(elements, lambda element: element.get("id") == name)


def with_text(elements: Elements, text: str, *tags: str) -> Element:
    """The first element with exactly this text, of one of the tags if any are given.

    Raises:
        LookupError: there is none.
    """
    return first(elements, lambda element: text_of(element) == text and (not tags or element["tag"] in tags))


def first(elements: Elements, fits: Callable[[Element], bool]) -> Element:
    """The first element that fits.

    Raises:
        LookupError: there is none.
    """
    for element in elements:
        if fits(element):
            return element
    raise LookupError("the page shows no such element")


def inside(elements: Elements, parent: Element) -> Elements:
    """All elements inside another one, in document order."""
    family = {parent["ref"]}
    found = []
    for element in elements:
        if element.get("parent") in family:
            family.add(element["ref"])
            found.append(element)
    return found


def whole_text(elements: Elements, parent: Element) -> str:
    """The text of an element and of all inside it."""
    return " ".join(filter(None, map(text_of, [parent, *inside(elements, parent)])))


def beside(elements: Elements, control: Element) -> str:
    """The text of the label around a checkbox or radio button."""
    return " ".join(text_of(e) for e in elements if e.get("parent") == control.get("parent") and text_of(e))


def middle(element: Element) -> tuple[float, float]:
    """The middle of an element, in pixels."""
    left, top, width, height = element["box"]
    return left + width / 2, top + height / 2


def quoted(goal: str) -> list[str]:
    """What stands in double quotes.

    >>> quoted('Enter "Tora" and "x"')
    ['Tora', 'x']
    """
    return re.findall(r'"([^"]*)"', goal)


def ordinal(text: str) -> int:
    """The first ordinal number in a text.

    >>> ordinal("Click the 3rd box")
    3
    """
    match = re.search(r"(\d+)(?:st|nd|rd|th)", text)
    if match is None:
        raise LookupError(f"no ordinal number in {text!r}")
    return int(match[1])


def rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of "#rrggbb".

    >>> rgb("#ff0080")
    (255, 0, 128)
    """
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
