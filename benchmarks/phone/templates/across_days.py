"""Across apps: guests, first events and birthdays become to-dos, alarms and events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import numpy as np

from benchmarks.phone.clock import day_text, instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import clear_days, day_after, draw_time, keys, plan, some
from benchmarks.phone.templates.ways import day_in, earlier, find, first, read, seek_event, time_in
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert
from benchmarks.phone.world import World


class TodoForEachGuest(Template):
    """A to-do for every guest of an event."""

    name = "todo-for-each-guest"
    kind = "across"
    apps = ("calendar", "todo")
    goals = (
        (
            "For each guest of “{title}” on {day}, add a to-do to the list “{list}”. Its title is “{verb}: ” and"
            " the guest's name."
        ),
        (
            "Look up who is invited to “{title}” on {day}. In my to-do list “{list}”, make one entry “{verb}: ”"
            " plus name per guest."
        ),
        (
            "My list “{list}” needs a to-do for everyone invited to “{title}” on {day}, called “{verb}: ”"
            " followed by the name."
        ),
    )
    steps = 21

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two events of one title on different days, five guests."""
        days = some(rng, [day_after(world, number) for number in range(3, 13)], 2)
        guests = far_people(rng, world, 5)
        lists = world.db.rows("SELECT id, name FROM todo_lists ORDER BY id")
        chosen = lists[rng.integers(len(lists))]
        return {
            "title": f"{some(rng, world.pools.cities, 1)[0]} evening",
            "day": day_text(parse_day(days[0])),
            "days": days,
            "list": chosen["name"],
            "list_key": chosen["id"],
            "verb": some(rng, ("Remind", "Thank", "Pick up", "Seat for", "Invoice"), 1)[0],
            "guests": [guest.id for guest in guests],
            "names": [guest.name for guest in guests[:3]],
            "events": keys(rng, world, "events", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three guests on the day asked for, two on the other."""
        for event, day, guests in zip(
            params["events"], params["days"], (params["guests"][:3], params["guests"][3:]), strict=True
        ):
            plan(world, event, params["title"], day, "19:30")
            for guest in guests:
                world.db.insert("event_guests", event=event, contact=guest)

    def expected(self, params: Params) -> list[Expected]:
        """Three to-dos."""
        verb, key = params["verb"], params["list_key"]
        return [insert("todos", title=f"{verb}: {name}", list=key) for name in params["names"]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Of the two events, open the one on the day."""
        yield from seek_event(hand, goal["title"])
        short = " ".join(goal["day"].split()[1:3])
        event = first(e for e in hand.view.all(goal["title"]) if e.value.startswith((f"{short},", f"{short} 2")))
        yield from hand.do("tap", element=event.id)
        names = [e.text for e in (yield from hand.read_all("guest:"))]
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        for name in names:
            yield from hand.do("tap", element="add")
            yield from hand.fill("title", f"{goal['verb']}: {name}")
            yield from hand.save()


class AlarmBeforeFirstEvent(Template):
    """An alarm some minutes before tomorrow's first event."""

    name = "alarm-before-first-event"
    kind = "across"
    apps = ("calendar", "clock")
    goals = (
        "Set an alarm {minutes} minutes before my first event of tomorrow and label it “{label}”.",
        (
            "I must leave {minutes} minutes before whatever is first in my calendar tomorrow. Set an alarm"
            " “{label}” for that."
        ),
        (
            "Look up when my first appointment tomorrow starts; an alarm called “{label}” shall ring {minutes}"
            " minutes earlier."
        ),
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """When the first event starts and how long before that it rings."""
        first, minutes = draw_time(rng, 8, 10), int(rng.integers(4, 18) * 5)
        return {
            "minutes": str(minutes),
            "label": f"{world.pools.cities[rng.integers(len(world.pools.cities))]} {rng.integers(10, 99)}",
            "days": [day_after(world, number) for number in range(3)],
            "times": [first, draw_time(rng, 11, 13)],
            "titles": world.texts(world.pools.events, 4),
            "events": keys(rng, world, "events", 4),
            "alarm": earlier(first, minutes),
        }

    def setup(self, world: World, params: Params) -> None:
        """Tomorrow's second event was entered first; today and the day after start earlier."""
        clear_days(world, params["days"])
        today, tomorrow, later = params["days"]
        first, second = params["times"]
        plans = ((tomorrow, second), (tomorrow, first), (today, "07:10"), (later, "07:05"))
        for i, (day, time) in enumerate(plans):
            world.db.execute("DELETE FROM events WHERE id = ?", params["events"][i])
            world.db.insert(
                "events",
                id=params["events"][i],
                title=params["titles"][i],
                starts=instant(parse_day(day), time, world.zone),
                minutes=30,
                zone=world.zone,
            )

    def expected(self, params: Params) -> list[Expected]:
        """One alarm that rings once."""
        return [insert("alarms", time=params["alarm"], label=params["label"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The next day's list begins with the first event."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="next-day")
        first = time_in(hand.view.starting("event:")[0].value)
        yield from hand.open("clock")
        yield from hand.do("tap", element="add")
        yield from hand.pick_time("time", earlier(first, int(goal["minutes"])))
        yield from hand.fill("label", goal["label"])
        yield from hand.save()


class BirthdayEvent(Template):
    """A contact's next birthday becomes a yearly event."""

    name = "birthday-event"
    kind = "across"
    apps = ("contacts", "calendar")
    train = False
    goals = (
        (
            "Enter the birthday of “{name}” in my calendar: title “{title}”, first on the next one, every year,"
            " 9:00 to 10:00, calendar Family."
        ),
        (
            "Make a yearly event “{title}” at 9:00 in the Family calendar, starting with the next birthday of"
            " “{name}” (see Contacts)."
        ),
        (
            "When is the next birthday of “{name}”? Put it into the Family calendar as “{title}” at 9:00,"
            " repeating every year."
        ),
    )
    steps = 27

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, and a birthday that comes within some months."""
        (person,) = far_people(rng, world, 1)
        coming = world.today + timedelta(days=int(rng.integers(8, 150)))
        day = coming.replace(day=min(coming.day, 28)).isoformat()
        return {
            "name": person.name,
            "contact": person.id,
            "title": f"{person.name.split()[0]} is born",
            "birthday": f"{rng.integers(1950, 2005)}{day[4:]}",
            "starts": instant(parse_day(day), "09:00", world.zone),
            "zone": world.zone,
        }

    def setup(self, world: World, params: Params) -> None:
        """The birthday in the contact."""
        world.db.update("contacts", params["contact"], birthday=params["birthday"])

    def expected(self, params: Params) -> list[Expected]:
        """A yearly event."""
        when = {"starts": params["starts"], "minutes": 60, "zone": params["zone"], "repeat": "yearly"}
        return [insert("events", title=params["title"], calendar="Family", **when)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Day and month from the contact, the year from today's date."""
        yield from find(hand, "contacts", goal["name"])
        born, today = day_in((yield from read(hand, "birthday"))), day_in(hand.view.day)
        year = int(today[:4]) + (born[4:] < today[4:])
        yield from hand.open("calendar")
        yield from hand.do("tap", element="add")
        yield from hand.fill("title", goal["title"])
        yield from hand.pick_date("date", f"{year}{born[4:]}")
        yield from hand.pick_time("time", "09:00")
        yield from hand.choose("repeat", "Every year")
        yield from hand.choose("calendar", "Family")
        yield from hand.save()


TEMPLATES = (
    TodoForEachGuest(),
    AlarmBeforeFirstEvent(),
    BirthdayEvent(),
)
