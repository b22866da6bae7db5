"""What cannot be done in half of the worlds; the refusal names the fact that stands in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from benchmarks.phone.apps.clock import ZONES
from benchmarks.phone.apps.files import size_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh
from benchmarks.phone.templates.replies import amount_forms, day_forms, refusals, refuse
from benchmarks.phone.templates.sights import pick, spot
from benchmarks.phone.templates.staging import DAY, euros, keys, plan, some, write_mail
from benchmarks.phone.templates.ways import cents_in, choose_starting, day_in, match, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import DECLINED, Expected, delete, insert, update
from benchmarks.phone.world import World


class MoveSavings(Template):
    """Money moves between two accounts of one's own, if the first one holds enough."""

    name = "move-savings"
    kind = "infeasible"
    apps = ("wallet",)
    goals = (
        (
            "Move “{amount}” € from my “{source}” account to “{target}”, reference “{note}”. If it does not hold that"
            " much, answer “impossible: ” followed by its balance."
        ),
        (
            "Transfer “{amount}” € between my own accounts, from “{source}” to “{target}”; write “{note}” as the"
            " reference. Is there too little money in it? Then answer “impossible: ” and what it holds."
        ),
        (
            "“{target}” needs “{amount}” € from “{source}” (reference “{note}”). Should “{source}” hold less than"
            " that, do nothing and answer “impossible: ” with its balance."
        ),
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two accounts, and an amount a little below or above what the first one holds."""
        first, second = some(rng, world.db.rows("SELECT id, name, cents FROM accounts WHERE id > 1 ORDER BY id"), 2)
        feasible, cents, gap = bool(rng.integers(2)), int(rng.integers(8_000, 45_000)), int(rng.integers(150, 4_000))
        return {
            "accounts": [first["id"], second["id"]],
            "source": first["name"],
            "target": second["name"],
            "cents": cents,
            "amount": euros(cents),
            "note": f"{some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "feasible": feasible,
            "spent": first["cents"] - (cents + gap if feasible else cents - gap),
            "balances": [cents + gap if feasible else cents - gap, second["cents"]],
        }

    def setup(self, world: World, params: Params) -> None:
        """A large payment that leaves so much."""
        account, cents = params["accounts"][0], params["spent"]
        world.db.update("accounts", account, cents=params["balances"][0])
        row = {"account": account, "cents": -cents, "title": "Rent", "category": "Home", "note": ""}
        world.db.insert("transactions", at=world.now - DAY, **row)

    def expected(self, params: Params) -> list[Expected]:
        """Both accounts and both bookings."""
        if not params["feasible"]:
            return []
        cents, (source, target), balances = params["cents"], params["accounts"], params["balances"]
        rest = {"category": "Transfer", "note": params["note"]}
        return [
            update("accounts", source, cents=balances[0] - cents),
            update("accounts", target, cents=balances[1] + cents),
            insert("transactions", account=source, cents=-cents, title=params["target"], **rest),
            insert("transactions", account=target, cents=cents, title=params["source"], **rest),
        ]

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the balance."""
        return None if params["feasible"] else refusals(*amount_forms(params["balances"][0]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the balance on the first page; transfer or refuse."""
        yield from hand.open("wallet")
        balance = (yield from hand.look_for(goal["source"], role="item")).value
        if cents_in(balance) < cents_in(f"{goal['amount']} €"):
            yield from refuse(hand, balance)
            return
        yield from hand.do("tap", element="transfer")
        for key in ("source", "target"):
            yield from choose_starting(hand, key, f"{goal[key]} (")
        yield from hand.fill("amount", goal["amount"])
        yield from hand.fill("note", goal["note"])
        yield from hand.tap_id("continue")
        yield from hand.do("tap", element="send")


class WriteToColleague(Template):
    """A message to the person of a first name at a company, if there is only one."""

    name = "write-to-colleague"
    kind = "infeasible"
    apps = ("contacts", "messages")
    goals = (
        (
            "Write “{text}” to “{first}” from “{company}” in Messages. If it is not clear who that is, write to"
            " nobody and answer “impossible: ” with the full names that fit, in alphabetical order, separated by"
            " commas."
        ),
        (
            "Send “{first}” of “{company}” the message “{text}”. Should more than one contact fit, send nothing and"
            " answer “impossible: ” and their full names by the alphabet, with commas between them."
        ),
        (
            "“{text}” is what I want to tell “{first}” (works at “{company}”) by message. If several people fit, just"
            " answer “impossible: ” and list their full names alphabetically, separated by commas."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A first name, family names, a company that nobody else works for."""
        person = far_people(rng, world, 1)[0]
        first, lasts = some(rng, world.pools.first, 1)[0], sorted(some(rng, world.pools.last, 3))
        feasible = bool(rng.integers(2))
        return {
            "contact": person.id,
            "number": person.number,
            "first": first,
            "names": [f"{first} {last}" for last in (lasts[:1] if feasible else lasts)],
            "elsewhere": f"{first} {some(rng, world.pools.last, 1)[0]}-{lasts[0]}",
            "company": f"{some(rng, world.pools.companies, 1)[0]} {rng.integers(10, 99)}",
            "feasible": feasible,
            "keys": fresh(rng, 6),
            "text": f"See you at {some(rng, world.pools.places, 1)[0]}, {rng.integers(10, 99)}.",
        }

    def setup(self, world: World, params: Params) -> None:
        """Who fits, who works there under another name, who has the name and works elsewhere."""
        conversation(world, params["keys"][4], params["number"], [(params["keys"][5], False, "Ok!")], 40 * DAY)
        world.db.update("contacts", params["contact"], name=params["names"][0], company=params["company"])
        names = [*params["names"][1:], f"{params['first'][0]}. {params['elsewhere'].split()[1]}"]
        for key, name in zip(params["keys"][1:], names, strict=False):
            world.db.insert("contacts", id=key, name=name, company=params["company"])
        world.db.insert("contacts", id=params["keys"][0], name=params["elsewhere"], company="Elsewhere")

    def expected(self, params: Params) -> list[Expected]:
        """The message, when it is clear whom it is for."""
        return [insert("messages", thread=params["keys"][4], mine=1, text=params["text"])] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the names."""
        return None if params["feasible"] else refusals(", ".join(params["names"]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the company, see who has the name; write or refuse."""
        yield from seek(hand, "contacts", goal["company"])
        found = [e for e in hand.view.starting("contact:") if e.text.startswith(f"{goal['first']} ")]
        if len(found) > 1:
            yield from refuse(hand, ", ".join(sorted(e.text for e in found)))
            return
        yield from pick(hand, lambda view: view.get(found[0].id))
        yield from hand.tap_id("message")
        yield from hand.fill("draft", goal["text"])
        yield from hand.do("tap", element="send")


class CancelComingEvent(Template):
    """An event is deleted, if it is not over yet."""

    name = "cancel-coming-event"
    kind = "infeasible"
    apps = ("calendar",)
    goals = (
        (
            "Cancel “{title}”: delete the event from my calendar. If it is over already, it cannot be cancelled:"
            " leave it and answer “impossible: ” with its day."
        ),
        (
            "I will not go to “{title}”, delete it. Should its day be past, keep the entry and answer “impossible: ”"
            " and the day."
        ),
        (
            "Call off the event “{title}” by deleting it. If it took place already, change nothing and answer"
            " “impossible: ” plus the day on which it was."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A title and two days."""
        feasible, ahead, ago = bool(rng.integers(2)), int(rng.integers(1, 60)), int(rng.integers(1, 60))
        days = [(world.today + timedelta(days=step)).isoformat() for step in (ahead, -ago)]
        return {
            "title": f"Visit of {some(rng, world.pools.first, 1)[0]} {rng.integers(100, 999)}",
            "feasible": feasible,
            "days": days if feasible else days[::-1],
            "time": f"{rng.integers(8, 20):02d}:{rng.integers(10, 60)}",
            "events": keys(rng, world, "events", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The event, and a similar one on the other side of today."""
        titles = (params["title"], f"{params['title']} and friends")
        for key, title, day in zip(params["events"], titles, params["days"], strict=True):
            plan(world, key, title, day, params["time"])
            world.db.execute("DELETE FROM event_exceptions WHERE event = ?", key)

    def expected(self, params: Params) -> list[Expected]:
        """The event is gone."""
        return [delete("events", params["events"][0])] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the day."""
        return None if params["feasible"] else refusals(*day_forms(params["days"][0]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the event, compare its day with today's."""
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        yield from hand.fill("query", goal["title"])
        yield from pick(hand, lambda view: view.find(goal["title"], role="item"))
        day = yield from read(hand, "date")
        if day_in(day) < day_in(hand.view.day):
            yield from refuse(hand, day)
            return
        yield from hand.menu("Delete")
        yield from hand.confirm()


class StarMailFrom(Template):
    """A mail of a subject gets a star, if the one who is named has sent it."""

    name = "star-mail-from"
    kind = "infeasible"
    apps = ("contacts", "mail")
    goals = (
        (
            "Put a star on the mail “{subject}” that “{name}” sent me. If it came from somebody else, do not mark it"
            " and answer “impossible: ” with the address that it came from."
        ),
        (
            "“{name}” wrote me a mail called “{subject}”: star it. In case no such mail is from them, answer"
            " “impossible: ” and the address of who did send it."
        ),
        (
            "Star “{subject}”, the mail by “{name}” (their address is in Contacts). Did another person send it? Then"
            " leave it and answer “impossible: ” plus that person's address."
        ),
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A person, another sender whose address is nearly the same, and a subject."""
        person = far_people(rng, world, 1)[0]
        feasible = bool(rng.integers(2))
        user, host = person.mail.split("@")
        return {
            "name": person.name,
            "feasible": feasible,
            "sender": person.mail if feasible else f"{user}{rng.integers(100)}@{host}",
            "subject": f"Photos {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "mail": keys(rng, world, "mails", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail."""
        write_mail(world, params["mail"], params["sender"], params["subject"], "See the pictures.", 35 * DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The star."""
        return [update("mails", params["mail"], starred=1)] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the address."""
        return None if params["feasible"] else refusals(params["sender"])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the person's address, compare it with the sender's; star or refuse."""
        yield from spot(hand, "contacts", goal["name"])
        address = yield from read(hand, "email:private")
        yield from spot(hand, "mail", goal["subject"])
        sender = yield from read(hand, "sender")
        if sender == address:
            yield from hand.do("tap", element="star")
        else:
            yield from refuse(hand, sender)


class KeepAttachment(Template):
    """An attachment is saved, if Downloads has no file of its name."""

    name = "keep-attachment-if-free"
    kind = "infeasible"
    apps = ("mail", "files")
    goals = (
        (
            "Save the file attached to the mail “{subject}” to Downloads. If that fails because there is one of this"
            " name already, answer “impossible: ” with the size that the one in Downloads has."
        ),
        (
            "Keep the attachment of “{subject}” on the phone (Downloads). Is its name taken there? Then answer"
            " “impossible: ” and the size of the file that is there."
        ),
        (
            "Download what is attached to the mail “{subject}”. When Downloads refuses it for its name, answer"
            " “impossible: ” plus the size of the file already in Downloads."
        ),
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A name, two sizes."""
        name = f"{some(rng, world.pools.folders, 1)[0].lower()} {rng.integers(1000, 9999)}.pdf"
        sizes = rng.integers(12, 960, 3).tolist()
        return {
            "name": name,
            "feasible": bool(rng.integers(2)),
            "bytes": [1000 * size for size in sizes],
            "subject": f"Papers {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "sender": some(rng, world.persons, 1)[0].mail,
            "mail": keys(rng, world, "mails", 1)[0],
            "files": fresh(rng, 2),
            "downloads": world.db.value("SELECT id FROM folders WHERE parent = 1 AND name = 'Downloads'"),
            "documents": world.db.value("SELECT id FROM folders WHERE parent = 1 AND name = 'Documents'"),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail, a file of this name in another folder and, in half of the worlds, one in Downloads."""
        write_mail(world, params["mail"], params["sender"], params["subject"], "Here they are.", 30 * DAY)
        sizes = params["bytes"]
        world.db.insert("mail_attachments", mail=params["mail"], name=params["name"], bytes=sizes[0])
        places = (params["documents"], params["downloads"])[: 1 if params["feasible"] else 2]
        for key, folder, size in zip(params["files"], places, sizes[1:], strict=False):
            world.db.insert("files", id=key, folder=folder, name=params["name"], bytes=size, modified=world.now - DAY)

    def expected(self, params: Params) -> list[Expected]:
        """The file."""
        file = {"folder": params["downloads"], "name": params["name"], "bytes": params["bytes"][0]}
        return [insert("files", **file)] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the size."""
        return None if params["feasible"] else refusals(size_text(params["bytes"][2]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Try; when there is an alert, look the file up."""
        yield from spot(hand, "mail", goal["subject"])
        name = (yield from hand.scroll_to(lambda view: next(iter(view.starting("attachment:")), None))).text
        yield from hand.tap(name, role="item")
        if hand.view.page != "kit.alert":
            return
        yield from spot(hand, "files", name, value="Downloads")
        yield from refuse(hand, (yield from read(hand, "size")))


class DropClockAndTodo(Template):
    """Two errands, the second of which is impossible in half of the worlds: what can be done is done."""

    name = "drop-todo-and-clock"
    kind = "infeasible"
    apps = ("todo", "clock")
    goals = (
        (
            "Delete the to-do “{todo}”, then remove “{zone}” from the world clocks. If one of the two is not there,"
            " do the other and answer “impossible”."
        ),
        (
            "I am done with “{todo}” (delete it) and need no clock for “{zone}” any more (remove it). Do what is"
            " possible; should a part be impossible, say “impossible” at the end."
        ),
        (
            "Two things: the to-do “{todo}” and the world clock “{zone}” should go. Answer “impossible” if either"
            " does not exist, after you have removed the other."
        ),
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A to-do, and a zone that is there or not."""
        shown = [row["zone"] for row in world.db.rows("SELECT zone FROM world_clocks ORDER BY id")]
        feasible = bool(rng.integers(2))
        zone = some(rng, shown if feasible else [zone for zone in ZONES if zone not in shown], 1)[0]
        return {
            "todo": f"Find {some(rng, world.pools.places, 1)[0]} {rng.integers(100, 999)}",
            "todos": keys(rng, world, "todos", 2),
            "zone": zone,
            "clock": fresh(rng, 1)[0],
            "feasible": feasible,
        }

    def setup(self, world: World, params: Params) -> None:
        """The to-do and a longer one; the clock gets a key of its own."""
        for key, title in zip(params["todos"], (params["todo"], f"{params['todo']} again"), strict=True):
            world.db.update("todos", key, title=title, done=0)
        world.db.execute("UPDATE world_clocks SET id = ? WHERE zone = ?", params["clock"], params["zone"])

    def expected(self, params: Params) -> list[Expected]:
        """The to-do is gone, and the clock when there was one."""
        gone = [delete("todos", params["todos"][0])]
        return [*gone, delete("world_clocks", params["clock"])] if params["feasible"] else gone

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal of the second part."""
        return None if params["feasible"] else (DECLINED,)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Delete the to-do, look for the clock."""
        yield from spot(hand, "todo", goal["todo"])
        yield from hand.menu("Delete")
        yield from hand.confirm()
        yield from hand.open("clock")
        yield from hand.do("tap", element="show:world")
        yield from hand.look_for(role="heading")
        clock = hand.view.find(goal["zone"], role="item")
        if clock is None:
            yield from hand.decline()
            return
        yield from hand.do("long_press", element=clock.id)
        yield from hand.confirm()


class RenameListFree(Template):
    """A to-do list is renamed, if no other list has the name."""

    name = "rename-list-if-free"
    kind = "infeasible"
    apps = ("todo",)
    train = False
    goals = (
        (
            "Rename my to-do list “{old}” to “{new}”. If another list is called that already, leave both and answer"
            " “impossible: ” with the number of open to-dos of that other list and its first open to-do, such as"
            " “impossible: 3, Buy milk”."
        ),
        (
            "The to-do list “{old}” should be called “{new}”. Should the name be taken, answer “impossible: ” and how"
            " many open to-dos the list of that name has, a comma, and its topmost open one, such as “impossible: 3,"
            " Buy milk”."
        ),
        (
            "Give the list “{old}” in To-do the name “{new}”. In case it exists, change nothing and answer"
            " “impossible: ”, the count of its open to-dos, a comma and the first of them, such as “impossible: 3,"
            " Buy milk”."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A list to rename, and a name that is taken or nearly taken."""
        city, number = some(rng, world.pools.cities, 1)[0], int(rng.integers(100, 999))
        count = int(rng.integers(2, 6))
        return {
            "old": f"{city} {number}",
            "new": f"{city} {number + 1}",
            "feasible": bool(rng.integers(2)),
            "lists": fresh(rng, 2),
            "todos": keys(rng, world, "todos", count + 1),
            "title": f"Look up {some(rng, world.pools.places, 1)[0]} {rng.integers(10, 99)}",
        }

    def setup(self, world: World, params: Params) -> None:
        """The list, and another one with some to-dos, one of them urgent and one done."""
        old, other = params["lists"]
        world.db.insert("todo_lists", id=old, name=params["old"])
        world.db.insert("todo_lists", id=other, name=f"{params['new']}{' b' if params['feasible'] else ''}")
        *open_ones, done = params["todos"]
        world.db.update("todos", done, list=other, done=1)
        for key in open_ones:
            world.db.update("todos", key, list=other, done=0, priority=0)
        world.db.update("todos", open_ones[0], title=params["title"], priority=3)

    def expected(self, params: Params) -> list[Expected]:
        """The name."""
        return [update("todo_lists", params["lists"][0], name=params["new"])] if params["feasible"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with what the other list holds."""
        return None if params["feasible"] else refusals(f"{len(params['todos']) - 1}, {params['title']}")

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Look for the name among the lists; rename or refuse."""
        yield from hand.open("todo")
        other = hand.view.find(goal["new"], role="item")
        if other is not None:
            yield from hand.do("tap", element=other.id)
            first = hand.view.starting("todo:")[0].text
            yield from refuse(hand, f"{match('[0-9]+', other.value)[0]}, {first}")
            return
        yield from hand.tap(goal["old"], role="item")
        yield from hand.menu("Rename list")
        yield from hand.fill("name", goal["new"])
        yield from hand.save()


TEMPLATES: tuple[Template, ...] = (
    MoveSavings(),
    WriteToColleague(),
    CancelComingEvent(),
    StarMailFrom(),
    KeepAttachment(),
    DropClockAndTodo(),
    RenameListFree(),
)
