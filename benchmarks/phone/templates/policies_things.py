"""Change things only if a rule allows it: half of the worlds forbid it, and the answer tells what the rule says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from benchmarks.phone.apps.files import size_text
from benchmarks.phone.apps.settings import SETTINGS
from benchmarks.phone.clock import instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.replies import day_forms
from benchmarks.phone.templates.sights import current_note, pick, spot
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    ME,
    keys,
    plan,
    some,
    write_mail,
    write_note,
)
from benchmarks.phone.templates.ways import day_in, match, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


class FlipAllowedSwitch(Template):
    """A switch in the settings is flipped, if the latest mail of the company's office says that it may be."""

    name = "flip-switch-if-allowed"
    kind = "policy"
    apps = ("mail", "settings")
    goals = (
        (
            "Turn “{setting}” “{position}” if the latest mail from “{sender}” leaves that to me; if it wants to be"
            " asked first, change nothing and answer with the number of its ticket."
        ),
        (
            "I would like “{setting}” to be “{position}”. See what the newest mail of “{sender}” says about it: set"
            " it when it is free to change, otherwise only tell me the ticket number."
        ),
        (
            "By the last mail from “{sender}”, may I change “{setting}” on my phone? If so, turn it “{position}”; if"
            " not, answer with the ticket number to quote."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Some switches, who decides on them, and tickets."""
        switches = [setting for setting in SETTINGS.values() if setting.options == ()]
        chosen = some(rng, switches, 4)
        return {
            "key": chosen[0].key,
            "setting": chosen[0].label,
            "position": "off" if chosen[0].default == "on" else "on",
            "others": [setting.label for setting in chosen[1:]],
            "sender": f"office{rng.integers(10, 99)}@{some(rng, world.pools.hosts, 1)[0]}",
            "allowed": bool(rng.integers(2)),
            "tickets": rng.integers(10_000, 99_999, 3).tolist(),
            "mails": keys(rng, world, "mails", 3),
            "age": int(rng.integers(25, 60)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail that counts, an older one, and a newer one of another sender that say the opposite."""
        senders = (params["sender"], params["sender"], f"{params['sender']}.example")
        ages = (params["age"] * DAY, (params["age"] + 30) * DAY, 4 * HOUR)
        first, second, third = params["others"]
        for number, (key, ticket) in enumerate(zip(params["mails"], params["tickets"], strict=True)):
            ask = f"ask first, ticket {ticket}"
            here, there = ("free to change", ask) if params["allowed"] == (number == 0) else (ask, "free to change")
            lines = (f"{first}: {there}", f"{second}: {here}", f"{params['setting']}: {here}", f"{third}: {there}")
            write_mail(
                world, key, senders[number], "Your phone", "Rules from now on:\n" + "\n".join(lines), ages[number]
            )

    def expected(self, params: Params) -> list[Expected]:
        """The switch, when it is free."""
        return [update("settings", params["key"], value=params["position"])] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The ticket, when it is not."""
        return None if params["allowed"] else (str(params["tickets"][0]),)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the latest mail of this very sender, read the line of the setting, flip or tell."""
        yield from seek(hand, "mail", goal["sender"])
        yield from pick(
            hand,
            lambda view: next((e for e in view.starting("mail:") if e.value.startswith(f"{goal['sender']} ·")), None),
        )
        line = match(f"{goal['setting']}: (.*)", (yield from read(hand, "body")))[1]
        if line != "free to change":
            yield from hand.answer(match(r"\d+", line)[0])
            return
        yield from seek(hand, "settings", goal["setting"])
        yield from pick(hand, lambda view: view.find(goal["setting"], role="switch"))


class DeleteWhenKept(Template):
    """A file is deleted, if the last day on which it must be kept has passed."""

    name = "delete-when-keeping-ends"
    kind = "policy"
    apps = ("todo", "files")
    goals = (
        (
            "Delete the file “{file}” if it need not be kept any more: the open to-do “{todo}” has the last day. If"
            " that day has not passed, keep the file and answer with the day."
        ),
        (
            "My open to-do “{todo}” is due on the last day that “{file}” must stay in Files. Once that day is over,"
            " delete the file; until then only answer with the day."
        ),
        (
            "Has the day of the open to-do “{todo}” passed? If so, remove the file “{file}” from Files. If it is"
            " still to come, leave the file and tell me the day."
        ),
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A file, and days before and after today."""
        number, allowed = int(rng.integers(1000, 9999)), bool(rng.integers(2))
        past, future = (
            (world.today + timedelta(days=int(d))).isoformat() for d in (-rng.integers(1, 60), rng.integers(1, 90))
        )
        return {
            "file": f"{some(rng, world.pools.folders, 1)[0].lower()}_{number}.pdf",
            "todo": f"Keep {number}",
            "allowed": allowed,
            "days": [past, future] if allowed else [future, past],
            "keys": keys(rng, world, "files", 2),
            "todos": keys(rng, world, "todos", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The file and one that is called nearly the same; the to-do and an earlier one that is done."""
        for key, name in zip(params["keys"], (params["file"], f"old {params['file']}"), strict=True):
            world.db.update("files", key, name=name)
        for done, key in enumerate(params["todos"]):
            world.db.update(
                "todos", key, title=params["todo"], note="", due=params["days"][done], priority=0, done=done
            )

    def expected(self, params: Params) -> list[Expected]:
        """The file is gone, when its time is over."""
        return [delete("files", params["keys"][0])] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The day, when it is to come."""
        return None if params["allowed"] else day_forms(params["days"][0])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the to-do that is not done, compare its day with today's, delete or tell."""
        yield from seek(hand, "todo", goal["todo"])
        done = {e.id.removesuffix("/check") for e in hand.view.all(role="checkbox") if e.checked}
        yield from pick(
            hand, lambda view: next((e for e in view.all(goal["todo"], role="item") if e.id not in done), None)
        )
        day = (yield from hand.scroll_to(lambda view: view.get("due"))).value
        if day >= day_in(hand.view.day):
            yield from hand.answer(day)
            return
        yield from spot(hand, "files", goal["file"])
        yield from hand.menu("Delete")
        yield from hand.confirm()


class MoveMeetingIfFree(Template):
    """A meeting is moved to another time of its day, if its room is free then."""

    name = "move-meeting-if-room-free"
    kind = "policy"
    apps = ("calendar",)
    goals = (
        (
            "Move my event “{title}” to “{time}” on the same day if its room is free for the whole hour, by the"
            " event's note. If not, leave it and answer from what time on the room is free."
        ),
        (
            "Can “{title}” start at “{time}” instead? The note of the event says when its room is free (it takes an"
            " hour). If it can, change the time; if not, answer with the time at which the room becomes free."
        ),
        (
            "Let the event “{title}” begin at “{time}”, provided the room is free long enough; see the event's note."
            " Otherwise change nothing and tell me from when the room is free."
        ),
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A window of some hours, and a time within it, before it, or too close to its end."""
        allowed, early = bool(rng.integers(2)), bool(rng.integers(2))
        first = 12 * int(rng.integers(9, 12)) + int(rng.integers(12))
        end = first + int(rng.integers(24, 60))
        start = (
            int(rng.integers(first, end - 11)) if allowed else first - int(rng.integers(1, 10)) if early else end - 6
        )
        times = [f"{spot // 12:02d}:{spot % 12 * 5:02d}" for spot in (start, first, end)]
        day = (world.today + timedelta(days=int(rng.integers(2, 40)))).isoformat()
        return {
            "title": f"Plans with {some(rng, world.pools.first, 1)[0]} {rng.integers(100, 999)}",
            "time": times[0],
            "free": times[1:],
            "allowed": allowed,
            "starts": instant(parse_day(day), times[0], world.zone),
            "day": day,
            "events": keys(rng, world, "events", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The event in the evening, and a similar one with another window."""
        rule = "Bring the plans. The room is free from {} to {}."
        start, end = params["free"]
        for key, title, window in zip(
            params["events"], (params["title"], f"{params['title']} b"), ((start, end), (end, "19:45")), strict=True
        ):
            plan(world, key, title, params["day"], "20:00", note=rule.format(*window))

    def expected(self, params: Params) -> list[Expected]:
        """The new start, when the room is free."""
        return [update("events", params["events"][0], starts=params["starts"])] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """When the room becomes free, when it is not."""
        return None if params["allowed"] else (params["free"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the event, read the window, move it or tell."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        yield from pick(hand, lambda view: view.find(goal["title"], role="item"))
        first, end = match(r"from (\d\d:\d\d) to (\d\d:\d\d)", (yield from read(hand, "note"))).groups()
        hour, minute = goal["time"].split(":")
        if goal["time"] < first or f"{int(hour) + 1:02d}:{minute}" > end:
            yield from hand.answer(first)
            return
        yield from hand.do("tap", element="edit")
        yield from hand.pick_time("time", goal["time"])
        yield from hand.save()


class AlarmIfLoud(Template):
    """An alarm is switched on, if the alarm volume in the settings is high enough."""

    name = "alarm-if-loud-enough"
    kind = "policy"
    apps = ("settings", "clock")
    goals = (
        (
            "Switch on the alarm “{label}” if the alarm volume is at least “{volume}”. If it is lower, touch nothing"
            " and answer with the time which that alarm is set to."
        ),
        (
            "Only with an alarm volume of “{volume}” or more would I hear the alarm “{label}”. Turn the alarm on if"
            " that is so; if not, answer with the time of the alarm and leave everything."
        ),
        (
            "Look up the alarm volume in the settings. From “{volume}” on, activate the alarm “{label}”; below that,"
            " just tell me which time the alarm has."
        ),
    )
    steps = 5

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A label, a time, and a volume on one side of the wanted one."""
        allowed, wanted = bool(rng.integers(2)), 10 * int(rng.integers(3, 8))
        label = f"{some(rng, world.pools.places, 1)[0]} {rng.integers(10, 99)}"
        times = [
            f"{hour:02d}:{minute:02d}"
            for hour, minute in zip(rng.integers(5, 23, 2), rng.integers(60, size=2), strict=True)
        ]
        return {
            "label": label,
            "volume": f"{wanted}%",
            "allowed": allowed,
            "value": str(wanted + 10 * int(rng.integers(4)) if allowed else wanted - 10 * int(rng.integers(1, 4))),
            "times": times,
            "alarms": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The volume, the alarm, and one with a longer label."""
        world.db.update("settings", "alarm_volume", value=params["value"])
        labels = (params["label"], f"{params['label']} again")
        world.db.execute("DELETE FROM alarms WHERE enabled = 0")
        for key, label, time in zip(params["alarms"], labels, params["times"], strict=True):
            world.db.insert("alarms", id=key, label=label, time=time, enabled=0)

    def expected(self, params: Params) -> list[Expected]:
        """The alarm is on, when it can be heard."""
        return [update("alarms", params["alarms"][0], enabled=1)] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The alarm's time, when it cannot."""
        return None if params["allowed"] else (params["times"][0],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the volume, find the alarm, switch or tell."""
        yield from hand.open("settings")
        yield from hand.tap_id("section:Sound")
        volume = (yield from hand.scroll_to(lambda view: view.get("alarm_volume"))).value
        yield from hand.open("clock")
        alarm = yield from hand.scroll_to(
            lambda view: next((e for e in view.starting("alarm:") if e.value.startswith(f"{goal['label']} ·")), None)
        )
        if int(volume.removesuffix("%")) < int(goal["volume"].removesuffix("%")):
            yield from hand.answer(alarm.text)
        else:
            yield from hand.do("tap", element=f"{alarm.id}/switch")


class MailFileIfSmall(Template):
    """A file is mailed, if it is not larger than a note allows."""

    name = "mail-file-if-small"
    kind = "policy"
    apps = ("notes", "files", "mail")
    train = False
    goals = (
        (
            "Send the file “{file}” by mail to “{address}” if it is not larger than my note “{title}” permits. If it"
            " is, send nothing and answer with the size of the file."
        ),
        (
            "My note “{title}” limits what I send by mail. Mail “{file}” from Files to “{address}” if that fits;"
            " otherwise answer with its size."
        ),
        (
            "“{address}” waits for “{file}”. Mind the size limit in the note “{title}”: mail the file, or tell me its"
            " size if it is too large."
        ),
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A limit, and a file a little smaller or larger."""
        allowed, limit = bool(rng.integers(2)), int(rng.integers(30, 80))
        gap, odd = int(rng.integers(1, 15)), int(rng.integers(-40_000, 40_000))
        return {
            "file": f"{some(rng, world.pools.folders, 1)[0].lower()} {rng.integers(1000, 9999)}.pptx",
            "address": some(rng, world.persons, 1)[0].mail,
            "title": f"Mailing {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "allowed": allowed,
            "limit": f"{limit / 10:.1f} MB",
            "bytes": (limit - gap if allowed else limit + gap) * 100_000 + odd,
            "file_key": keys(rng, world, "files", 1)[0],
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The file and the rule."""
        world.db.update("files", params["file_key"], name=params["file"], bytes=params["bytes"])
        body = f"No pictures of people.\nFiles of up to {params['limit']}, nothing larger.\nAlways write a subject."
        write_note(world, params["note"], params["title"], body, 20 * DAY, "Work")

    def expected(self, params: Params) -> list[Expected]:
        """The mail and what is attached to it, when it fits."""
        sent = {"folder": "sent", "sender": ME, "recipient": params["address"], "subject": params["file"], "body": ""}
        attached = insert("mail_attachments", name=params["file"], bytes=params["bytes"])
        return [insert("mails", **sent), attached] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The size, when it does not."""
        size = size_text(params["bytes"])
        return None if params["allowed"] else (size, size.removesuffix(" MB"))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the rule and the size, mail the file or tell."""
        rule = yield from current_note(hand, goal["title"])
        yield from spot(hand, "files", goal["file"])
        size = yield from read(hand, "size")
        if float(size.split()[0]) > float(match(r"up to ([\d.]+) MB", rule)[1]):
            yield from hand.answer(size)
            return
        yield from hand.tap_id("share")
        yield from hand.fill("to", goal["address"])
        yield from hand.do("tap", element="send")


TEMPLATES: tuple[Template, ...] = (
    FlipAllowedSwitch(),
    DeleteWhenKept(),
    MoveMeetingIfFree(),
    AlarmIfLoud(),
    MailFileIfSmall(),
)
