"""What comes in the way: a permission, a pop-up, a call, a message that is not there yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.todo import PRIORITIES
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh
from benchmarks.phone.templates.sights import pick, spot
from benchmarks.phone.templates.staging import DAY, HOUR, MINUTE, keys, some
from benchmarks.phone.templates.ways import match, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


def interrupt(world: World, after: int, title: str, text: str) -> None:
    """Plan a pop-up after so many gestures."""
    world.db.insert("popups", due=world.now + 2 * after, title=title, text=text)


class RenameFileAllowed(Template):
    """A file gets another name; Files asks for its permission first."""

    name = "rename-file-after-permission"
    kind = "recovery"
    apps = ("files",)
    goals = (
        "Rename the file “{old}” to “{new}”. Files may have the access that it asks for.",
        "In Files, “{old}” should be called “{new}”. Allow the app what it wants if it asks.",
        "Change the name of the file “{old}” to “{new}”; it is fine to give Files its permission.",
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A file and two names."""
        city, number = some(rng, world.pools.cities, 1)[0], int(rng.integers(100, 999))
        return {
            "old": f"{city} {number}.txt",
            "new": f"{city} {number + 1}.txt",
            "file": keys(rng, world, "files", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The file; the permission is not decided yet."""
        world.db.update("files", params["file"], name=params["old"])
        world.db.update("permissions", "files", state="ask")

    def expected(self, params: Params) -> list[Expected]:
        """The permission and the name."""
        return [update("permissions", "files", state="allowed"), update("files", params["file"], name=params["new"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Allow, search, rename."""
        yield from hand.open("files")
        yield from hand.do("tap", element="allow")
        yield from hand.fill("query", goal["old"])
        yield from pick(hand, lambda view: view.find(goal["old"], role="item"))
        yield from hand.menu("Rename")
        yield from hand.fill("name", goal["new"])
        yield from hand.save()


class AnswerDespiteDenial(Template):
    """Messages has been denied its permission, which only Settings can give now; then somebody is answered."""

    name = "answer-despite-denial"
    kind = "recovery"
    apps = ("settings", "messages")
    goals = (
        "Answer “{text}” to the message “{question}”. If Messages lacks a permission, give it to it in the settings.",
        (
            "Somebody sent me “{question}” in Messages: reply “{text}”. You may allow Messages what it needs, nothing"
            " else."
        ),
        "Reply to “{question}” with “{text}” (Messages). The app may have whatever access it misses.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, a question, an answer."""
        place, number = some(rng, world.pools.places, 1)[0], int(rng.integers(100, 999))
        return {
            "number": some(rng, world.persons, 1)[0].number,
            "question": f"Is it {place}, floor {number}?",
            "text": f"No, {some(rng, world.pools.places, 1)[0]}, {rng.integers(100, 999)}.",
            "keys": fresh(rng, 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The question as the last message; Messages and Files are denied their permissions."""
        thread, message = params["keys"]
        conversation(world, thread, params["number"], [(message, False, params["question"])], 20 * DAY)
        world.db.execute("UPDATE permissions SET state = 'denied' WHERE app IN ('messages', 'files')")

    def expected(self, params: Params) -> list[Expected]:
        """The permission of Messages, and the answer."""
        sent = insert("messages", thread=params["keys"][0], mine=1, text=params["text"])
        return [update("permissions", "messages", state="allowed"), sent]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Follow the hint of the blocked app, come back, answer."""
        yield from hand.open("messages")
        yield from hand.do("tap", element="open-settings")
        yield from hand.do("tap", element="permission:messages")
        yield from seek(hand, "messages", goal["question"])
        yield from pick(
            hand, lambda view: next((e for e in view.starting("thread:") if goal["question"] in e.value), None)
        )
        yield from hand.fill("draft", goal["text"])
        yield from hand.do("tap", element="send")


class RankTodoDespitePopup(Template):
    """A to-do gets another priority and day while a pop-up comes up."""

    name = "rank-todo-despite-popup"
    kind = "recovery"
    apps = ("todo",)
    goals = (
        "Give the to-do “{title}” the priority “{rank}”, and add the note “{note}”.",
        "In To-do, “{title}” should have “{rank}” as its priority and “{note}” as its note.",
        "Set the priority of my to-do “{title}” to “{rank}” and write “{note}” into its note.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A to-do, a priority, and when the pop-up comes."""
        rank, before = some(rng, range(4), 2)
        return {
            "todo": keys(rng, world, "todos", 1)[0],
            "title": f"Sort {some(rng, world.pools.folders, 1)[0]} {rng.integers(100, 999)}",
            "rank": PRIORITIES[rank][1],
            "value": rank,
            "before": before,
            "note": f"Shelf {rng.integers(100, 999)}",
            "after": int(rng.integers(2, 9)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The to-do and the pop-up."""
        world.db.update("todos", params["todo"], title=params["title"], priority=params["before"], note="", done=0)
        interrupt(
            world, params["after"], "How do you like To-do?", "Rate the app and win a weekend. It takes a minute."
        )

    def expected(self, params: Params) -> list[Expected]:
        """Priority and note."""
        return [update("todos", params["todo"], priority=params["value"], note=params["note"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The hand dismisses the pop-up wherever it comes."""
        yield from spot(hand, "todo", goal["title"])
        yield from hand.choose("priority", goal["rank"])
        yield from hand.fill("note", goal["note"])
        yield from hand.save()


class AwaitedCode(Template):
    """A message is on its way: wait for it, then store the code that it brings."""

    name = "store-awaited-code"
    kind = "recovery"
    apps = ("messages", "contacts")
    goals = (
        (
            "“{name}” will text me the code of the gate within half an hour. Wait for it, then write just the code"
            " into the note of their contact."
        ),
        (
            "Wait until “{name}” sends the gate code by message (it may take half an hour) and put only the code into"
            " the note of the contact “{name}”."
        ),
        (
            "A message with the gate code from “{name}” comes within the next 30 minutes. When it is there, set the"
            " note of their contact to the code."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two people, two codes, two moments."""
        person, other = far_people(rng, world, 2)
        first, second = sorted(rng.integers(2, 29, 2).tolist())
        return {
            "name": person.name,
            "contact": person.id,
            "numbers": [other.number, person.number],
            "codes": [f"{code:05d}" for code in rng.integers(10_000, 100_000, 3).tolist()],
            "due": [first * MINUTE, second * MINUTE + 30],
            "keys": fresh(rng, 4),
        }

    def setup(self, world: World, params: Params) -> None:
        """An old code of the person, a code of somebody else that comes first, and the right one."""
        numbers, codes, ids = params["numbers"], params["codes"], params["keys"]
        conversation(world, ids[0], numbers[0], [(ids[1], False, "Ok")], 9 * DAY)
        conversation(world, ids[2], numbers[1], [(ids[3], False, f"The gate code is {codes[2]}")], 9 * DAY)
        for number, code, after in zip(numbers, codes, params["due"], strict=False):
            world.db.insert("arrivals", due=world.now + after, number=number, text=f"The gate code is {code}")
        world.db.update("contacts", params["contact"], note="")
        world.db.execute("DELETE FROM notifications")
        world.db.update("settings", "do_not_disturb", value="off")

    def expected(self, params: Params) -> list[Expected]:
        """Both messages have come, and the note holds the right code."""
        texts = [f"The gate code is {code}" for code in params["codes"]]
        came = [insert("messages", thread=params["keys"][2 * i], mine=0, text=texts[i]) for i in range(2)]
        return [*came, update("contacts", params["contact"], note=params["codes"][1])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Wait with the notifications open until the person's shows."""
        yield from hand.do("open_notifications")
        while (message := hand.view.find(goal["name"], role="item", value="gate")) is None:
            yield from hand.do("wait", seconds=600)
        code = match("[0-9]{5}", message.value)[0]
        yield from spot(hand, "contacts", goal["name"])
        yield from hand.do("tap", element="edit")
        yield from hand.tap_id("note")
        yield from hand.do("type_text", text=code)
        yield from hand.save()


class CallMeanwhile(Template):
    """A call comes in during an edit: one caller is answered, another one is not."""

    name = "note-despite-call"
    kind = "recovery"
    apps = ("notes", "phone")
    goals = (
        (
            "Write a note “{title}” with the text “{text}”. If “{name}” rings meanwhile, answer the call; decline"
            " anybody else."
        ),
        "Make a new note: title “{title}”, text “{text}”. Somebody may call: take it if it is “{name}”, else decline.",
        "I need the note “{title}” saying “{text}”. Should the phone ring, answer only “{name}” and decline others.",
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A note, who may call, who does, and when."""
        person, other = far_people(rng, world, 2)
        wanted = bool(rng.integers(2))
        return {
            "title": f"{some(rng, world.pools.places, 1)[0]} {rng.integers(100, 999)}",
            "text": world.texts(world.pools.note_lines, 1)[0],
            "name": person.name,
            "number": person.number if wanted else other.number,
            "wanted": wanted,
            "after": int(rng.integers(1, 6)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The call to come."""
        world.db.insert("coming_calls", due=world.now + 2 * params["after"], number=params["number"])

    def expected(self, params: Params) -> list[Expected]:
        """The note, and the call as it was treated."""
        kind = "incoming" if params["wanted"] else "missed"
        note = insert("notes", title=params["title"], body=params["text"])
        return [note, insert("calls", number=params["number"], kind=kind)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Write the note; see who rings when it happens."""

        def ringing() -> Steps:
            if hand.view.find(goal["name"]) is None:
                yield from hand.do("tap", element="decline")
                return
            yield from hand.do("tap", element="accept")
            yield from hand.open("notes")

        hand.habits["phone.ringing"] = ringing
        yield from hand.open("notes")
        yield from hand.do("tap", element="add")
        yield from hand.fill("title", goal["title"])
        yield from hand.fill("body", goal["text"])
        yield from hand.save()


class CallBackAgainstOdds(Template):
    """A call back through everything that can come in the way: a permission, a pop-up, a call that fails at first."""

    name = "call-back-against-odds"
    kind = "recovery"
    apps = ("phone",)
    train = False
    goals = (
        (
            "Call back the number that I missed last and block nobody; delete the missed call from the history"
            " afterwards. The phone app may have its permission."
        ),
        (
            "Ring the one whose call I missed most recently, then remove that missed call from the history. Allow"
            " what Phone asks for."
        ),
        (
            "Return my latest missed call, and delete this missed call from the list when you have hung up. Phone may"
            " get the access it wants."
        ),
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A number, the keys of two calls, and when the pop-up comes."""
        return {
            "number": world.numbers(1)[0],
            "calls": keys(rng, world, "calls", 2),
            "after": int(rng.integers(2, 9)),
            "failures": int(rng.integers(1, 3)),
        }

    def setup(self, world: World, params: Params) -> None:
        """A missed call, a later one that was not missed; then the obstacles."""
        missed, answered = params["calls"]
        world.db.execute("UPDATE calls SET at = at - ?", 2 * HOUR)
        world.db.update("calls", missed, number=params["number"], kind="missed", at=world.now - HOUR, seconds=0)
        world.db.update("calls", answered, kind="incoming", at=world.now - MINUTE, seconds=90)
        world.db.update("permissions", "phone", state="ask")
        world.db.insert("faults", action="phone.ring", remaining=params["failures"])
        interrupt(world, params["after"], "Battery", "Less than a fifth is left. Think of charging soon.")

    def expected(self, params: Params) -> list[Expected]:
        """The permission, the call, and the missed one gone."""
        called = insert("calls", number=params["number"], kind="outgoing")
        return [update("permissions", "phone", state="allowed"), called, delete("calls", params["calls"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Allow, find the first missed call, call until it works, hang up, delete."""
        del goal
        yield from hand.open("phone")
        yield from hand.do("tap", element="allow")
        yield from pick(hand, lambda view: view.find(role="item", value="missed"))
        yield from hand.do("tap", element="call-back")
        while hand.view.page == "kit.alert":
            yield from hand.do("tap", element="ok")
            yield from hand.do("tap", element="call-back")
        yield from hand.do("tap", element="end")
        yield from hand.menu("Delete")
        yield from hand.confirm()


TEMPLATES: tuple[Template, ...] = (
    RenameFileAllowed(),
    AnswerDespiteDenial(),
    RankTodoDespitePopup(),
    AwaitedCode(),
    CallMeanwhile(),
    CallBackAgainstOdds(),
)
