"""Questions about time: calendar and clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from benchmarks.phone.clock import WEEKDAYS, day_text, instant, local, parse_day, time_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people, fresh, plain
from benchmarks.phone.templates.edits_time import meeting
from benchmarks.phone.templates.listed import listed_day, today_on
from benchmarks.phone.templates.staging import clear_days, day_after, some
from benchmarks.phone.templates.ways import day_in, read, time_in
from benchmarks.phone.toolkit import Hand, Steps, View
from benchmarks.phone.world import World

SATURDAY = 5


class TimeElsewhere(Template):
    """The clock time in another zone at which an event begins."""

    name = "time-elsewhere"
    kind = "question"
    apps = ("calendar", "settings")
    goals = (
        "A friend in the time zone {zone} joins “{title}” on {day}. What time is it there when it begins? (HH:MM)",
        "“{title}” on {day}: at what local time of {zone} does it start? Settings tell which zone I am in. (HH:MM)",
        "Convert the start of “{title}” ({day}) from my time zone to {zone} time. Answer like 09:30.",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An event on two days at different times, and a zone."""
        days = some(rng, range(3, 150), 2)
        hours = some(rng, range(8, 20), 2)
        return {
            "title": f"Online with {some(rng, world.pools.first, 1)[0]}, {some(rng, world.pools.cities, 1)[0]}",
            "days": [day_after(world, number) for number in days],
            "day": day_text(world.today + timedelta(days=days[0])),
            "times": [f"{hour:02d}:{5 * rng.integers(12):02d}" for hour in hours],
            "zone": some(rng, [zone for zone in world.pools.zones if zone != world.zone], 1)[0],
            "here": world.zone,
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two events of one title."""
        for key, day, time in zip(params["keys"], params["days"], params["times"], strict=True):
            meeting(world, key, params["title"], day, time)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The time there."""
        return (_elsewhere(params["days"][0], params["times"][0], params["here"], params["zone"]),)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the time, read which zone is here, convert."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        day, today = day_in(goal["day"]), today_on(hand.view)
        event = next(
            e
            for e in hand.view.all(goal["title"], role="item")
            if listed_day(e.value, today) == date.fromisoformat(day)
        )
        yield from hand.open("settings")
        yield from hand.tap("Language and time", role="item")
        here = yield from hand.look_for("Time zone", role="item")
        yield from hand.answer(_elsewhere(day, time_in(event.value), here.value, goal["zone"]))


def _elsewhere(day: str, time: str, here: str, there: str) -> str:
    return time_text(local(instant(parse_day(day), time, here), there))


class OverlappingEvent(Template):
    """The event of a day that overlaps with a given one; others only touch it."""

    name = "overlapping-event"
    kind = "question"
    apps = ("calendar",)
    goals = (
        "Which event on {day} overlaps with “{title}”? Answer with its title.",
        "On {day}, something clashes with “{title}”: what is it called in my calendar?",
        "Find the event that takes place at the same time as part of “{title}” on {day}. Answer with its title.",
    )
    steps = 7

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A day, titles, and a time; the clash comes before, after or within."""
        occasions, firsts, lasts = (
            plain(world.pools.events),
            world.pools.first,
            world.pools.last,
        )
        drawn = (some(rng, values, 5) for values in (occasions, firsts, lasts))
        titles = [f"{occasion} with {first} {last}" for occasion, first, last in zip(*drawn, strict=True)]
        ahead = int(rng.integers(2, 45))
        start = 60 * int(rng.integers(11, 16)) + 15 * int(rng.integers(4))
        clash = ((-45, 60), (75, 60), (30, 30), (-30, 240))[rng.integers(4)]
        around = ((0, 90), clash, (-120, 120), (90, 60), (-240, 60))
        times = [(f"{(start + shift) // 60:02d}:{(start + shift) % 60:02d}", length) for shift, length in around]
        return {
            "day": day_text(world.today + timedelta(days=ahead)),
            "on": day_after(world, ahead),
            "title": titles[0],
            "titles": titles,
            "times": times,
            "keys": fresh(rng, 5),
        }

    def setup(self, world: World, params: Params) -> None:
        """Five events and no others on the day."""
        clear_days(world, [params["on"]])
        for key, title, (time, minutes) in zip(params["keys"], params["titles"], params["times"], strict=True):
            meeting(world, key, title, params["on"], time, minutes=minutes)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The title."""
        return (params["titles"][1],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Go to the day, compare starts and ends."""
        yield from hand.open("calendar")
        yield from hand.pick_date("day", day_in(goal["day"]))
        spans = {e.text: (e.value[:5], e.value[9:14]) for e in hand.view.starting("event:")}
        start, end = spans.pop(goal["title"])
        yield from hand.answer(next(title for title, (first, last) in spans.items() if first < end and last > start))


class PlaceOfGuest(Template):
    """Of several events of one title, the place of that to which somebody is invited."""

    name = "place-of-guest"
    kind = "question"
    apps = ("calendar",)
    goals = (
        "I have several events “{title}”. Where is the one to which “{name}” is invited? Answer with the place.",
        "“{name}” is a guest of one of the events “{title}”. What is its place?",
        "Find the “{title}” that has “{name}” among its guests, and answer with where it is.",
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A title, three days and places, and guests."""
        people = far_people(rng, world, 3)
        title = some(rng, plain(world.pools.events), 1)[0]
        return {
            "title": f"{title} {rng.integers(10, 99)}",
            "name": people[0].name,
            "people": [person.id for person in people],
            "days": [day_after(world, days) for days in some(rng, range(1, 60), 3)],
            "places": [f"{place}, seat {rng.integers(100, 999)}" for place in some(rng, world.pools.places, 3)],
            "keys": fresh(rng, 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three events with one guest each."""
        rows = zip(params["keys"], params["keys"][3:], params["people"], params["days"], params["places"], strict=False)
        for key, guest, person, day, place in rows:
            meeting(world, key, params["title"], day, "16:20", place=place)
            world.db.insert("event_guests", id=guest, event=key, contact=person)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The place."""
        return (params["places"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open one after another until the guest is there."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        for place, event in enumerate(hand.view.all(goal["title"], role="item")):
            if place:
                yield from hand.back()
            yield from hand.tap_id(event.id)
            if hand.view.find(goal["name"], role="item"):
                break
        yield from hand.answer((yield from read(hand, "place")))


class AlarmOnDay(Template):
    """When the first alarm rings on the day of an event; some are off, some ring on other days."""

    name = "alarm-on-day-of-event"
    kind = "question"
    apps = ("calendar", "clock")
    goals = (
        "On the day of “{title}” (see Calendar), when does the first alarm ring? Answer as HH:MM.",
        "At what time will this phone wake me on the day of “{title}”, if no alarm is changed? (HH:MM)",
        "Which is the first alarm that rings on the day of “{title}”? Answer with its time, like 07:30.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An event of the next days, different times, and what rings when: (days, whether it is on)."""
        ahead, elsewhen = some(rng, range(1, 7), 2)
        weekday = (world.today + timedelta(days=ahead)).weekday()
        on = f"{'0' * weekday}1{'0' * (6 - weekday)}"
        group, others = ("1111100", "0000011") if weekday < SATURDAY else ("0000011", "1111100")
        misleading = some(rng, ((others, 1), (on, 0), ("1111111", 0), (group, 0)), int(rng.integers(1, 4)))
        alarms = [*misleading, *some(rng, ((group, 1), (on, 1), ("1111111", 1)), 2)]
        times = [f"{hour:02d}:{rng.integers(60):02d}" for hour in sorted(some(rng, range(4, 23), len(alarms)))]
        return {
            "title": f"Test drive in {some(rng, world.pools.cities, 1)[0]}",
            "days": [day_after(world, ahead), day_after(world, elsewhen)],
            "alarms": alarms,
            "times": times,
            "time": times[len(misleading)],
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The event and its like; early alarms that are off or ring on other days, then those that ring."""
        for key, title, day in zip(
            params["keys"], (params["title"], f"{params['title']} II"), params["days"], strict=True
        ):
            meeting(world, key, title, day, "12:15")
        world.db.execute("DELETE FROM alarms")
        for time, (days, enabled) in zip(params["times"], params["alarms"], strict=True):
            world.db.insert("alarms", time=time, days=days, enabled=enabled)

    def answers(self, params: Params) -> tuple[str, ...]:
        """The time."""
        return (params["time"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """See the event's day, then go down the alarms, which are in the order of their times."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        event = yield from hand.look_for(goal["title"], role="item")
        weekday = listed_day(event.value, today_on(hand.view)).weekday()
        yield from hand.open("clock")
        alarm = yield from hand.scroll_to(
            lambda view: next(
                (e for e in view.all(role="item") if _rings(e.value, weekday) and _is_on(view, e.id)), None
            )
        )
        yield from hand.answer(alarm.text)


def _rings(days: str, weekday: int) -> bool:
    spans = {"Every day": range(7), "Monday to Friday": range(5), "Weekend": range(5, 7)}
    return weekday in spans.get(days, ()) or WEEKDAYS[weekday] in days.split(", ")


def _is_on(view: View, alarm: str) -> bool:
    return any(switch.checked for switch in view.starting(f"{alarm}/"))


TEMPLATES = (TimeElsewhere(), OverlappingEvent(), PlaceOfGuest(), AlarmOnDay())
