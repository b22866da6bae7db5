"""What is on a screen, read from the trees that tasks show: one form for all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from cube_core import Observation

Bounds = tuple[int, int, int, int]
Flag = TypeVar("Flag", bound=bool | None)

_NOWHERE: Final = (0, 0, 0, 0)

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
    itself by neither is left out; one that has no place has the bounds (0, 0, 0, 0). What a tap or a long press does
    nothing to says "clickable" or "long_clickable" of false; where these are missing, its role tells (`PASSIVE`). Null
    is as good as missing.

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
    return [_read(entry) for entry in found if isinstance(entry, Mapping) and _key(entry) is not None]


def _read(entry: Mapping[str, Any]) -> Element:
    known = entry.get
    text, value, options = known("text"), known("value"), known("options")
    role = str(known("role") or "")
    active = role not in PASSIVE
    return Element(
        key=_key(entry),
        role=role or str(known("tag") or ""),
        text="" if text is None else str(text),
        value=None if value is None else str(value),
        bounds=_bounds(entry),
        enabled=known("enabled") is not False and not known("disabled"),
        focused=bool(known("focused")),
        checked=_flag(entry, "checked", _flag(entry, "selected", None)),
        visible=known("visible") is not False and not known("offscreen"),
        options=tuple(map(str, options)) if isinstance(options, (list, tuple)) else (),
        clickable=_flag(entry, "clickable", active),
        long_clickable=_flag(entry, "long_clickable", active),
        scrollable=_flag(entry, "scrollable", None),
    )


def _key(entry: Mapping[str, Any]) -> Any:  # noqa: ANN401, a number or a text
    return entry.get("id") if entry.get("ref") is None else entry["ref"]


def _flag(entry: Mapping[str, Any], name: str, otherwise: Flag) -> bool | Flag:
    told = entry.get(name)
    return otherwise if told is None else bool(told)


def _bounds(entry: Mapping[str, Any]) -> Bounds:
    place = entry.get("box") if entry.get("bounds") is None else entry["bounds"]
    if not isinstance(place, (list, tuple)) or len(place) != len(_NOWHERE) or not all(map(_is_number, place)):
        return _NOWHERE
    left, top, third, fourth = place
    return (left, top, left + third, top + fourth) if entry.get("bounds") is None else (left, top, third, fourth)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
