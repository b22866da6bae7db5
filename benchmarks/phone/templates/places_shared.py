"""Places on the map that somebody asks for, or where something happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.clock import instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh, phones
from benchmarks.phone.templates.replies import refusals, refuse
from benchmarks.phone.templates.sights import pick
from benchmarks.phone.templates.staging import DAY, day_after, draw_time, keys, plan, some
from benchmarks.phone.templates.town import draw_addresses, draw_place, open_place
from benchmarks.phone.templates.ways import find, match, read, seek_event
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class EventAtPlace(Template):
    """An event gets the address of a place; the note on the place may tell that it has moved."""

    name = "event-at-place"
    kind = "across"
    apps = ("maps", "calendar")
    goals = (
        (
            "Put the address of “{place}” (street and number, the branch in “{district}”) into the event “{title}” as"
            " its place. If my note in Maps says that it has moved, take the new address."
        ),
        (
            "The event “{title}” is at “{place}” in “{district}”. Enter its street and number as the event's place;"
            " my note on it in Maps beats the address there, should it tell a newer one."
        ),
        (
            "Look up “{place}”, “{district}”, in Maps and make its street and number the place of the event “{title}”."
            " A new address in my note about it counts more than the one shown."
        ),
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A place that has moved or not, its branch elsewhere, an event."""
        there, other = some(rng, world.pools.districts, 2)
        return {
            "place": draw_place(rng, world),
            "district": there,
            "elsewhere": other,
            "addresses": draw_addresses(rng, world, 3),
            "moved": bool(rng.integers(2)),
            "title": f"Talk with {some(rng, world.pools.first, 1)[0]} {rng.integers(100, 999)}",
            "keys": fresh(rng, 2),
            "event": keys(rng, world, "events", 1)[0],
            "day": day_after(world, int(rng.integers(2, 40))),
            "time": draw_time(rng, 9, 17),
        }

    def setup(self, world: World, params: Params) -> None:
        """The note of a place that has not moved tells something else."""
        addresses, moved = params["addresses"], f"Moved to {params['addresses'][1]}"
        notes = (moved, "Good coffee") if params["moved"] else ("Good coffee", moved)
        for i, district in enumerate((params["district"], params["elsewhere"])):
            open_place(world, params["keys"][i], params["place"], addresses[2 * i], district=district, note=notes[i])
        plan(world, params["event"], params["title"], params["day"], params["time"])

    def expected(self, params: Params) -> list[Expected]:
        """The event's place."""
        return [update("events", params["event"], place=params["addresses"][int(params["moved"])])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Address, note, event."""
        yield from find(hand, "maps", goal["place"], value=f", {goal['district']}")
        address = yield from read(hand, "address")
        note = (yield from hand.scroll_to(lambda view: view.get("note"))).value
        yield from seek_event(hand, goal["title"])
        yield from pick(hand, lambda view: view.find(goal["title"], role="item"))
        yield from hand.do("tap", element="edit")
        yield from hand.fill("place", note.removeprefix("Moved to ") if note.startswith("Moved to ") else address)
        yield from hand.save()


class ShareAskedPlace(Template):
    """Somebody asks by message for a place: share its address from the map."""

    name = "share-asked-place"
    kind = "memory"
    apps = ("messages", "maps")
    goals = (
        "“{name}” asks for an address in the latest message. Find the place in Maps and share it with “{name}” there.",
        "Look which place “{name}” wants to know about (last message), and share that place from Maps with “{name}”.",
        "Answer the last question of “{name}” in Messages: use Share on the page that the place has in Maps.",
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, a place with a branch, and a place of which was talked before."""
        person = far_people(rng, world, 1)[0]
        return {
            "name": person.name,
            "contact": person.id,
            "number": person.number,
            "place": draw_place(rng, world),
            "before": draw_place(rng, world),
            "districts": some(rng, world.pools.districts, 2),
            "addresses": draw_addresses(rng, world, 3),
            "keys": fresh(rng, 7),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three places, two questions."""
        thread, older, asked, phone, *places = params["keys"]
        phones(world, params["contact"], {"mobile": (phone, params["number"])})
        names = (params["place"], params["place"], params["before"])
        for i, key in enumerate(places):
            open_place(world, key, names[i], params["addresses"][i], district=params["districts"][i % 2])
        texts = [f"Where is {place}, {params['districts'][0]}?" for place in (params["before"], params["place"])]
        said = [(older, False, texts[0]), (asked, False, texts[1])]
        conversation(world, thread, params["number"], said, 30 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The message that Share makes."""
        text = f"{params['place']}, {params['addresses'][0]}, {params['districts'][0]}"
        return [insert("messages", thread=params["keys"][0], mine=1, text=text)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the question, find the place, share it."""
        yield from find(hand, "messages", goal["name"])
        place, district = match(r"Where is (.+), (.+)\?", hand.view.all(role="message")[-1].text).groups()
        yield from find(hand, "maps", place, value=f", {district}")
        yield from hand.tap_id("share")
        yield from hand.fill("query", goal["name"])
        yield from pick(hand, lambda view: view.find(goal["name"], role="item"))
        yield from hand.do("tap", element="send")


class WithinOpeningHours(Template):
    """An event moves to another time, if the place where it happens is open then."""

    name = "move-event-within-hours"
    kind = "infeasible"
    apps = ("calendar", "maps")
    goals = (
        (
            "Move the event “{title}” to “{time}” on its day, if the place where it happens is open then. Otherwise"
            " leave it and answer “impossible: ” with the hours from Maps, such as “impossible: 07:00 to 09:00”."
        ),
        (
            "“{title}” should start at “{time}” on the same day. Should Maps say that its place is closed at that time,"
            " change nothing and answer “impossible: ” plus the opening hours, as in “impossible: 07:00 to 09:00”."
        ),
        (
            "Let “{title}” begin at “{time}” instead. In case the place of the event is not open at that time by Maps,"
            " only answer “impossible: ” and when it is open, written like “impossible: 07:00 to 09:00”."
        ),
    )
    steps = 17

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A time, and hours that hold it or not."""
        hour, feasible = int(rng.integers(14, 20)), bool(rng.integers(2))
        late = [f"{hour + shift:02d}:{some(rng, ('15', '30', '45'), 1)[0]}" for shift in (2, -1)]
        return {
            "title": f"Meet {some(rng, world.pools.first, 1)[0]} {rng.integers(100, 999)}",
            "time": f"{hour}:{5 * rng.integers(12):02d}",
            "zone": world.zone,
            "feasible": feasible,
            "opens": draw_time(rng, 6, 11),
            "closes": late if feasible else late[::-1],
            "place": draw_place(rng, world),
            "addresses": draw_addresses(rng, world, 2),
            "keys": fresh(rng, 2),
            "event": keys(rng, world, "events", 1)[0],
            "day": day_after(world, int(rng.integers(2, 40))),
        }

    def setup(self, world: World, params: Params) -> None:
        """The place of the event, and a namesake that is open when this one is not."""
        for key, address, closes in zip(params["keys"], params["addresses"], params["closes"], strict=True):
            open_place(world, key, params["place"], address, opens=params["opens"], closes=closes)
        where = f"{params['place']}, {params['addresses'][0]}"
        plan(world, params["event"], params["title"], params["day"], "12:00", place=where)

    def expected(self, params: Params) -> list[Expected]:
        """The event starts then."""
        starts = instant(parse_day(params["day"]), params["time"], params["zone"])
        return [update("events", params["event"], starts=starts)] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the hours."""
        return None if params["feasible"] else refusals(f"{params['opens']} to {params['closes'][0]}")

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Event, place, event."""
        yield from seek_event(hand, goal["title"])
        yield from pick(hand, lambda view: view.find(goal["title"], role="item"))
        place, _, address = (yield from read(hand, "place")).partition(", ")
        yield from find(hand, "maps", place, value=f"{address},")
        hours = yield from read(hand, "hours")
        opens, closes = hours.split(" to ")
        if not opens <= goal["time"] < closes:
            yield from refuse(hand, hours)
            return
        yield from hand.open("calendar")
        yield from hand.do("tap", element="edit")
        yield from hand.pick_time("time", goal["time"])
        yield from hand.save()


TEMPLATES: tuple[Template, ...] = (
    EventAtPlace(),
    ShareAskedPlace(),
    WithinOpeningHours(),
)
