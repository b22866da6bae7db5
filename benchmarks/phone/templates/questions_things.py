"""Questions about money, files and what is to be done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.wallet import CATEGORIES, money
from benchmarks.phone.clock import instant, month_shift, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh
from benchmarks.phone.templates.edits_money import ACCOUNTS
from benchmarks.phone.templates.listed import listed_bytes, listed_day, today_on
from benchmarks.phone.templates.staging import DAY, draw_cents, euros, some
from benchmarks.phone.templates.ways import cents_in, find, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.world import World

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def amounts(cents: int) -> tuple[str, ...]:
    """Ways to write an amount in an answer."""
    return (money(cents), euros(cents), f"{euros(cents)} €", f"€{euros(cents)}", f"{euros(cents)} euros")


class SpentAtShop(Template):
    """What was spent at a shop in a month from one account."""

    name = "spent-at-shop"
    kind = "question"
    apps = ("wallet",)
    goals = (
        "How much did I spend at “{shop}” in {month} with the {account} account? Answer with the sum, like 12.50.",
        "Add up what I paid “{shop}” from my account {account} in {month} (answer like 12.50).",
        "What do the purchases of {month} at “{shop}” from {account} come to? The amount only, such as 12.50.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A shop, two accounts, a month that is over, and amounts."""
        first = month_shift(world.today.replace(day=1), -int(rng.integers(1, 4)))
        account, other = some(rng, range(1, 5), 2)
        count = int(rng.integers(2, 5))
        cents = [draw_cents(rng, 3, 160) for _ in range(count + 3)]
        return {
            "shop": some(rng, world.pools.shops, 1)[0],
            "account": ACCOUNTS[account - 1],
            "accounts": [account] * (count + 2) + [other],
            "month": f"{MONTHS[first.month - 1]} {first.year}",
            "months": [first.isoformat()] * count + [month_shift(first, step).isoformat() for step in (-1, 1, 0)],
            "days": rng.integers(0, 27, count + 3).tolist(),
            "cents": cents,
            "sum": sum(cents[:count]),
        }

    def setup(self, world: World, params: Params) -> None:
        """Purchases of the month, of the months around it, and of another account."""
        world.db.execute("DELETE FROM transactions WHERE title = ?", params["shop"])
        rows = zip(params["accounts"], params["months"], params["days"], params["cents"], strict=True)
        for account, month, days, cents in rows:
            at = min(instant(parse_day(month), "12:20", world.zone) + days * DAY, world.now - 60)
            world.db.insert(
                "transactions", account=account, at=at, cents=-cents, title=params["shop"], category=CATEGORIES[0]
            )

    def answers(self, params: Params) -> tuple[str, ...]:
        """The sum."""
        return amounts(params["sum"])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the account for the shop, add up what the month has."""
        yield from hand.open("wallet")
        yield from hand.tap(goal["account"], role="item")
        yield from hand.fill("query", goal["shop"])
        found, today = (yield from hand.read_all("transaction:")), today_on(hand.view)
        days = [(listed_day(entry.value, today), cents_in(entry.value)) for entry in found]
        spent = sum(-cents for day, cents in days if f"{MONTHS[day.month - 1]} {day.year}" == goal["month"])
        yield from hand.answer(euros(spent))


class BiggestFile(Template):
    """The name of the biggest file of a project, wherever it is."""

    name = "biggest-file"
    kind = "question"
    apps = ("files",)
    goals = (
        "Which is the biggest file that has “{project}” in its name? Answer with the whole file name.",
        "Of all files on “{project}”, in any folder, which one is the largest? (the name with its ending)",
        "Look for “{project}” in Files and answer with the name of the file that takes the most space.",
    )
    steps = 5

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A project, kinds of files, folders and sizes; figures alone do not tell which is the biggest."""
        project = f"{some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}"
        kinds = some(
            rng, ("budget {}.xlsx", "plan {}.pdf", "photo {}.jpg", "talk {}.mp3", "letter {}.docx", "map {}.png"), 6
        )
        big = int(rng.integers(15, 80)) * 100_000
        sizes = [big, big - 300_000, 987_000, 640_000, 1_100_000, 12_000]
        return {
            "project": project,
            "names": [kind.format(project) for kind in kinds],
            "sizes": sizes,
            "folders": some(rng, range(2, 10), 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Six files, and a bigger one whose name lacks the number."""
        for place, (folder, name) in enumerate(zip(params["folders"], params["names"], strict=True)):
            at = world.now - (20 + place) * DAY
            world.db.insert("files", folder=folder, name=name, bytes=params["sizes"][place], modified=at)
        town = params["project"].rpartition(" ")[0]
        world.db.insert("files", folder=3, name=f"film {town}.mp4", bytes=88_000_000, modified=world.now - DAY)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The file's name."""
        return (params["names"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search everywhere, compare sizes in bytes."""
        yield from seek(hand, "files", goal["project"])
        files = yield from hand.read_all("file:")
        yield from hand.answer(max(files, key=lambda file: listed_bytes(file.value)).text)


class MoneyToCollect(Template):
    """What a list says must still be collected, added up."""

    name = "money-to-collect"
    kind = "question"
    apps = ("todo",)
    train = False
    goals = (
        "How much money must I still collect, according to the to-do list “{list}”? Answer with the sum, like 12.50.",
        "Add up what is yet to be collected in “{list}” (not what is done, nor what I must pay). Like 12.50.",
        "In the list “{list}”, what is the total of the open “Collect ...” entries? The amount only, such as 12.50.",
    )
    steps = 4

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A list, and amounts to collect or to pay, done or open."""
        count = int(rng.integers(4, 7))
        verbs = ["Collect {} from {}"] * (count + 2) + ["Pay {} to {}"] * 4
        cents = [draw_cents(rng, 5, 190) for _ in verbs]
        people = far_people(rng, world, len(verbs))
        return {
            "list": f"{some(rng, world.pools.lists, 1)[0]} {some(rng, world.pools.cities, 1)[0]}",
            "titles": [verb.format(money(cents[i]), people[i].name) for i, verb in enumerate(verbs)],
            "done": [0] * count + [1, 1, 0, 0, 0, 1],
            "priorities": rng.integers(0, 4, len(verbs)).tolist(),
            "sum": sum(cents[:count]),
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The list, and one of nearly its name."""
        names = (params["list"], f"{params['list']} 2")
        for key, name in zip(params["keys"], names, strict=True):
            world.db.insert("todo_lists", id=key, name=name)
            for title, done, rank in zip(params["titles"], params["done"], params["priorities"], strict=True):
                world.db.insert(
                    "todos", list=key, title=title, priority=rank, done=done if key == params["keys"][0] else 0
                )

    def answers(self, params: Params) -> tuple[str, ...]:
        """The sum."""
        return amounts(params["sum"])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the list, add up."""
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        entries = yield from hand.read_all("todo:")
        yield from hand.answer(
            euros(sum(cents_in(e.text) for e in entries if e.role == "item" and e.text.startswith("Collect")))
        )


class MissingPayment(Template):
    """Of the payments that somebody announced, the one that has not arrived."""

    name = "missing-payment"
    kind = "question"
    apps = ("messages", "wallet")
    goals = (
        "“{name}” wrote which amounts they sent to my {account} account. One has not arrived: which? Like 12.50.",
        "“{name}” announced payments in Messages. Which amount did the account {account} never receive? Like 12.50.",
        "Which of the amounts that “{name}” claims to have paid is not in my {account} account? Like 12.50.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two contacts, an account, three amounts of which one is missing."""
        person, other = far_people(rng, world, 2)
        account = int(rng.integers(1, 5))
        cents = [whole * 100 + int(rng.integers(11, 99)) for whole in some(rng, range(20, 400), 3)]
        return {
            "name": person.name,
            "number": person.number,
            "other": other.name,
            "account": ACCOUNTS[account - 1],
            "accounts": [account, account, account, account % 4 + 1],
            "cents": cents,
            "missing": (missing := int(rng.integers(3))),
            "arrived": [value for place, value in enumerate(cents) if place != missing],
            "keys": fresh(rng, 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three announcements; two payments arrived, the third amount came from somebody else or elsewhere."""
        cents, keys = params["cents"], params["keys"]
        said = [
            (key, False, f"I sent you {money(value)} for the {what}.")
            for key, value, what in zip(keys, cents, ("tickets", "hotel", "petrol"), strict=False)
        ]
        conversation(
            world,
            keys[4],
            params["number"],
            [*said, (keys[3], True, f"And I paid {money(cents[0] + 700)} in all.")],
            63 * DAY,
        )
        lost = cents[params["missing"]]
        world.db.execute("DELETE FROM transactions WHERE title = ?", params["name"])
        titles = (params["name"], params["name"], params["other"], params["name"])
        rows = zip(params["accounts"], titles, (*params["arrived"], lost, lost), strict=True)
        for place, (account, title, value) in enumerate(rows):
            values = {"title": title, "category": "Income", "at": world.now - (61 - place) * DAY}
            world.db.insert("transactions", account=account, cents=value, **values)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The amount."""
        return amounts(params["cents"][params["missing"]])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the announcements, search the account for the name, compare."""
        yield from find(hand, "messages", goal["name"])
        sent = [cents_in(e.text) for e in hand.view.all(role="message") if re.match("I sent you", e.text)]
        yield from hand.open("wallet")
        yield from hand.tap(goal["account"], role="item")
        yield from hand.fill("query", goal["name"])
        arrived = [cents_in(e.value) for e in hand.view.starting("transaction:")]
        yield from hand.answer(euros(next(cents for cents in sent if cents not in arrived)))


TEMPLATES = (SpentAtShop(), BiggestFile(), MoneyToCollect(), MissingPayment())
