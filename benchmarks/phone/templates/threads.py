"""Conversations: answers that quote a fact, drafts, what belongs together, who may call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh, twin
from benchmarks.phone.templates.replies import amount_forms
from benchmarks.phone.templates.sights import pick, spot
from benchmarks.phone.templates.staging import DAY, HOUR, ME, MINUTE, keys, some, write_mail
from benchmarks.phone.templates.ways import match, read, seek
from benchmarks.phone.toolkit import Hand, Seen, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


class RepeatNumber(Template):
    """Somebody asks again for a number that was given and corrected earlier in the conversation."""

    name = "repeat-corrected-number"
    kind = "edit"
    apps = ("messages",)
    goals = (
        (
            "“{name}” asks once more for the booking number. I sent it to them before: answer with the number alone,"
            " the one that is right."
        ),
        "In Messages, “{name}” wants the booking number again. Send only the number that I gave last.",
        "Reply to “{name}” with the booking number from our conversation, nothing else. Mind that I corrected it.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, a wrong and a right number, and one that the other side mentions."""
        person = far_people(rng, world, 1)[0]
        return {
            "name": person.name,
            "number": person.number,
            "codes": [f"{code}" for code in rng.integers(10_000, 100_000, 3).tolist()],
            "keys": fresh(rng, 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """The conversation, and a namesake."""
        wrong, right, other = params["codes"]
        said = [
            (True, f"The booking number is {wrong}."),
            (False, f"Fine! My locker is {other}, by the way."),
            (True, f"Sorry, a mistake. The booking number is {right}."),
            (False, "All right."),
            (False, "I lost it: what was the booking number?"),
        ]
        thread, contact, phone, *rest = params["keys"]
        lines = [(key, mine, text) for key, (mine, text) in zip(rest, said, strict=True)]
        conversation(world, thread, params["number"], lines, 30 * DAY)
        world.db.insert("contacts", id=contact, name=twin(params["name"]))
        world.db.insert("contact_phones", id=phone, contact=contact, label="mobile", number=world.numbers(1)[0])

    def expected(self, params: Params) -> list[Expected]:
        """The right number."""
        return [insert("messages", thread=params["keys"][0], mine=1, text=params["codes"][1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the conversation, take the number of my last message that has one."""
        yield from spot(hand, "messages", goal["name"])
        mine = [e for e in hand.view.all(role="message", value="You,") if "booking number is" in e.text]
        yield from hand.fill("draft", match("[0-9]{5}", mine[-1].text)[0])
        yield from hand.do("tap", element="send")


class TextLastCaller(Template):
    """A message to whoever got through last by phone."""

    name = "text-last-caller"
    kind = "across"
    apps = ("phone", "messages")
    goals = (
        "Write “{text}” as a message to the one whose call I took last.",
        "Whose incoming call did I answer most recently? Send them the message “{text}”.",
        "Text “{text}” to the person of my latest incoming call (not a missed one).",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, the kinds of later calls, a text."""
        later = int(rng.integers(1, 6))
        return {
            "number": some(rng, world.persons, 1)[0].number,
            "text": f"Forgot to say: {some(rng, world.pools.places, 1)[0]}, {rng.integers(100, 999)}",
            "kinds": ["incoming", *(("missed", "outgoing")[kind] for kind in rng.integers(2, size=later))],
            "calls": keys(rng, world, "calls", later + 1),
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The call, those after it, and the conversation."""
        world.db.execute("UPDATE calls SET at = at - ?", 3 * HOUR)
        for number, (key, kind) in enumerate(zip(params["calls"], params["kinds"], strict=True)):
            length = 0 if kind == "missed" else 60 + number
            world.db.update("calls", key, kind=kind, at=world.now - 2 * HOUR + 9 * MINUTE * number, seconds=length)
        world.db.update("calls", params["calls"][0], number=params["number"])
        thread, message = params["keys"]
        conversation(world, thread, params["number"], [(message, False, "Ok")], 30 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The message."""
        return [insert("messages", thread=params["keys"][0], mine=1, text=params["text"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The first incoming call of the list."""
        yield from hand.open("phone")
        yield from pick(hand, lambda view: view.find(role="item", value="incoming"))
        yield from hand.tap_id("message")
        yield from hand.fill("draft", goal["text"])
        yield from hand.do("tap", element="send")


class SendDraftWithCopy(Template):
    """A draft is sent with a copy to somebody whose address is in Contacts."""

    name = "send-draft-with-copy"
    kind = "across"
    apps = ("contacts", "mail")
    goals = (
        "Send the draft “{subject}” as it is, with a copy to the work address of “{name}” (see Contacts).",
        "My mail “{subject}” is still a draft: put the work address of my contact “{name}” into “Copy to” and send it.",
        "Finish the draft “{subject}”: “{name}” gets a copy at their work address, everything else stays. Send it.",
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A draft, a person, addresses."""
        person, other = far_people(rng, world, 2)
        handle = world.handle(person.name, int(rng.integers(100, 900)))
        return {
            "subject": f"Minutes {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "name": person.name,
            "contact": person.id,
            "recipient": other.mail,
            "address": f"{handle}@office.{some(rng, world.pools.hosts, 1)[0]}",
            "mails": keys(rng, world, "mails", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The draft, a mail of the same subject that was sent, and the addresses."""
        draft, sent = params["mails"]
        for key, folder in ((draft, "drafts"), (sent, "sent")):
            write_mail(world, key, ME, params["subject"], f"Dear all,\nthis is version {key}.", 20 * DAY)
            world.db.update("mails", key, folder=folder, recipient=params["recipient"], cc="", answers=None)
        world.db.execute("DELETE FROM contact_emails WHERE contact = ? AND label = 'work'", params["contact"])
        world.db.insert("contact_emails", contact=params["contact"], label="work", address=params["address"])

    def expected(self, params: Params) -> list[Expected]:
        """The draft is sent, with the copy."""
        return [update("mails", params["mails"][0], folder="sent", cc=params["address"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the address, open the draft, add it, send."""
        yield from spot(hand, "contacts", goal["name"])
        address = yield from read(hand, "email:work")
        yield from hand.open("mail")
        yield from hand.choose("folder", "Drafts")
        yield from hand.tap(goal["subject"], role="item")
        yield from hand.fill("cc", address)
        yield from hand.do("tap", element="send")


class FileCorrespondence(Template):
    """Of what was written about a matter, the received part goes to the archive and the sent part gets stars."""

    name = "file-correspondence"
    kind = "edit"
    apps = ("mail",)
    goals = (
        (
            "The matter “{subject}” is closed: archive the mails about it in the inbox, and put a star on my own ones"
            " in Sent."
        ),
        (
            "Of the exchange “{subject}”, move what I got (inbox) to the archive; what I wrote (sent) gets a star and"
            " stays."
        ),
        "File the mails called “{subject}”: those in Inbox into Archive, those in Sent starred where they are.",
    )
    steps = 17

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A matter, and where its mails are."""
        received, sent = int(rng.integers(1, 3)), int(rng.integers(1, 3))
        return {
            "subject": f"Case {rng.integers(1000, 9999)}",
            "folders": ["inbox"] * received + ["sent"] * sent,
            "person": some(rng, world.persons, 1)[0].mail,
            "mails": keys(rng, world, "mails", received + sent + 1),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mails, and one on another matter that names this one in its text."""
        *about, other = params["mails"]
        for number, (key, folder) in enumerate(zip(about, params["folders"], strict=True)):
            pair = (ME, params["person"]) if folder == "sent" else (params["person"], ME)
            subject = ("Re: " if number else "") + params["subject"]
            write_mail(world, key, pair[0], subject, "As discussed.", (30 - number) * DAY)
            world.db.update("mails", key, folder=folder, recipient=pair[1])
        write_mail(world, other, params["person"], "New case", f"Unlike {params['subject']}, this is open.", 28 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The received ones are in the archive, the sent ones have stars."""
        changes = [{"folder": "archive"} if folder == "inbox" else {"starred": 1} for folder in params["folders"]]
        return [update("mails", key, **change) for key, change in zip(params["mails"], changes, strict=False)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search each of the two folders for what has the subject."""
        yield from seek(hand, "mail", goal["subject"])
        while found := self._about(hand, goal["subject"]):
            yield from hand.do("tap", element=found[0].id)
            yield from hand.menu("Move to archive")
        yield from hand.choose("folder", "Sent")
        for number, mail in enumerate(self._about(hand, goal["subject"])):
            if number:
                yield from hand.back()
            yield from hand.do("tap", element=mail.id)
            yield from hand.do("tap", element="star")

    def _about(self, hand: Hand, subject: str) -> list[Seen]:
        return [e for e in hand.view.starting("mail:") if e.text.removeprefix("Re: ") == subject]


class RescueFromSpam(Template):
    """Of two mails of the same subject in spam, one is genuine and goes to the inbox, the other one to the trash."""

    name = "rescue-from-spam"
    kind = "edit"
    apps = ("mail",)
    train = False
    goals = (
        (
            "Two mails “{subject}” are in my spam folder. The one from “{sender}” is genuine: move it to the inbox,"
            " and delete the other."
        ),
        (
            "Look into Spam for “{subject}”: what “{sender}” wrote belongs into the inbox, the forgery of the same"
            " subject into the trash."
        ),
        (
            "From the spam folder, bring the mail “{subject}” by “{sender}” back to the inbox and throw its fake twin"
            " away."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A subject, a sender and a forger."""
        person = some(rng, world.persons, 1)[0]
        user, host = person.mail.split("@")
        return {
            "subject": f"Your parcel {rng.integers(10_000, 99_999)}",
            "sender": person.mail,
            "forger": f"{user}@{host}.{('help', 'info', 'shop')[rng.integers(3)]}",
            "mails": keys(rng, world, "mails", 2),
            "first": int(rng.integers(2)),
        }

    def setup(self, world: World, params: Params) -> None:
        """Both mails; either may be the newer one."""
        for number, (key, sender) in enumerate(zip(params["mails"], (params["sender"], params["forger"]), strict=True)):
            write_mail(world, key, sender, params["subject"], "It waits for you.", HOUR + (number == params["first"]))
            world.db.update("mails", key, folder="spam")

    def expected(self, params: Params) -> list[Expected]:
        """Both are where they belong."""
        genuine, forged = params["mails"]
        return [update("mails", genuine, folder="inbox"), update("mails", forged, folder="trash")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the folder, compare the senders."""
        yield from hand.open("mail")
        yield from hand.choose("folder", "Spam")
        yield from pick(
            hand, lambda v: next((e for e in v.all(goal["subject"]) if e.value.startswith(f"{goal['sender']} ·")), None)
        )
        yield from hand.menu("Move to inbox")
        yield from pick(hand, lambda view: view.find(goal["subject"], role="item"))
        yield from hand.do("tap", element="delete")


class ReplyWithBalance(Template):
    """A mail asks what an account holds: the answer is the amount."""

    name = "reply-with-balance"
    kind = "across"
    apps = ("wallet", "mail")
    train = False
    goals = (
        "The mail “{subject}” asks how much is in one of my accounts. Reply with just the amount, such as “12.50 €”.",
        "Answer the mail “{subject}” with the balance that it asks for, only the amount as Wallet shows it.",
        "Somebody wants to know a balance: reply to “{subject}” with the amount alone (for example “12.50 €”).",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An account and a mail."""
        row = some(rng, world.db.rows("SELECT name, cents FROM accounts ORDER BY id"), 1)[0]
        return {
            "account": row["name"],
            "cents": row["cents"],
            "subject": f"Quick question {rng.integers(1000, 9999)}",
            "sender": some(rng, world.persons, 1)[0].mail,
            "mail": keys(rng, world, "mails", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The question."""
        body = f"Dear friend,\nhow much is there in the account {params['account']} now?\nThank you"
        write_mail(world, params["mail"], params["sender"], params["subject"], body, 45 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The answer."""
        sent = {"folder": "sent", "sender": ME, "recipient": params["sender"], "subject": f"Re: {params['subject']}"}
        forms = amount_forms(params["cents"])
        return [insert("mails", **sent, body=lambda body: body.strip() in forms, answers=params["mail"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read which account, read its balance, answer in the mail that is still open."""
        yield from spot(hand, "mail", goal["subject"])
        account = match("in the account (.*) now", (yield from read(hand, "body")))[1]
        yield from hand.open("wallet")
        balance = (yield from hand.look_for(account, role="item")).value
        yield from hand.open("mail")
        yield from hand.do("tap", element="reply")
        yield from hand.fill("body", balance)
        yield from hand.do("tap", element="send")


class UnblockContact(Template):
    """Somebody may call again."""

    name = "unblock-contact"
    kind = "edit"
    apps = ("phone",)
    goals = (
        "Unblock “{name}”, so that they can call me again.",
        "I blocked the number of “{name}” by mistake. Take it off the blocked numbers.",
        "“{name}” should not be blocked any more; leave the other blocked numbers.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two people."""
        person, other = far_people(rng, world, 2)
        return {"name": person.name, "numbers": [person.number, other.number]}

    def setup(self, world: World, params: Params) -> None:
        """Both are blocked."""
        for number in params["numbers"]:
            world.db.execute("INSERT OR IGNORE INTO blocked_numbers (number) VALUES (?)", number)

    def expected(self, params: Params) -> list[Expected]:
        """One of them not any more."""
        return [delete("blocked_numbers", params["numbers"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """From the menu of Phone to the list."""
        yield from hand.open("phone")
        yield from hand.menu("Blocked numbers")
        yield from pick(hand, lambda view: view.find(goal["name"], role="item"))
        yield from hand.confirm()


TEMPLATES: tuple[Template, ...] = (
    RepeatNumber(),
    TextLastCaller(),
    SendDraftWithCopy(),
    FileCorrespondence(),
    RescueFromSpam(),
    ReplyWithBalance(),
    UnblockContact(),
)
