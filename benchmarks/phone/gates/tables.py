"""What was measured, as tables to print."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from benchmarks.phone.gates.measures import Measures
from benchmarks.phone.gates.report import Gate


def template_table(found: Sequence[Measures]) -> Table:
    """Each template of each split: its kind, its apps, how often its oracle solved it, how many steps that took."""
    table = Table("task", "kind", "apps", "split", "oracle", "median", "longest", title="Templates")
    for one in found:
        metadata = one.config.metadata
        solved, tried = one.solved
        median, longest = one.lengths
        kind, *apps = metadata.tags
        cells = (one.config.template, kind, ", ".join(apps), metadata.split, f"{solved}/{tried}")
        table.add_row(*cells, str(median), str(longest))
    return table


def gate_table(gates: Sequence[Gate]) -> Table:
    """Each gate with its figure, and the templates that break it."""
    table = Table("gate", "figure", "holds", "where", title="Gates")
    for gate in gates:
        table.add_row(gate.name, gate.figure, "yes" if gate.holds else "NO", gate.where)
    return table
