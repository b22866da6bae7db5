"""Across apps: files and attachments that a note or a mail tells of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import DAY, ME, keys, some, write_mail, write_note
from benchmarks.phone.templates.ways import find, match, read_note
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert
from benchmarks.phone.world import World


class MailFileNamedInNote(Template):
    """A note says which version of a file is the right one: send that to a contact's work address."""

    name = "mail-file-named-in-note"
    kind = "across"
    apps = ("notes", "files", "mail")
    goals = (
        (
            "My note “{title}” says which file is the signed one. Mail that file to the work address of"
            " “{name}”, the file's name as subject, no text."
        ),
        (
            "Send the signed version (see the note “{title}”) to “{name}” at work, as an attachment; subject is"
            " the file's name, leave the text empty."
        ),
        (
            "“{name}” needs the signed file at their work address. The note “{title}” tells which one it is."
            " Attach it; the file's name is the subject."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Three versions of a file, and a contact with two addresses."""
        (person,) = far_people(rng, world, 1)
        stem, numbers = some(rng, world.pools.cities, 1)[0], [int(n) for n in rng.integers(2, 9, 3).cumsum()]
        files = keys(rng, world, "files", 3)
        names = [f"lease {stem} v{number}.pdf" for number in numbers]
        return {
            "title": f"Lease {stem} {rng.integers(10, 99)}",
            "name": person.name,
            "contact": person.id,
            "work": person.mail.replace("@", "@office."),
            "files": files,
            "names": names,
            "size": int(rng.integers(40_000, 900_000)),
            "right": int(rng.integers(3)),
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """The note tells the fate of each version."""
        for key, name in zip(params["files"], params["names"], strict=True):
            world.db.update("files", key, name=name, bytes=params["size"])
        fates = ["was refused", "has a wrong date"]
        fates.insert(params["right"], "is the signed one")
        body = "\n".join(f"{name} {fate}." for name, fate in zip(params["names"], fates, strict=True))
        write_note(world, params["note"], params["title"], body, 48 * DAY)
        world.db.execute("DELETE FROM contact_emails WHERE contact = ? AND label = 'work'", params["contact"])
        world.db.insert("contact_emails", contact=params["contact"], label="work", address=params["work"])

    def expected(self, params: Params) -> list[Expected]:
        """A mail with one attachment."""
        name = params["names"][params["right"]]
        mail = insert("mails", folder="sent", sender=ME, recipient=params["work"], subject=name, body="")
        return [mail, insert("mail_attachments", name=name, bytes=params["size"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The file's page leads to a mail, which lets choose a contact's address."""
        name = match(r"(.+) is the signed one", (yield from read_note(hand, goal["title"])))[1]
        yield from find(hand, "files", name)
        yield from hand.do("tap", element="share")
        yield from hand.do("tap", element="contact")
        yield from hand.fill("query", goal["name"])
        yield from hand.tap(goal["name"], role="item", value="· work")
        yield from hand.do("tap", element="send")


class KeepAttachment(Template):
    """Save the attachment of the right one of several mails and put it into a folder."""

    name = "keep-attachment"
    kind = "across"
    apps = ("mail", "files")
    goals = (
        (
            "Save the attachment of the mail “{subject}” from “{sender}” and move it from Downloads into the"
            " folder “{folder}”, which is in “{parent}”."
        ),
        (
            "Several people sent me “{subject}”. Take the file that “{sender}” attached and put it into"
            " “{folder}” (inside “{parent}”)."
        ),
        (
            "The file attached to “{subject}” by “{sender}” belongs into my folder “{folder}” in “{parent}”;"
            " please file it there."
        ),
    )
    steps = 16

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two senders, a file name each, and a folder of the second level."""
        senders, mails = far_people(rng, world, 2), keys(rng, world, "mails", 2)
        folders = world.db.rows(
            "SELECT f.id, f.name, p.name AS parent FROM folders f JOIN folders p ON p.id = f.parent"
            " WHERE p.parent = 1 ORDER BY f.id"
        )
        folder = folders[rng.integers(len(folders))]
        number = int(rng.integers(1000, 9000))
        return {
            "subject": f"Figures {world.pools.cities[rng.integers(len(world.pools.cities))]} {number}",
            "sender": senders[0].mail,
            "senders": [sender.mail for sender in senders],
            "mails": mails,
            "files": [f"figures {number + i} {mails[i]}.xlsx" for i in range(2)],
            "sizes": [int(size) for size in rng.integers(10_000, 900_000, 2)],
            "folder": folder["name"],
            "parent": folder["parent"],
            "key": folder["id"],
            "first": bool(rng.integers(2)),
        }

    def setup(self, world: World, params: Params) -> None:
        """Both mails have one attachment; which one is newer differs."""
        ages = (25 * DAY, 26 * DAY) if params["first"] else (26 * DAY, 25 * DAY)
        for i, key in enumerate(params["mails"]):
            write_mail(
                world, key, params["senders"][i], params["subject"], "Attached are the figures.\nRegards", ages[i]
            )
            world.db.insert("mail_attachments", mail=key, name=params["files"][i], bytes=params["sizes"][i])

    def expected(self, params: Params) -> list[Expected]:
        """The file is in the folder."""
        return [insert("files", folder=params["key"], name=params["files"][0], bytes=params["sizes"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Keep it, find it, move it."""
        yield from find(hand, "mail", goal["subject"], value=goal["sender"])
        attachment = yield from hand.scroll_to(lambda view: next(iter(view.starting("attachment:")), None))
        yield from hand.do("tap", element=attachment.id)
        yield from find(hand, "files", attachment.text)
        yield from hand.menu("Move")
        yield from hand.tap(goal["parent"], role="item")
        yield from hand.tap(goal["folder"], role="item")
        yield from hand.do("tap", element="move-here")


TEMPLATES = (
    MailFileNamedInNote(),
    KeepAttachment(),
)
