"""What misleads: names that are nearly the same, and rows that no list shows without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.phone.templates.staging import some
from benchmarks.phone.world import Person, World

FIRST_SCREEN = 12
"""Rows of a list that may be seen without scrolling."""


def far_people(rng: np.random.Generator, world: World, count: int, *, rare: bool = False) -> list[Person]:
    """Different contacts, each the only one of its name, whom a list of all contacts shows only after scrolling.

    `rare` leaves out those whom other worlds have as well: their names would be good guesses for an answer.
    """
    names = [person.name for person in world.persons]
    left_out = world.pools.whole if rare else ()
    listed = sorted(world.persons, key=lambda person: person.name)[FIRST_SCREEN:]
    return some(rng, [p for p in listed if names.count(p.name) == 1 and p.name not in left_out], count)


def draw_number(rng: np.random.Generator) -> str:
    """A phone number."""
    return f"+{rng.integers(20, 90)} {rng.integers(100, 999)} {rng.integers(1000, 9999)}"


def plain(texts: Sequence[str]) -> list[str]:
    """Entries of a pool that have no braces to fill."""
    return [text for text in texts if "{" not in text]


def twin(name: str) -> str:
    """A name that a hasty reader takes for this one, and that a search for this one finds as well."""
    return f"{name}{name[-1]}" if " " in name else f"{name} Jr"


def fresh(rng: np.random.Generator, count: int) -> list[int]:
    """Different keys that no row of a new world has, in random order."""
    return [1000 + key for key in rng.permutation(9000)[:count].tolist()]


def phones(world: World, contact: int, numbers: Mapping[str, tuple[int, str]]) -> None:
    """Give a contact these numbers and no others: label to key and number."""
    world.db.execute("DELETE FROM contact_phones WHERE contact = ?", contact)
    for label, (key, number) in numbers.items():
        world.db.insert("contact_phones", id=key, contact=contact, label=label, number=number)


def conversation(world: World, thread: int, number: str, said: list[tuple[int, bool, str]], age: int) -> None:
    """Replace what was said with a number: (key, whether it is mine, text) a minute apart, the last one `age` s ago."""
    world.db.execute("DELETE FROM threads WHERE number = ?", number)
    world.db.insert("threads", id=thread, number=number)
    for place, (key, mine, text) in enumerate(reversed(said)):
        at = world.now - age - 60 * place
        world.db.insert("messages", id=key, thread=thread, mine=int(mine), text=text, at=at)
