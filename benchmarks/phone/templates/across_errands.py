"""Across apps: settings, timers and to-dos as a mail or a note has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.settings import SETTINGS
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.staging import (
    DAY,
    day_after,
    keys,
    some,
    write_mail,
    write_note,
)
from benchmarks.phone.templates.ways import day_in, find, match, read, read_note
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class ApplySettingsFromMail(Template):
    """Two settings as a mail wants them; an earlier mail wanted others."""

    name = "settings-from-mail"
    kind = "across"
    apps = ("mail", "settings")
    goals = (
        "Set up the phone as the latest mail “{subject}” says.",
        "Please change my settings to what the most recent of the mails “{subject}” asks for.",
        "There are two mails “{subject}”. Follow the newer one and change the settings that it lists.",
    )
    steps = 15
    choices = ("font_size", "screen_timeout", "ringtone", "ring_volume", "media_volume", "alarm_volume", "brightness")

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two settings with a wanted and a former value, neither of which is set now."""
        chosen: list[str] = some(rng, self.choices, 2)
        now = {row["key"]: row["value"] for row in world.db.rows("SELECT key, value FROM settings")}
        options = [[value for value, _ in SETTINGS[key].options or () if value != now[key]] for key in chosen]
        return {
            "subject": f"Phone set-up {some(rng, world.pools.cities, 1)[0]} {rng.integers(1000, 9999)}",
            "settings": chosen,
            "wanted": [some(rng, values, 2) for values in options],
            "mails": keys(rng, world, "mails", 2),
            "sender": some(rng, world.persons, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The stale mail has a star."""
        for i, (key, age) in enumerate(zip(params["mails"], (25 * DAY, 35 * DAY), strict=True)):
            lines = [
                f"{SETTINGS[name].label}: {dict(SETTINGS[name].options or ())[wanted[i]]}"
                for name, wanted in zip(params["settings"], params["wanted"], strict=True)
            ]
            body = "\n".join(["Please set:", *lines, "Leave the rest as it is."])
            write_mail(world, key, params["sender"], params["subject"], body, age)
        world.db.update("mails", params["mails"][1], starred=1)

    def expected(self, params: Params) -> list[Expected]:
        """Both settings."""
        pairs = zip(params["settings"], params["wanted"], strict=True)
        return [update("settings", key, value=wanted[0]) for key, wanted in pairs]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """One setting after another, by the search of the settings."""
        yield from find(hand, "mail", goal["subject"])
        body = yield from read(hand, "body")
        yield from hand.open("settings")
        for line in body.split("\n")[1:-1]:
            label, value = line.split(": ")
            yield from hand.fill("query", label)
            yield from hand.tap(label, role="item")
            yield from hand.tap(value, role="radio")


class TimerFromRecipe(Template):
    """A timer for the baking time that a recipe gives for one kind of oven."""

    name = "timer-from-recipe"
    kind = "across"
    apps = ("notes", "clock")
    train = False
    goals = (
        "Make a timer “{label}” for the baking time in my note “{title}” (the {oven} oven) and start it.",
        "How long does “{title}” bake in the {oven} oven according to my note? Start a new timer “{label}” for that.",
        "Create and start a timer labelled “{label}” with the {oven} oven's time from the note “{title}”.",
    )
    steps = 20

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Times for three ovens; one of them counts."""
        times = some(rng, range(16, 59), 4)
        ovens = some(rng, ("gas", "fan", "electric"), 3)
        return {
            "title": f"Cake from {some(rng, world.pools.cities, 1)[0]}",
            "label": f"Cake {rng.integers(100, 999)}",
            "oven": ovens[0],
            "ovens": ovens,
            "times": times,
            "notes": keys(rng, world, "notes", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """A recipe, and an archived version of it with another time."""
        ovens, times = params["ovens"], params["times"]
        lines = sorted(f"{oven} oven: {time} min" for oven, time in zip(ovens, times[:3], strict=True))
        stale = f"300 g flour\n{ovens[0]} oven: {times[3]} min"
        write_note(world, params["notes"][0], params["title"], "\n".join(["250 g flour, 3 eggs", *lines]), 60 * DAY)
        write_note(world, params["notes"][1], params["title"], stale, 50 * DAY, "Archive")

    def expected(self, params: Params) -> list[Expected]:
        """A timer that runs."""
        return [insert("timers", seconds=60 * params["times"][0], label=params["label"], running=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Make it, then start it."""
        minutes = match(rf"{goal['oven']} oven: (\d+) min", (yield from read_note(hand, goal["title"])))[1]
        yield from hand.open("clock")
        yield from hand.do("tap", element="show:timers")
        yield from hand.do("tap", element="add")
        yield from hand.fill("label", goal["label"])
        yield from hand.choose("minutes", minutes)
        yield from hand.save()
        timer = yield from hand.look_for(f"{goal['label']}, {minutes} min")
        yield from hand.tap_id(f"{timer.id}/start")


class TodoFromInvoice(Template):
    """An invoice whose day was corrected by a later mail becomes a to-do."""

    name = "todo-from-invoice"
    kind = "across"
    apps = ("mail", "todo")
    train = False
    goals = (
        (
            "Add a to-do “{title}” to the list “{list}”, priority High, due when invoice {number} must be paid"
            " (mind corrections in later mails)."
        ),
        (
            "When is invoice {number} due, after all the mails about it? Make a High priority to-do “{title}”"
            " for that day in “{list}”."
        ),
        (
            "Put “{title}” into my list “{list}” with priority High and the day on which invoice {number} is"
            " due; a later mail may have moved it."
        ),
    )
    steps = 18

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two days, and a list."""
        lists = world.db.rows("SELECT id, name FROM todo_lists ORDER BY id")
        chosen, number = lists[rng.integers(len(lists))], int(rng.integers(10_000, 99_998))
        return {
            "title": f"Pay {some(rng, world.pools.companies, 1)[0]}",
            "number": str(number),
            "list": chosen["name"],
            "key": chosen["id"],
            "days": [day_after(world, int(n)) for n in rng.integers(2, 12, 3).cumsum()],
            "mails": keys(rng, world, "mails", 3),
            "sender": some(rng, world.persons, 1)[0].mail,
        }

    def setup(self, world: World, params: Params) -> None:
        """The invoice, its correction, and the newest mail, which is about the next invoice."""
        number = int(params["number"])
        subjects = (f"Invoice {number}", f"Correction of invoice {number}", f"Invoice {number + 1}")
        for i, (key, age) in enumerate(zip(params["mails"], (40 * DAY, 31 * DAY, 26 * DAY), strict=True)):
            body = f"Dear customer,\nplease pay by {day_text(parse_day(params['days'][i]))}.\nSincerely"
            write_mail(world, key, params["sender"], subjects[i], body, age)

    def expected(self, params: Params) -> list[Expected]:
        """One to-do."""
        return [insert("todos", title=params["title"], list=params["key"], due=params["days"][1], priority=3)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The correction is the newest mail about this number."""
        yield from find(hand, "mail", f"Correction of invoice {goal['number']}")
        day = day_in((yield from read(hand, "body")))
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        yield from hand.do("tap", element="add")
        yield from hand.fill("title", goal["title"])
        yield from hand.pick_date("due", day)
        yield from hand.choose("priority", "High")
        yield from hand.save()


TEMPLATES = (
    ApplySettingsFromMail(),
    TimerFromRecipe(),
    TodoFromInvoice(),
)
