"""Edits in Contacts, Messages and Phone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, draw_number, far_people, fresh, phones, twin
from benchmarks.phone.templates.staging import DAY, some
from benchmarks.phone.templates.ways import find, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


class SwapNumbers(Template):
    """The mobile and the work number of a contact change places."""

    name = "swap-numbers"
    kind = "edit"
    apps = ("contacts",)
    goals = (
        "I mixed up the mobile and the work number of “{name}” in Contacts. Swap the two.",
        "In my contact “{name}”, the work number is really the mobile one and vice versa. Please correct that.",
        "The numbers of “{name}” are stored under the wrong labels: exchange mobile and work.",
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A contact, two numbers, and the keys of their rows and of a namesake."""
        person = far_people(rng, world, 1)[0]
        numbers = [draw_number(rng) for _ in range(3)]
        return {"name": person.name, "contact": person.id, "numbers": numbers, "keys": fresh(rng, 5)}

    def setup(self, world: World, params: Params) -> None:
        """The two numbers and an old one; a contact of nearly the same name has two as well."""
        (mobile, work, old), keys = params["numbers"], params["keys"]
        numbers = {"old": (keys[4], old), "work": (keys[0], work), "mobile": (keys[1], mobile)}
        phones(world, params["contact"], numbers)
        world.db.insert("contacts", id=keys[2], name=twin(params["name"]))
        phones(world, keys[2], {"mobile": (keys[3], old), "work": (keys[3] + 10_000, mobile)})

    def expected(self, params: Params) -> list[Expected]:
        """Both rows have the other's number."""
        (mobile, work, _), keys = params["numbers"], params["keys"]
        return [update("contact_phones", keys[0], number=mobile), update("contact_phones", keys[1], number=work)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the form, read both numbers, write them crosswise."""
        yield from find(hand, "contacts", goal["name"])
        yield from hand.do("tap", element="edit")
        mobile, work = (next(e.value for e in hand.view.starting(f"phone_{key}")) for key in ("mobile", "work"))
        yield from hand.fill("phone_mobile", work)
        yield from hand.fill("phone_work", mobile)
        yield from hand.save()


class FavouriteColleague(Template):
    """The person of a first name at a company becomes a favourite."""

    name = "favourite-colleague"
    kind = "edit"
    apps = ("contacts",)
    goals = (
        "Add {first} from “{company}” to my favourite contacts.",
        "Make the {first} who works for “{company}” a favourite in Contacts.",
        "I know several people called {first}. Mark the one at “{company}” as a favourite.",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A first name, three companies, and three family names."""
        firsts = sorted(world.pools.first)
        return {
            "first": some(rng, firsts[len(firsts) // 3 :], 1)[0],
            "lasts": some(rng, world.pools.last, 3),
            "company": (companies := some(rng, world.pools.companies, 3))[0],
            "companies": companies,
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three people of this first name in three companies; nobody else has it there."""
        first = params["first"]
        world.db.execute("UPDATE contacts SET company = '' WHERE name LIKE ?", f"{first[0]}%")
        for key, last, company in zip(params["keys"], params["lasts"], params["companies"], strict=True):
            world.db.insert("contacts", id=key, name=f"{first} {last}", company=company)

    def expected(self, params: Params) -> list[Expected]:
        """The star of one of them."""
        return [update("contacts", params["keys"][0], favourite=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the company, take the one of this first name."""
        yield from seek(hand, "contacts", goal["company"])
        person = yield from hand.scroll_to(
            lambda view: next((e for e in view.all(role="item") if e.text.startswith(f"{goal['first']} ")), None)
        )
        yield from hand.do("tap", element=person.id)
        yield from hand.do("tap", element="favourite")


class DeleteInvalidCode(Template):
    """Of two codes in a conversation, the message with the one that does not hold any more is deleted."""

    name = "delete-invalid-code"
    kind = "edit"
    apps = ("messages",)
    goals = (
        "“{name}” sent me two codes for the cellar. Delete the message with the one that is not valid.",
        "Which of the two cellar codes in my conversation with “{name}” is wrong? Delete the message that has it.",
        "“{name}” wrote two codes for the cellar. Only one is right: delete the message that gives the other.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A contact, two codes, and which of them is right after all."""
        person = far_people(rng, world, 1)[0]
        codes = rng.integers(1000, 9999, 2).tolist()
        return {
            "name": person.name,
            "number": person.number,
            "codes": codes,
            "right": int(rng.integers(2)),
            "chat": world.texts(world.pools.messages, 3),
            "keys": fresh(rng, 7),
        }

    def setup(self, world: World, params: Params) -> None:
        """The two codes, the word on which one holds, and other messages between."""
        codes, chat = params["codes"], params["chat"]
        word = ("Forget the second code, the first one is right.", "The first code does not work, take the second.")
        texts = (
            (True, chat[0]),
            (False, f"For the cellar type {codes[0]}."),
            (True, "Is that the one for the cellar?"),
            (False, f"Cellar: {codes[1]}"),
            (False, word[params["right"]]),
            (True, chat[1]),
        )
        said = [(key, mine, text) for key, (mine, text) in zip(params["keys"], texts, strict=False)]
        conversation(world, params["keys"][6], params["number"], said, 70 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """One message is gone."""
        return [delete("messages", params["keys"][(3, 1)[params["right"]]])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the conversation, see what counts, delete the other message."""
        yield from find(hand, "messages", goal["name"])
        texts = [e for e in hand.view.all(role="message") if not e.value.startswith("You")]
        codes = [e for e in texts if re.search(r"[Cc]ellar.* \d{4}", e.text)]
        first_holds = any(e.text.startswith("Forget the second") for e in texts)
        yield from hand.do("long_press", element=codes[1 if first_holds else 0].id)
        yield from hand.do("tap", element="menu:Delete")
        yield from hand.confirm()


class ForwardBooking(Template):
    """The latest message of somebody on a booking is forwarded to somebody else's mobile number."""

    name = "forward-booking"
    kind = "edit"
    apps = ("messages",)
    goals = (
        "Forward the latest message of “{sender}” on the booking in {city} to the mobile number of “{name}”.",
        "“{name}” needs the {city} booking: forward what “{sender}” wrote last about it, to the mobile number.",
        "Take the newest message about {city} in my conversation with “{sender}” and forward it to “{name}” (mobile).",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Who wrote, who shall know, two cities, and booking numbers."""
        sender, friend = far_people(rng, world, 2)
        cities = some(rng, world.pools.cities, 2)
        return {
            "sender": sender.name,
            "from": sender.number,
            "name": friend.name,
            "to": friend.number,
            "contact": friend.id,
            "city": cities[0],
            "other": cities[1],
            "bookings": rng.integers(10_000, 99_999, 3).tolist(),
            "old": draw_number(rng),
            "order": rng.permutation(3).tolist(),
            "keys": fresh(rng, 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three messages on bookings, two of them about the city; the friend has an old number, too."""
        keys, numbers = params["keys"], params["bookings"]
        cities = [params["city"], params["city"], params["other"]]
        texts = [f"Booking in {cities[i]}: number {numbers[i]}" for i in params["order"]]
        said = [(key, False, text) for key, text in zip(keys, texts, strict=False)]
        conversation(world, keys[3], params["from"], [*said, (keys[4], True, "Thanks, I keep that.")], 66 * DAY)
        conversation(world, keys[5], params["to"], [(keys[6], False, "See you then!")], 64 * DAY)
        phones(world, params["contact"], {"old": (keys[5], params["old"]), "mobile": (keys[6], params["to"])})

    def expected(self, params: Params) -> list[Expected]:
        """One message more in the friend's conversation."""
        newest = [i for i in params["order"] if i in (0, 1)][-1]
        text = f"Booking in {params['city']}: number {params['bookings'][newest]}"
        return [insert("messages", thread=params["keys"][5], mine=1, text=text)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Press the last such message long, choose the mobile number, send."""
        yield from find(hand, "messages", goal["sender"])
        newest = [e for e in hand.view.all(role="message") if f" {goal['city']}:" in e.text][-1]
        yield from hand.do("long_press", element=newest.id)
        yield from hand.do("tap", element="menu:Forward")
        yield from hand.fill("query", goal["name"])
        yield from hand.tap(goal["name"], role="item", value="mobile")
        yield from hand.do("tap", element="send")


class BlockStranger(Template):
    """The number without a contact that was missed last is blocked."""

    name = "block-missed-stranger"
    kind = "edit"
    apps = ("phone",)
    goals = (
        "Somebody who is not in my contacts called and I did not pick up. Block the number of the latest such call.",
        "Block the unknown number whose call I missed most recently.",
        "Look through the missed calls: the newest one from a number without a name shall be blocked.",
    )
    steps = 5

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Three strangers, contacts who called as well, and how many."""
        strangers = [draw_number(rng) for _ in range(3)]
        friends = [person.number for person in far_people(rng, world, 14)]
        known = int(rng.integers(1, 4))
        return {"strangers": strangers, "friends": friends, "known": known, "keys": fresh(rng, 14 + known)}

    def setup(self, world: World, params: Params) -> None:
        """Newest first: calls that were taken, missed ones of contacts, two missed ones of strangers."""
        taken, missed, older = params["strangers"]
        friends, known = params["friends"], params["known"]
        calls = [(number, "incoming") for number in (taken, *friends[:10])]
        calls += [(number, "missed") for number in (*friends[-known:], missed, older)]
        for place, (key, (number, kind)) in enumerate(zip(params["keys"], calls, strict=False)):
            seconds = 0 if kind == "missed" else 3 + place
            world.db.insert("calls", id=key, number=number, kind=kind, at=world.now - 15 * (place + 1), seconds=seconds)

    def expected(self, params: Params) -> list[Expected]:
        """One number more is blocked."""
        return [insert("blocked_numbers", number=params["strangers"][1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Among the missed calls, find the first that shows a number in place of a name."""
        del goal
        yield from hand.open("phone")
        yield from hand.do("tap", element="show:missed")
        call = yield from hand.scroll_to(
            lambda view: next((e for e in view.all(role="item") if e.text.startswith("+")), None)
        )
        yield from hand.do("tap", element=call.id)
        yield from hand.do("tap", element="block")


class DeleteCallsOfContact(Template):
    """Every trace of the calls with one contact leaves the history."""

    name = "delete-calls-of-contact"
    kind = "edit"
    apps = ("phone",)
    train = False
    goals = (
        "Remove my {count} calls with “{name}” from the call history. Everybody else's stay.",
        "The call history has {count} calls with “{name}”. Delete all of them, and no other.",
        "Nobody shall see that I talked to “{name}”: delete the {count} calls from the history, the others stay.",
    )
    steps = 24

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A contact and the days on which there were calls."""
        person = far_people(rng, world, 1)[0]
        days = sorted(some(rng, range(1, 39), int(rng.integers(2, 5))))
        number = draw_number(rng)
        return {
            "name": person.name,
            "number": person.number,
            "other": number,
            "days": days,
            "count": ("two", "three", "four")[len(days) - 2],
            "keys": fresh(rng, 2 * len(days) + 1),
        }

    def setup(self, world: World, params: Params) -> None:
        """Calls of the contact, and a minute after each one of a namesake."""
        numbers, days, keys = (params["number"], params["other"]), params["days"], params["keys"]
        world.db.execute("DELETE FROM calls WHERE number = ?", params["number"])
        world.db.insert("contacts", id=keys[-1], name=twin(params["name"]))
        world.db.insert("contact_phones", id=keys[-1], contact=keys[-1], label="mobile", number=params["other"])
        for place, key in enumerate(keys[:-1]):
            at = world.now - days[place // 2] * DAY + 60 * (place % 2)
            world.db.insert("calls", id=key, number=numbers[place % 2], kind="outgoing", at=at, seconds=40 + place)

    def expected(self, params: Params) -> list[Expected]:
        """All of them are gone."""
        return [delete("calls", key) for key in params["keys"][:-1:2]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Down the list, one after another."""
        yield from hand.open("phone")
        yield from hand.do("tap", element="show:outgoing")
        for _ in range(("two", "three", "four").index(goal["count"]) + 2):
            yield from hand.tap(goal["name"], role="item")
            yield from hand.menu("Delete")
            yield from hand.confirm()


TEMPLATES = (
    SwapNumbers(),
    FavouriteColleague(),
    DeleteInvalidCode(),
    ForwardBooking(),
    BlockStranger(),
    DeleteCallsOfContact(),
)
