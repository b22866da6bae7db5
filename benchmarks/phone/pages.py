"""Which tables differ between two images of one database, seen from their pages alone.

SQLite keeps a table in pages that refer to each other by number, from a root that never moves. So a table whose pages
in the later image are all as in the earlier one has the same rows: it need not be read. The file format is SQLite's
(https://www.sqlite.org/fileformat2.html); a database that vacuums itself holds a map from each page to its parent.
"""

from __future__ import annotations

import sqlite3
from functools import cache

from benchmarks.phone.schema import Schema
from benchmarks.phone.store import PAGE_SIZE, empty_image

ENTRY = 5
"""Bytes of the map for one page: its kind, and the number of the page that refers to it."""
ROOT, FREE = 1, 2
"""Kinds of pages to which no page refers: the root of a table or an index, and one that is not in use."""
SCHEMA_ROOT = 1
"""The root of the schema, of which the map does not tell."""
FIRST = 3
"""The first page that may hold rows: page 1 has the schema, page 2 begins the map."""
MAPPED = PAGE_SIZE // ENTRY
"""Pages that one page of the map tells of: those that follow it. The first one is page 2."""


def tables_apart(schema: Schema, before: bytes, after: bytes) -> list[str]:
    """Tables whose rows may differ, in the order of the schema; every other table has equal rows in both images.

    Both images are to come from stores of this schema; raises ValueError when `after` has no sound map of its pages.
    """
    roots = {_root(after, page) for page in _pages_apart(before, after)}
    return [name for name, root in _roots(schema).items() if root in roots]


@cache
def _roots(schema: Schema) -> dict[str, int]:
    """The root page of every table: the same in each image, since tables are only made in the empty one."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(empty_image(schema))
    found = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'").fetchall())
    return {name: found[name] for name in schema.tables}


def _pages_apart(before: bytes, after: bytes) -> list[int]:
    """Numbers of the pages of `after` that may hold rows and are not the same in `before`."""
    starts = range((FIRST - 1) * PAGE_SIZE, len(after), PAGE_SIZE)
    return [s // PAGE_SIZE + 1 for s in starts if before[s : s + PAGE_SIZE] != after[s : s + PAGE_SIZE]]


def _root(image: bytes, page: int) -> int:
    """The root of the table or index that a page belongs to, 1 being that of the schema; 0 for one of none.

    Raises ValueError when the parents lead to no root: the image is no whole database that vacuums itself.
    """
    found, count = page, len(image) // PAGE_SIZE
    for _ in range(count):  # a sound map has no circles, a broken one may
        if not 0 < found <= count:
            break
        if found == SCHEMA_ROOT:
            return found
        if (found - 2) % (MAPPED + 1) == 0:
            return 0
        kind, parent = _entry(image, found)
        if kind in (ROOT, FREE):
            return found if kind == ROOT else 0
        found = parent
    raise ValueError(f"page {page} of {count} has no root in the map of the image: restore one that `snapshot` gave")


def _entry(image: bytes, page: int) -> tuple[int, int]:
    """Kind and parent of a page, from the map."""
    chart, place = divmod(page - 2, MAPPED + 1)
    start = (chart * (MAPPED + 1) + 1) * PAGE_SIZE + (place - 1) * ENTRY
    return image[start], int.from_bytes(image[start + 1 : start + ENTRY], "big")
