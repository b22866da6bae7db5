"""What cannot be done in half of the worlds, with money, files and lists; the refusal names the fact in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.apps.clock import ZONES
from benchmarks.phone.apps.files import size_text
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.replies import amount_forms, refusals, refuse
from benchmarks.phone.templates.sights import spot
from benchmarks.phone.templates.staging import DAY, euros, keys, some, write_mail
from benchmarks.phone.templates.ways import cents_in, choose_starting, match, read
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
    KeepAttachment(),
    DropClockAndTodo(),
    RenameListFree(),
)
