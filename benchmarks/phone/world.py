"""Seeded worlds: every row of a phone from one generator.

A world is generated anew for each seed; nothing but the empty schema and compiled statements is kept. Random numbers
are drawn in arrays, rows go in many a statement and without foreign key checks (the tests check them afterwards).
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from benchmarks.phone.apps import APPS, SCHEMA
from benchmarks.phone.clock import MONTHS, instant
from benchmarks.phone.pools import Split, pools
from benchmarks.phone.store import Draft, Store

PEOPLE = 64
"""Contacts in a world."""
FILLINGS = 200
"""Ways in which the braces of each text of a pool are filled; a world picks among them."""
BUFFER = 10240
"""Random integers drawn at once."""
APART = 1024
"""The same for a stream of one app."""


T = TypeVar("T")


class Person(NamedTuple):
    """A contact, for the generators of other apps."""

    id: int
    name: str
    number: str
    mail: str


class World:
    """A database being filled, and where its values come from."""

    def __init__(self, seed: int, split: Split, db: Store) -> None:
        self._seed = [seed, *split.encode()]
        self.rng = np.random.Generator(np.random.PCG64(self._seed))
        self.pools = pools(split)
        self.people = PEOPLE
        self.persons: list[Person] = []
        self.zone = self.pools.zones[self.rng.integers(len(self.pools.zones))]
        day, minute = self.rng.integers(10, 350), int(self.rng.integers(7 * 60, 20 * 60))
        self.today = date(self.pools.year, 1, 1) + timedelta(days=int(day))
        self.now = instant(self.today, f"{minute // 60:02d}:{minute % 60:02d}", self.zone)
        self.db = db
        self._drawn, self._used = self._draw(BUFFER), 0

    @contextmanager
    def apart(self, name: str) -> Iterator[None]:
        """Draw from a stream of this name inside the block, so that all other draws of the world stay as they are."""
        kept = self.rng, self._drawn, self._used
        self.rng = np.random.Generator(np.random.PCG64([*self._seed, *name.encode()]))
        self._drawn, self._used = self._draw(APART), 0
        try:
            yield
        finally:
            self.rng, self._drawn, self._used = kept

    # Draws, all of them lists of plain values

    def ints(self, low: int, high: int, count: int) -> list[int]:
        """Integers from low to high - 1."""
        if self._used + count > len(self._drawn):
            self._drawn, self._used = self._draw(max(BUFFER, count)), 0
        numbers = self._drawn[self._used : self._used + count] % (high - low)
        self._used += count
        drawn: list[int] = (numbers + low if low else numbers).tolist()
        return drawn

    def picks(self, values: Sequence[T], count: int) -> list[T]:
        """Entries, with repetition."""
        return [values[i] for i in self.ints(0, len(values), count)]

    def numbers(self, count: int) -> list[str]:
        """Phone numbers."""
        lines = self.ints(10_000_000, 99_999_999, count)
        return [f"+{20 + n % 70} {n // 10_000 % 1000:03d} {n % 10_000:04d}" for n in lines]

    def texts(self, templates: tuple[str, ...], count: int) -> list[str]:
        """Entries with their braces filled."""
        filled = _filled(self.pools.split, templates)
        return self.picks(filled, count)

    def names(self, count: int) -> list[str]:
        """Different names; an eighth of them is nearly the same as another one."""
        p = self.pools
        near = count // 8
        firsts = self.rng.permutation(len(p.first)).tolist()
        lasts = self.ints(0, len(p.last), count)
        made = dict.fromkeys(p.whole)
        for i in range(count):
            made[f"{p.first[firsts[i % len(firsts)]]} {p.last[(lasts[i] + i) % len(p.last)]}"] = None
        names = list(made)[: count - near]
        for i, spot in enumerate(self.ints(0, count - near, near)):
            names.append(_nearly(names[spot], i))
        order = self.rng.permutation(count).tolist()
        return [names[i] for i in order]

    def handle(self, name: str, number: int) -> str:
        """The part of a mail address before the @."""
        return f"{_plain(name)}{number + 1}"

    def _draw(self, count: int) -> np.ndarray:
        """Integers from 0 to 2**63 - 1: the same as of `rng.integers`, in a fifth of the time."""
        return (self.rng.bit_generator.random_raw(count) >> 1).view(np.int64)

    # Rows

    def add(self, table: str, columns: Sequence[str], rows: Collection[Sequence[Any]]) -> None:
        """Insert rows."""
        self.db.fill(table, columns, list(rows))

    def remember_people(self, names: Sequence[str], numbers: Sequence[str], mails: Sequence[str]) -> None:
        """Tell the generators of other apps who the contacts are."""
        self.persons = [Person(i + 1, *person) for i, person in enumerate(zip(names, numbers, mails, strict=True))]


def generate(seed: int, split: Split, db: Store | None = None) -> World:
    """The world of a seed, at least 1,000 rows, in `db` (a new store by default), whose content it replaces."""
    world = World(seed, split, _DRAFTS.draft)
    image = _rows(world, _DRAFTS.draft)
    if db is None:
        db = Store(SCHEMA, image)
    else:
        db.deserialize(image)
    world.db = db
    return world


def _rows(world: World, draft: Draft) -> bytes:
    """Let every app fill its tables; gives the database as bytes, and leaves the draft empty whatever happens."""
    try:
        permissions = [(app.id, app.permission, "allowed") for app in APPS if app.permission]
        world.add("permissions", ("app", "permission", "state"), permissions)
        for app in APPS:
            for fill in app.populate:
                fill(world)
        return draft.take()
    finally:
        draft.rollback()


class _Drafts(threading.local):
    """Where the worlds of a thread are made, one after another."""

    def __init__(self) -> None:
        self.draft = Draft(SCHEMA)


_DRAFTS = _Drafts()


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isascii() and c.isalpha()) or "user"


def _nearly(name: str, kind: int) -> str:
    """A name that is easily taken for another one."""
    first, _, last = name.partition(" ")
    if not last[1:]:
        return f"{name} {('Jr', '2', 'B')[kind % 3]}"
    return (f"{first} {last}{last[-1]}", f"{first[0]}. {last}", f"{first} {last[:-1]}", f"{first}e {last}")[kind % 4]


@cache
def _filled(split: Split, templates: tuple[str, ...]) -> list[str]:
    """Every text with each of the fillings: the same in every process."""
    return [text.format_map(filling) for filling in _fillings(split) for text in templates]


@cache
def _fillings(split: Split) -> list[dict[str, str]]:
    """Values for the braces of texts."""
    p, rng = pools(split), np.random.Generator(np.random.PCG64(list(split.encode())))
    fillings = []
    for first, last, place, day, month, minute, cents, code, number in zip(
        *(
            rng.integers(0, high, FILLINGS).tolist()
            for high in (len(p.first), len(p.last), len(p.cities), 28, 12, 168, 39_800, 9000, 90_000)
        ),
        strict=True,
    ):
        fillings.append(
            {
                "name": f"{p.first[first]} {p.last[last]}",
                "place": p.cities[place],
                "day": f"{day + 1} {MONTHS[month]}",
                "time": f"{minute // 12 + 7:02d}:{minute % 12 * 5:02d}",
                "amount": f"{cents // 100 + 2}.{cents % 100:02d} €",
                "code": str(code + 1000),
                "number": str(number + 10_000),
            }
        )
    return fillings
