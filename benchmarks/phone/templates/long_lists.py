"""Long: many rows of a list are treated alike, but for some exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.wallet import CATEGORIES
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.listed import listed_day, today_on
from benchmarks.phone.templates.staging import DAY, HOUR, day_after, fund, keys, some, write_mail, write_note
from benchmarks.phone.templates.ways import cents_in, day_in, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, update
from benchmarks.phone.world import World


class TrashUnstarred(Template):
    """All mails of a sender go to the trash, but for those with a star."""

    name = "trash-mails-of-sender"
    kind = "long"
    apps = ("mail",)
    goals = (
        "Move every mail from “{sender}” in my inbox to the trash, except those that have a star.",
        (
            "Clean up: of all the inbox mails that “{sender}” sent, only the starred ones may stay. The others"
            " go to the trash."
        ),
        "Throw away (trash) what “{sender}” has in my inbox, but keep the starred mails.",
    )
    steps = 31

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Sixteen mails, four of them with a star."""
        person, other = far_people(rng, world, 2)
        mails = keys(rng, world, "mails", 18)
        return {
            "sender": person.mail,
            "other": other.mail,
            "mails": mails[:12],
            "starred": mails[12:16],
            "others": mails[16:],
            "subjects": world.texts(world.pools.subjects, 18),
            "ages": [int(age) for age in rng.integers(DAY, 60 * DAY, 18)],
        }

    def setup(self, world: World, params: Params) -> None:
        """Mails of somebody else mention the sender."""
        world.db.execute("UPDATE mails SET folder = 'archive' WHERE folder = 'inbox' AND sender = ?", params["sender"])
        for i, key in enumerate([*params["mails"], *params["starred"], *params["others"]]):
            sender = params["other"] if key in params["others"] else params["sender"]
            body = f"In short: {params['subjects'][i]}.\n{params['sender']} knows more."
            write_mail(world, key, sender, params["subjects"][i], body, params["ages"][i])
        for key in params["starred"]:
            world.db.update("mails", key, starred=1)

    def expected(self, params: Params) -> list[Expected]:
        """Twelve mails move."""
        return [update("mails", key, folder="trash") for key in params["mails"]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Look at all of them, then work from the end of the list upwards."""
        yield from seek(hand, "mail", goal["sender"])
        mails = yield from hand.read_all("mail:")
        for mail in reversed(mails):
            if mail.value.startswith(goal["sender"]) and not mail.text.startswith("★"):
                yield from hand.tap_id(mail.id)
                yield from hand.do("tap", element="delete")


class MoveFilesOfKind(Template):
    """All PDF files of a folder move into another one."""

    name = "move-pdf-files"
    kind = "long"
    apps = ("files",)
    goals = (
        (
            "Move all PDF files from the folder “{source}” (in “{above}”) to “{target}” (in “{parent}”). Other"
            " kinds of files stay."
        ),
        (
            "In Files, everything in “{above}” / “{source}” that ends in .pdf belongs into “{parent}” /"
            " “{target}”. Move it there."
        ),
        "Tidy up “{source}” inside “{above}”: put its PDFs into “{target}” inside “{parent}” and leave the rest alone.",
    )
    steps = 46

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two folders and ten files."""
        folders = world.db.rows(
            "SELECT f.id, f.name, p.name AS parent FROM folders f JOIN folders p ON p.id = f.parent"
            " WHERE p.parent = 1 ORDER BY f.id"
        )
        source, target = some(rng, folders, 2)
        stems = [f"{city} {rng.integers(10, 99)}" for city in some(rng, world.pools.cities, 8)]
        endings = [".pdf"] * 6 + [".docx", ".pdf.jpg"]
        return {
            "source": source["name"],
            "above": source["parent"],
            "from": source["id"],
            "target": target["name"],
            "parent": target["parent"],
            "to": target["id"],
            "files": keys(rng, world, "files", 8),
            "names": [f"{stem}{ending}" for stem, ending in zip(stems, endings, strict=True)],
        }

    def setup(self, world: World, params: Params) -> None:
        """Nothing else is in the two folders."""
        world.db.execute("DELETE FROM files WHERE folder IN (?, ?)", params["from"], params["to"])
        for key, name in zip(params["files"], params["names"], strict=True):
            world.db.execute("DELETE FROM files WHERE id = ?", key)
            world.db.insert(
                "files", id=key, folder=params["from"], name=name, bytes=5000 + 7 * key, modified=world.now - key * HOUR
            )

    def expected(self, params: Params) -> list[Expected]:
        """Six files move."""
        return [update("files", key, folder=params["to"]) for key in params["files"][:6]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """File by file."""
        yield from hand.open("files")
        yield from hand.tap(goal["above"], role="item")
        yield from hand.tap(goal["source"], role="item")
        files = yield from hand.read_all("file:")
        for number, file in enumerate(reversed([file for file in files if file.text.endswith(".pdf")])):
            if number:
                yield from hand.back()
            yield from hand.tap_id(file.id)
            yield from hand.menu("Move")
            yield from hand.tap(goal["parent"], role="item")
            yield from hand.tap(goal["target"], role="item")
            yield from hand.do("tap", element="move-here")


class PostponeOverdue(Template):
    """Overdue to-dos of a list get a new day, but for those of high priority."""

    name = "postpone-overdue"
    kind = "long"
    apps = ("todo",)
    goals = (
        "Move all overdue open to-dos of my list “{list}” to {day}, except those with priority High.",
        (
            "In the to-do list “{list}”, whatever is open and was due before today gets the day {day}. Leave"
            " High priority ones as they are."
        ),
        (
            "Give each overdue to-do in “{list}” the new day {day}; High priority ones and those not yet due"
            " stay untouched."
        ),
    )
    steps = 35

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Nine to-dos: five overdue, two overdue and urgent, two not due yet."""
        lists = world.db.rows("SELECT id, name FROM todo_lists ORDER BY id")
        chosen = some(rng, lists, 1)[0]
        new = day_after(world, int(rng.integers(3, 15)))
        late, later = [int(n) for n in rng.integers(-9, 0, 7)], [int(n) for n in rng.integers(0, 15, 2)]
        return {
            "list": chosen["name"],
            "key": chosen["id"],
            "other": next(row["id"] for row in lists if row["id"] != chosen["id"]),
            "day": day_text(parse_day(new)),
            "new": new,
            "todos": keys(rng, world, "todos", 9),
            "due": [day_after(world, number) for number in (*late, *later)],
            "priorities": [*rng.integers(0, 3, 5).tolist(), 3, 3, *rng.integers(0, 4, 2).tolist()],
        }

    def setup(self, world: World, params: Params) -> None:
        """The list holds these nine and what is done."""
        world.db.execute("UPDATE todos SET list = ? WHERE list = ? AND done = 0", params["other"], params["key"])
        for key, due, priority in zip(params["todos"], params["due"], params["priorities"], strict=True):
            world.db.update("todos", key, list=params["key"], due=due, priority=priority, done=0)

    def expected(self, params: Params) -> list[Expected]:
        """Five new days."""
        return [update("todos", key, due=params["new"]) for key in params["todos"][:5]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the list, then edit what is overdue."""
        day, today = day_in(goal["day"]), today_on(hand.view)
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        todos = [e for e in (yield from hand.read_all("todo:")) if e.role == "item"]
        for todo in reversed(todos):
            if listed_day(todo.value, today) < today and not todo.value.endswith("High"):
                yield from hand.tap_id(todo.id)
                yield from hand.pick_date("due", day)
                yield from hand.save()


class ArchiveNotes(Template):
    """The notes of a folder go to the archive, but for those that begin with a certain word."""

    name = "archive-folder-of-notes"
    kind = "long"
    apps = ("notes",)
    goals = (
        "Put all notes of the folder “{folder}” into the folder Archive, except those whose text begins with “{word}”.",
        "Empty my notes folder “{folder}”: everything goes to Archive, only notes starting with “{word}” stay.",
        "Archive (move to the folder Archive) each note in “{folder}” unless its text starts with the word “{word}”.",
    )
    steps = 41

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Eight notes, two of which stay."""
        word = some(rng, ("Keep", "Current", "Draft", "Open", "Running"), 1)[0]
        bodies = [f"Nothing to {word.casefold()}.", *world.texts(world.pools.note_lines, 5)]
        return {
            "folder": some(rng, ("Personal", "Work", "Home", "Travel"), 1)[0],
            "word": word,
            "notes": keys(rng, world, "notes", 8),
            "titles": [f"{city} {rng.integers(10, 99)}" for city in some(rng, world.pools.cities, 8)],
            "bodies": [*bodies, f"{word}: {bodies[1]}", f"{word} until further notice"],
            "ages": [int(age) for age in rng.integers(DAY, 90 * DAY, 8)],
        }

    def setup(self, world: World, params: Params) -> None:
        """Other notes leave the folder."""
        other = "Work" if params["folder"] != "Work" else "Home"
        world.db.execute("UPDATE notes SET folder = ? WHERE folder = ?", other, params["folder"])
        for i, key in enumerate(params["notes"]):
            write_note(world, key, params["titles"][i], params["bodies"][i], params["ages"][i], params["folder"])

    def expected(self, params: Params) -> list[Expected]:
        """Six notes change their folder."""
        return [update("notes", key, folder="Archive") for key in params["notes"][:6]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Filter by the folder, then note by note."""
        yield from hand.open("notes")
        yield from hand.choose("folder", goal["folder"])
        notes = yield from hand.read_all("note:")
        for number, note in enumerate(reversed([e for e in notes if not e.value.startswith(goal["word"])])):
            if number:
                yield from hand.back()
            yield from hand.tap_id(note.id)
            yield from hand.do("tap", element="edit")
            yield from hand.choose("folder", "Archive")
            yield from hand.save()


class RecategorisePayments(Template):
    """Payments to a shop above a certain amount get another category."""

    name = "recategorise-payments"
    kind = "long"
    apps = ("wallet",)
    goals = (
        "On my account “{account}”, set the category of all payments to “{shop}” of more than {limit} € to {category}.",
        (
            "All that “{account}” paid to “{shop}” in amounts above {limit} € was {category}: correct the"
            " category of these payments."
        ),
        (
            "Change the category to {category} for each payment from “{account}” to “{shop}” that was higher"
            " than {limit} €."
        ),
    )
    steps = 31

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Nine payments, six of them above the limit."""
        accounts = some(rng, world.db.rows("SELECT id, name FROM accounts ORDER BY id"), 2)
        limit = int(rng.integers(20, 60))
        high = [limit * 100 + int(rng.integers(3, 6000)) for _ in range(6)]
        low = [limit * 100 - int(rng.integers(3, 1500)) for _ in range(3)]
        category, former = some(rng, CATEGORIES[:4], 2)
        return {
            "account": accounts[0]["name"],
            "accounts": [accounts[0]["id"]] * 9 + [accounts[1]["id"]],
            "shop": f"{some(rng, world.pools.shops, 1)[0]} {some(rng, world.pools.cities, 1)[0]}",
            "limit": str(limit),
            "category": category,
            "former": former,
            "cents": [*high, *low, limit * 100 + 700],
            "rows": keys(rng, world, "transactions", 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """Another account paid the shop, too."""
        for account in range(1, 5):
            fund(world, account, 600_000)
        for key, account, cents in zip(params["rows"], params["accounts"], params["cents"], strict=True):
            old = world.db.row("SELECT account, cents FROM transactions WHERE id = ?", key)
            world.db.execute("UPDATE accounts SET cents = cents - ? WHERE id = ?", old["cents"], old["account"])
            world.db.execute("UPDATE accounts SET cents = cents - ? WHERE id = ?", cents, account)
            about = {"title": params["shop"], "category": params["former"], "note": ""}
            world.db.update("transactions", key, account=account, cents=-cents, **about)

    def expected(self, params: Params) -> list[Expected]:
        """Six categories."""
        return [update("transactions", key, category=params["category"]) for key in params["rows"][:6]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the account for the shop."""
        yield from hand.open("wallet")
        yield from hand.tap(goal["account"], role="item")
        yield from hand.fill("query", goal["shop"])
        rows = yield from hand.read_all("transaction:")
        for row in reversed(rows):
            if cents_in(row.value) < -100 * int(goal["limit"]):
                yield from hand.tap_id(row.id)
                yield from hand.choose("category", goal["category"])
                yield from hand.save()


TEMPLATES = (
    TrashUnstarred(),
    MoveFilesOfKind(),
    PostponeOverdue(),
    ArchiveNotes(),
    RecategorisePayments(),
)
