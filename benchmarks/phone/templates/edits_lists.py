"""Edits in Notes, To-do and Files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import numpy as np

from benchmarks.phone.apps.notes import FOLDERS
from benchmarks.phone.clock import day_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh, plain
from benchmarks.phone.templates.listed import listed_day, listed_moment, today_on
from benchmarks.phone.templates.staging import DAY, day_after, some
from benchmarks.phone.templates.ways import day_in, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, update
from benchmarks.phone.world import World

RANKS = ("low", "medium", "high")
DOCUMENTS, DOWNLOADS, PICTURES = 2, 3, 4
"""Keys of folders that every phone has."""


class ExtendNewerNote(Template):
    """Of two notes with one title, the newer one gets another line at its end."""

    name = "extend-newer-note"
    kind = "edit"
    apps = ("notes",)
    goals = (
        "There are two notes “{title}”. Add the line “{line}” at the end of the one that was edited last.",
        "Write “{line}” as a new last line into my note “{title}” (the newer one; the other is out of date).",
        "Append a line to the more recently edited of the two notes “{title}”: “{line}”.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A title, the texts, and whether the stale note is pinned, which puts it first."""
        lines = world.texts(world.pools.note_lines, 3)
        folders = some(rng, FOLDERS[:4], 2)
        return {
            "title": f"Keys for {some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "line": lines[0],
            "bodies": lines[1:],
            "folders": folders,
            "pinned": int(rng.integers(2)),
            "ages": sorted(rng.integers(40, 400, 2).tolist()),
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """The newer note, the stale one, and one whose title goes on."""
        title = params["title"]
        (new, old), ages = params["bodies"], (*params["ages"], 38)
        rows = (
            (title, new, params["folders"][0], 0),
            (title, old, params["folders"][1], params["pinned"]),
            (f"{title}1", old, "Home", 0),
        )
        for number, (name, body, folder, pinned) in enumerate(rows):
            edited = world.now - ages[number] * DAY - 60 * number
            world.db.insert(
                "notes", id=params["keys"][number], title=name, body=body, folder=folder, pinned=pinned, edited=edited
            )

    def expected(self, params: Params) -> list[Expected]:
        """A longer text."""
        return [update("notes", params["keys"][0], body=f"{params['bodies'][0]}\n{params['line']}")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Compare when they were edited, open the newer one, type at its end."""
        yield from seek(hand, "notes", goal["title"])
        notes, today = hand.view.all(goal["title"], role="item"), today_on(hand.view)
        newer = max(notes, key=lambda note: listed_moment(note.value.rpartition(", ")[2], today))
        yield from hand.do("tap", element=newer.id)
        yield from hand.do("tap", element="edit")
        yield from hand.tap_id("body")
        yield from hand.do("type_text", text=f"\n{goal['line']}")
        yield from hand.save()


class FileNotesAway(Template):
    """All notes on one booking move into a folder; those on a similar number stay."""

    name = "file-notes-away"
    kind = "edit"
    apps = ("notes",)
    train = False
    goals = (
        "Move every note about the booking {number} into the folder “{folder}”.",
        "All my notes on booking {number} belong into the folder “{folder}”. Put them there.",
        "Tidy up Notes: whatever concerns booking {number} goes into “{folder}”, wherever it is now.",
    )
    steps = 21

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A booking, where its notes shall be, where they are, and their titles."""
        folder, *others = some(rng, FOLDERS[:4], 4)
        count = int(rng.integers(2, 4))
        return {
            "number": str(rng.integers(10_000, 99_999)),
            "folder": folder,
            "others": others,
            "titles": [f"{text} {n}" for n, text in enumerate(some(rng, plain(world.pools.note_titles), count + 2))],
            "ages": (30 + rng.permutation(count + 2)).tolist(),
            "keys": fresh(rng, count + 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Notes on the booking, the last two on numbers that hold this one."""
        number, keys = params["number"], params["keys"]
        bookings = [number] * (len(keys) - 2) + [f"{number}4", f"3{number}"]
        for place, (key, booking) in enumerate(zip(keys, bookings, strict=True)):
            values = {"title": params["titles"][place], "folder": params["others"][place % 3]}
            edited = world.now - params["ages"][place] * DAY
            world.db.insert("notes", id=key, body=f"Booking {booking}.\nAsk about breakfast.", edited=edited, **values)

    def expected(self, params: Params) -> list[Expected]:
        """Another folder for each."""
        return [update("notes", key, folder=params["folder"]) for key in params["keys"][:-2]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the number, change the folder of one note after another."""
        yield from seek(hand, "notes", goal["number"])
        notes = [e for e in hand.view.starting("note:") if re.search(rf"\b{goal['number']}\b", e.value)]
        for place, note in enumerate(notes):
            if place:
                yield from hand.back()
            yield from hand.tap_id(note.id)
            yield from hand.do("tap", element="edit")
            yield from hand.choose("folder", goal["folder"])
            yield from hand.save()


class PostponeOneOverdue(Template):
    """The overdue to-do of a priority gets a new day."""

    name = "postpone-one-overdue"
    kind = "edit"
    apps = ("todo",)
    goals = (
        "In the list “{list}”, one open to-do of {rank} priority is overdue. Postpone it to {day}.",
        "Give the overdue {rank} priority to-do in “{list}” the new day {day}.",
        "Look into “{list}”: what has {rank} priority and is past its day shall be due on {day}.",
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A list, a priority, days, and what is to be done."""
        ahead = int(rng.integers(3, 26))
        return {
            "list": f"{some(rng, world.pools.lists, 1)[0]} {some(rng, world.pools.cities, 1)[0]}",
            "rank": (rank := some(rng, RANKS, 1)[0]),
            "priority": RANKS.index(rank) + 1,
            "late": day_after(world, -int(rng.integers(1, 20))),
            "early": day_after(world, int(rng.integers(1, 20))),
            "due": day_after(world, ahead),
            "day": day_text(world.today + timedelta(days=ahead)),
            "titles": some(rng, plain(world.pools.todos), 4),
            "keys": fresh(rng, 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """The to-do; some that are overdue, of this priority or open, but not all of it; a list of nearly this name."""
        keys, rank, late, early = params["keys"], params["priority"], params["late"], params["early"]
        world.db.insert("todo_lists", id=keys[8], name=params["list"])
        world.db.insert("todo_lists", id=keys[9], name=f"{params['list']} 2")
        others = [number for number in (1, 2, 3) if number != rank]
        rows = [
            (8, late, rank, 0), (8, late, others[0], 0), (8, late, others[1], 0), (8, early, rank, 0), (8, "", rank, 0),
            (8, late, rank, 1), (9, late, rank, 0), (8, early, others[1], 0),
        ]  # fmt: skip
        for number, (place, due, priority, done) in enumerate(rows):
            values = {"title": params["titles"][number % 4], "due": due, "priority": priority, "done": done}
            world.db.insert("todos", id=keys[number], list=keys[place], **values)

    def expected(self, params: Params) -> list[Expected]:
        """Another day."""
        return [update("todos", params["keys"][0], due=params["due"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Compare days and priorities in the list, set the day."""
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        today = today_on(hand.view)
        late = next(
            item
            for item in hand.view.all(role="item", value=f" · {goal['rank'].capitalize()}")
            if "No day" not in item.value and listed_day(item.value, today) < today
        )
        yield from hand.do("tap", element=late.id)
        yield from hand.pick_date("due", date.fromisoformat(day_in(goal["day"])).isoformat())
        yield from hand.save()


class ClearDone(Template):
    """What is done in a list is deleted; the same in a list of a similar name stays."""

    name = "clear-done"
    kind = "edit"
    apps = ("todo",)
    goals = (
        "Delete everything that is done in my to-do list “{list}”. The open things stay.",
        "Clean up the list “{list}”: remove the done to-dos.",
        "In To-do, throw the finished entries out of “{list}”, only there.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Lists, and what is done in them."""
        name = some(rng, world.pools.lists, 1)[0]
        towns = some(rng, world.pools.cities, 2)
        done = rng.integers(0, 2, 8).tolist()
        done[int(rng.integers(4))] = 1
        return {
            "list": f"{name} {towns[0]}",
            "other": f"{name} {towns[1]}",
            "titles": some(rng, plain(world.pools.todos), 4),
            "done": done,
            "keys": fresh(rng, 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two lists with the same to-dos."""
        keys = params["keys"]
        for key, name in zip(keys[8:], (params["list"], params["other"]), strict=True):
            world.db.insert("todo_lists", id=key, name=name)
        for number, done in enumerate(params["done"]):
            title = params["titles"][number % 4]
            world.db.insert("todos", id=keys[number], list=keys[8 + number // 4], title=title, done=done)

    def expected(self, params: Params) -> list[Expected]:
        """The done ones of the first list are gone."""
        return [delete("todos", key) for key, done in zip(params["keys"][:4], params["done"], strict=False) if done]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """One command of the list's menu."""
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        yield from hand.menu("Delete done")
        yield from hand.confirm()


class MoveNewestScan(Template):
    """The newest PDF of the downloads moves into a folder of which there are two."""

    name = "move-newest-scan"
    kind = "edit"
    apps = ("files",)
    goals = (
        "Move the newest PDF file in Downloads to the folder “{folder}” in Documents.",
        "The PDF that I downloaded last belongs into Documents, folder “{folder}”. Move it there.",
        "Take the most recent PDF from Downloads and put it into “{folder}”, the one under Documents.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A folder, and files by age in minutes."""
        numbers, cities = rng.integers(10_000, 99_999, 4).tolist(), some(rng, world.pools.cities, 4)
        files = [f"scan_{number}.pdf" for number in numbers[:3]] + [f"view_{numbers[3]}.jpg"]
        return {
            "folder": f"{some(rng, world.pools.folders, 1)[0]} {cities[0]}",
            "files": files,
            "old": [f"{text} {city}.txt" for text in ("a map of", "bills of", "costs in") for city in cities],
            "ages": sorted(rng.integers(2, 9, 3).tolist()),
            "keys": fresh(rng, 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two folders of one name; three PDFs, a newer picture, and many old files."""
        keys, ages = params["keys"], [*params["ages"], 1]
        for key, parent in zip(keys[4:], (DOCUMENTS, PICTURES), strict=True):
            world.db.insert("folders", id=key, parent=parent, name=params["folder"])
        for number, name in enumerate(params["files"]):
            modified = world.now - 60 * ages[number] - number
            world.db.insert("files", id=keys[number], folder=DOWNLOADS, name=name, bytes=240_000, modified=modified)
        for name in params["old"]:
            world.db.insert("files", folder=DOWNLOADS, name=name, bytes=4_000, modified=world.now - 300 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """Another folder."""
        return [update("files", params["keys"][0], folder=params["keys"][4])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Sort by date, take the first PDF, walk to the folder."""
        yield from hand.open("files")
        yield from hand.tap("Downloads", role="item")
        yield from hand.menu("Sort by date")
        newest = yield from hand.scroll_to(
            lambda view: next((e for e in view.starting("file:") if e.text.endswith(".pdf")), None)
        )
        yield from hand.do("tap", element=newest.id)
        yield from hand.menu("Move")
        yield from hand.tap("Documents", role="item")
        yield from hand.tap(goal["folder"], role="item")
        yield from hand.do("tap", element="move-here")


TEMPLATES = (ExtendNewerNote(), FileNotesAway(), PostponeOneOverdue(), ClearDone(), MoveNewestScan())
