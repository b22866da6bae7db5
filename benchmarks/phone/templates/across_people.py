"""Across apps: what people wrote becomes a contact, an address, a number sent on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import DAY, HOUR, hush, keys, say, some, write_mail
from benchmarks.phone.templates.ways import find, first, match, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class AddressFromMail(Template):
    """The new postal address in somebody's latest mail becomes the contact's."""

    name = "address-from-mail"
    kind = "across"
    apps = ("mail", "contacts")
    goals = (
        (
            "“{name}” moves house and wrote mails about “{subject}”. Put the new address, as the last of them"
            " has it, into the contact."
        ),
        "Update the postal address of my contact “{name}” from the mails “{subject}”. The latest mail counts.",
        (
            "There are mails called “{subject}” from “{name}”. Copy the address from the newest one to their"
            " contact entry."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, two addresses, and a subject."""
        person, other = far_people(rng, world, 2)
        pools = world.pools
        streets, cities = some(rng, pools.streets, 2), some(rng, pools.cities, 3)
        addresses = [f"{rng.integers(200, 900)} {streets[i]}, {cities[i]}" for i in range(2)]
        return {
            "name": person.name,
            "contact": person.id,
            "senders": [person.mail, person.mail, other.mail],
            "subject": f"Leaving {cities[2]} {rng.integers(100, 999)}",
            "addresses": [*addresses, f"{rng.integers(200, 900)} {streets[0]}, {cities[1]}"],
            "mails": keys(rng, world, "mails", 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """An early mail, its correction, and a still newer mail of somebody else about another subject."""
        subjects = (params["subject"], params["subject"], f"{params['subject']}0")
        ages = (50 * DAY, 32 * DAY, 29 * DAY)
        for i, (key, sender, age) in enumerate(zip(params["mails"], params["senders"], ages, strict=True)):
            address = params["addresses"][i]
            body = f"Dear all,\nfrom next month you find me at a new place.\nAddress: {address}\nKind regards"
            write_mail(world, key, sender, subjects[i], body, age)
        world.db.update("contacts", params["contact"], address=params["addresses"][0])

    def expected(self, params: Params) -> list[Expected]:
        """The address of the later mail."""
        return [update("contacts", params["contact"], address=params["addresses"][1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the newest mail, which is listed first; edit the contact."""
        yield from find(hand, "mail", goal["subject"])
        address = match(r"Address: (.+)", (yield from read(hand, "body")))[1]
        yield from find(hand, "contacts", goal["name"])
        yield from hand.do("tap", element="edit")
        yield from hand.fill("address", address)
        yield from hand.save()


class ContactFromMessage(Template):
    """Somebody unknown introduced themselves in a message: a new contact with name, company and number."""

    name = "contact-from-message"
    kind = "across"
    apps = ("messages", "contacts")
    goals = (
        (
            "Somebody from “{company}” texted me from a number I have not saved. Save them as a contact: name,"
            " company, mobile number."
        ),
        (
            "Make a new contact of the person at “{company}” who introduced themselves by text message, with"
            " name, company and mobile."
        ),
        "I got a text of someone at “{company}”. Please add them to Contacts (name, company and the number as mobile).",
    )
    steps = 15

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A stranger and another one."""
        pools = world.pools
        companies = some(rng, pools.companies, 2)
        names = [
            f"{first} {pools.last[rng.integers(len(pools.last))]}-{city}"
            for first, city in zip(some(rng, pools.first, 2), some(rng, pools.cities, 2), strict=True)
        ]
        return {"company": companies[0], "companies": companies, "names": names, "numbers": world.numbers(2)}

    def setup(self, world: World, params: Params) -> None:
        """Two strangers write; the other one mentions the company, too."""
        company = params["company"]
        texts = (
            f"Hello, this is {params['names'][0]} from {company}. This is my new number.",
            f"Hello, this is {params['names'][1]} from {params['companies'][1]}. {company} gave me your number.",
        )
        for number, text, age in zip(params["numbers"], texts, (13 * DAY, 12 * DAY), strict=True):
            say(world, number, text, age)

    def expected(self, params: Params) -> list[Expected]:
        """One contact and its number."""
        return [
            insert("contacts", name=params["names"][0], company=params["company"]),
            insert("contact_phones", label="mobile", number=params["numbers"][0]),
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the message, read the number in the title of the conversation."""
        yield from seek(hand, "messages", f"from {goal['company']}.")
        yield from hand.do("tap", element=hand.view.starting("thread:")[0].id)
        said = first(e.text for e in hand.view.all(role="message") if f"from {goal['company']}." in e.text)
        number = yield from read(hand, "page-title")
        yield from hand.open("contacts")
        yield from hand.do("tap", element="add")
        yield from hand.fill("name", match(r"this is (.+) from", said)[1])
        yield from hand.fill("company", goal["company"])
        yield from hand.fill("phone_mobile", number)
        yield from hand.save()


class ShareNumber(Template):
    """Somebody asked for a number by message: answer with the contact's work number and nothing else."""

    name = "share-asked-number"
    kind = "across"
    apps = ("messages", "contacts")
    goals = (
        (
            "“{name}” asked me in Messages for somebody's number. Answer there with that person's work number,"
            " just the number."
        ),
        (
            "Look at what “{name}” asked in the last message and send the work number of the person meant (the"
            " number alone)."
        ),
        (
            "In our conversation “{name}” wants a phone number of me. Reply with it: the one labelled work, and"
            " no other word."
        ),
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Who asks, whose number was asked for earlier, and whose now."""
        asks, earlier, now = far_people(rng, world, 3)
        return {
            "name": asks.name,
            "number": asks.number,
            "others": [earlier.name, now.name],
            "contacts": [earlier.id, now.id],
            "work": world.numbers(2),
            "thread": _thread(world, asks.number),
        }

    def setup(self, world: World, params: Params) -> None:
        """Both people have work and old numbers; the question of now is about the second one."""
        hush(world, params["number"], 14 * DAY)
        for contact, work in zip(params["contacts"], params["work"], strict=True):
            world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label <> 'mobile'", contact)
            world.db.insert("contact_phones", contact=contact, label="old", number=f"{work[:-1]}{9 - int(work[-1])}")
            world.db.insert("contact_phones", contact=contact, label="work", number=work)
        first, second = params["others"]
        for text, age in (
            (f"Can you send me the work number of {first}?", 13 * DAY),
            ("Forget it, I found it.", 13 * DAY - HOUR),
        ):
            say(world, params["number"], text, age)
        say(world, params["number"], f"Now I need the work number of {second}, can you send it?", 12 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """One message."""
        return [insert("messages", thread=params["thread"], mine=1, text=params["work"][1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The last message names the person."""
        yield from find(hand, "messages", goal["name"])
        asked = hand.view.all(role="message")[-1].text
        yield from find(hand, "contacts", match(r"work number of (.+), can", asked)[1])
        number = yield from read(hand, "phone:work")
        yield from hand.open("messages")
        yield from hand.fill("draft", number)
        yield from hand.do("tap", element="send")


def _thread(world: World, number: str) -> int:
    """Key of the conversation with a number, or the key that it gets once there is one."""
    found = world.db.value("SELECT id FROM threads WHERE number = ?", number)
    return int(found or world.db.value("SELECT max(id) + 1 FROM threads"))


TEMPLATES = (
    AddressFromMail(),
    ContactFromMessage(),
    ShareNumber(),
)
