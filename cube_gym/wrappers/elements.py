"""What is on a screen, read from the trees that tasks show: one form for all of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from cube_core import Observation

Bounds = tuple[int, int, int, int]
Flag = TypeVar("Flag", bound=bool | None)

_NOWHERE: Final = (0, 0, 0, 0)
_NUMBERS: Final = frozenset({int, float})

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
    return [_read(key, entry) for entry in found if isinstance(entry, Mapping) and (key := _key(entry)) is not None]


def _key(entry: Mapping[str, Any]) -> Any:  # noqa: ANN401, a number or a text
    ref = entry.get("ref")
    return entry.get("id") if ref is None else ref


def _read(key: int | str, entry: Mapping[str, Any]) -> Element:
    known = entry.get
    text, value = known("text"), known("value")
    role = str(known("role") or "")
    active = role not in PASSIVE
    return Element(  # by place: names would take a quarter of the time, of what is done for each element of each step
        key,
        role or str(known("tag") or ""),
        "" if text is None else str(text),
        None if value is None else str(value),
        _bounds(known("bounds"), known("box")),
        known("enabled") is not False and not known("disabled"),
        bool(known("focused")),
        _flag(known("checked"), _flag(known("selected"), None)),
        known("visible") is not False and not known("offscreen"),
        _options(known("options")),
        _flag(known("clickable"), active),
        _flag(known("long_clickable"), active),
        _flag(known("scrollable"), None),
    )


def _flag(told: object, otherwise: Flag) -> bool | Flag:
    return otherwise if told is None else bool(told)


def _options(told: object) -> tuple[str, ...]:
    return tuple(map(str, told)) if isinstance(told, (list, tuple)) else ()


def _bounds(bounds: object, box: object) -> Bounds:
    place = box if bounds is None else bounds
    if not isinstance(place, (list, tuple)) or len(place) != len(_NOWHERE) or not _are_numbers(place):
        return _NOWHERE
    left, top, third, fourth = place
    return (left, top, left + third, top + fourth) if bounds is None else (left, top, third, fourth)


def _are_numbers(values: Sequence[object]) -> bool:
    if _NUMBERS.issuperset(map(type, values)):  # nearly always
        return True
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
