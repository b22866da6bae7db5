"""Edits in Calendar and Clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from benchmarks.phone.clock import WEEKDAYS, day_text, instant, parse_day
from benchmarks.phone.recurrence import REPEATS, happens
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people, fresh, plain, twin
from benchmarks.phone.templates.listed import listed_day, today_on
from benchmarks.phone.templates.staging import day_after, draw_time, some
from benchmarks.phone.templates.ways import day_in, match, read
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World

NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NUMBERS = ("two", "three", "four", "five", "six")


def meeting(world: World, key: int, title: str, day: str, time: str, **more: object) -> None:
    """A new event on a day (`YYYY-MM-DD`), an hour long and in the phone's time zone unless `more` says otherwise."""
    zone = str(more.get("zone", world.zone))
    values = {"minutes": 60, "zone": zone, **more}
    world.db.insert("events", id=key, title=title, starts=instant(parse_day(day), time, zone), **values)


class CallElsewhere(Template):
    """An event is moved to a time that is given in another time zone."""

    name = "move-call-to-other-zone"
    kind = "edit"
    apps = ("calendar",)
    goals = (
        "The “{title}” on {day} is at {time}, {zone} time. Enter it in Calendar with that time zone.",
        "Correct the event “{title}” on {day}: it starts at {time} in the time zone {zone}.",
        "Change “{title}” ({day} only) to {time} and to the time zone {zone}, so that it shows up right wherever I am.",
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A title, its days, and where and when it shall be."""
        zones = [zone for zone in world.pools.zones if zone != world.zone]
        days = some(rng, range(3, 60), 3)
        return {
            "title": f"Call {some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "days": [day_after(world, number) for number in days],
            "day": day_text(world.today + timedelta(days=days[0])),
            "time": draw_time(rng, 13, 22),
            "zone": some(rng, zones, 1)[0],
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three events of one title on different days."""
        for key, day in zip(params["keys"], params["days"], strict=True):
            meeting(world, key, params["title"], day, "11:15")

    def expected(self, params: Params) -> list[Expected]:
        """Another start, another zone."""
        starts = instant(parse_day(params["days"][0]), params["time"], params["zone"])
        return [update("events", params["keys"][0], starts=starts, zone=params["zone"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search, take the event of the day, set both in its form."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        day, today = date.fromisoformat(day_in(goal["day"])), today_on(hand.view)
        event = yield from hand.scroll_to(
            lambda view: next(
                (e for e in view.all(goal["title"], role="item") if listed_day(e.value, today) == day), None
            )
        )
        yield from hand.do("tap", element=event.id)
        yield from hand.do("tap", element="edit")
        yield from hand.pick_time("time", goal["time"])
        yield from hand.choose("zone", goal["zone"])
        yield from hand.save()


class SkipOneDay(Template):
    """One day of a repeating event is left out; the series goes on."""

    name = "skip-one-day"
    kind = "edit"
    apps = ("calendar",)
    goals = (
        "“{title}” at {time} does not take place on {day}. Delete it on that day only.",
        "On {day} there is no “{title}” at {time}. Take this one day out of the calendar, the others stay.",
        "Cancel the “{title}” of {day}, {time}, but not the rest of the series.",
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A weekly event and one of its days to come."""
        ahead = int(rng.integers(2, 55))
        times = [f"{hour:02d}:{5 * rng.integers(12):02d}" for hour in some(rng, range(8, 20), 2)]
        return {
            "title": some(rng, plain(world.pools.events), 1)[0],
            "time": times[0],
            "times": times,
            "first": day_after(world, ahead - 7 * int(rng.integers(2, 6))),
            "off": day_after(world, ahead),
            "day": day_text(world.today + timedelta(days=ahead)),
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two weekly events of the same title at different times of the same days."""
        for key, time in zip(params["keys"], params["times"], strict=True):
            meeting(world, key, params["title"], params["first"], time, repeat="weekly")

    def expected(self, params: Params) -> list[Expected]:
        """One day is left out."""
        return [insert("event_exceptions", event=params["keys"][0], day=params["off"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Go to the day, open the event, delete this day."""
        yield from hand.open("calendar")
        yield from hand.pick_date("day", day_in(goal["day"]))
        yield from hand.tap(goal["title"], role="item", value=f"{goal['time']} to")
        yield from hand.menu("Delete only this day")
        yield from hand.confirm()


class ChangeGuests(Template):
    """One guest of an event is replaced by another contact."""

    name = "change-guests"
    kind = "edit"
    apps = ("calendar",)
    goals = (
        "“{away}” cannot come to “{title}”. Take them off the guests and invite “{name}” in their place.",
        "In the event “{title}”, replace the guest “{away}” by “{name}”.",
        "For “{title}”, remove “{away}” from the guests and add “{name}”.",
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An event, its guests, and a contact who is not among them."""
        people = far_people(rng, world, 4)
        return {
            "title": f"Dinner in {some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "away": people[1].name,
            "name": people[0].name,
            "people": [person.id for person in people],
            "order": rng.permutation(3).tolist(),
            "day": day_after(world, int(rng.integers(2, 40))),
            "keys": fresh(rng, 5),
        }

    def setup(self, world: World, params: Params) -> None:
        """An event with three guests; somebody has nearly the name of the new one."""
        keys = params["keys"]
        meeting(world, keys[3], params["title"], params["day"], "19:30")
        world.db.insert("contacts", id=keys[4], name=twin(params["name"]))
        for key, place in zip(keys, params["order"], strict=False):
            world.db.insert("event_guests", id=key, event=keys[3], contact=params["people"][1 + place])

    def expected(self, params: Params) -> list[Expected]:
        """One guest less, one more."""
        keys = params["keys"]
        gone = delete("event_guests", keys[params["order"].index(0)])
        return [gone, insert("event_guests", event=keys[3], contact=params["people"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the event; press the guest long; add the other."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        yield from hand.tap(goal["title"], role="item")
        yield from hand.hold(goal["away"], role="item")
        yield from hand.confirm()
        yield from hand.tap_id("add-guest")
        yield from hand.fill("query", goal["name"])
        yield from hand.tap(goal["name"], role="item")


class EndSeries(Template):
    """A repeating event ends after a number of further days, which must be counted."""

    name = "end-series"
    kind = "edit"
    apps = ("calendar",)
    train = False
    goals = (
        "“{title}” will take place {count} more times after today and then never again. Set its last day in Calendar.",
        "After today there are {count} more days of “{title}”. Let the series end with the last of them.",
        "Let the event “{title}” repeat only until it has happened {count} times more, today not counted.",
    )
    steps = 15

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """How it repeats, since when, and how often still."""
        repeat = some(rng, ("daily", "weekdays", "weekly", "monthly"), 1)[0]
        first = world.today + timedelta(days=int(rng.integers(-40, -10)))
        while repeat == "weekdays" and first.weekday() >= len(WEEKDAYS[:5]):
            first += timedelta(days=1)
        count = some(rng, NUMBERS[: 3 if repeat == "monthly" else None], 1)[0]
        until = last_day(first, repeat, world.today, NUMBERS.index(count) + 2)
        return {
            "title": f"{some(rng, plain(world.pools.events), 1)[0]} {rng.integers(10, 99)}",
            "repeat": repeat,
            "first": first.isoformat(),
            "until": until.isoformat(),
            "count": count,
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The series, and another one whose title is longer."""
        for key, title in zip(params["keys"], (params["title"], f"{params['title']} II"), strict=True):
            meeting(world, key, title, params["first"], "10:45", repeat=params["repeat"])

    def expected(self, params: Params) -> list[Expected]:
        """The last day."""
        return [update("events", params["keys"][0], until=params["until"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read since when and how it repeats, count, set the day."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        yield from hand.tap(goal["title"], role="item")
        first = date.fromisoformat(day_in((yield from read(hand, "date"))))
        shown = yield from read(hand, "repeat")
        repeat = next(key for key, label in REPEATS if label == shown)
        until = last_day(first, repeat, today_on(hand.view), NUMBERS.index(goal["count"]) + 2)
        yield from hand.do("tap", element="edit")
        yield from hand.pick_date("until", until.isoformat())
        yield from hand.save()


def last_day(first: date, repeat: str, today: date, count: int) -> date:
    """The day on which a series takes place for the `count`-th time after today."""
    day = today
    while count:
        day += timedelta(days=1)
        count -= happens(first, repeat, "", day)
    return day


class ShiftAlarm(Template):
    """An alarm rings at another time, and on one day more."""

    name = "shift-alarm"
    kind = "edit"
    apps = ("clock",)
    goals = (
        "My alarm “{label}” of the working days shall ring at {time}, and on {weekday} too.",
        "Change the “{label}” alarm that rings from Monday on: new time {time}, and let it ring on {weekday} as well.",
        "Set the weekday alarm “{label}” to {time} and add {weekday} to its days.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A label, times, and a day of the weekend."""
        return {
            "label": f"Leave for {some(rng, world.pools.cities, 1)[0]}",
            "time": draw_time(rng, 5, 9),
            "extra": (extra := int(rng.integers(5, 7))),
            "weekday": NAMES[extra],
            "old": f"{rng.integers(10, 16):02d}:{rng.integers(12) * 5 + 1:02d}",
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """The alarm, one of the same label for the weekend, and one for every day that is off."""
        world.db.execute("DELETE FROM alarms WHERE id > 4")
        days = ("1111100", "0000011", "1111111")
        times = (params["old"], "18:31", "19:31")
        for key, which, time in zip(params["keys"], days, times, strict=True):
            enabled = int(which != "1111111")
            world.db.insert("alarms", id=key, time=time, days=which, label=params["label"], enabled=enabled)

    def expected(self, params: Params) -> list[Expected]:
        """Time and days."""
        days = ("1111110", "1111101")[params["extra"] - 5]
        return [update("alarms", params["keys"][0], time=params["time"], days=days)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the alarm of these days, set the time, add the day, save."""
        yield from hand.open("clock")
        alarm = yield from hand.look_for(role="item", value=f"{goal['label']} · Monday to Friday")
        yield from hand.do("tap", element=alarm.id)
        yield from hand.pick_time("time", goal["time"])
        yield from hand.tap_id(f"day{NAMES.index(goal['weekday'])}")
        yield from hand.save()


class StartTimer(Template):
    """A new timer with a label is made and started."""

    name = "start-timer"
    kind = "edit"
    apps = ("clock",)
    goals = (
        "Set a timer called “{label}” for {minutes} minutes and {seconds} seconds, and start it.",
        "I need a timer “{label}” that runs {minutes} minutes {seconds} seconds from now.",
        "Make a timer named “{label}”, {minutes} min {seconds} s long, and let it run.",
    )
    steps = 19

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A label and a length."""
        label = f"Tea for {some(rng, world.pools.first, 1)[0]}"
        minutes, seconds = rng.integers(2, 60), 5 * rng.integers(1, 12)
        return {"label": label, "minutes": str(minutes), "seconds": str(seconds), "keys": fresh(rng, 1)}

    def setup(self, world: World, params: Params) -> None:
        """A timer of the same label, of full minutes."""
        world.db.insert("timers", id=params["keys"][0], label=params["label"], seconds=60 * int(params["minutes"]))

    def expected(self, params: Params) -> list[Expected]:
        """A timer that runs."""
        seconds = 60 * int(params["minutes"]) + int(params["seconds"])
        return [insert("timers", label=params["label"], seconds=seconds, running=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Fill the form, then start what it made."""
        yield from hand.open("clock")
        yield from hand.do("tap", element="show:timers")
        yield from hand.do("tap", element="add")
        yield from hand.fill("label", goal["label"])
        yield from hand.choose("minutes", goal["minutes"])
        yield from hand.choose("seconds", goal["seconds"])
        yield from hand.save()
        length = f"{goal['label']}, {goal['minutes']} min {goal['seconds']} s"
        timer = yield from hand.look_for(length, role="item")
        yield from hand.tap_id(match(r"timer:\d+", timer.id)[0] + "/start")


TEMPLATES = (CallElsewhere(), SkipOneDay(), ChangeGuests(), EndSeries(), ShiftAlarm(), StartTimer())
