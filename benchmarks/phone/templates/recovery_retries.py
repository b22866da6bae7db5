"""What does not work at once: a taken name, a name that nobody has, a failure whose outcome is not known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh, twin
from benchmarks.phone.templates.sights import current_note, pick, spot
from benchmarks.phone.templates.staging import DAY, ME, euros, fund, keys, some, write_mail, write_note
from benchmarks.phone.templates.ways import match, pay, seek
from benchmarks.phone.toolkit import Hand, OracleLostError, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class PayeeByIban(Template):
    """A payee is added; where somebody has the IBAN already, which the form refuses, that payee is renamed instead."""

    name = "payee-by-iban"
    kind = "recovery"
    apps = ("wallet",)
    goals = (
        (
            "Add “{name}” with the IBAN “{iban}” to my payees. If there is a payee with this IBAN already, change"
            " that one's name instead."
        ),
        (
            "I need the payee “{name}”, IBAN “{iban}”, in Wallet. Should the IBAN be there under another name,"
            " correct the name."
        ),
        (
            "Make sure that Wallet has a payee “{name}” with the IBAN “{iban}”: a new one or, when the IBAN is taken,"
            " the old one renamed."
        ),
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A new name, and an IBAN that is new or somebody's."""
        known, payee = bool(rng.integers(2)), keys(rng, world, "payees", 1)[0]
        iban = world.db.value("SELECT iban FROM payees WHERE id = ?", payee)
        return {
            "name": f"{some(rng, world.pools.companies, 1)[0]} {rng.integers(10, 99)}",
            "iban": iban if known else f"{iban[:2]}{rng.integers(10**9, 10**10)}",
            "payee": payee if known else None,
            "half": payee % 2,
        }

    def setup(self, world: World, params: Params) -> None:
        """Few payees: those who are left fill one page."""
        world.db.execute("DELETE FROM payees WHERE id % 2 <> ?", params["half"])

    def expected(self, params: Params) -> list[Expected]:
        """One payee of this name and IBAN."""
        if params["payee"] is None:
            return [insert("payees", name=params["name"], iban=params["iban"])]
        return [update("payees", params["payee"], name=params["name"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Look for the IBAN among the payees; fill the form of its payee, or a new one."""
        yield from hand.open("wallet")
        yield from hand.tap_id("payees")
        known = hand.view.find(role="item", value=goal["iban"])
        yield from hand.do("tap", element="add" if known is None else known.id)
        yield from hand.fill("name", goal["name"])
        if known is None:
            yield from hand.fill("iban", goal["iban"])
        yield from hand.save()


class ClosestFreeFolder(Template):
    """A folder is made; where its name is taken, a number is counted up until the form accepts it."""

    name = "closest-free-folder"
    kind = "recovery"
    apps = ("files",)
    goals = (
        (
            "Make a folder “{name}” in “{parent}” (Files). If the name is taken, use “{name} 2”, else “{name} 3”, and"
            " so on."
        ),
        (
            "I need a new folder “{name}” under “{parent}” in Files; append the smallest number from 2 on that makes"
            " the name free when it exists."
        ),
        (
            "Create “{name}” as a folder within “{parent}” of Files. Where that exists, call it “{name} 2”, or 3, the"
            " first that is free."
        ),
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A place, a name, and how many of that name there are."""
        row = some(rng, world.db.rows("SELECT id, name FROM folders WHERE parent = 1 ORDER BY id"), 1)[0]
        name, taken = f"{some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)} no", int(rng.integers(4))
        return {"parent": row["name"], "key": row["id"], "name": name, "taken": taken}

    def setup(self, world: World, params: Params) -> None:
        """Folders that take the first names, and one that takes a name elsewhere."""
        for name in self._names(params)[:-1]:
            world.db.insert("folders", parent=params["key"], name=name)
        world.db.insert("folders", parent=1, name=self._names(params)[-1])

    def expected(self, params: Params) -> list[Expected]:
        """The folder with the first free name."""
        return [insert("folders", parent=params["key"], name=self._names(params)[-1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Look which names are taken, then make the folder."""
        yield from hand.open("files")
        yield from hand.tap(goal["parent"], role="item")
        taken = {e.text for e in hand.view.starting("folder:")}
        names = [goal["name"], *(f"{goal['name']} {number}" for number in range(2, 9))]
        yield from hand.menu("New folder")
        yield from hand.fill("name", next(name for name in names if name not in taken))
        yield from hand.save()

    def _names(self, params: Params) -> list[str]:
        numbers = (f" {number}" for number in range(2, 2 + params["taken"]))
        return [params["name"], *(f"{params['name']}{number}" for number in numbers)]


class CompanyByNickname(Template):
    """Somebody gets a company under a nickname that is no contact's: a note tells who it is."""

    name = "company-of-nickname"
    kind = "recovery"
    apps = ("contacts", "notes")
    goals = (
        (
            "Set the company of “{nick}” to “{company}” in Contacts. If nobody is called that, my note “{title}” says"
            " who is meant."
        ),
        (
            "“{nick}” now works for “{company}”: update the contact. I may have saved them under their real name, see"
            " the note “{title}”."
        ),
        (
            "In Contacts, “{nick}” should have the company “{company}”. When the name is not found, look at the"
            " nicknames in my note “{title}”."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two people, two nicknames, a company."""
        people = far_people(rng, world, 2)
        city = some(rng, world.pools.cities, 3)
        return {
            "nick": f"{city[0][:4]}o {rng.integers(10, 99)}",
            "other": f"{city[1][:4]}i {rng.integers(10, 99)}",
            "names": [person.name for person in people],
            "contact": people[0].id,
            "direct": bool(rng.integers(4) == 0),
            "company": f"{some(rng, world.pools.companies, 1)[0]} {rng.integers(10, 99)}",
            "title": f"Nicknames {city[2]} {rng.integers(100, 999)}",
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The note; in a quarter of the worlds a contact does have the nickname."""
        names, nick = params["names"], params["nick"]
        body = f"{params['other']} is {names[1]}\n{nick} is {names[0]}\n{nick[:-1]}X is nobody any more"
        write_note(world, params["note"], params["title"], body, 50 * DAY)
        if params["direct"]:
            world.db.update("contacts", params["contact"], name=nick)
        world.db.update("contacts", params["contact"], company="")

    def expected(self, params: Params) -> list[Expected]:
        """The company."""
        return [update("contacts", params["contact"], company=params["company"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search; when nobody is found, read the note and search again."""
        yield from seek(hand, "contacts", goal["nick"])
        name = goal["nick"]
        if hand.view.get("empty") is not None:
            note = yield from current_note(hand, goal["title"])
            name = match(f"{goal['nick']} is (.*)", note)[1]
            yield from seek(hand, "contacts", name)
        yield from pick(hand, lambda view: view.find(name, role="item"))
        yield from hand.do("tap", element="edit")
        yield from hand.fill("company", goal["company"])
        yield from hand.save()


class ReplyAgain(Template):
    """A mail is answered; sending fails once or twice."""

    name = "reply-until-sent"
    kind = "recovery"
    apps = ("mail",)
    goals = (
        "Reply “{text}” to the mail “{subject}”. Try again if sending does not work at once.",
        "Answer the mail “{subject}” with “{text}”; the connection is bad, so sending may take more than one try.",
        "The mail “{subject}” wants a reply: “{text}”. Make sure that it is sent in the end.",
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A mail, an answer, how often it fails."""
        return {
            "mail": keys(rng, world, "mails", 1)[0],
            "sender": some(rng, world.persons, 1)[0].mail,
            "subject": f"Table at {some(rng, world.pools.places, 1)[0]} {rng.integers(100, 999)}",
            "text": f"Yes, on day {rng.integers(1, 29)} at {rng.integers(12, 22)}:{rng.integers(10, 60)}",
            "failures": int(rng.integers(1, 3)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail, and the failures to come."""
        write_mail(world, params["mail"], params["sender"], params["subject"], "Does this suit you?", 40 * DAY)
        world.db.insert("faults", action="mail.send", remaining=params["failures"])

    def expected(self, params: Params) -> list[Expected]:
        """One answer."""
        sent = {"folder": "sent", "sender": ME, "recipient": params["sender"], "subject": f"Re: {params['subject']}"}
        return [insert("mails", **sent, body=params["text"], answers=params["mail"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Send until no alert comes."""
        yield from spot(hand, "mail", goal["subject"])
        yield from hand.do("tap", element="reply")
        yield from hand.fill("body", goal["text"])
        yield from hand.do("tap", element="send")
        while hand.view.page == "kit.alert":
            yield from hand.do("tap", element="ok")
            yield from hand.do("tap", element="send")


class PayOnce(Template):
    """A payment whose first try gets no answer: only the account tells whether it must be tried again."""

    name = "pay-exactly-once"
    kind = "recovery"
    apps = ("wallet",)
    goals = (
        (
            "Pay “{amount}” € to “{payee}” from “{account}”, exactly once: if no answer comes, check the account"
            " before you try again. Then freeze the “{card}”."
        ),
        (
            "Send “{payee}” “{amount}” € from my “{account}” account. Make sure that the money leaves once and only"
            " once. After that, freeze the “{card}”."
        ),
        (
            "“{payee}” gets “{amount}” € from “{account}”. If something goes wrong, see whether it was booked before"
            " trying again. Once it is paid, freeze my “{card}”."
        ),
    )
    steps = 17

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A payee, an amount, and what becomes of the first try."""
        account, cents = int(rng.integers(2, 5)), int(rng.integers(1_000, 40_000))
        digits = f"{rng.integers(1000, 10_000)}"
        payees = [row["name"] for row in world.db.rows("SELECT name FROM payees GROUP BY name HAVING count(*) = 1")]
        return {
            "payee": some(rng, payees, 1)[0],
            "cents": cents,
            "amount": euros(cents),
            "key": account,
            "account": world.db.value("SELECT name FROM accounts WHERE id = ?", account),
            "balance": world.db.value("SELECT cents FROM accounts WHERE id = ?", account) + 80_000 - cents,
            "mode": ("lost", "late")[rng.integers(2)],
            "digits": digits,
            "card": f"Card ending in {digits}",
        }

    def setup(self, world: World, params: Params) -> None:
        """Enough money, the fault to come, and an older payment of the same kind."""
        fund(world, params["key"], 80_000 + params["cents"])
        row = {"account": params["key"], "cents": -params["cents"], "title": params["payee"], "category": "Transfer"}
        world.db.insert("transactions", at=world.now - DAY, note="", **row)
        world.db.update("accounts", params["key"], cents=params["balance"] + params["cents"])
        world.db.insert("faults", action="wallet.send", remaining=1, mode=params["mode"])
        world.db.update("cards", 1, digits=params["digits"], frozen=0)

    def expected(self, params: Params) -> list[Expected]:
        """One payment, and the card."""
        booked = {"account": params["key"], "cents": -params["cents"], "title": params["payee"], "category": "Transfer"}
        paid = [update("accounts", params["key"], cents=params["balance"]), insert("transactions", **booked)]
        return [*paid, update("cards", 1, frozen=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Pay; when the form is still there, nothing was booked: the balance tells. Then the card."""
        yield from hand.open("wallet")
        before = hand.view.find(goal["account"], role="item")
        yield from pay(hand, goal["payee"], goal["amount"], source=goal["account"])
        yield from hand.do("tap", element="ok")
        if hand.view.page == "wallet.confirm":
            yield from hand.do("tap", element="send")
        if hand.view.find(goal["account"], role="item") == before:
            raise OracleLostError("nothing was booked")
        yield from hand.tap(goal["card"])
        yield from hand.do("tap", element="frozen")


class SendWhenOnline(Template):
    """A message that needs a connection, which the phone lacks in half of the worlds."""

    name = "write-despite-airplane-mode"
    kind = "recovery"
    apps = ("messages", "settings")
    goals = (
        (
            "Write “{text}” to “{name}” in Messages. If there is no connection, end the airplane mode; leave other"
            " settings alone."
        ),
        (
            "Send “{name}” the message “{text}”. The phone may be in airplane mode: switch that off if it keeps you"
            " from sending."
        ),
        "Tell “{name}” by message: “{text}”. Should the phone be offline, turn off airplane mode and send it then.",
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, a text, and whether the phone is offline."""
        person = far_people(rng, world, 1)[0]
        return {
            "name": person.name,
            "number": person.number,
            "text": f"I am at {some(rng, world.pools.places, 1)[0]}, row {rng.integers(10, 99)}",
            "offline": bool(rng.integers(4)),
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """A conversation with the person, one with somebody of nearly the same name; airplane mode."""
        thread, message, contact = params["keys"]
        conversation(world, thread, params["number"], [(message, False, "How is it?")], 30 * DAY)
        world.db.insert("contacts", id=contact, name=twin(params["name"]))
        world.db.insert("contact_phones", contact=contact, label="mobile", number=world.numbers(1)[0])
        world.db.update("settings", "airplane_mode", value="on" if params["offline"] else "off")

    def expected(self, params: Params) -> list[Expected]:
        """The message and, when it was on, airplane mode off."""
        sent = insert("messages", thread=params["keys"][0], mine=1, text=params["text"])
        return [sent, update("settings", "airplane_mode", value="off")] if params["offline"] else [sent]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Try; when there is no connection, use the quick setting and try again."""
        yield from spot(hand, "messages", goal["name"])
        yield from hand.fill("draft", goal["text"])
        yield from hand.do("tap", element="send")
        if hand.view.page == "kit.alert":
            yield from hand.do("tap", element="ok")
            yield from hand.do("open_notifications")
            yield from hand.do("tap", element="quick:airplane_mode")
            yield from hand.do("press_back")
            yield from hand.do("tap", element="send")


TEMPLATES: tuple[Template, ...] = (
    PayeeByIban(),
    ClosestFreeFolder(),
    CompanyByNickname(),
    ReplyAgain(),
    PayOnce(),
    SendWhenOnline(),
)
