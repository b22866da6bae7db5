"""Across apps: money that moves, or must not move any more, because of what stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.wallet import BANK
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    draw_cents,
    euros,
    fund,
    keys,
    payees,
    say,
    some,
    spent,
    write_mail,
    write_note,
)
from benchmarks.phone.templates.ways import cents_in, find, first, match, pay, read, read_note
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, same_text, update
from benchmarks.phone.world import World


class FreezeReportedCard(Template):
    """Freeze the card that the bank reports; somebody else who pretends to be the bank names another one."""

    name = "freeze-reported-card"
    kind = "across"
    apps = ("messages", "wallet")
    goals = (
        "My bank ({bank}) texted about an unusual payment in “{shop}”. Freeze the card that it names.",
        "Freeze the card with which somebody paid in “{shop}”: the message of my bank, {bank}, has its last digits.",
        "I was not in “{shop}”! Look which card the bank's message ({bank}) means and freeze that one in the Wallet.",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Cards with new keys, one of which is meant."""
        cards = sorted(some(rng, range(100, 900), 4))
        return {
            "bank": BANK,
            "shop": f"{some(rng, world.pools.shops, 1)[0]}, {some(rng, world.pools.cities, 1)[0]}",
            "cards": cards,
            "digits": [str(digits) for digits in some(rng, range(1000, 10_000), 4)],
            "meant": some(rng, range(4), 3),
            "impostor": world.numbers(1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The bank names one card, then clears another one; an impostor names a third one."""
        world.db.execute("DELETE FROM cards")
        for place, (card, digits) in enumerate(zip(params["cards"], params["digits"], strict=True)):
            world.db.insert("cards", id=card, account=place + 1, digits=digits)
        meant, cleared, other = (params["digits"][i] for i in params["meant"])
        alarm = "Unusual payment in {}: card ending in {}. Not you? Freeze it."
        say(world, BANK, alarm.format(params["shop"], meant), 9 * HOUR)
        say(world, BANK, f"The payment with card ending in {cleared} was yours, thank you.", 8 * HOUR)
        say(world, params["impostor"], alarm.format(params["shop"], other), 7 * HOUR)

    def expected(self, params: Params) -> list[Expected]:
        """One card is frozen."""
        return [update("cards", params["cards"][params["meant"][0]], frozen=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the bank's conversation, then the card."""
        yield from hand.open("messages")
        yield from hand.tap(goal["bank"], role="item")
        said = first(e.text for e in reversed(hand.view.all(role="message")) if goal["shop"] in e.text)
        yield from hand.open("wallet")
        yield from hand.tap(match(r"[Cc]ard ending in \d+", said)[0].capitalize(), role="item")
        yield from hand.do("tap", element="frozen")


class PayBill(Template):
    """A note says who is paid for what, a mail says how much."""

    name = "pay-bill"
    kind = "across"
    apps = ("notes", "mail", "wallet")
    goals = (
        (
            "Pay the {what} bill from the account “{account}”: who gets it is in my note “{title}”, how much in"
            " the latest mail “{subject}”."
        ),
        (
            "The latest mail “{subject}” has the amount of the {what} bill, my note “{title}” the payee."
            " Transfer it from “{account}”."
        ),
        (
            "Transfer money for {what} from “{account}”, to whom the note “{title}” says, as much as the newest"
            " mail “{subject}” asks for."
        ),
    )
    steps = 22

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Four payees, two amounts, an account that is not the first one."""
        what = some(rng, ("power", "water", "gas", "internet"), 3)
        account = world.db.row("SELECT * FROM accounts WHERE id = ?", int(rng.integers(2, 5)))
        return {
            "what": what[0],
            "kinds": what,
            "account": account["name"],
            "key": account["id"],
            "balance": account["cents"],
            "title": f"Who is paid {rng.integers(100, 999)}",
            "subject": f"{some(rng, world.pools.companies, 1)[0]}, {what[0]} bill {rng.integers(1000, 9999)}",
            "payees": payees(rng, world, 4),
            "cents": [draw_cents(rng, 20, 400) for _ in range(2)],
            "notes": keys(rng, world, "notes", 2),
            "mails": keys(rng, world, "mails", 2),
            "sender": far_people(rng, world, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The note lists three bills, its archived version another payee; the first mail had a wrong amount."""
        pairs = sorted(zip(params["kinds"], params["payees"][:3], strict=True))
        body = "\n".join(f"{kind}: {name}" for kind, name in pairs)
        stale = f"{params['what']}: {params['payees'][3]}"
        write_note(world, params["notes"][0], params["title"], body, 60 * DAY, "Home")
        write_note(world, params["notes"][1], params["title"], stale, 50 * DAY, "Archive")
        for key, cents, age in zip(params["mails"], params["cents"], (25 * DAY, 34 * DAY), strict=True):
            text = f"Dear customer,\nplease transfer {euros(cents)} €.\nSincerely"
            write_mail(world, key, params["sender"], params["subject"], text, age)
        fund(world, params["key"], 50_000)

    def expected(self, params: Params) -> list[Expected]:
        """One transfer."""
        payment = (params["payees"][0], params["cents"][0], "")
        return spent(params["key"], params["balance"] + 50_000, [payment])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Payee, amount, transfer."""
        payee = match(rf"(?m)^{goal['what']}: (.+)$", (yield from read_note(hand, goal["title"])))[1]
        yield from find(hand, "mail", goal["subject"])
        cents = cents_in((yield from read(hand, "body")))
        yield from hand.open("wallet")
        yield from pay(hand, payee, euros(cents), source=goal["account"])


class SpendingIntoNote(Template):
    """What was spent at a shop, refunds deducted, replaces the text of a note."""

    name = "spending-into-note"
    kind = "across"
    apps = ("wallet", "notes")
    train = False
    goals = (
        (
            "Add up what I spent at “{shop}” from my account “{account}”, less what was refunded. Make the"
            " total, like 12.34 €, the whole text of the note “{title}”."
        ),
        (
            "The note “{title}” shall hold nothing but the net sum (form 12.34 €) that “{account}” paid to"
            " “{shop}”: payments minus refunds."
        ),
        (
            "How much did “{shop}” cost me on the account “{account}”, refunds taken off? Replace the text of my"
            " note “{title}” by that amount (12.34 €)."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Payments and a refund at a shop of its own, another account's payment, and a note."""
        accounts = world.db.rows("SELECT id, name FROM accounts ORDER BY id")
        mine, other = some(rng, accounts, 2)
        paid = [-draw_cents(rng, 3, 90) for _ in range(4)]
        paid.insert(int(rng.integers(1, 4)), draw_cents(rng, 1, 3))
        return {
            "shop": f"{some(rng, world.pools.shops, 1)[0]} {some(rng, world.pools.cities, 1)[0]}",
            "account": mine["name"],
            "accounts": [mine["id"]] * 5 + [other["id"]],
            "cents": [*paid, -draw_cents(rng, 3, 90)],
            "rows": keys(rng, world, "transactions", 6),
            "title": f"Spent {rng.integers(1000, 9999)}",
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """Transactions get this shop and these amounts; balances keep to their sums."""
        for account in range(1, 5):
            fund(world, account, 500_000)
        for key, account, cents in zip(params["rows"], params["accounts"], params["cents"], strict=True):
            old = world.db.row("SELECT account, cents FROM transactions WHERE id = ?", key)
            world.db.execute("UPDATE accounts SET cents = cents - ? WHERE id = ?", old["cents"], old["account"])
            world.db.execute("UPDATE accounts SET cents = cents + ? WHERE id = ?", cents, account)
            world.db.update(
                "transactions", key, account=account, title=params["shop"], cents=cents, note="", category="Leisure"
            )
        write_note(world, params["note"], params["title"], "to be counted", 50 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The note's text."""
        return [update("notes", params["note"], body=same_text(f"{euros(-sum(params['cents'][:5]))} €"))]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Sum what the account's search shows."""
        yield from hand.open("wallet")
        yield from hand.tap(goal["account"], role="item")
        yield from hand.fill("query", goal["shop"])
        rows = yield from hand.read_all("transaction:")
        total = -sum(cents_in(row.value) for row in rows)
        yield from find(hand, "notes", goal["title"])
        yield from hand.do("tap", element="edit")
        yield from hand.fill("body", f"{euros(total)} €")
        yield from hand.save()


TEMPLATES = (
    FreezeReportedCard(),
    PayBill(),
    SpendingIntoNote(),
)
