"""Memory: facts seen in one app and needed in another one, when they are no longer on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.calendar import ZONES
from benchmarks.phone.clock import day_text, instant, local, parse_day, time_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    day_after,
    draw_time,
    hush,
    keys,
    plan,
    say,
    some,
    write_mail,
    write_note,
)
from benchmarks.phone.templates.ways import (
    find,
    first,
    match,
    read,
    read_note,
    seek_event,
    time_in,
)
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class SendTwoCodes(Template):
    """A password from a note and a door code from a mail go out in one message."""

    name = "send-two-codes"
    kind = "memory"
    apps = ("notes", "mail", "messages")
    goals = (
        (
            "Text “{name}” the Wi-Fi password from the note “{title}” and the door code from the latest mail"
            " “{subject}”, as: password / code"
        ),
        (
            "“{name}” needs two things by message, written password / code: the Wi-Fi password in my note"
            " “{title}” and the newest door code, see the mails “{subject}”."
        ),
        (
            "Send one message to “{name}”: first the Wi-Fi password (note “{title}”), then “ / ”, then the door"
            " code of the last mail “{subject}”."
        ),
    )
    steps = 17

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two codes of each kind, one of which is out of date."""
        (person,) = far_people(rng, world, 1)
        place = some(rng, world.pools.places, 1)[0]
        thread = world.db.value("SELECT id FROM threads WHERE number = ?", person.number)
        return {
            "name": person.name,
            "number": person.number,
            "thread": int(thread or world.db.value("SELECT max(id) + 1 FROM threads")),
            "title": f"Wi-Fi, {place}",
            "subject": f"Door of {place} {rng.integers(10, 99)}",
            "passwords": [f"{word.casefold()}{rng.integers(100, 999)}" for word in some(rng, world.pools.last, 2)],
            "codes": [f"{code}" for code in some(rng, range(1000, 9999), 2)],
            "notes": keys(rng, world, "notes", 2),
            "mails": keys(rng, world, "mails", 2),
            "sender": far_people(rng, world, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The archived note was edited later than the true one."""
        for i in range(2):
            folder, age = (("Home", 60 * DAY), ("Archive", 50 * DAY))[i]
            write_note(world, params["notes"][i], params["title"], f"Password: {params['passwords'][i]}", age, folder)
            body = f"Hello,\nthe door code is {params['codes'][i]} from now on.\nRegards"
            write_mail(world, params["mails"][i], params["sender"], params["subject"], body, (26 + 9 * i) * DAY)
        hush(world, params["number"], 114 * DAY)
        say(world, params["number"], "How do I get in and online?", 12 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """One message."""
        return [
            insert("messages", thread=params["thread"], mine=1, text=f"{params['passwords'][0]} / {params['codes'][0]}")
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Note, mail, message."""
        password = match(r"Password: (\S+)", (yield from read_note(hand, goal["title"])))[1]
        yield from find(hand, "mail", goal["subject"])
        code = match(r"code is (\d+)", (yield from read(hand, "body")))[1]
        yield from find(hand, "messages", goal["name"])
        yield from hand.fill("draft", f"{password} / {code}")
        yield from hand.do("tap", element="send")


class MeterReadings(Template):
    """One reading from a message, one from a to-do's note: both into a note."""

    name = "meter-readings"
    kind = "memory"
    apps = ("messages", "todo", "notes")
    goals = (
        (
            "Add a line at the end of the note “{title}”: the gas reading that “{name}” texted last, a space,"
            " and the water reading noted in the to-do “{todo}”."
        ),
        (
            "“{name}” texted the gas reading (the last one counts), the water reading is in the note of my to-do"
            " “{todo}”. Append both, with a space between, as a new line to the note “{title}”."
        ),
        (
            "In Notes, extend “{title}” by a line “gas water”: gas as in the latest message of “{name}”, water"
            " as the to-do “{todo}” has it."
        ),
    )
    steps = 18

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two gas readings and a water reading."""
        (person,) = far_people(rng, world, 1)
        todo, other = keys(rng, world, "todos", 2)
        gas, year = int(rng.integers(20_000, 80_000)), world.pools.year
        return {
            "name": person.name,
            "number": person.number,
            "gas": [str(gas), str(gas + int(rng.integers(3, 60)))],
            "water": str(rng.integers(3_000, 9_000)),
            "title": f"Meters {year}, {some(rng, world.pools.streets, 1)[0]}",
            "body": f"{gas - 900} {rng.integers(1_000, 3_000)}",
            "note": keys(rng, world, "notes", 1)[0],
            "todo": f"Read water meter {rng.integers(100, 999)}",
            "todos": [todo, other],
        }

    def setup(self, world: World, params: Params) -> None:
        """The first message had a wrong figure; a to-do of nearly the same title has another reading."""
        hush(world, params["number"], 14 * DAY)
        say(world, params["number"], f"The gas meter says {params['gas'][0]}.", 12 * DAY)
        say(world, params["number"], f"Sorry, I misread it: gas is at {params['gas'][1]}.", 12 * DAY - HOUR)
        titles, figures = (params["todo"], f"{params['todo']}0"), (params["water"], str(int(params["water"]) + 77))
        for key, title, figure in zip(params["todos"], titles, figures, strict=True):
            world.db.update("todos", key, title=title, note=f"It says {figure}.", done=0)
        write_note(world, params["note"], params["title"], params["body"], 60 * DAY, "Home")

    def expected(self, params: Params) -> list[Expected]:
        """A longer note."""
        return [update("notes", params["note"], body=f"{params['body']}\n{params['gas'][1]} {params['water']}")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """What is typed stands at the end of the field."""
        yield from find(hand, "messages", goal["name"])
        gas = match(r"gas .*?(\d+)", hand.view.all(role="message")[-1].text)[1]
        yield from find(hand, "todo", goal["todo"])
        note = yield from hand.scroll_to(lambda view: view.get("note"))
        water = match(r"(\d+)", note.value)[1]
        yield from find(hand, "notes", goal["title"])
        yield from hand.do("tap", element="edit")
        yield from hand.do("tap", element="body")
        yield from hand.do("type_text", text=f"\n{gas} {water}")
        yield from hand.save()


class BookingIntoEvent(Template):
    """A booking code from a mail and a number from Contacts are noted in an event."""

    name = "booking-into-event"
    kind = "memory"
    apps = ("mail", "contacts", "calendar")
    goals = (
        (
            "Write into the note of the event “{title}” on {day}: the booking code from the mail “{subject}”, a"
            " comma, a space, and the work number of “{name}”."
        ),
        (
            "The event “{title}” on {day} needs a note “code, number”: the code is in the mail “{subject}”, the"
            " number is the work one of “{name}”."
        ),
        (
            "Note in “{title}” ({day}) the booking code that the mail “{subject}” has and, after a comma and a"
            " space, the work number of “{name}”."
        ),
    )
    steps = 20

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A code, a number, and two events of one title."""
        (person,) = far_people(rng, world, 1)
        city = some(rng, world.pools.cities, 1)[0]
        days = some(rng, [day_after(world, number) for number in range(4, 40)], 2)
        return {
            "title": f"Stay in {city}",
            "subject": f"Confirmed: {city} {rng.integers(100, 999)}",
            "name": person.name,
            "contact": person.id,
            "work": world.numbers(1)[0],
            "codes": [
                f"{chr(65 + a)}{chr(65 + b)}{n}" for a, b, n in rng.integers((0, 0, 1000), (26, 26, 9999), (2, 3))
            ],
            "day": " ".join(day_text(parse_day(days[0])).split()[1:3]),
            "days": days,
            "events": keys(rng, world, "events", 2),
            "mail": keys(rng, world, "mails", 1)[0],
            "sender": some(rng, world.persons, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail mentions a cancelled booking, too."""
        old, new = params["codes"]
        body = f"Your booking {old} was cancelled.\nYour new booking code: {new}\nHave a good trip"
        write_mail(world, params["mail"], params["sender"], params["subject"], body, 29 * DAY)
        world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label = 'work'", params["contact"])
        world.db.insert("contact_phones", contact=params["contact"], label="work", number=params["work"])
        for key, day in zip(params["events"], params["days"], strict=True):
            plan(world, key, params["title"], day, "15:00", minutes=120)

    def expected(self, params: Params) -> list[Expected]:
        """The note of one of the two events."""
        return [update("events", params["events"][0], note=f"{params['codes'][1]}, {params['work']}")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Code, number, event."""
        yield from find(hand, "mail", goal["subject"])
        code = match(r"new booking code: (\S+)", (yield from read(hand, "body")))[1]
        yield from find(hand, "contacts", goal["name"])
        number = yield from read(hand, "phone:work")
        yield from seek_event(hand, goal["title"])
        event = first(
            e for e in hand.view.all(goal["title"]) if e.value.startswith((f"{goal['day']},", f"{goal['day']} "))
        )
        yield from hand.do("tap", element=event.id)
        yield from hand.do("tap", element="edit")
        yield from hand.fill("note", f"{code}, {number}")
        yield from hand.save()


class CallAbroad(Template):
    """An event of another time zone: its zone becomes a world clock, its start here an alarm."""

    name = "call-abroad"
    kind = "memory"
    apps = ("calendar", "clock")
    train = False
    goals = (
        (
            "The event “{title}” was planned in another time zone. Add a world clock for that zone, and an alarm"
            " “{title}” for when it starts here."
        ),
        (
            "Look at “{title}” in the calendar: show its time zone as a world clock, and set an alarm for its"
            " start in our time, labelled “{title}”."
        ),
        (
            "For “{title}” I want the clock of its time zone under World, and an alarm labelled “{title}” at the"
            " local time of its start."
        ),
    )
    steps = 19

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A zone that is not ours, and an hour there."""
        zone = some(rng, [name for name, _ in ZONES if name != world.zone], 1)[0]
        day = day_after(world, int(rng.integers(3, 25)))
        time = f"{draw_time(rng, 8, 20)[:3]}{5 * rng.integers(1, 12):02d}"
        return {
            "title": f"Call {some(rng, world.pools.companies, 1)[0]} {rng.integers(10, 99)}",
            "zone": zone,
            "day": day,
            "time": time,
            "alarm": time_text(local(instant(parse_day(day), time, zone), world.zone)),
            "event": keys(rng, world, "events", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The event; there is no clock of its zone."""
        plan(world, params["event"], params["title"], params["day"], params["time"], zone=params["zone"])
        world.db.execute("DELETE FROM world_clocks WHERE zone = ?", params["zone"])

    def expected(self, params: Params) -> list[Expected]:
        """A clock and an alarm."""
        return [
            insert("world_clocks", zone=params["zone"]),
            insert("alarms", time=params["alarm"], label=params["title"]),
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The event's page shows both times and the zone."""
        yield from seek_event(hand, goal["title"])
        yield from hand.tap(goal["title"], role="item")
        when = yield from read(hand, "time")
        zone = match(r"in ([\w/]+)\)", when)[1]
        yield from hand.open("clock")
        yield from hand.do("tap", element="add")
        yield from hand.pick_time("time", time_in(when))
        yield from hand.fill("label", goal["title"])
        yield from hand.save()
        yield from hand.do("tap", element="show:world")
        yield from hand.do("tap", element="add")
        yield from hand.tap(zone, role="item")


TEMPLATES = (
    SendTwoCodes(),
    MeterReadings(),
    BookingIntoEvent(),
    CallAbroad(),
)
