"""Pages about dragging: boxes, lists, sliders, lines, and marks at a point."""

import math
import re
from collections.abc import Generator

from benchmarks.miniwob.oracles.acting import between, click, drag, drag_onto, press
from benchmarks.miniwob.oracles.choosing import drawn, fits, submit
from benchmarks.miniwob.oracles.looking import (
    Elements,
    inside,
    middle,
    ordinal,
    see,
    text_of,
    with_class,
    with_id,
    with_tag,
)
from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]
LINE = 45
"""How long a line is drawn, in pixels."""
WAYS = {"up": (0.0, -1.0), "down": (0.0, 1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}
BEYOND = 4
"""How far past the middle of another entry one is dragged to take its place, in pixels."""
FAR = 20
"""How far something is dragged that has only to move, in pixels."""


def box_into_box(_: str, seen: Observation) -> Steps:
    """Drag the small box into the large one."""
    elements = see(seen)
    seen = yield drag_onto(with_id(elements, "draggableSmall"), middle(with_id(elements, "draggableLarge")))
    yield submit(seen)


def shape_in_direction(goal: str, seen: Observation) -> Steps:
    """Drag the shape a little in the direction."""
    way = WAYS[re.findall(r"\b(up|down|left|right)\b", goal)[0]]
    shape = drawn(see(seen))[0]
    x, y = middle(shape)
    seen = yield drag_onto(shape, (x + way[0] * FAR, y + way[1] * FAR))
    yield submit(seen)


def item_in_list(goal: str, seen: Observation) -> Steps:
    """Drag an entry to another position of the list."""
    name = goal.split()[1]
    elements = see(seen)
    items = with_tag(elements, "li")
    now = next(n for n, item in enumerate(items) if any(text_of(e) == name for e in inside(elements, item)))
    target = _position(goal, now, len(items))
    yield _sorted_move(items, now, target)


def _position(goal: str, now: int, count: int) -> int:
    words = {"to the top": 0, "to the bottom": count - 1, "down by one": now + 1, "up by one": now - 1}
    named = [at for text, at in words.items() if text in goal]
    return named[0] if named else ordinal(goal) - 1


def _sorted_move(items: Elements, start: int, target: int) -> Action:
    """Drag an entry of a sortable list a little beyond the middle of the one whose place it takes."""
    x, y = middle(items[start])
    _, goal_y = middle(items[target])
    beyond = math.copysign(BEYOND, goal_y - y)
    return drag((x, y), (x, y + (goal_y - y) / 2), (x, goal_y), (x, goal_y + beyond))


def shapes_into_box(goal: str, seen: Observation) -> Steps:
    """Drag the shapes that are asked for into the box, side by side."""
    words = re.findall(r"Drag all (.*) into the black box", goal)[0]
    yield from _sort_shapes(seen, words, 1)


def shapes_into_boxes(goal: str, seen: Observation) -> Steps:
    """Drag the shapes that are asked for into the left box, and the others into the right one."""
    words = re.findall(r"Drag all (.*) into the left box", goal)[0]
    yield from _sort_shapes(seen, words, 2)


def _sort_shapes(seen: Observation, words: str, boxes: int) -> Steps:
    filled = [0, 0]
    for shape in [e for e in drawn(see(seen)) if e.get("id") != "shape-container"]:
        side = 0 if fits(shape, words) else 1
        if side >= boxes:
            continue
        box = [e for e in see(seen) if e.get("id") == "shape-container"][side]
        left, top, width, _ = box["box"]
        columns = int((width - 6) // 21)
        row, column = divmod(filled[side], columns)
        filled[side] += 1
        seen = yield drag_onto(shape, (left + 14 + 21 * column, top + 13 + 21 * row))
    yield submit(seen)


def sort_numbers(_: str, seen: Observation) -> Steps:
    """Bring the smallest to the top, then the next below it, and so on."""
    for place in range(len(with_tag(see(seen), "li"))):
        elements = see(seen)
        items = with_tag(elements, "li")
        values = [int(next(text_of(e) for e in inside(elements, item) if text_of(e))) for item in items]
        now = min(range(place, len(items)), key=values.__getitem__)
        if now != place:
            seen = yield _sorted_move(items, now, place)
    yield submit(seen)


def draw_line(goal: str, seen: Observation) -> Steps:
    """Draw a straight line that starts near the dot, runs through it, and ends far off.

    The page takes the last point for how long the line is, and the number of points for how short: few will do. The
    place that the line has to touch lies above the dot and to the left of its middle.
    """
    elements = see(seen)
    x, y = (part - 3 for part in middle(with_id(elements, "circ")))
    left, top, width, height = with_tag(elements, "svg")[0]["box"]
    if "vertical" in goal:
        away = LINE if y < top + height / 2 else -LINE
        seen = yield drag((x, y - away / 20), (x, y), (x, y + away))
    else:
        away = LINE if x < left + width / 2 else -LINE
        seen = yield drag((x - away / 20, y), (x, y), (x + away, y))
    yield submit(seen)


def highlight(goal: str, seen: Observation) -> Steps:
    """Drag from before the first letter to behind the last."""
    elements = see(seen)
    paragraphs = with_tag(elements, "p")
    text = paragraphs[ordinal(goal) - 1] if paragraphs else with_id(elements, "randomText")
    left, top, width, height = text["box"]
    seen = yield drag((left, top + 3), (left + width / 2, top + height - 3), (left + width, top + height - 2))
    yield submit(seen)


def resize(goal: str, seen: Observation) -> Steps:
    """Drag the corner of the text area."""
    corner = with_class(see(seen), "ui-resizable-se")[0]
    sign = 1 if "larger" in goal else -1
    x, y = middle(corner)
    end = (x, y + sign * 15) if "height" in goal else (x + sign * 15, y)
    seen = yield drag((x, y), between((x, y), end, 0.5), end)
    yield click(with_id(see(seen), "submit"))


def sliders(goal: str, seen: Observation) -> Steps:
    """Set each slider: a click on its handle, then the arrow keys."""
    wanted = [int(number) for number in re.findall(r"-?\d+", goal.rpartition("combination")[2])]
    for number, value in enumerate(wanted[: len(with_class(see(seen), "ui-slider-handle"))]):
        seen = yield from _set_slider(seen, number, value)
    yield submit(seen)


def _set_slider(seen: Observation, number: int, value: int) -> Generator[Action, Observation, Observation]:
    """Move a slider near the value by dragging, and the rest of the way by keys."""
    seen = yield click(with_class(see(seen), "ui-slider-handle")[number])
    while (now := _slider_values(see(seen))[number]) != value:
        seen = yield press("ArrowRight" if value > now else "ArrowLeft")
    return seen


def _slider_values(elements: Elements) -> list[int]:
    return [int(text_of(e)) for e in elements if str(e.get("id", "")).startswith("val")]


def slider_and_boxes(goal: str, seen: Observation) -> Steps:
    """Set the slider, check the numbered box, and submit."""
    seen = yield from _set_slider(seen, 0, int(re.findall(r"Select (-?\d+)", goal)[0]))
    seen = yield click(with_id(see(seen), f"checkbox-{ordinal(goal)}"))
    yield submit(seen)


SOLUTIONS = {
    "drag-box": box_into_box,
    "drag-circle": shape_in_direction,
    "drag-items": item_in_list,
    "drag-shapes": shapes_into_box,
    "drag-shapes-2": shapes_into_boxes,
    "drag-single-shape": shape_in_direction,
    "drag-sort-numbers": sort_numbers,
    "draw-line": draw_line,
    "form-sequence": slider_and_boxes,
    "highlight-text": highlight,
    "highlight-text-2": highlight,
    "resize-textarea": resize,
    "use-slider": sliders,
    "use-slider-2": sliders,
}
