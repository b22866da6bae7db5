"""What changed between two dumps: all that a verifier sees of an episode."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from benchmarks.phone.schema import Schema
from benchmarks.phone.store import Dump, Rows, columns_of

Kind = Literal["insert", "update", "delete"]


class Change(NamedTuple):
    """One row that was inserted, updated or deleted. `before` and `after` map column names to values."""

    table: str
    kind: Kind
    key: Any
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def columns(self) -> frozenset[str]:
        """Columns that differ (all of them for an insert or a delete)."""
        if self.kind != "update":
            return frozenset(self.before or self.after)
        return frozenset(name for name in self.after if self.before[name] != self.after[name])

    def __str__(self) -> str:
        if self.kind == "update":
            parts = (f"{c}: {self.before[c]!r} -> {self.after[c]!r}" for c in sorted(self.columns))
            return f"update {self.table} {self.key}: {', '.join(parts)}"
        return f"{self.kind} {self.table} {self.key}: {self.before or self.after!r}"


def diff(schema: Schema, before: Dump, after: Dump, *, quiet: bool = False) -> list[Change]:
    """Changes between two dumps of the same tables, in the order of tables and primary keys.

    `quiet=True` shows read marks and the like too.
    """
    changes: list[Change] = []
    columns = columns_of(schema)
    for name, table in schema.tables.items():
        if name not in after:
            continue
        old, new = before[name], after[name]
        if old == new or (table.silent and not quiet):
            continue
        hidden = frozenset() if quiet else frozenset(table.quiet)
        changes.extend(_table(name, columns[name], hidden, old, new))
    return changes


def _table(
    name: str,
    columns: tuple[str, ...],
    hidden: frozenset[str],
    old: Rows,
    new: Rows,
) -> list[Change]:
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        if was == now:
            continue
        kind: Kind = "insert" if was is None else "delete" if now is None else "update"
        shown = [index for index, column in enumerate(columns) if column not in hidden]
        change = Change(
            name,
            kind,
            key,
            {} if was is None else {columns[index]: was[index] for index in shown},
            {} if now is None else {columns[index]: now[index] for index in shown},
        )
        if change.columns:
            found.append(change)
    return found
