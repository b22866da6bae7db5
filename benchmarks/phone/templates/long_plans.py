"""Long: a day is moved, a team invited, a week of alarms set, a trip settled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from benchmarks.phone.clock import day_text, instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import (
    DAY,
    clear_days,
    day_after,
    draw_cents,
    draw_time,
    euros,
    fund,
    keys,
    payees,
    plan,
    some,
    spent,
    write_note,
)
from benchmarks.phone.templates.ways import day_in, earlier, match, pay, read_note, seek, seek_event, time_in
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class MoveDay(Template):
    """The events of one calendar on a day move to another day, at the same times."""

    name = "move-day-of-events"
    kind = "long"
    apps = ("calendar",)
    goals = (
        "Move all my {calendar} events of {day} to {new}, at the same times. Events of other calendars stay.",
        (
            "I am off on {day}. Shift everything in the {calendar} calendar from that day to {new}; keep the"
            " times and the rest."
        ),
        "Reschedule {day}: what belongs to the {calendar} calendar takes place on {new} instead, at unchanged times.",
    )
    steps = 38

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Six events on a day, four of which move."""
        calendar, *others = some(rng, ("Personal", "Work", "Family"), 3)
        old, new = some(rng, [day_after(world, number) for number in range(2, 20)], 2)
        times = [f"{hour:02d}:{5 * rng.integers(12):02d}" for hour in some(rng, range(8, 20), 6)]
        return {
            "calendar": calendar,
            "calendars": [calendar] * 4 + others,
            "old": old,
            "day": day_text(parse_day(old)),
            "new": day_text(parse_day(new)),
            "times": times,
            "titles": world.texts(world.pools.events, 6),
            "places": world.picks(world.pools.places, 6),
            "starts": [instant(parse_day(new), time, world.zone) for time in times[:4]],
            "events": keys(rng, world, "events", 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Nothing else takes place on the day."""
        clear_days(world, [params["old"]])
        for i, (key, time) in enumerate(zip(params["events"], params["times"], strict=True)):
            about = {
                "place": params["places"][i],
                "calendar": params["calendars"][i],
                "minutes": 30,
                "zone": world.zone,
            }
            starts = instant(parse_day(params["old"]), time, world.zone)
            world.db.execute("DELETE FROM events WHERE id = ?", key)
            world.db.insert("events", id=key, title=params["titles"][i], starts=starts, **about)

    def expected(self, params: Params) -> list[Expected]:
        """Four new starts."""
        pairs = zip(params["events"], params["starts"], strict=False)
        return [update("events", key, starts=starts) for key, starts in pairs]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Event by event; each leaves the list of the day."""
        old, new = (day_in(goal[key]) for key in ("day", "new"))
        yield from hand.open("calendar")
        yield from hand.pick_date("day", old)
        events = [e for e in (yield from hand.read_all("event:")) if e.value.endswith(goal["calendar"])]
        for number, event in enumerate(reversed(events)):
            if number:
                yield from hand.back()
            yield from hand.tap_id(event.id)
            yield from hand.do("tap", element="edit")
            yield from hand.pick_date("date", new)
            yield from hand.save()


class InviteCompany(Template):
    """Everybody of a company is invited to an event, but for one; some are invited already."""

    name = "invite-company"
    kind = "long"
    apps = ("contacts", "calendar")
    goals = (
        "Invite all my contacts at “{company}” to the event “{title}”, except “{absent}”. Some are invited already.",
        "Everyone of “{company}” in Contacts but “{absent}” should be a guest of “{title}”. Add those who are missing.",
        "Complete the guest list of “{title}” with my contacts at “{company}”; leave out “{absent}”.",
    )
    steps = 39

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Nine people: six to invite, two guests, one left out."""
        team = far_people(rng, world, 9)
        return {
            "company": some(rng, world.pools.companies, 1)[0],
            "title": f"{some(rng, world.pools.cities, 1)[0]} workshop {rng.integers(100, 999)}",
            "absent": team[8].name,
            "team": [person.id for person in team],
            "event": keys(rng, world, "events", 1)[0],
            "day": day_after(world, int(rng.integers(5, 40))),
        }

    def setup(self, world: World, params: Params) -> None:
        """The company has these nine people."""
        world.db.execute("UPDATE contacts SET company = '' WHERE company = ?", params["company"])
        for key in params["team"]:
            world.db.update("contacts", key, company=params["company"])
        plan(world, params["event"], params["title"], params["day"], "10:00", minutes=240, calendar="Work")
        for key in params["team"][6:8]:
            world.db.insert("event_guests", event=params["event"], contact=key)

    def expected(self, params: Params) -> list[Expected]:
        """Six guests."""
        return [insert("event_guests", event=params["event"], contact=key) for key in params["team"][:6]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Names from Contacts, less the guests."""
        yield from seek(hand, "contacts", goal["company"])
        team = [e.text for e in (yield from hand.read_all("contact:")) if e.value.startswith(goal["company"])]
        yield from seek_event(hand, goal["title"])
        yield from hand.tap(goal["title"], role="item")
        guests = [e.text for e in (yield from hand.read_all("guest:"))]
        for name in team:
            if name not in (*guests, goal["absent"]):
                yield from hand.tap_id("add-guest")
                yield from hand.fill("query", name)
                yield from hand.tap(name, role="item")


class SettleTrip(Template):
    """What others advanced on a trip is paid back, from the account that the note names for each kind of cost."""

    name = "settle-trip"
    kind = "long"
    apps = ("notes", "wallet")
    goals = (
        (
            "Settle the trip: pay everyone in the note “{title}” what they advanced, from the accounts that it"
            " names, reference “{reference}”. What is marked as paid is paid."
        ),
        (
            "The note “{title}” lists what people advanced on our trip. Transfer it to each of them (not what is"
            " paid already), reference “{reference}”; the note says which account."
        ),
        (
            "Pay back all open amounts of the note “{title}” with the reference “{reference}”, each from the"
            " account that the note has for that kind of cost."
        ),
    )
    steps = 79

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Seven people, three kinds of costs, two accounts."""
        accounts = some(rng, world.db.rows("SELECT * FROM accounts WHERE id > 1 ORDER BY id"), 2)
        kinds = some(rng, ("train", "hut", "food"), 3)
        return {
            "title": f"Trip to {some(rng, world.pools.cities, 1)[0]}, costs",
            "reference": f"Trip {rng.integers(100, 999)}",
            "accounts": [[account["id"], account["name"], account["cents"]] for account in accounts],
            "kinds": kinds,
            "payees": payees(rng, world, 8),
            "cents": [draw_cents(rng, 10, 180) for _ in range(8)],
            "sort": [0, 1, 2, 0, 1, 2, 0, 1],
            "paid": [int(rng.choice((0, 1, 3, 4, 6, 7))), int(rng.choice((2, 5)))],
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """Two lines are marked as paid."""
        (one, two), (first, second, third) = params["accounts"], params["kinds"]
        for account in (one, two):
            fund(world, account[0], 200_000)
        lines = [f"{first} and {second}: account {one[1]}", f"{third}: account {two[1]}"]
        for i, (name, cents) in enumerate(zip(params["payees"], params["cents"], strict=True)):
            mark = ", paid" if i in params["paid"] else ""
            lines.append(f"{name}: {euros(cents)} € for {params['kinds'][params['sort'][i]]}{mark}")
        write_note(world, params["note"], params["title"], "\n".join(lines), 50 * DAY, "Travel")

    def expected(self, params: Params) -> list[Expected]:
        """Six transfers."""
        changes = []
        for place, (key, _, balance) in enumerate(params["accounts"]):
            payments = [
                (params["payees"][i], params["cents"][i], params["reference"])
                for i in range(8)
                if i not in params["paid"] and (params["sort"][i] == len(params["kinds"]) - 1) == bool(place)
            ]
            changes += spent(key, balance + 200_000, payments)
        return changes

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Line by line."""
        lines = (yield from read_note(hand, goal["title"])).split("\n")
        accounts = {}
        for line in lines[:2]:
            kinds, account = line.split(": account ")
            accounts.update(dict.fromkeys(kinds.split(" and "), account))
        yield from hand.open("wallet")
        for line in lines[2:]:
            name, amount, kind, paid = match(r"^(.+): (\S+) € for (\w+)(, paid)?$", line).groups()
            if paid is None:
                yield from pay(hand, name, amount, source=accounts[kind], note=goal["reference"])


class AlarmsForDays(Template):
    """For each of the next days, an alarm of that weekday before its first event."""

    name = "alarms-for-next-days"
    kind = "long"
    apps = ("calendar", "clock")
    train = False
    goals = (
        (
            "For each of the next four days (from tomorrow on), set an alarm {minutes} minutes before the first"
            " event of the day, repeating on that weekday only, label “{label}”."
        ),
        (
            "Look at my calendar from tomorrow on, four days: each day needs a weekly alarm “{label}” on its"
            " weekday, {minutes} minutes before the first event."
        ),
        (
            "Set four alarms “{label}”, one for each weekday of the next four days (not today), {minutes}"
            " minutes ahead of what comes first on that day."
        ),
    )
    steps = 48

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """First and second events of four days."""
        minutes, days = int(rng.integers(3, 12) * 5), [day_after(world, number) for number in range(5)]
        first = [draw_time(rng, 8, 10) for _ in range(4)]
        return {
            "minutes": str(minutes),
            "label": f"{some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "days": days,
            "first": first,
            "second": [draw_time(rng, 11, 15) for _ in range(4)],
            "titles": world.texts(world.pools.events, 8),
            "alarms": [
                [earlier(time, minutes), date.fromisoformat(day).weekday()]
                for time, day in zip(first, days[1:], strict=True)
            ],
            "events": keys(rng, world, "events", 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """Nothing else takes place on these days."""
        clear_days(world, params["days"])
        times = zip(params["days"][1:] * 2, (*params["second"], *params["first"]), strict=True)
        for i, (day, time) in enumerate(times):
            world.db.execute("DELETE FROM events WHERE id = ?", params["events"][i])
            starts = instant(parse_day(day), time, world.zone)
            world.db.insert(
                "events", id=params["events"][i], title=params["titles"][i], starts=starts, minutes=45, zone=world.zone
            )

    def expected(self, params: Params) -> list[Expected]:
        """Four alarms."""
        return [
            insert("alarms", time=time, label=params["label"], days="".join("01"[i == weekday] for i in range(7)))
            for time, weekday in params["alarms"]
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """First the four days, then the four alarms."""
        alarms = []
        yield from hand.open("calendar")
        for _ in range(4):
            yield from hand.do("tap", element="next-day")
            shown = hand.view.get("day-name")
            starts = time_in(hand.view.starting("event:")[0].value)
            alarms.append((earlier(starts, int(goal["minutes"])), shown.text.split()[0] if shown else ""))
        yield from hand.open("clock")
        for time, weekday in alarms:
            yield from hand.do("tap", element="add")
            yield from hand.pick_time("time", time)
            yield from hand.fill("label", goal["label"])
            yield from hand.tap(weekday, role="switch")
            yield from hand.save()


TEMPLATES = (MoveDay(), InviteCompany(), SettleTrip(), AlarmsForDays())
