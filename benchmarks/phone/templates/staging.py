"""What set-ups write into a world: rows that exist get another content, so that keys differ from seed to seed."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound
from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np

from benchmarks.phone.clock import instant, parse_day
from benchmarks.phone.recurrence import starts_within
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World

ME = "me@phone.example"
MINUTE, HOUR, DAY = 60, 3600, 86400


def some(rng: np.random.Generator, values: Sequence[Any], count: int) -> list[Any]:
    """Different entries, in random order."""
    return [values[i] for i in rng.permutation(len(values))[:count].tolist()]


def keys(rng: np.random.Generator, world: World, table: str, count: int) -> list[int]:
    """Primary keys of different rows, in random order."""
    return some(rng, [row[0] for row in world.db.rows(f"SELECT id FROM {table} ORDER BY id")], count)


def day_after(world: World, days: int) -> str:
    """A day counted from today, as `YYYY-MM-DD`."""
    return (world.today + timedelta(days=days)).isoformat()


def draw_time(rng: np.random.Generator, first: int, last: int) -> str:
    """A full five minutes, the hour from `first` to `last`."""
    return f"{rng.integers(first, last + 1):02d}:{5 * rng.integers(12):02d}"


def draw_cents(rng: np.random.Generator, low: int, high: int) -> int:
    """Cents of an amount of `low` to `high` euros that is not a round one."""
    return int(rng.integers(low, high)) * 100 + int(rng.integers(11, 99))


def euros(cents: int) -> str:
    """`84.50`."""
    return f"{cents / 100:.2f}"


def write_note(world: World, key: int, title: str, body: str, age: int, folder: str = "Personal") -> None:
    """Replace a note; `age` is in seconds."""
    world.db.update("notes", key, title=title, body=body, folder=folder, pinned=0, edited=world.now - age)


def write_mail(world: World, key: int, sender: str, subject: str, body: str, age: int) -> None:
    """Replace a mail by one in the inbox; `age` is in seconds."""
    world.db.execute("DELETE FROM mail_attachments WHERE mail = ?", key)
    world.db.update(
        "mails",
        key,
        folder="inbox",
        sender=sender,
        recipient=ME,
        subject=subject,
        body=body,
        at=world.now - age,
        starred=0,
    )


def say(world: World, number: str, text: str, age: int, *, mine: bool = False) -> int:
    """Add a message to the conversation with a number; gives the conversation's key."""
    thread = world.db.value("SELECT id FROM threads WHERE number = ?", number)
    if thread is None:
        thread = world.db.insert("threads", number=number)
    world.db.insert("messages", thread=thread, mine=int(mine), text=text, at=world.now - age)
    return int(thread)


def hush(world: World, number: str, seconds: int) -> None:
    """Make every message of a conversation older than so many seconds."""
    where = "WHERE thread = (SELECT id FROM threads WHERE number = ?)"
    world.db.execute(f"UPDATE messages SET at = at - ? {where}", seconds, number)


def plan(world: World, key: int, title: str, day: str, time: str, **more: object) -> None:
    """Replace an event by one without guests, an hour long unless `more` says otherwise."""
    zone = str(more.get("zone", world.zone))
    plain: dict[str, object] = {"minutes": 60, "repeat": "none", "until": "", "place": "", "note": "", "reminder": -1}
    values = {**plain, "zone": zone, "remind_at": None, **more}
    world.db.execute("DELETE FROM event_guests WHERE event = ?", key)
    world.db.update("events", key, title=title, starts=instant(parse_day(day), time, zone), **values)


def clear_days(world: World, days: Sequence[str]) -> None:
    """Delete the events that take place on one of these days."""
    for row in world.db.rows("SELECT * FROM events ORDER BY id"):
        if any(starts_within(row, date.fromisoformat(day), world.zone) is not None for day in days):
            world.db.delete("events", row["id"])


def payees(rng: np.random.Generator, world: World, count: int) -> list[str]:
    """Names of different payees, none of which is that of two."""
    rows = world.db.rows("SELECT name FROM payees GROUP BY name HAVING count(*) = 1 ORDER BY name")
    return some(rng, [row["name"] for row in rows], count)


def spent(account: int, balance: int, payments: Sequence[tuple[str, int, str]]) -> list[Expected]:
    """What transfers of (payee, cents, reference) change: an account's balance (`balance` before) and transactions."""
    rows = [
        insert("transactions", account=account, cents=-cents, title=name, category="Transfer", note=note)
        for name, cents, note in payments
    ]
    return [update("accounts", account, cents=balance - sum(cents for _, cents, _ in payments)), *rows]


def fund(world: World, account: int, cents: int) -> None:
    """Book a wage, so that the account holds at least so much."""
    world.db.execute("UPDATE accounts SET cents = cents + ? WHERE id = ?", cents, account)
    world.db.insert(
        "transactions", account=account, at=world.now - DAY, cents=cents, title="Salary", category="Income", note=""
    )
