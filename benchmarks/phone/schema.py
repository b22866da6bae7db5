"""Relational schema of the phone: each app declares its tables, one script makes them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """One STRICT table. Its first column is its primary key, and the only one.

    `quiet` names the columns that change by mere looking or by time (read marks, ringing): a verifier does not see
    them unless it asks. `("*",)` makes the whole table quiet.
    """

    name: str
    columns: str
    quiet: tuple[str, ...] = ()
    indexes: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """CREATE statements of the table and its indexes."""
        made = [f"CREATE TABLE {self.name} ({self.columns}) STRICT;"]
        for number, columns in enumerate(self.indexes):
            made.append(f"CREATE INDEX {self.name}_{number} ON {self.name} ({columns});")
        return "\n".join(made)

    @property
    def silent(self) -> bool:
        """Whether no column of the table is ever shown to a verifier by default."""
        return self.quiet == ("*",)


class Schema:
    """The tables of all apps, by name, in the order of declaration."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.tables = {table.name: table for table in tables}
        self.script = "\n".join(table.sql for table in self.tables.values())
