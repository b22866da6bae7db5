"""Across apps: what was agreed or declined by message and mail, and the calendar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.clock import day_text, instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    ME,
    clear_days,
    day_after,
    draw_time,
    hush,
    keys,
    plan,
    say,
    some,
    write_mail,
)
from benchmarks.phone.templates.ways import day_in, find, first, match, read, seek, seek_event
from benchmarks.phone.toolkit import Hand, OracleLostError, Steps
from benchmarks.phone.verify import Expected, delete, insert
from benchmarks.phone.world import World


class EventFromMessages(Template):
    """A meeting that was settled over several messages becomes an event."""

    name = "event-from-messages"
    kind = "across"
    apps = ("messages", "calendar")
    goals = (
        "I agreed with “{name}” by message when and where to meet. Add it to my calendar as “{title}”, one hour.",
        (
            "Put the meeting that “{name}” and I settled in Messages into the calendar: title “{title}”, with"
            " the place, an hour long."
        ),
        "Make an event “{title}” (1 hour, with place) out of what I last arranged with “{name}” in our messages.",
    )
    steps = 22

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, a day, two times and two places."""
        (person,) = far_people(rng, world, 1)
        day = day_after(world, int(rng.integers(2, 26)))
        times, places = [draw_time(rng, 8, 11), draw_time(rng, 13, 19)], some(rng, world.pools.places, 2)
        return {
            "name": person.name,
            "number": person.number,
            "title": f"{world.pools.events[0]} {rng.integers(100, 999)}",
            "day": day,
            "times": times,
            "places": places,
            "starts": instant(parse_day(day), times[1], world.zone),
            "zone": world.zone,
        }

    def setup(self, world: World, params: Params) -> None:
        """A proposal, a refusal of its time, and a new time; the place changes as well."""
        hush(world, params["number"], 13 * DAY)
        day = day_text(parse_day(params["day"]))
        (early, late), (first, second) = params["times"], params["places"]
        lines = (
            (f"Shall we meet on {day} at {early}, at the {first}?", False),
            (f"The day is fine, but {early} is too early for me. {late}?", True),
            (f"Good, {late} then. And the {first} is closed: let us take the {second}.", False),
            ("Agreed!", True),
        )
        for i, (text, mine) in enumerate(lines):
            say(world, params["number"], text, 12 * DAY - i * HOUR, mine=mine)

    def expected(self, params: Params) -> list[Expected]:
        """One event."""
        about = {"title": params["title"], "place": params["places"][1], "zone": params["zone"]}
        return [insert("events", starts=params["starts"], minutes=60, **about)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Day from the proposal, time and place from the last but one message."""
        yield from find(hand, "messages", goal["name"])
        said = [e.text for e in hand.view.all(role="message")]
        day = first(day_in(text) for text in said if text.startswith("Shall we meet on"))
        settled = match(r"Good, (\d\d:\d\d) then.+take the (.+)\.$", said[-2])
        yield from hand.open("calendar")
        yield from hand.do("tap", element="add")
        yield from hand.fill("title", goal["title"])
        yield from hand.pick_date("date", day)
        yield from hand.pick_time("time", settled[1])
        yield from hand.fill("place", settled[2])
        yield from hand.save()


class ReplyWithFreeTime(Template):
    """A mail proposes three times on a day: answer with the one at which the calendar is free."""

    name = "reply-with-free-time"
    kind = "across"
    apps = ("mail", "calendar")
    goals = (
        (
            "The mail “{subject}” proposes three times. Reply with the one at which I have nothing in my"
            " calendar, just the time like 09:30."
        ),
        (
            "Answer the mail “{subject}”: it offers three times for one day, tell them the one that is free in"
            " my calendar (only the time, HH:MM)."
        ),
        (
            "Check my calendar and reply to “{subject}” with whichever of the offered times does not clash."
            " Write only the time."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A day and three hours, one of which stays free."""
        (person,) = far_people(rng, world, 1)
        hours = sorted(some(rng, range(8, 19, 2), 3))
        free = int(rng.integers(3))
        minutes = [5 * int(rng.integers(1, 12)) for _ in hours]
        times = [f"{hour:02d}:{minute:02d}" for hour, minute in zip(hours, minutes, strict=True)]
        return {
            "subject": f"{some(rng, world.pools.places, 1)[0]} visit {rng.integers(100, 999)}",
            "sender": person.mail,
            "day": day_after(world, int(rng.integers(2, 20))),
            "times": times,
            "busy": [f"{hours[i]:02d}:00" for i in range(3) if i != free],
            "free": times[free],
            "events": keys(rng, world, "events", 2),
            "mail": keys(rng, world, "mails", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """Two hour-long events cover two of the times."""
        clear_days(world, [params["day"]])
        for event, time in zip(params["events"], params["busy"], strict=True):
            world.db.execute("DELETE FROM events WHERE id = ?", event)
            starts = instant(parse_day(params["day"]), time, world.zone)
            title = world.pools.events[event % len(world.pools.events)].format_map({"name": "Kim", "place": "town"})
            world.db.insert("events", id=event, title=title, starts=starts, minutes=60, zone=world.zone)
        one, two, three = params["times"]
        day = day_text(parse_day(params["day"]))
        body = f"Good day,\non {day} we can offer {one}, {two} or {three}.\nWhich one suits you?"
        write_mail(world, params["mail"], params["sender"], params["subject"], body, 25 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The answer that was sent."""
        return [
            insert(
                "mails",
                folder="sent",
                sender=ME,
                recipient=params["sender"],
                subject=f"Re: {params['subject']}",
                body=params["free"],
                answers=params["mail"],
            )
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Offers from the mail, the day's events from the calendar."""
        yield from find(hand, "mail", goal["subject"])
        body = yield from read(hand, "body")
        offered = match(r"offer (\S+), (\S+) or (\S+)\.", body).groups()
        yield from hand.open("calendar")
        yield from hand.pick_date("day", day_in(body))
        if day_in((yield from read(hand, "day-name"))) != day_in(body):
            raise OracleLostError("the calendar shows another day")
        events = yield from hand.read_all("event:")
        busy = {e.value[:2] for e in events}
        yield from hand.open("mail")
        yield from hand.do("tap", element="reply")
        yield from hand.fill("body", first(time for time in offered if time[:2] not in busy))
        yield from hand.do("tap", element="send")


class DropDecliningGuests(Template):
    """Take the guests who declined by mail off an event."""

    name = "drop-declining-guests"
    kind = "across"
    apps = ("mail", "calendar")
    goals = (
        (
            "Some guests of “{title}” have declined by mail. Take those off the event's guest list; the latest"
            " mail of each person counts."
        ),
        "Update the guests of “{title}”: whoever declined by mail (their last word counts) is to be removed.",
        "Remove from the event “{title}” the guests whose most recent mail about it says that they declined.",
    )
    steps = 15

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An event, four guests, and their mails."""
        guests = far_people(rng, world, 4)
        return {
            "title": f"{some(rng, world.pools.cities, 1)[0]} reunion {rng.integers(100, 999)}",
            "names": [guest.name for guest in guests],
            "addresses": [guest.mail for guest in guests],
            "contacts": [guest.id for guest in guests],
            "day": day_after(world, int(rng.integers(4, 30))),
            "event": keys(rng, world, "events", 1)[0],
            "mails": keys(rng, world, "mails", 6),
            "guests": [int(world.db.value("SELECT max(id) FROM event_guests")) + 1 + i for i in range(4)],
            "order": some(rng, range(4), 4),
        }

    def setup(self, world: World, params: Params) -> None:
        """The first two decline in the end, the third one accepts after all, the fourth one accepts."""
        plan(world, params["event"], params["title"], params["day"], "18:00", minutes=120)
        for key, i in zip(params["guests"], params["order"], strict=True):
            world.db.insert("event_guests", id=key, event=params["event"], contact=params["contacts"][i])
        said = ((0, "accepted"), (2, "declined"), (3, "accepted"), (1, "declined"), (2, "accepted"), (0, "declined"))
        for place, (who, word) in enumerate(said):
            subject = f"{params['names'][who]} {word}: {params['title']}"
            age = (32 - place) * DAY - who * HOUR
            write_mail(world, params["mails"][place], params["addresses"][who], subject, "See you,\nor not.", age)

    def expected(self, params: Params) -> list[Expected]:
        """Two guests are gone."""
        return [delete("event_guests", params["guests"][params["order"].index(who)]) for who in (0, 1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Subjects, the newest first; then the guest list."""
        yield from seek(hand, "mail", f": {goal['title']}")
        said: dict[str, str] = {}
        for mail in (yield from hand.read_all("mail:")):
            found = match(r"^(.+) (accepted|declined): ", mail.text)
            said.setdefault(found[1], found[2])
        yield from seek_event(hand, goal["title"])
        yield from hand.tap(goal["title"], role="item")
        for name, word in said.items():
            if word == "declined":
                yield from hand.hold(name, role="item", value="Guest")
                yield from hand.confirm()


TEMPLATES = (
    EventFromMessages(),
    ReplyWithFreeTime(),
    DropDecliningGuests(),
)
