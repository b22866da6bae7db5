"""The actions that solutions yield."""

from benchmarks.miniwob.oracles.looking import Element, middle
from cube_core import Action

Point = tuple[float, float]


def click(element: Element, *modifiers: str) -> Action:
    """Click an element."""
    arguments = {"ref": element["ref"], **({"modifiers": list(modifiers)} if modifiers else {})}
    return Action(name="click", arguments=arguments)


def click_at(point: Point) -> Action:
    """Click at a point."""
    return Action(name="click_at", arguments={"x": point[0], "y": point[1]})


def hover(element: Element) -> Action:
    """Move the mouse onto an element."""
    return Action(name="hover", arguments={"ref": element["ref"]})


def write(element: Element, text: str, *, replace: bool = False) -> Action:
    """Type a text into an element."""
    return Action(name="type_text", arguments={"ref": element["ref"], "text": text, "replace": replace})


def press(key: str, *modifiers: str) -> Action:
    """Press a key."""
    return Action(name="press_key", arguments={"key": key, "modifiers": list(modifiers)})


def select(element: Element, option: str) -> Action:
    """Choose an option of a select element."""
    return Action(name="select_option", arguments={"ref": element["ref"], "option": option})


def drag(*points: Point) -> Action:
    """Drag along points."""
    return Action(name="drag", arguments={"points": [list(point) for point in points]})


def drag_onto(element: Element, target: Point) -> Action:
    """Drag an element by its middle to a point, with one stop on the way: a drag begins with a first small move."""
    start = middle(element)
    return drag(start, between(start, target, 0.5), target)


def between(start: Point, end: Point, part: float) -> Point:
    """The point that lies `part` of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def scroll(element: Element, down: float) -> Action:
    """Turn the wheel over an element."""
    x, y = middle(element)
    return Action(name="scroll", arguments={"x": x, "y": y, "down": down})


def wait(milliseconds: int) -> Action:
    """Let time pass."""
    return Action(name="wait", arguments={"milliseconds": milliseconds})
