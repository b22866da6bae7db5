"""Long: doubled contacts, strangers who keep calling, alarms that ring too late."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.clock import next_at
from benchmarks.phone.clock import WEEKDAYS
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import draw_number, far_people, fresh
from benchmarks.phone.templates.staging import keys, some
from benchmarks.phone.templates.ways import earlier, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World

NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
COPY = " (2)"


class MergeDoubled(Template):
    """Contacts that were entered twice become one, which keeps the number of the second entry."""

    name = "merge-doubled-contacts"
    kind = "long"
    apps = ("contacts",)
    goals = (
        (
            "Some people at “{company}” are in my contacts twice: as a name, and as the same name with “(2)”. Give the"
            " first entry the {label} number of the second one as its {label} number, then delete the second one."
            " Entries without a twin stay."
        ),
        (
            "Merge the doubled contacts of “{company}”: where there are “Name” and “Name (2)”, the {label} number of"
            " “Name (2)” goes to “Name” (as {label}), and “Name (2)” is deleted. Leave “(2)” entries that have no twin."
        ),
        (
            "Get rid of the “(2)” entries at “{company}” in Contacts whose name exists there without “(2)” as well;"
            " before, copy the {label} number of each into the remaining entry, as {label}."
        ),
    )
    steps = 45

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Four people with a copy, one without, and a copy of nobody."""
        chosen = far_people(rng, world, 6)
        return {
            "company": some(rng, world.pools.companies, 1)[0],
            "label": some(rng, ("home", "work"), 1)[0],
            "names": [person.name for person in chosen],
            "contacts": [person.id for person in chosen],
            "copies": fresh(rng, 4),
            "phones": fresh(rng, 5),
            "numbers": [draw_number(rng) for _ in range(5)],
        }

    def setup(self, world: World, params: Params) -> None:
        """The company has no one else; the four lack a number of the label."""
        company, label = params["company"], params["label"]
        world.db.execute("UPDATE contacts SET company = '' WHERE company = ?", company)
        for contact in params["contacts"]:
            world.db.update("contacts", contact, company=company)
            world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label = ?", contact, label)
        for key, name in zip(params["copies"], params["names"], strict=False):
            world.db.insert("contacts", id=key, name=f"{name}{COPY}", company=company)
        lone = params["contacts"][5]
        world.db.update("contacts", lone, name=f"{params['names'][5]}{COPY}")
        owners = zip(params["phones"], (*params["copies"], lone), params["numbers"], strict=True)
        for key, contact, number in owners:
            world.db.insert("contact_phones", id=key, contact=contact, label=label, number=number)

    def expected(self, params: Params) -> list[Expected]:
        """The copies are gone with their numbers, which the others have now."""
        gone = [delete("contacts", key) for key in params["copies"]]
        moved = zip(params["contacts"], params["phones"], params["numbers"], strict=False)
        for contact, phone, number in list(moved)[:4]:
            gone.append(delete("contact_phones", phone))
            gone.append(insert("contact_phones", contact=contact, label=params["label"], number=number))
        return gone

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the company; read and delete the copy, then edit the original."""
        yield from seek(hand, "contacts", goal["company"])
        found = {e.text: e.id for e in (yield from hand.read_all("contact:"))}
        doubled = [name for name in reversed(found) if f"{name}{COPY}" in found]
        for place, name in enumerate(doubled):
            if place:
                yield from hand.back()
            yield from hand.tap_id(found[f"{name}{COPY}"])
            number = yield from read(hand, f"phone:{goal['label']}")
            yield from hand.menu("Delete")
            yield from hand.confirm()
            yield from hand.tap_id(found[name])
            yield from hand.do("tap", element="edit")
            yield from hand.fill(f"phone_{goal['label']}", number)
            yield from hand.save()


class BlockFrequentStrangers(Template):
    """Numbers without a contact that called again and again are blocked."""

    name = "block-frequent-strangers"
    kind = "long"
    apps = ("phone",)
    goals = (
        (
            "Block every number that is not in my contacts and that called me at least {times} times, whether I"
            " answered or missed it. My own calls do not count; what is blocked stays blocked."
        ),
        (
            "Go through my call history. Unknown numbers with {times} or more incoming or missed calls are to be"
            " blocked, if they are not blocked yet."
        ),
        (
            "Make sure that all strangers (numbers without a name) whose calls, missed ones included, are in the"
            " history {times} times or more are blocked."
        ),
    )
    steps = 68

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Five who call often, one who is blocked already, two who call less often, a friend who calls often."""
        times = int(rng.integers(3, 5))
        strangers = [draw_number(rng) for _ in range(8)]
        friend = far_people(rng, world, 1)[0].number
        numbers = [number for number in (*strangers[:6], friend) for _ in range(times)]
        numbers += [number for number in strangers[6:] for _ in range(times - 1)]
        return {
            "times": str(times),
            "strangers": strangers,
            "friend": friend,
            "numbers": numbers,
            "kinds": [("incoming", "missed")[kind] for kind in rng.integers(0, 2, len(numbers))],
            "mine": [strangers[0], strangers[5], *strangers[6:], *strangers[6:]],
            "calls": keys(rng, world, "calls", len(numbers) + 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Nobody else without a name is in the history."""
        numbers = "SELECT number FROM contact_phones"
        world.db.execute(f"UPDATE calls SET number = ? WHERE number NOT IN ({numbers})", params["friend"])  # noqa: S608
        calls = [*zip(params["numbers"], params["kinds"], strict=True), *((n, "outgoing") for n in params["mine"])]
        for key, (number, kind) in zip(params["calls"], calls, strict=True):
            world.db.update("calls", key, number=number, kind=kind, seconds=0 if kind == "missed" else 5 + key)
        world.db.insert("blocked_numbers", number=params["strangers"][5])

    def expected(self, params: Params) -> list[Expected]:
        """Five numbers more are blocked."""
        return [insert("blocked_numbers", number=number) for number in params["strangers"][:5]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Count down to the end of the history, then block on the way back."""
        yield from hand.open("phone")
        calls = [e for e in (yield from hand.read_all("call:")) if e.text.startswith("+")]
        counted = Counter(e.text for e in calls if not e.value.startswith("outgoing"))
        latest = {e.text: e.id for e in calls if counted[e.text] >= int(goal["times"])}
        order = [e.id for e in reversed(calls)]
        for place, call in enumerate(sorted(latest.values(), key=order.index)):
            if place:
                yield from hand.back()
            yield from hand.tap_id(call)
            if (yield from read(hand, "block")) == "Block number":
                yield from hand.do("tap", element="block")


class ShiftAlarmsOfDay(Template):
    """The alarms that are on and ring on a weekday ring some minutes earlier."""

    name = "shift-alarms-of-day"
    kind = "long"
    apps = ("clock",)
    goals = (
        "Every alarm that is on and rings on {weekday}s (among other days) shall ring {minutes} minutes earlier.",
        (
            "Shift my {weekday} alarms: each that is switched on and whose days include {weekday} goes {minutes}"
            " minutes earlier. Those that are off stay as they are."
        ),
        (
            "In Clock, set all alarms which repeat on {weekday} and are on {minutes} minutes earlier; leave other"
            " days' alarms and the ones that are off alone."
        ),
    )
    steps = 34

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Five such alarms, two that are off, one of other days, and one that rings once."""
        weekday = int(rng.integers(7))
        days = rng.integers(0, 2, (8, 7))
        days[:, (weekday + 1) % 7] = 1
        days[:, weekday] = 1
        days[7, weekday] = 0
        hours = some(rng, range(2, 21), 9)
        return {
            "weekday": NAMES[weekday],
            "minutes": str(5 * int(rng.integers(2, 12))),
            "days": ["".join(map(str, row)) for row in days.tolist()] + ["0000000"],
            "times": [f"{hour:02d}:{5 * rng.integers(12):02d}" for hour in hours],
            "labels": [f"{city} {rng.integers(10, 99)}" for city in some(rng, world.pools.cities, 4)] + [""] * 5,
            "alarms": keys(rng, world, "alarms", 9),
        }

    def setup(self, world: World, params: Params) -> None:
        """There are no other alarms."""
        rows = zip(params["alarms"], params["times"], params["days"], params["labels"], strict=True)
        for place, (key, time, days, label) in enumerate(rows):
            on = place not in (5, 6)
            when = next_at(time, days, world.now, world.zone) if on else None
            world.db.update("alarms", key, time=time, days=days, label=label, enabled=int(on), next_at=when)

    def expected(self, params: Params) -> list[Expected]:
        """Five new times."""
        minutes, pairs = int(params["minutes"]), zip(params["alarms"], params["times"], strict=True)
        return [update("alarms", key, time=earlier(time, minutes)) for key, time in list(pairs)[:5]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read all alarms, then change them from the end of the list upwards."""
        number = NAMES.index(goal["weekday"])
        yield from hand.open("clock")
        alarms = yield from hand.read_all("alarm:")
        on = {e.id.removesuffix("/switch") for e in alarms if e.checked}
        for alarm in reversed(alarms):
            if alarm.id in on and _rings(alarm.value.split(" · ")[-1], number):
                yield from hand.tap_id(alarm.id)
                yield from hand.pick_time("time", earlier(alarm.text, int(goal["minutes"])))
                yield from hand.save()


def _rings(days: str, weekday: int) -> bool:
    """Whether `Every day`, `Monday to Friday`, `Weekend` or `Mon, Sat` include a weekday (0 is Monday).

    >>> _rings("Weekend", 6), _rings("Monday to Friday", 5), _rings("Mon, Sat", 5), _rings("Once", 0)
    (True, False, True, False)
    """
    spans = {"Every day": range(7), "Monday to Friday": range(5), "Weekend": range(5, 7)}
    return weekday in spans.get(days, ()) or WEEKDAYS[weekday] in days.split(", ")


TEMPLATES = (MergeDoubled(), BlockFrequentStrangers(), ShiftAlarmsOfDay())
