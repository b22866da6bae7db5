"""What a page shows after a step, and how it is written for an agent."""

from dataclasses import dataclass, field
from typing import Any

Element = dict[str, Any]
FLAGS = ("goal", "focused", "checked", "selected", "disabled", "readonly", "offscreen")
LOOKS = ("background", "color", "fill", "stroke", "src", "alt", "image", "placeholder", "points", "d")


@dataclass(frozen=True, slots=True)
class PageState:
    """The page as it was read last. `raw` and `reward` are None when the page ended the episode without a reward."""

    goal: str = ""
    tree: tuple[Element, ...] = ()
    done: bool = False
    left: bool = False
    """Whether the page was left for another document: the episode cannot go on."""
    raw: float | None = 0.0
    reward: float | None = 0.0
    reason: object = None
    elapsed: float = 0.0
    """Milliseconds since the episode began, by the page's clock."""
    middles: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Where a click in the middle of an element hits it, by ref. The others have to be looked for."""
    errors: tuple[str, ...] = ()
    """What the page's own scripts failed with in this step."""

    @classmethod
    def read(cls, answer: dict[str, Any]) -> "PageState":
        """From what the page's script says."""
        tree = answer["tree"] or ()
        spots = zip(tree, answer["middles"], strict=True) if tree else ()
        return cls(
            goal=answer["goal"],
            tree=tuple(tree),
            middles={element["ref"]: (spot[0], spot[1]) for element, spot in spots if spot},
            done=answer["done"],
            raw=answer["raw"],
            reward=answer["reward"],
            reason=answer["reason"],
            elapsed=answer["elapsed"],
            errors=tuple(answer["errors"]),
        )


def as_text(elements: tuple[Element, ...]) -> str:
    """The elements as lines, indented by what they lie in.

    >>> print(
    ...     as_text(
    ...         (
    ...             {"ref": 0, "tag": "div", "box": [0, 0, 9, 9]},
    ...             {"ref": 1, "tag": "input", "type": "radio", "parent": 0, "checked": True, "box": [0, 0, 5, 5]},
    ...         )
    ...     )
    ... )
    [0] div (0, 0, 9, 9)
      [1] input radio (0, 0, 5, 5) checked
    """
    depths: dict[int, int] = {}
    lines = []
    for element in elements:
        depth = depths.get(element.get("parent", -1), -1) + 1
        depths[element["ref"]] = depth
        lines.append("  " * depth + _line(element))
    return "\n".join(lines)


def _line(element: Element) -> str:
    parts = [f"[{element['ref']}] {element['tag']}"]
    if "type" in element:
        parts.append(element["type"])
    if "id" in element:
        parts.append(f"#{element['id']}")
    if "class" in element:
        parts.append("." + ".".join(element["class"].split()))
    if "text" in element:
        parts.append(repr(element["text"]))
    if "value" in element:
        parts.append(f"value={element['value']!r}")
    if "options" in element:
        parts.append(f"options={element['options']}")
    parts.append("({}, {}, {}, {})".format(*element["box"]))
    if "scroll" in element:
        parts.append("scrolled {} of {}".format(*element["scroll"]))
    parts += [flag for flag in FLAGS if element.get(flag)]
    parts += [f"{look}={element[look]}" for look in LOOKS if look in element]
    return " ".join(parts)
