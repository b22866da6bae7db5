"""Verifiers: the expected changes, and nothing else changed.

An Expected says what one row must have become. The changes of an episode (see `diff`) are matched with the expected
ones; what is left over is collateral damage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.phone.diff import Change, Kind

DECLINED = "impossible"
"""How an answer begins that declines a task."""
Value = object | Callable[[Any], bool]
"""A value, or a predicate on it."""


class Expected(NamedTuple):
    """One change of one row.

    For an update, exactly the columns of `after` must have changed. For an insert, `after` names the columns that
    count; the others hold what the table gives them by default, unless they are `free`.
    """

    kind: Kind
    table: str
    key: Any = None
    before: Mapping[str, Value] = {}
    after: Mapping[str, Value] = {}
    free: tuple[str, ...] = ()

    def fits(self, change: Change, defaults: Mapping[str, Any]) -> bool:
        """Whether a change is this one; `defaults` are the table's columns that have a default."""
        if (change.kind, change.table) != (self.kind, self.table) or self.key not in (None, change.key):
            return False
        if not (_holds(self.before, change.before) and _holds(self.after, change.after)):
            return False
        if self.kind == "update":
            return change.columns - set(self.free) <= set(self.after)
        if self.kind == "insert":
            rest = defaults.keys() - self.after.keys() - set(self.free)
            return all(change.after[name] == defaults[name] for name in rest if name in change.after)
        return True

    def __str__(self) -> str:
        return f"{self.kind} {self.table} {'' if self.key is None else self.key}".strip()


def insert(table: str, *, free: Sequence[str] = (), **values: Value) -> Expected:
    """A new row with these values."""
    return Expected("insert", table, after=values, free=tuple(free))


def update(table: str, key: object, *, free: Sequence[str] = (), **values: Value) -> Expected:
    """The row with this primary key has these new values."""
    return Expected("update", table, key, after=values, free=tuple(free))


def delete(table: str, key: object) -> Expected:
    """The row with this primary key is gone."""
    return Expected("delete", table, key)


def same_text(text: str) -> Callable[[Any], bool]:
    """Predicate: the same text but for case and outer or doubled spaces."""
    return lambda value: _plain(str(value)) == _plain(text)


class Verdict(NamedTuple):
    """How an episode was judged: success, and what of the expected was met."""

    success: bool
    met: int
    expected: int
    missing: tuple[str, ...]
    collateral: tuple[str, ...]
    answer: bool | None

    def details(self) -> dict[str, Any]:
        """The verdict as JSON; `share` is the part of the predicates that hold, 0 to 1."""
        checks = self.expected + (self.answer is not None)
        met = self.met + bool(self.answer)
        return {
            "success": self.success,
            "share": met / checks if checks else 1.0,
            "missing": list(self.missing),
            "collateral": list(self.collateral),
            "answer_right": self.answer,
        }


def judge(
    changes: Sequence[Change],
    expected: Sequence[Expected],
    defaults: Mapping[str, Mapping[str, Any]],
    given: str | None,
    accepted: Sequence[str] | None,
) -> Verdict:
    """Match changes with expectations, and the answer with the accepted ones (None: no answer is asked for)."""
    left = list(changes)
    missing = []
    for wanted in expected:
        found = next((c for c in left if wanted.fits(c, defaults[c.table])), None)
        if found is None:
            missing.append(str(wanted))
        else:
            left.remove(found)
    right = None if accepted is None else answers(given, accepted)
    declined = accepted is None and given is not None and _declines(given)
    success = not missing and not left and right is not False and not declined
    collateral = tuple(map(str, left))
    return Verdict(success, len(expected) - len(missing), len(expected), tuple(missing), collateral, right)


def answers(given: str | None, accepted: Iterable[str]) -> bool:
    """Whether an answer is one of the accepted ones, but for case, outer punctuation and spaces.

    >>> answers(" The blue door. ", ["the blue door"]), answers("12,50 €", ["12.50 €"]), answers(None, ["x"])
    (True, True, False)
    """
    if given is None:
        return False
    plain = _plain(given)
    if DECLINED in accepted:
        return _declines(given)
    return any(plain == _plain(right) for right in accepted)


def _holds(wanted: Mapping[str, Value], row: Mapping[str, Any]) -> bool:
    return all(
        name in row and (value(row[name]) if callable(value) else row[name] == value) for name, value in wanted.items()
    )


def _declines(given: str) -> bool:
    return re.match(rf"{DECLINED}\b", _plain(given)) is not None


def _plain(text: str) -> str:
    joined = re.sub(r"(?<=\d),(?=\d{1,2}(?!\d))", ".", " ".join(text.casefold().split()))
    return joined.strip(" .!?\"'“”„«»")
