"""Questions about people: contacts, calls, messages, mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from benchmarks.phone.clock import day_text, instant
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh
from benchmarks.phone.templates.listed import listed_day, listed_moment, today_on
from benchmarks.phone.templates.staging import DAY, ME, some
from benchmarks.phone.templates.ways import day_in, find, read, seek, time_in
from benchmarks.phone.toolkit import Hand, Seen, Steps
from benchmarks.phone.world import World

LATEST_DAY = 28
"""A day that every month has."""


class NextBirthday(Template):
    """Whose birthday of those who work at a company comes next."""

    name = "next-birthday"
    kind = "question"
    apps = ("contacts",)
    goals = (
        "Which of my contacts at “{company}” has birthday next? Answer with the name.",
        "Among the people who work for “{company}”, whose birthday will be the next one? Give the name.",
        "I want to congratulate in time: who of “{company}” is the next to have birthday? Name only.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Four contacts, and birthdays so many days away; some are later this year, some were already."""
        people = far_people(rng, world, 4, rare=True)
        days = [
            int(rng.integers(3, 60)),
            int(rng.integers(70, 160)),
            -int(rng.integers(3, 60)),
            -int(rng.integers(70, 160)),
        ]
        return {
            "company": some(rng, world.pools.companies, 1)[0],
            "people": [person.id for person in people],
            "name": people[0].name,
            "days": days,
            "years": rng.integers(1955, 2004, 4).tolist(),
        }

    def setup(self, world: World, params: Params) -> None:
        """These four work there, nobody else."""
        world.db.execute("UPDATE contacts SET company = '' WHERE company LIKE ?", f"%{params['company']}%")
        for person, days, year in zip(params["people"], params["days"], params["years"], strict=True):
            day = world.today + timedelta(days=days)
            birthday = date(year, day.month, min(day.day, LATEST_DAY)).isoformat()
            world.db.update("contacts", person, company=params["company"], birthday=birthday)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The name."""
        return (params["name"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open everyone, compare how many days it takes to the birthday."""
        yield from seek(hand, "contacts", goal["company"])
        today = today_on(hand.view)
        away: dict[str, int] = {}
        for place, person in enumerate(hand.view.starting("contact:")):
            if place:
                yield from hand.back()
            yield from hand.tap_id(person.id)
            born = date.fromisoformat(day_in((yield from read(hand, "birthday"))))
            away[person.text] = (
                date(today.year + ((born.month, born.day) < (today.month, today.day)), born.month, born.day) - today
            ).days
        yield from hand.answer(min(away, key=lambda name: away[name]))


class LongestTalk(Template):
    """With whom the calls of a day were the longest, taken together."""

    name = "longest-talk"
    kind = "question"
    apps = ("phone",)
    train = False
    goals = (
        "With whom did I talk the longest on {day}, all calls of that day taken together? Answer with the name.",
        "Add up the calls of {day} for each person. Who has the largest sum? Name only.",
        "On {day}, which person did I spend the most time with on the phone in total? Give the name.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Four contacts, a day, and lengths: the longest single call is not of the one with the largest sum."""
        ago = int(rng.integers(4, 14))
        longest = int(rng.integers(1200, 3000))
        half = longest // 2 + int(rng.integers(90, 400))
        people = far_people(rng, world, 4, rare=True)
        numbers = [people[i].number for i in (0, 0, 1, 1, 2, 3)]
        lengths = [half, half - 40, longest, 25, longest - 100, 300]
        order = rng.permutation(6).tolist()
        return {
            "day": day_text(world.today - timedelta(days=ago)),
            "ago": ago,
            "name": people[0].name,
            "calls": [(numbers[i], lengths[i]) for i in order],
            "stranger": (people[3].number, 2 * longest + 900),
            "hours": sorted(rng.permutation(range(8, 21))[:6].tolist()),
            "keys": fresh(rng, 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """The calls of the day, and longer ones on the days before and after."""
        day = world.today - timedelta(days=params["ago"])
        start, end = (instant(day + timedelta(days=step), "00:00", world.zone) for step in (0, 1))
        world.db.execute("DELETE FROM calls WHERE at >= ? AND at < ?", start, end)
        rows = [
            (number, seconds, instant(day, f"{hour:02d}:10", world.zone))
            for (number, seconds), hour in zip(params["calls"], params["hours"], strict=True)
        ]
        number, seconds = params["stranger"]
        rows += [(number, seconds, start - 9000), (number, seconds, min(end + 9000, world.now - 240))]
        for key, (other, length, at) in zip(params["keys"], rows, strict=True):
            world.db.insert("calls", id=key, number=other, kind="outgoing", at=at, seconds=length)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The name."""
        return (params["name"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read down to the day before, add up."""
        yield from hand.open("phone")
        today, day = today_on(hand.view), date.fromisoformat(day_in(goal["day"]))
        calls: dict[str, Seen] = {}
        while not calls or listed_day(list(calls.values())[-1].value, today) >= day:
            if calls:
                yield from hand.do("swipe", direction="up")
            calls.update((call.id, call) for call in hand.view.starting("call:"))
        sums: dict[str, int] = {}
        for call in calls.values():
            if listed_day(call.value, today) == day:
                sums[call.text] = sums.get(call.text, 0) + _seconds(call.value)
        yield from hand.answer(max(sums, key=lambda name: sums[name]))


def _seconds(text: str) -> int:
    """Length of a call in a list: `outgoing, 3 min 20 s · 9 May 10:10`."""
    length = text.partition("·")[0]
    return sum(
        int(number) * {"h": 3600, "min": 60, "s": 1}[unit] for number, unit in re.findall(r"(\d+) (h|min|s)\b", length)
    )


class StartingTime(Template):
    """The time that the organiser's last mail gives, whatever others write."""

    name = "starting-time"
    kind = "question"
    apps = ("mail",)
    goals = (
        "At what time does the “{subject}” start? What {sender} wrote last counts. Answer like 09:30.",
        "When does “{subject}” start according to the latest mail of {sender} about it? Answer as HH:MM.",
        "Find the starting time of “{subject}” in the newest mail of the organiser, {sender}. Answer as HH:MM.",
    )
    steps = 5

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two senders, a subject, three times."""
        sender, other = far_people(rng, world, 2)
        hours = some(rng, range(7, 21), 3)
        return {
            "subject": f"Workshop in {some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "sender": sender.mail,
            "other": other.mail,
            "times": [f"{hour:02d}:{5 * rng.integers(12):02d}" for hour in hours],
            "keys": fresh(rng, 4),
        }

    def setup(self, world: World, params: Params) -> None:
        """An invitation, a correction, a doubt of somebody else, and a mail of the organiser about another day."""
        (right, first, wrong), subject = params["times"], params["subject"]
        mails = (
            (params["sender"], subject, f"Dear all,\nthe workshop starts at {first}.\nKind regards"),
            (params["sender"], subject, f"Dear all,\nthe new start is {right} and no longer {first}.\nKind regards"),
            (params["other"], subject, f"Hello,\nI believe it starts at {wrong} after all?\nBest wishes"),
            (params["sender"], f"{subject}, part two", f"Dear all,\npart two starts at {wrong}.\nKind regards"),
        )
        for place, (key, (sender, title, body)) in enumerate(zip(params["keys"], mails, strict=True)):
            values = {
                "sender": sender,
                "recipient": ME,
                "subject": title,
                "body": body,
                "at": world.now - (20 - place) * DAY,
            }
            world.db.insert("mails", id=key, folder="inbox", **values)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The corrected time."""
        return (params["times"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The first mail of the sender in the list is the newest."""
        yield from find(hand, "mail", goal["subject"], value=goal["sender"])
        yield from hand.answer(time_in((yield from read(hand, "body"))))


class CurrentCode(Template):
    """A code stands in a note and in messages; the latest of them holds."""

    name = "current-code"
    kind = "question"
    apps = ("notes", "messages")
    goals = (
        "What is the code of the gate in {city} now? My note has it, but “{name}” tells me changes by message.",
        "I stand at the gate in {city}. Which code is the newest: that in my note, or what “{name}” wrote me?",
        "Answer with the current gate code for {city}. It is in a note or, if newer, in a message of “{name}”.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A city, a contact, codes, and ages in days: of the note and of three messages."""
        person = far_people(rng, world, 1)[0]
        city, other = some(rng, world.pools.cities, 2)
        ages = sorted(some(rng, range(20, 80), 3))
        note_wins = bool(rng.integers(2))
        return {
            "city": city,
            "other": other,
            "name": person.name,
            "number": person.number,
            "codes": [str(code) for code in rng.integers(1000, 9999, 4).tolist()],
            "age": ages[0] if note_wins else ages[1],
            "message": ages[1] if note_wins else ages[0],
            "note_wins": note_wins,
            "keys": fresh(rng, 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """The note; a message older than the other, the one that counts, and one on another city."""
        keys, city, codes = params["keys"], params["city"], params["codes"]
        edited = world.now - params["age"] * DAY
        body = f"The code is {codes[0]}.\nRing at the second door."
        world.db.insert("notes", id=keys[0], title=f"Gate {city}", body=body, folder="Home", edited=edited)
        said = [
            (keys[1], False, f"The gate in {city} has the code {codes[2]} for now."),
            (keys[2], False, f"From today on: {city}, gate, code {codes[1]}."),
            (keys[3], False, f"And the gate in {params['other']} has {codes[3]}."),
            (keys[4], True, "Thanks!"),
        ]
        conversation(world, keys[5], params["number"], said, params["message"] * DAY)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The code of whatever is newer."""
        return (params["codes"][0 if params["note_wins"] else 1],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Compare when the note was edited and when the message came."""
        yield from seek(hand, "notes", f"Gate {goal['city']}")
        note = yield from hand.look_for(f"Gate {goal['city']}", role="item")
        yield from find(hand, "messages", goal["name"])
        message = [e for e in hand.view.all(role="message") if goal["city"] in e.text][-1]
        today = today_on(hand.view)
        edited, sent = (listed_moment(e.value.rpartition(", ")[2], today) for e in (note, message))
        yield from hand.answer(re.findall(r"\b\d{4}\b", note.value if edited > sent else message.text)[0])


TEMPLATES = (NextBirthday(), LongestTalk(), StartingTime(), CurrentCode())
