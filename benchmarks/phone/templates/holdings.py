"""Notes, payees and files: what is pinned, who can be paid, where things lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.sights import pick, spot
from benchmarks.phone.templates.staging import DAY, keys, some, write_mail, write_note
from benchmarks.phone.templates.ways import match, read
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, insert, update
from benchmarks.phone.world import World


class SwapPins(Template):
    """One note is pinned in the place of another one."""

    name = "swap-pin"
    kind = "edit"
    apps = ("notes",)
    goals = (
        "In Notes, “{new}” should be pinned in the place of “{old}”.",
        "Unpin the note “{old}” and pin “{new}” instead.",
        "Swap what is pinned: not “{old}” any more but “{new}”.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two titles."""
        city, number = some(rng, world.pools.cities, 1)[0], int(rng.integers(100, 998))
        return {"old": f"{city} {number}", "new": f"{city} {number + 1}", "notes": keys(rng, world, "notes", 3)}

    def setup(self, world: World, params: Params) -> None:
        """A few pinned notes, and one that is not."""
        pinned, plain, other = params["notes"]
        write_note(world, pinned, params["old"], "As long as it is new.", 70 * DAY, "Work")
        write_note(world, plain, params["new"], "For now.", 71 * DAY, "Work")
        world.db.execute("UPDATE notes SET pinned = id IN (?, ?)", pinned, other)

    def expected(self, params: Params) -> list[Expected]:
        """Both marks."""
        pinned, plain, _ = params["notes"]
        return [update("notes", pinned, pinned=0), update("notes", plain, pinned=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The pinned one stands at the top; the other one is searched for."""
        yield from hand.open("notes")
        yield from pick(hand, lambda view: view.find(goal["old"], role="item"))
        yield from hand.do("tap", element="pin")
        yield from hand.back()
        yield from hand.fill("query", goal["new"])
        yield from pick(hand, lambda view: view.find(goal["new"], role="item"))
        yield from hand.do("tap", element="pin")


class DeletePayee(Template):
    """Of payees of one name, that with a certain IBAN is deleted."""

    name = "delete-payee-by-iban"
    kind = "edit"
    apps = ("wallet",)
    goals = (
        "Delete the payee “{name}” whose IBAN ends with “{end}”; the other one of that name stays.",
        "Wallet has several payees called “{name}”. Remove the one with the IBAN that ends with “{end}”.",
        "Take the “{name}” with “{end}” at the end of the IBAN off my payees.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A name and some IBANs."""
        ends = [int(end) for end in rng.permutation(np.arange(1000, 9999))[:3]]
        return {
            "name": f"The {some(rng, world.pools.shops, 1)[0]} {rng.integers(10, 99)}",
            "end": str(ends[0]),
            "ibans": [f"CU{rng.integers(10**5, 10**6)}{end}" for end in ends],
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """Payees of the same name."""
        for key, iban in zip(params["keys"], params["ibans"], strict=True):
            world.db.insert("payees", id=key, name=params["name"], iban=iban)

    def expected(self, params: Params) -> list[Expected]:
        """One is gone."""
        return [delete("payees", params["keys"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search, compare the ends, press long."""
        yield from hand.open("wallet")
        yield from hand.tap_id("payees")
        yield from hand.fill("query", goal["name"])
        rows = [e for e in hand.view.all(goal["name"], role="item") if e.value.endswith(goal["end"])]
        yield from hand.do("long_press", element=rows[0].id)
        yield from hand.confirm()


class ClearFolderBySize(Template):
    """The largest file of a folder moves to another folder, and the smallest one is deleted."""

    name = "clear-folder-by-size"
    kind = "edit"
    apps = ("files",)
    train = False
    goals = (
        "Move the largest file of the folder “{folder}” to “{target}”, and delete the smallest one.",
        "Tidy up “{folder}” in Files: its biggest file goes into “{target}”, its smallest one is deleted.",
        "Of the files in “{folder}”, delete the smallest and put the largest into the folder “{target}”.",
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A folder, some sizes, and where to."""
        target = some(rng, world.db.rows("SELECT id, name FROM folders WHERE parent = 1 ORDER BY id"), 1)[0]
        sizes = rng.permutation(np.arange(10, 90))[: int(rng.integers(4, 8))].tolist()
        return {
            "folder": f"{some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "target": target["name"],
            "into": target["id"],
            "sizes": [size * 10_000 if number % 2 else size * 100_000 for number, size in enumerate(sizes)],
            "files": fresh(rng, len(sizes)),
            "names": some(rng, range(1000, 9999), len(sizes)),
        }

    def setup(self, world: World, params: Params) -> None:
        """The folder with its files, some of them in kB, some in MB."""
        folder = world.db.insert("folders", parent=1, name=params["folder"])
        for key, size, name in zip(params["files"], params["sizes"], params["names"], strict=True):
            at = world.now - key * 600
            world.db.insert("files", id=key, folder=folder, name=f"film {name}.mp4", bytes=size, modified=at)

    def expected(self, params: Params) -> list[Expected]:
        """One is in the other folder, one is gone."""
        (_, smallest), *_, (_, largest) = sorted(zip(params["sizes"], params["files"], strict=True))
        return [update("files", largest, folder=params["into"]), delete("files", smallest)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Open the folder, compare the sizes, delete and move."""
        yield from hand.open("files")
        yield from hand.tap(goal["folder"], role="item")
        smallest, *_, largest = sorted(hand.view.starting("file:"), key=lambda file: _bytes(file.value))
        yield from hand.do("tap", element=smallest.id)
        yield from hand.menu("Delete")
        yield from hand.confirm()
        yield from hand.do("tap", element=largest.id)
        yield from hand.menu("Move")
        yield from hand.tap(goal["target"], role="item")
        yield from hand.do("tap", element="move-here")


def _bytes(text: str) -> float:
    number, unit = match(r"([\d.]+) (kB|MB)", text).groups()
    return float(number) * (1_000 if unit == "kB" else 1_000_000)


class NameAttachment(Template):
    """An attachment is saved and gets the name that its mail asks for."""

    name = "name-saved-attachment"
    kind = "across"
    apps = ("mail", "files")
    train = False
    goals = (
        "Save the attachment of the mail “{subject}” and rename the file as the mail says.",
        "The mail “{subject}” has an attachment and says what to call it: keep it in Downloads under that name.",
        "Put what is attached to “{subject}” into Downloads, then give it the name that is asked for in the mail.",
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A mail, two names."""
        city, number = some(rng, world.pools.cities, 1)[0], int(rng.integers(1000, 9999))
        return {
            "subject": f"Form {some(rng, world.pools.folders, 1)[0]} {number}",
            "sender": some(rng, world.persons, 1)[0].mail,
            "mail": keys(rng, world, "mails", 1)[0],
            "attached": f"scan {rng.integers(10_000, 99_999)}.pdf",
            "wanted": f"{city} {number + 7}.pdf",
            "bytes": 1000 * int(rng.integers(20, 900)),
            "downloads": world.db.value("SELECT id FROM folders WHERE parent = 1 AND name = 'Downloads'"),
        }

    def setup(self, world: World, params: Params) -> None:
        """The mail with its attachment."""
        body = f"Here is the form.\nPlease store it as {params['wanted']} so that we find it."
        write_mail(world, params["mail"], params["sender"], params["subject"], body, 50 * DAY)
        world.db.insert("mail_attachments", mail=params["mail"], name=params["attached"], bytes=params["bytes"])

    def expected(self, params: Params) -> list[Expected]:
        """The file under its new name."""
        return [insert("files", folder=params["downloads"], name=params["wanted"], bytes=params["bytes"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read, save, find the file, rename it."""
        yield from spot(hand, "mail", goal["subject"])
        wanted = match("store it as (.*) so that", (yield from read(hand, "body")))[1]
        attached = yield from hand.scroll_to(lambda view: next(iter(view.starting("attachment:")), None))
        yield from hand.do("tap", element=attached.id)
        yield from spot(hand, "files", attached.text)
        yield from hand.menu("Rename")
        yield from hand.fill("name", wanted)
        yield from hand.save()


TEMPLATES: tuple[Template, ...] = (SwapPins(), DeletePayee(), ClearFolderBySize(), NameAttachment())
