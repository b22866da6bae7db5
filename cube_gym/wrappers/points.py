"""Points of the screen as few values: the middles of the cells of a coarse grid."""

from collections.abc import Iterator, Mapping
from math import floor
from typing import Any, Final

from cube_core import ActionSchema

Grid = tuple[int, int]
"""Columns and rows."""

POINT: Final = ("x", "y")
"""The parameters that take a point, in pixels from the left and from the top."""

_ENDS: Final = frozenset({"maximum", "exclusiveMaximum"})


def points_of(schema: ActionSchema, grid: Grid) -> Iterator[dict[str, float]]:
    """The points that an action may be sent to: from left to right, then down.

    Raises:
        ValueError: the grid has no cells, or the schema does not say how large the screen is, by `maximum` or
            `exclusiveMaximum`.
    """
    if len(grid) != len(POINT) or any(not isinstance(count, int) or count < 1 for count in grid):
        raise ValueError(f"a grid is columns and rows, whole numbers of at least 1, got {grid!r}")
    columns, rows = (_middles(schema, name, count) for name, count in zip(POINT, grid, strict=True))
    for y in rows:
        yield from ({"x": x, "y": y} for x in columns)


def _middles(schema: ActionSchema, name: str, count: int) -> list[float]:
    """The middles of `count` equal parts of what a parameter ranges over; whole numbers where it takes no others."""
    ways = _ways(schema.parameters["properties"][name])
    bounded = next((each for each in ways if not _ENDS.isdisjoint(each)), None)
    if bounded is None:
        raise ValueError(
            f"{schema.name!r} does not say how far {name!r} goes, so that no grid can be laid: give it a `maximum` in "
            "its schema, or leave the action out with `leave_out`"
        )
    whole = any("integer" in each.get("type", ()) for each in ways)
    low, high = _range(bounded, step=int(whole))
    middles = [low + (part + 0.5) * (high - low) / count for part in range(count)]
    return [floor(middle) for middle in middles] if whole else middles


def _ways(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The schema and those that it offers to choose from, as one that may be null does."""
    return [schema, *schema.get("anyOf", ())]


def _range(schema: Mapping[str, Any], *, step: int) -> tuple[float, float]:
    """Where the range begins, and where it ends, the end left out; `step` is 1 for whole numbers, 0 for any."""
    low = schema["exclusiveMinimum"] + step if "exclusiveMinimum" in schema else schema.get("minimum", 0)
    return low, schema["exclusiveMaximum"] if "exclusiveMaximum" in schema else schema["maximum"] + step
