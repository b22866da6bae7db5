"""What is on a screen, read from the trees that tasks show: one form for all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from cube_core import Observation

Bounds = tuple[int, int, int, int]

TREE = "tree"
"""The name of the content that holds the elements."""

PASSIVE: Final = frozenset({"error", "heading", "keyboard", "list", "status", "text", "title"})
"""Roles of what is only looked at, unless the tree says otherwise of an element. An HTML tag is no role."""

CONTROLS: Final = frozenset({"button", "checkbox", "field", "key", "picker", "radio", "search", "switch", "tab"})
"""Roles whose text says what they are for."""


class Element(NamedTuple):
    """One thing on a screen."""

    key: int | str
    """What an action calls it by."""
    role: str
    text: str = ""
    value: str | None = None
    """What it holds; None for what holds nothing, such as a button."""
    bounds: Bounds = (0, 0, 0, 0)
    """Left, top, right and bottom, in pixels."""
    enabled: bool = True
    focused: bool = False
    checked: bool | None = None
    """None for what cannot be checked."""
    visible: bool = True
    options: tuple[str, ...] = ()
    """What can be chosen in it."""
    clickable: bool = True
    """Whether it may answer a tap; False where the tree tells that it does not."""
    long_clickable: bool = True
    """The same of a long press."""
    scrollable: bool | None = None
    """Whether its content can be scrolled; None where the tree does not tell."""

    @property
    def usable(self) -> bool:
        """Whether it is in sight and answers."""
        return self.visible and self.enabled

    @property
    def writable(self) -> bool:
        """Whether text may go into it: it holds some, or it has the focus."""
        return self.value is not None or self.focused

    @property
    def texts(self) -> tuple[str, ...]:
        """All that can be read on it."""
        return (self.text, self.value or "", *self.options)


def elements_of(observation: Observation) -> list[Element]:
    """The elements of the last content named "tree", in its order; none where there is no tree.

    A tree is a list of mappings, or a mapping that holds such a list under "elements". An element is called by its
    "ref" or its "id"; it has "bounds" (left, top, right, bottom) or a "box" (left, top, width, height). What calls
    itself by neither is left out. What a tap or a long press does nothing to says "clickable" or "long_clickable" of
    false; where these are missing, its role tells (`PASSIVE`).

    >>> from cube_core import StructuredContent
    >>> tree = [{"ref": 7, "tag": "button", "text": "OK", "box": [10, 20, 30, 40], "disabled": True}]
    >>> element = elements_of(Observation(contents=[StructuredContent(data=tree, name="tree")]))[0]
    >>> element.key, element.role, element.bounds, element.usable
    (7, 'button', (10, 20, 40, 60), False)
    """
    data = next((content.data for content in reversed(observation.contents) if content.name == TREE), ())
    found = data.get("elements", ()) if isinstance(data, Mapping) else data
    if not isinstance(found, Sequence):
        return []
    return [_read(entry) for entry in found if isinstance(entry, Mapping) and ("ref" in entry or "id" in entry)]


def _read(entry: Mapping[str, Any]) -> Element:
    known = entry.get
    checked, value = known("checked", known("selected")), known("value")
    active = known("role") not in PASSIVE
    scrollable = known("scrollable")
    return Element(
        key=entry["ref"] if "ref" in entry else entry["id"],
        role=str(known("role") or known("tag") or ""),
        text=str(known("text") or ""),
        value=None if value is None else str(value),
        bounds=_bounds(entry),
        enabled=known("enabled") is not False and not known("disabled"),
        focused=bool(known("focused")),
        checked=None if checked is None else bool(checked),
        visible=known("visible") is not False and not known("offscreen"),
        options=tuple(map(str, known("options") or ())),
        clickable=bool(known("clickable", active)),
        long_clickable=bool(known("long_clickable", active)),
        scrollable=None if scrollable is None else bool(scrollable),
    )


def _bounds(entry: Mapping[str, Any]) -> Bounds:
    if "bounds" in entry:
        left, top, right, bottom = entry["bounds"]
        return (left, top, right, bottom)
    left, top, width, height = entry.get("box", (0, 0, 0, 0))
    return (left, top, left + width, top + height)
