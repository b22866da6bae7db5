"""Points of the screen as few values: the middles of the cells of a coarse grid."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cube_core import ActionSchema

Grid = tuple[int, int]
"""Columns and rows."""

POINT: Final = ("x", "y")
"""The parameters that take a point, in pixels from the left and from the top."""


def points_of(schema: ActionSchema, grid: Grid) -> Iterator[dict[str, float]]:
    """The points that an action may be sent to: from left to right, then down.

    Raises:
        ValueError: the schema does not say how large the screen is, by `maximum` or `exclusiveMaximum`.
    """
    columns, rows = (_middles(schema, name, count) for name, count in zip(POINT, grid, strict=True))
    for y in rows:
        yield from ({"x": x, "y": y} for x in columns)


def _middles(schema: ActionSchema, name: str, count: int) -> list[float]:
    """The middles of `count` equal parts of what a parameter ranges over; whole numbers where it takes no others."""
    ways = _ways(schema.parameters["properties"][name])
    bounded = next((each for each in ways if _end(each) is not None), None)
    if bounded is None:
        raise ValueError(
            f"{schema.name!r} does not say how far {name!r} goes, so that no grid can be laid: give it a `maximum` in "
            "its schema, or leave the action out with `leave_out`"
        )
    low, high = bounded.get("minimum", 0), _end(bounded)
    middles = [low + (part + 0.5) * (high - low) / count for part in range(count)]
    return [int(middle) for middle in middles] if any(each.get("type") == "integer" for each in ways) else middles


def _ways(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The schema and those that it offers to choose from, as one that may be null does."""
    return [schema, *schema.get("anyOf", ())]


def _end(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401, a number, whole or not
    """Where the range ends, the end left out; None where it is open."""
    if "exclusiveMaximum" in schema:
        return schema["exclusiveMaximum"]
    return schema["maximum"] + 1 if "maximum" in schema else None
