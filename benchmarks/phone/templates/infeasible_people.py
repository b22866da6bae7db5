"""What cannot be done in half of the worlds, for people and what is planned with them; the refusal names the fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh
from benchmarks.phone.templates.replies import day_forms, refusals, refuse
from benchmarks.phone.templates.sights import pick, spot
from benchmarks.phone.templates.staging import DAY, keys, plan, some, write_mail
from benchmarks.phone.templates.ways import day_in, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


class WriteToColleague(Template):
    """A message to the person of a first name at a company, if there is only one."""

    name = "write-to-colleague"
    kind = "infeasible"
    apps = ("contacts", "messages")
    goals = (
        (
            "Write “{text}” to “{first}” from “{company}” in Messages. If it is not clear who that is, write to"
            " nobody and answer “impossible: ” with the full names that fit, in alphabetical order, separated by"
            " commas."
        ),
        (
            "Send “{first}” of “{company}” the message “{text}”. Should more than one contact fit, send nothing and"
            " answer “impossible: ” and their full names by the alphabet, with commas between them."
        ),
        (
            "“{text}” is what I want to tell “{first}” (works at “{company}”) by message. If several people fit, just"
            " answer “impossible: ” and list their full names alphabetically, separated by commas."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A first name, family names, a company that nobody else works for."""
        person = far_people(rng, world, 1)[0]
        first, lasts = some(rng, world.pools.first, 1)[0], sorted(some(rng, world.pools.last, 3))
        feasible = bool(rng.integers(2))
        return {
            "contact": person.id,
            "number": person.number,
            "first": first,
            "names": [f"{first} {last}" for last in (lasts[:1] if feasible else lasts)],
            "elsewhere": f"{first} {some(rng, world.pools.last, 1)[0]}-{lasts[0]}",
            "company": f"{some(rng, world.pools.companies, 1)[0]} {rng.integers(10, 99)}",
            "feasible": feasible,
            "keys": fresh(rng, 6),
            "text": f"See you at {some(rng, world.pools.places, 1)[0]}, {rng.integers(10, 99)}.",
        }

    def setup(self, world: World, params: Params) -> None:
        """Who fits, who works there under another name, who has the name and works elsewhere."""
        conversation(world, params["keys"][4], params["number"], [(params["keys"][5], False, "Ok!")], 40 * DAY)
        world.db.update("contacts", params["contact"], name=params["names"][0], company=params["company"])
        names = [*params["names"][1:], f"{params['first'][0]}. {params['elsewhere'].split()[1]}"]
        for key, name in zip(params["keys"][1:], names, strict=False):
            world.db.insert("contacts", id=key, name=name, company=params["company"])
        world.db.insert("contacts", id=params["keys"][0], name=params["elsewhere"], company="Elsewhere")

    def expected(self, params: Params) -> list[Expected]:
        """The message, when it is clear whom it is for."""
        return [insert("messages", thread=params["keys"][4], mine=1, text=params["text"])] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the names."""
        return None if params["feasible"] else refusals(", ".join(params["names"]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the company, see who has the name; write or refuse."""
        yield from seek(hand, "contacts", goal["company"])
        found = [e for e in hand.view.starting("contact:") if e.text.startswith(f"{goal['first']} ")]
        if len(found) > 1:
            yield from refuse(hand, ", ".join(sorted(e.text for e in found)))
            return
        yield from pick(hand, lambda view: view.get(found[0].id))
        yield from hand.tap_id("message")
        yield from hand.fill("draft", goal["text"])
        yield from hand.do("tap", element="send")


class StarMailFrom(Template):
    """A mail of a subject gets a star, if the one who is named has sent it."""

    name = "star-mail-from"
    kind = "infeasible"
    apps = ("contacts", "mail")
    goals = (
        (
            "Put a star on the mail “{subject}” that “{name}” sent me. If it came from somebody else, do not mark it"
            " and answer “impossible: ” with the address that it came from."
        ),
        (
            "“{name}” wrote me a mail called “{subject}”: star it. In case no such mail is from them, answer"
            " “impossible: ” and the address of who did send it."
        ),
        (
            "Star “{subject}”, the mail by “{name}” (their address is in Contacts). Did another person send it? Then"
            " leave it and answer “impossible: ” plus that person's address."
        ),
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, another sender whose address is nearly the same, and a subject."""
        person = far_people(rng, world, 1)[0]
        feasible = bool(rng.integers(2))
        user, host = person.mail.split("@")
        return {
            "name": person.name,
            "feasible": feasible,
            "sender": person.mail if feasible else f"{user}{rng.integers(100)}@{host}",
            "subject": f"Photos {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "mail": keys(rng, world, "mails", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail."""
        write_mail(world, params["mail"], params["sender"], params["subject"], "See the pictures.", 35 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The star."""
        return [update("mails", params["mail"], starred=1)] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the address."""
        return None if params["feasible"] else refusals(params["sender"])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the person's address, compare it with the sender's; star or refuse."""
        yield from spot(hand, "contacts", goal["name"])
        address = yield from read(hand, "email:private")
        yield from spot(hand, "mail", goal["subject"])
        sender = yield from read(hand, "sender")
        if sender == address:
            yield from hand.do("tap", element="star")
        else:
            yield from refuse(hand, sender)


class CancelComingEvent(Template):
    """An event is deleted, if it is not over yet."""

    name = "cancel-coming-event"
    kind = "infeasible"
    apps = ("calendar",)
    goals = (
        (
            "Cancel “{title}”: delete the event from my calendar. If it is over already, it cannot be cancelled:"
            " leave it and answer “impossible: ” with its day."
        ),
        (
            "I will not go to “{title}”, delete it. Should its day be past, keep the entry and answer “impossible: ”"
            " and the day."
        ),
        (
            "Call off the event “{title}” by deleting it. If it took place already, change nothing and answer"
            " “impossible: ” plus the day on which it was."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A title and two days."""
        feasible, ahead, ago = bool(rng.integers(2)), int(rng.integers(1, 60)), int(rng.integers(1, 60))
        days = [(world.today + timedelta(days=step)).isoformat() for step in (ahead, -ago)]
        return {
            "title": f"Visit of {some(rng, world.pools.first, 1)[0]} {rng.integers(100, 999)}",
            "feasible": feasible,
            "days": days if feasible else days[::-1],
            "time": f"{rng.integers(8, 20):02d}:{rng.integers(10, 60)}",
            "events": keys(rng, world, "events", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The event, and a similar one on the other side of today."""
        titles = (params["title"], f"{params['title']} and friends")
        for key, title, day in zip(params["events"], titles, params["days"], strict=True):
            plan(world, key, title, day, params["time"])
            world.db.execute("DELETE FROM event_exceptions WHERE event = ?", key)

    def expected(self, params: Params) -> list[Expected]:
        """The event is gone."""
        return [delete("events", params["events"][0])] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the day."""
        return None if params["feasible"] else refusals(*day_forms(params["days"][0]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the event, compare its day with today's."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        yield from pick(hand, lambda view: view.find(goal["title"], role="item"))
        day = yield from read(hand, "date")
        if day_in(day) < day_in(hand.view.day):
            yield from refuse(hand, day)
            return
        yield from hand.menu("Delete")
        yield from hand.confirm()


TEMPLATES: tuple[Template, ...] = (
    WriteToColleague(),
    StarMailFrom(),
    CancelComingEvent(),
)
