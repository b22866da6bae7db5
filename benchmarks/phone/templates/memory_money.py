"""Memory: a code or bank details seen in one app, needed in the wallet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.wallet import BANK
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.staging import (
    DAY,
    draw_cents,
    euros,
    fund,
    keys,
    payees,
    say,
    some,
    spent,
    write_mail,
)
from benchmarks.phone.templates.ways import (
    choose_starting,
    find,
    match,
    pay,
    read,
)
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert
from benchmarks.phone.world import World


class TransferWithCode(Template):
    """A large transfer wants a code, which arrives as a message."""

    name = "transfer-with-code"
    kind = "memory"
    apps = ("wallet", "messages")
    goals = (
        "Transfer {amount} € from “{account}” to “{payee}”. The bank ({bank}) sends a code to Messages for that.",
        "Send {amount} € to “{payee}” out of my account “{account}”; you will need the code that {bank} texts.",
        "“{payee}” gets {amount} € from “{account}”. Large transfers want a code that comes as a message from {bank}.",
    )
    steps = 19

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A payee, an account, an amount that wants a code."""
        account = world.db.row("SELECT * FROM accounts WHERE id = ?", int(rng.integers(2, 5)))
        cents = draw_cents(rng, 510, 960)
        return {
            "payee": payees(rng, world, 1)[0],
            "account": account["name"],
            "key": account["id"],
            "balance": account["cents"],
            "amount": euros(cents),
            "cents": cents,
            "bank": BANK,
            "codes": [str(code) for code in rng.integers(100_000, 999_999, 3)],
        }

    def setup(self, world: World, params: Params) -> None:
        """Former codes are in the conversation already."""
        fund(world, params["key"], 100_000)
        for i, code in enumerate(params["codes"]):
            say(world, BANK, f"Your code for {params['amount']} € is {code}. Never share it.", (20 - i) * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The transfer, and the message with the code."""
        payment = (params["payee"], params["cents"], "")
        text = insert("messages", mine=0, text=lambda text: str(text).startswith("Your code for "))
        return [*spent(params["key"], params["balance"] + 100_000, [payment]), text]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Form, code, form."""
        yield from hand.open("wallet")
        yield from hand.do("tap", element="transfer")
        yield from choose_starting(hand, "source", f"{goal['account']} (")
        yield from choose_starting(hand, "target", f"{goal['payee']} (")
        yield from hand.fill("amount", goal["amount"])
        yield from hand.tap_id("continue")
        yield from hand.open("messages")
        yield from hand.tap(goal["bank"], role="item")
        code = match(r"is (\d{6})\.", hand.view.all(role="message")[-1].text)[1]
        yield from hand.open("wallet")
        yield from hand.fill("code", code)
        yield from hand.do("tap", element="send")


class PayNewPayee(Template):
    """A mail has an IBAN and an amount: add the payee, then pay."""

    name = "pay-new-payee"
    kind = "memory"
    apps = ("mail", "wallet")
    goals = (
        (
            "Add “{payee}” to my payees with the IBAN from the mail “{subject}”, then pay them the amount in"
            " that mail from “{account}”, reference “{note}”."
        ),
        (
            "The mail “{subject}” has bank details. Make “{payee}” a payee and transfer what is asked for;"
            " account “{account}”, reference “{note}”."
        ),
        (
            "Pay the bill “{subject}” of “{payee}”, who is no payee yet (the mail has the IBAN), from"
            " “{account}” with the reference “{note}”."
        ),
    )
    steps = 29

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A company, its IBAN, an amount."""
        account = world.db.row("SELECT * FROM accounts WHERE id = ?", int(rng.integers(2, 5)))
        return {
            "payee": f"{some(rng, world.pools.companies, 1)[0]} Ltd",
            "subject": f"{some(rng, world.pools.cities, 1)[0]}, final bill {rng.integers(1000, 9999)}",
            "account": account["name"],
            "key": account["id"],
            "balance": account["cents"],
            "note": f"Customer {rng.integers(1000, 9999)}",
            "ibans": [
                f"{country}{rng.integers(10**9, 10**10 - 1)}" for country in some(rng, ("FR", "DE", "PT", "NL"), 2)
            ],
            "cents": [draw_cents(rng, 30, 420) for _ in range(2)],
            "mails": keys(rng, world, "mails", 2),
            "sender": some(rng, world.persons, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail tells the former account, too, and another bill of the same sender is newer."""
        fund(world, params["key"], 50_000)
        old, new = params["ibans"]
        for i, subject in enumerate((params["subject"], f"{params['subject']}1")):
            iban = new if i == 0 else old
            body = f"Amount due: {euros(params['cents'][i])} €\nOur new IBAN: {iban}\nNo longer valid: {old}"
            write_mail(world, params["mails"][i], params["sender"], subject, body, (29 - i) * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """A payee and a transfer."""
        payment = (params["payee"], params["cents"][0], params["note"])
        payee = insert("payees", name=params["payee"], iban=params["ibans"][1])
        return [payee, *spent(params["key"], params["balance"] + 50_000, [payment])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Payee first."""
        yield from find(hand, "mail", goal["subject"])
        body = yield from read(hand, "body")
        amount, iban = match(r"due: (\S+) €", body)[1], match(r"new IBAN: (\S+)", body)[1]
        yield from hand.open("wallet")
        yield from hand.tap_id("payees")
        yield from hand.do("tap", element="add")
        yield from hand.fill("name", goal["payee"])
        yield from hand.fill("iban", iban)
        yield from hand.save()
        yield from hand.back()
        yield from pay(hand, goal["payee"], amount, source=goal["account"], note=goal["note"])


TEMPLATES = (
    TransferWithCode(),
    PayNewPayee(),
)
