"""Pay, call, block and forward only if a rule allows it: half of the worlds forbid it, and the answer tells why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.clock import local, time_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people, fresh, twin
from benchmarks.phone.templates.replies import amount_forms
from benchmarks.phone.templates.sights import current_note, spot
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    ME,
    MINUTE,
    euros,
    fund,
    keys,
    some,
    write_mail,
    write_note,
)
from benchmarks.phone.templates.ways import cents_in, match, pay, read, time_in
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World

CLOSED = ("Please keep this between us.", "For your eyes only.", "Do not pass this on.", "Nobody else may see it yet.")
OPEN = ("Pass it on as you like.", "Share it with whom it may help.", "This is no secret.", "Everybody may know.")
"""How a mail says that it is confidential, and how it says that it is not."""


def time_from_now(world: World, minutes: int) -> str:
    """The time so many minutes from now, `HH:MM`; worlds begin between 7:00 and 20:00."""
    return time_text(local(world.now + minutes * MINUTE, world.zone))


class PayWithinLimit(Template):
    """A payment, if the spending rules in a note allow so much."""

    name = "pay-within-limit"
    kind = "policy"
    apps = ("notes", "wallet")
    goals = (
        (
            "Pay “{amount}” € to “{payee}” from my “{account}” account if the note “{title}” allows that much. If it"
            " does not, pay nothing and answer with the most that it allows."
        ),
        (
            "See whether the note “{title}” lets me spend “{amount}” € at once. If so, send that to “{payee}” from"
            " “{account}”; if not, leave the money and answer with the limit."
        ),
        (
            "“{payee}” should get “{amount}” € from “{account}”, but stick to the limit in my note “{title}”: when it"
            " is too much, only tell me the limit."
        ),
    )
    steps = 17

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A payee, an amount on one side of the limit, and an old limit on the other."""
        allowed = bool(rng.integers(2))
        limit, gap = int(rng.integers(120, 400)) * 100, int(rng.integers(4, 40)) * 100 + 50
        account = int(rng.integers(2, 5))
        payees = [row["name"] for row in world.db.rows("SELECT name FROM payees GROUP BY name HAVING count(*) = 1")]
        balance = world.db.value("SELECT cents FROM accounts WHERE id = ?", account) + limit + DAY
        return {
            "allowed": allowed,
            "limit": limit,
            "old": limit - 2 * gap if allowed else limit + 2 * gap,
            "cents": limit - gap if allowed else limit + gap,
            "amount": euros(limit - gap if allowed else limit + gap),
            "payee": some(rng, payees, 1)[0],
            "key": account,
            "account": world.db.value("SELECT name FROM accounts WHERE id = ?", account),
            "balance": balance,
            "notes": keys(rng, world, "notes", 2),
            "title": f"Spending {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
        }

    def setup(self, world: World, params: Params) -> None:
        """The rules, their archived version, and enough money."""
        for key, cents, folder in zip(
            params["notes"], (params["limit"], params["old"]), ("Home", "Archive"), strict=True
        ):
            body = (
                f"Groceries are free.\nNever more than {euros(cents)} € in one payment.\nAsk first for anything bigger."
            )
            write_note(world, key, params["title"], body, 9 * DAY if folder == "Home" else 99 * DAY, folder)
        fund(world, params["key"], params["limit"] + DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The payment, when it is allowed."""
        cents, account = params["cents"], params["key"]
        booked = insert("transactions", account=account, cents=-cents, title=params["payee"], category="Transfer")
        return [update("accounts", account, cents=params["balance"] - cents), booked] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The limit, when the payment is above it."""
        return None if params["allowed"] else amount_forms(params["limit"])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the rule, compare, pay or tell."""
        limit = cents_in(match("more than .*", (yield from current_note(hand, goal["title"])))[0])
        if cents_in(f"{goal['amount']} €") > limit:
            yield from hand.answer(f"{euros(limit)} €")
            return
        yield from hand.open("wallet")
        yield from pay(hand, goal["payee"], goal["amount"], source=goal["account"])


class CallUnlessQuiet(Template):
    """A call, unless the contact's note says that it is too early."""

    name = "call-unless-too-early"
    kind = "policy"
    apps = ("contacts", "phone")
    goals = (
        (
            "Call “{name}” unless the note in their contact says that it is too early; then answer with the time from"
            " which I may."
        ),
        (
            "Ring up “{name}” now, if their contact's note allows it at this hour. If not, just answer from what time"
            " on it is fine."
        ),
        (
            "Check the note of my contact “{name}”: may I call already? If yes, call. If no, answer with the earliest"
            " time."
        ),
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, and a time before or after now."""
        person = far_people(rng, world, 1)[0]
        allowed = bool(rng.integers(2))
        shifts = rng.integers(15, 200, 2).tolist()
        times = [time_from_now(world, -shifts[0]), time_from_now(world, shifts[1])]
        return {
            "name": person.name,
            "contact": person.id,
            "number": person.number,
            "allowed": allowed,
            "time": times[not allowed],
            "other": times[allowed],
            "key": fresh(rng, 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The rule, and the opposite one of somebody with nearly the same name."""
        rule = "Works at night. Never call before {}."
        world.db.update("contacts", params["contact"], note=rule.format(params["time"]))
        world.db.insert("contacts", id=params["key"], name=twin(params["name"]), note=rule.format(params["other"]))

    def expected(self, params: Params) -> list[Expected]:
        """The call, when it is allowed."""
        return [insert("calls", number=params["number"], kind="outgoing")] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The time, when it is too early."""
        return None if params["allowed"] else (params["time"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the contact, compare with the clock, call or tell."""
        yield from spot(hand, "contacts", goal["name"])
        time = time_in((yield from read(hand, "note")))
        if hand.view.time < time:
            yield from hand.answer(time)
        else:
            yield from hand.tap_id("call")


class BlockPersistentCaller(Template):
    """A number is blocked, if it rang in vain so often today that the rules say so."""

    name = "block-persistent-caller"
    kind = "policy"
    apps = ("notes", "phone")
    goals = (
        (
            "Block the number “{number}” if by the rule in my note “{title}” it rang in vain often enough today. If"
            " not, leave it and answer with the time of its last missed call."
        ),
        (
            "How many calls from “{number}” did I miss today? If the note “{title}” says that this is enough to block"
            " it, do so; otherwise just answer with the time of the latest of them."
        ),
        (
            "Apply the rule of the note “{title}” to the missed calls of today from “{number}”: block it or, if the"
            " rule does not apply, tell me at what time it rang last."
        ),
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A number, how often it rang, how often is too often."""
        allowed, rings = bool(rng.integers(2)), int(rng.integers(2, 6))
        ages = sorted(rng.permutation(np.arange(3, 118))[:rings].tolist())
        return {
            "number": world.numbers(1)[0],
            "allowed": allowed,
            "limit": rings - int(rng.integers(rings - 1)) if allowed else rings + int(rng.integers(1, 3)),
            "ages": [3 * MINUTE * age for age in ages],
            "time": time_text(local(world.now - 3 * MINUTE * ages[0], world.zone)),
            "calls": keys(rng, world, "calls", rings + 3),
            "note": keys(rng, world, "notes", 1)[0],
            "title": f"Callers {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
        }

    def setup(self, world: World, params: Params) -> None:
        """The missed calls; an answered one of today and two missed ones of days before do not count."""
        rule = f"Friends are never blocked.\nStrangers are, when they ring in vain {params['limit']} times on one day."
        write_note(world, params["note"], params["title"], rule, 7 * DAY)
        rings = len(params["ages"])
        ages = [*params["ages"], MINUTE, DAY + 12 * HOUR, 2 * DAY]
        for number, (key, age) in enumerate(zip(params["calls"], ages, strict=True)):
            kind, length = ("incoming", 70) if number == rings else ("missed", 0)
            world.db.update("calls", key, number=params["number"], kind=kind, at=world.now - age, seconds=length)

    def expected(self, params: Params) -> list[Expected]:
        """The number is blocked, when the rule says so."""
        return [insert("blocked_numbers", number=params["number"])] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The time of the last missed call, when not."""
        return None if params["allowed"] else (params["time"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the rule, count the missed calls of today (they show no day), block or tell."""
        rule = yield from current_note(hand, goal["title"])
        limit = int(match(r"in vain (\d+) times", rule)[1])
        yield from hand.open("phone")
        calls = hand.view.all(goal["number"], role="item")
        today = [call for call in calls if re.fullmatch(r"missed · \d\d:\d\d", call.value)]
        if len(today) < limit:
            yield from hand.answer(time_in(today[0].value))
            return
        yield from hand.do("tap", element=today[0].id)
        yield from hand.tap_id("block")


class ForwardUnlessConfidential(Template):
    """A mail is forwarded, unless its text says that it is confidential."""

    name = "forward-unless-confidential"
    kind = "policy"
    apps = ("mail",)
    goals = (
        (
            "Forward the latest mail “{subject}” to “{address}”, unless its text asks to keep it confidential. In"
            " that case forward nothing and answer with the address of its sender."
        ),
        (
            "“{address}” would like to read the newest mail called “{subject}”. Forward it if its author does not"
            " mind by what it says; else answer with the author's address."
        ),
        (
            "May the most recent mail “{subject}” be shown to others? Read it. If yes, forward it to “{address}”. If"
            " no, tell me who sent it (the address)."
        ),
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two senders, what the mails say, and somebody else."""
        people = some(rng, world.persons, 3)
        allowed = bool(rng.integers(2))
        lines = (some(rng, OPEN, 1)[0], some(rng, CLOSED, 1)[0])
        rest = world.texts(world.pools.mail_lines, 1)[0]
        return {
            "subject": f"Plans for {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "address": people[2].mail,
            "senders": [people[0].mail, people[1].mail],
            "allowed": allowed,
            "bodies": [f"{rest}\n{line}" for line in (lines if allowed else lines[::-1])],
            "mails": keys(rng, world, "mails", 2),
            "age": int(rng.integers(25, 60)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail, and an older one of the same subject that says the opposite."""
        for number, key in enumerate(params["mails"]):
            age = (params["age"] + 9 * number) * DAY
            write_mail(world, key, params["senders"][number], params["subject"], params["bodies"][number], age)

    def expected(self, params: Params) -> list[Expected]:
        """The forwarded text, when it is allowed."""
        body = f"{params['senders'][0]} wrote:\n{params['bodies'][0]}"
        sent = {"folder": "sent", "sender": ME, "recipient": params["address"], "subject": f"Fwd: {params['subject']}"}
        return [insert("mails", **sent, body=body)] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The sender, when it is not."""
        return None if params["allowed"] else (params["senders"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the first mail of the list, read it, forward it or tell."""
        yield from spot(hand, "mail", goal["subject"])
        sender, body = (yield from read(hand, "sender")), (yield from read(hand, "body"))
        if any(line in body for line in CLOSED):
            yield from hand.answer(sender)
            return
        yield from hand.menu("Forward")
        yield from hand.fill("to", goal["address"])
        yield from hand.do("tap", element="send")


TEMPLATES: tuple[Template, ...] = (
    PayWithinLimit(),
    CallUnlessQuiet(),
    BlockPersistentCaller(),
    ForwardUnlessConfidential(),
)
