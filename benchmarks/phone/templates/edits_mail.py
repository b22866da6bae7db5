"""Edits in Mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people, fresh
from benchmarks.phone.templates.staging import DAY, ME, draw_time, some
from benchmarks.phone.templates.ways import seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, update
from benchmarks.phone.world import World


class ArchiveInvoice(Template):
    """Of several mails with one invoice number, that of a sender goes into the archive."""

    name = "archive-invoice"
    kind = "edit"
    apps = ("mail",)
    goals = (
        "Archive the mail “{subject}” that came from {sender}. Other mails about it stay in the inbox.",
        "In Mail, move “{subject}” of the sender {sender} to the archive.",
        "I am done with “{subject}”: put the mail of {sender} into the archive, only that one.",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An invoice number and two senders."""
        sender, other = far_people(rng, world, 2)
        subject = f"Invoice {rng.integers(10_000, 99_999)}"
        text = world.texts(world.pools.mail_lines, 1)[0]
        days = rng.permutation(5).tolist()
        return {
            "subject": subject,
            "sender": sender.mail,
            "other": other.mail,
            "text": text,
            "days": days,
            "keys": fresh(rng, 5),
        }

    def setup(self, world: World, params: Params) -> None:
        """Mails with the number: from both, a reminder, one with a digit more, and one in the archive already."""
        subject, sender, other = params["subject"], params["sender"], params["other"]
        mails = (
            (sender, subject, "inbox"),
            (other, subject, "inbox"),
            (sender, subject.replace("Invoice", "Reminder"), "inbox"),
            (sender, f"{subject}7", "inbox"),
            (sender, subject, "spam"),
        )
        for key, days, (who, title, folder) in zip(params["keys"], params["days"], mails, strict=True):
            at = world.now - (20 + days) * DAY
            text = {"subject": title, "body": params["text"], "at": at}
            world.db.insert("mails", id=key, folder=folder, sender=who, recipient=ME, **text)

    def expected(self, params: Params) -> list[Expected]:
        """Another folder."""
        return [update("mails", params["keys"][0], folder="archive")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the inbox for the subject, take the sender's mail."""
        yield from seek(hand, "mail", goal["subject"])
        yield from hand.tap(goal["subject"], role="item", value=goal["sender"])
        yield from hand.menu("Move to archive")


class CorrectDraft(Template):
    """A wrong time in a draft is corrected, then the draft is sent."""

    name = "correct-draft"
    kind = "edit"
    apps = ("mail",)
    goals = (
        "My draft “{subject}” to {recipient} says {wrong}. It must say {time}: correct that and send the mail.",
        "Send the draft “{subject}” that is addressed to {recipient}, after changing {wrong} to {time} in its text.",
        "Before you send my draft “{subject}” to {recipient}, replace the time {wrong} by {time}.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A subject, two recipients, the times, and a text with one of them."""
        one, two = far_people(rng, world, 2)
        lines = [line for line in world.pools.mail_lines if "{" not in line]
        wrong = draw_time(rng, 8, 13)
        first, last = some(rng, lines, 2)
        return {
            "subject": f"Visit to {(city := some(rng, world.pools.cities, 1)[0])}",
            "recipient": one.mail,
            "other": two.mail,
            "wrong": wrong,
            "time": draw_time(rng, 14, 20),
            "body": f"{first}\nI arrive in {city} at {wrong}, platform {rng.integers(2, 20)}.\n{last}",
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two drafts that differ in nothing but the recipient."""
        for key, recipient in zip(params["keys"], (params["recipient"], params["other"]), strict=True):
            text = {"subject": params["subject"], "body": params["body"], "at": world.now - 400 - key}
            world.db.insert("mails", id=key, folder="drafts", sender=ME, recipient=recipient, **text)

    def expected(self, params: Params) -> list[Expected]:
        """The draft is sent, with the other time."""
        body = params["body"].replace(params["wrong"], params["time"])
        return [update("mails", params["keys"][0], folder="sent", body=body)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the draft, write its text anew, send."""
        yield from hand.open("mail")
        yield from hand.choose("folder", "Drafts")
        yield from hand.tap(goal["subject"], role="item", value=goal["recipient"])
        text = yield from hand.scroll_to(lambda view: view.get("body"))
        yield from hand.fill("body", text.value.replace(goal["wrong"], goal["time"]))
        yield from hand.do("tap", element="send")


class StarQuote(Template):
    """Of several mails on one quote, that with a given amount gets a star."""

    name = "star-quote"
    kind = "edit"
    apps = ("mail",)
    goals = (
        "“{subject}”: {sender} sent several versions. Put a star on the mail that says {amount}.",
        "Star the mail “{subject}” from {sender} in which the amount is {amount}.",
        "Among the mails “{subject}” of {sender}, the one with {amount} is right. Give it a star.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A sender and three amounts; the place of the right one among the mails."""
        amounts = [f"{whole}.{rng.integers(11, 99)} €" for whole in some(rng, range(100, 900), 3)]
        return {
            "subject": f"Quote {rng.integers(10_000, 99_999)}",
            "sender": far_people(rng, world, 1)[0].mail,
            "amounts": amounts,
            "amount": amounts[0],
            "place": rng.permutation(3).tolist(),
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three mails of one subject with different amounts."""
        rows = zip(params["keys"], params["amounts"], params["place"], strict=True)
        for key, amount, place in rows:
            text = {"subject": params["subject"], "body": f"The new total is {amount}, all in all.\nKind regards"}
            at = world.now - (31 + place) * DAY
            world.db.insert("mails", id=key, folder="archive", sender=params["sender"], recipient=ME, at=at, **text)

    def expected(self, params: Params) -> list[Expected]:
        """One star."""
        return [update("mails", params["keys"][0], starred=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the archive for the amount."""
        yield from hand.open("mail")
        yield from hand.choose("folder", "Archive")
        yield from hand.fill("query", goal["amount"])
        yield from hand.tap(goal["subject"], role="item", value=goal["sender"])
        yield from hand.do("tap", element="star")


TEMPLATES = (ArchiveInvoice(), CorrectDraft(), StarQuote())
