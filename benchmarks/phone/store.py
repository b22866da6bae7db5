"""One in-memory SQLite database with all data of all apps."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import Any

from benchmarks.phone.schema import Schema

Row = sqlite3.Row
Rows = Mapping[Any, tuple[Any, ...]]
Dump = Mapping[str, Rows]
"""Table name -> primary key -> the whole row, in the order of the keys."""

PAGE_SIZE = 4096
VARIABLES = 32_766
"""Values that SQLite takes with one statement."""


@cache
def empty_image(schema: Schema) -> bytes:
    """Bytes of a database that has the schema and no rows."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _declare(connection, schema)
    return connection.serialize()


def _declare(connection: sqlite3.Connection, schema: Schema) -> None:
    """Make the tables. A database that vacuums itself keeps a map of its pages, which `tables_apart` reads."""
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    connection.execute("PRAGMA auto_vacuum = FULL")
    connection.executescript(schema.script)


@cache
def columns_of(schema: Schema) -> dict[str, tuple[str, ...]]:
    """Column names of every table, in the order of declaration."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(empty_image(schema))
    return {name: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({name})")) for name in schema.tables}


@cache
def defaults_of(schema: Schema) -> dict[str, dict[str, Any]]:
    """For every table, the columns that have a default, and the value."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(empty_image(schema))
    found: dict[str, dict[str, Any]] = {}
    for name in schema.tables:
        columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
        found[name] = {c[1]: connection.execute(f"SELECT {c[4]}").fetchone()[0] for c in columns if c[4] is not None}
    return found


@cache
def _insert(table: str, columns: tuple[str, ...], rows: int) -> str:
    marks = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([marks] * rows)}"


def _bound(sql: str, args: tuple[object, ...]) -> tuple[object, ...] | dict[str, object]:
    """The values as sqlite3 takes them: ?1 and so on count as named placeholders, and these take no sequence."""
    return {str(number): value for number, value in enumerate(args, start=1)} if "?1" in sql else args


class Store:
    """Queries, changes, and the whole as bytes.

    `version` is a number that never comes back: it differs after every change, rollback and `deserialize`, so that it
    can stand for the content in a cache key. One thread at a time may use a store; it need not be the one that made it.
    """

    def __init__(self, schema: Schema, image: bytes | None = None) -> None:
        self.schema = schema
        self.version = 0
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=512, check_same_thread=False
        )
        self._connection.row_factory = Row
        self._digest: tuple[int, bytes] = (-1, b"")
        self._open(image)

    def close(self) -> None:
        """Free the memory. Idempotent."""
        self._connection.close()

    # Queries

    def rows(self, sql: str, *args: object) -> list[Row]:
        """All rows of a query."""
        return self._connection.execute(sql, _bound(sql, args)).fetchall()

    def find(self, sql: str, *args: object) -> Row | None:
        """The first row of a query, None when there is none."""
        row: Row | None = self._connection.execute(sql, _bound(sql, args)).fetchone()
        return row

    def row(self, sql: str, *args: object) -> Row:
        """The first row of a query; raises LookupError when there is none."""
        row = self.find(sql, *args)
        if row is None:
            raise LookupError(f"no row for {sql!r} with {args!r}")
        return row

    def value(self, sql: str, *args: object) -> Any:  # noqa: ANN401, whatever the column holds
        """First column of the first row, None when there is no row."""
        row = self.find(sql, *args)
        return None if row is None else row[0]

    def get(self, table: str, key: object) -> Row | None:
        """The row of a table with this primary key, None when it is gone."""
        return self.find(f"SELECT * FROM {table} WHERE {self._key(table)} = ?", key)

    # Changes

    def execute(self, sql: str, *args: object) -> sqlite3.Cursor:
        """Run a changing statement inside the open transaction (one is begun when there is none)."""
        self._touch()
        return self._connection.execute(sql, _bound(sql, args))

    def fill(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Insert many rows with one statement, which takes half the time of `executemany`."""
        self._touch()
        most = VARIABLES // len(columns)
        for start in range(0, len(rows), most):
            some = rows[start : start + most]
            self._connection.execute(_insert(table, tuple(columns), len(some)), list(chain.from_iterable(some)))

    def insert(self, table: str, **values: object) -> int:
        """Insert one row; gives its primary key (for integer keys)."""
        marks = ", ".join("?" * len(values))
        cursor = self.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", *values.values())
        return int(cursor.lastrowid or 0)

    def update(self, table: str, key: object, **values: object) -> None:
        """Change columns of the row with this primary key."""
        sets = ", ".join(f"{name} = ?" for name in values)
        self.execute(f"UPDATE {table} SET {sets} WHERE {self._key(table)} = ?", *values.values(), key)

    def delete(self, table: str, key: object) -> None:
        """Delete the row with this primary key (what refers to it follows the schema's foreign keys)."""
        self.execute(f"DELETE FROM {table} WHERE {self._key(table)} = ?", key)

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All changes inside, or none of them when the block raises."""
        try:
            yield
        except BaseException:
            self.rollback()
            raise
        self.commit()

    def commit(self) -> None:
        """Keep what was changed."""
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Drop what was changed since the last commit."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
            self.version += 1

    # The whole

    def image(self) -> bytes:
        """The database as bytes, after a commit."""
        self.commit()
        return self._connection.serialize()

    def serialize(self) -> bytes:
        """The same without SQLite's count of commits: equal content, equal bytes."""
        image = bytearray(self.image())
        image[24:28] = image[92:96] = b"\0\0\0\1"
        return bytes(image)

    def deserialize(self, image: bytes) -> None:
        """Replace the whole content by that of `image`."""
        self.rollback()
        self._connection.deserialize(image)
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.execute("PRAGMA journal_mode = MEMORY")
        self.version += 1

    def dump(self, tables: Iterable[str] | None = None) -> dict[str, dict[Any, tuple[Any, ...]]]:
        """Every row of the tables named, or of all, ordered by primary key."""
        return {name: {row[0]: row for row in rows} for name, rows in self._all(tables)}

    def digest(self) -> bytes:
        """Hash of the content: 16 bytes, equal for equal rows, whatever the file looks like inside."""
        if self._digest[0] != self.version:
            digest = blake2b(digest_size=16)
            for name, rows in self._all(None):
                digest.update(name.encode())
                digest.update(repr(rows).encode("utf-8", "surrogatepass"))
            self._digest = (self.version, digest.digest())
        return self._digest[1]

    def broken(self) -> list[tuple[Any, ...]]:
        """Violated foreign keys; empty in every reachable state."""
        return [tuple(row) for row in self._connection.execute("PRAGMA foreign_key_check")]

    def _open(self, image: bytes | None) -> None:
        self.deserialize(empty_image(self.schema) if image is None else image)

    def _all(self, tables: Iterable[str] | None) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        cursor = self._connection.cursor()
        cursor.row_factory = None
        for name in (*self.schema.tables, "sqlite_sequence") if tables is None else tables:
            order = "1" if name == "sqlite_sequence" else "rowid"
            yield name, cursor.execute(f"SELECT * FROM {name} ORDER BY {order}").fetchall()

    def _key(self, table: str) -> str:
        return columns_of(self.schema)[table][0]

    def _touch(self) -> None:
        self.version += 1
        if not self._connection.in_transaction:
            self._connection.execute("BEGIN")


class Draft(Store):
    """A store whose changes are never committed: `take` gives them as bytes, and drops them.

    Neither foreign keys nor CHECKs are checked in it: it is for filling whole worlds, and the tests check these.
    Unlike `deserialize`, and unlike setting a pragma, a rollback leaves the compiled statements valid.
    """

    def take(self) -> bytes:
        """The filled database as bytes; the draft is empty again."""
        image = self._connection.serialize()
        self.rollback()
        return image

    def _open(self, image: bytes | None) -> None:
        """Without `deserialize`: what was deserialized is serialized without the changes of an open transaction."""
        if image is not None:
            raise ValueError("a draft begins empty: fill it, or make a Store of the image")
        _declare(self._connection, self.schema)
        for pragma in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
