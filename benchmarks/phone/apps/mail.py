"""Mail: folders, drafts, answers, attachments that can be kept in Files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.phone.app import App
from benchmarks.phone.clock import when_text
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.dialogs import ask, chosen
from benchmarks.phone.ui.widgets import Heading, Icon, Item, Rows, Screen, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

ME = "me@phone.example"
FOLDERS = ("inbox", "sent", "drafts", "archive", "spam", "trash")

app = App(
    "mail",
    "Mail",
    "mail",
    "#d64545",
    (
        Table(
            "mails",
            "id INTEGER PRIMARY KEY AUTOINCREMENT,"
            " folder TEXT NOT NULL CHECK (folder IN ('inbox', 'sent', 'drafts', 'archive', 'spam', 'trash')),"
            " sender TEXT NOT NULL, recipient TEXT NOT NULL, cc TEXT NOT NULL DEFAULT '', subject TEXT NOT NULL,"
            " body TEXT NOT NULL, at INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 1 CHECK (read IN (0, 1)),"
            " starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),"
            " answers INTEGER REFERENCES mails ON DELETE SET NULL",
            quiet=("at", "read"),
            indexes=("folder, at",),
        ),
        Table(
            "mail_attachments",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, mail INTEGER NOT NULL REFERENCES mails ON DELETE CASCADE,"
            " name TEXT NOT NULL, bytes INTEGER NOT NULL CHECK (bytes > 0)",
        ),
    ),
    target="detail",
)


@app.screen
def main(context: Context) -> Screen:
    """One folder, the latest first; the search looks at addresses, subjects and texts of the folder."""
    folder = context.get("folder", "inbox")
    rows = context.db.rows(
        "SELECT * FROM mails WHERE folder = ?1"
        " AND (subject LIKE ?2 OR sender LIKE ?2 OR recipient LIKE ?2 OR body LIKE ?2)"
        " ORDER BY at DESC, id DESC",
        folder,
        f"%{context.get('query', '')}%",
    )

    def item(row: Row) -> Item:
        other = row["recipient"] if folder in ("sent", "drafts") else row["sender"]
        when = when_text(context.local(row["at"]), context.today)
        star = "★ " if row["starred"] else ""
        return Item(
            f"mail:{row['id']}",
            f"{star}{row['subject'] or '(no subject)'}",
            other or "(nobody)",
            when,
            "avatar",
            read(row["id"]),
            bold=not row["read"],
        )

    return Screen(
        "Mail",
        [
            Search(),
            Pick("folder", "Folder", "choice", "inbox", tuple((name, name.capitalize()) for name in FOLDERS)),
            Rows(rows, item) if rows else Text("empty", "No mail here", "caption"),
        ],
        fab=Icon("add", "New mail", "edit", compose("")),
    )


@app.screen
def detail(context: Context, mail: int) -> Screen:
    """One mail."""
    row = context.db.get("mails", mail)
    if row is None:
        return Screen("Mail", [Text("empty", "This mail is gone")])
    files = context.db.rows("SELECT * FROM mail_attachments WHERE mail = ? ORDER BY id", mail)
    body: list[Widget] = [
        Text("subject", row["subject"] or "(no subject)", "title"),
        Item("sender", row["sender"], "From", icon="person"),
        Item("recipient", row["recipient"], f"To{', copy to ' + row['cc'] if row['cc'] else ''}", icon="person"),
        Text("date", when_text(context.local(row["at"]), context.today), "caption"),
        Text("body", row["body"] or " "),
        *([Heading("Attachments")] if files else []),
        *(
            Item(
                f"attachment:{file['id']}",
                file["name"],
                f"{file['bytes'] // 1000} kB, tap to save to Downloads",
                icon="file",
                on_tap=keep(file["id"]),
            )
            for file in files
        ),
    ]
    moves = [(f"Move to {name}", move(mail, name)) for name in FOLDERS[:1] + FOLDERS[3:5] if name != row["folder"]]
    erase = (
        ask("Delete for good?", "This cannot be undone.", "Delete", delete(mail))
        if row["folder"] == "trash"
        else move(mail, "trash")
    )
    return Screen(
        row["folder"].capitalize(),
        body,
        actions=[
            Icon(
                "star",
                "Remove star" if row["starred"] else "Add star",
                "star-full" if row["starred"] else "star",
                star(mail),
            ),
            Icon("reply", "Reply", "reply", reply(mail)),
            Icon("delete", "Delete", "trash", erase),
        ],
        menu=[("Forward", forward(mail)), ("Mark as unread", unread(mail)), *moves],
    )


@app.screen
def compose(
    context: Context, to: str, subject: str = "", body: str = "", answers: int = 0, draft: int = 0, file: str = ""
) -> Screen:
    """The form of a mail; `draft` is the one in the drafts folder that it continues."""
    attached = context.get("file", file)
    name = context.db.value("SELECT name FROM files WHERE id = ?", int(attached)) if attached else ""
    files = tuple(
        (str(row["id"]), row["name"]) for row in context.db.rows("SELECT id, name FROM files ORDER BY name, id")
    )
    cc = context.db.value("SELECT cc FROM mails WHERE id = ?", draft) or ""
    return Screen(
        "New mail",
        [
            Field("to", "To", to),
            Field("cc", "Copy to", cc),
            Field("subject", "Subject", subject),
            Field("body", "Text", body, lines=8),
            Pick("file", "Attachment", "choice", attached if name else "", (("", "None"), *files)),
        ],
        actions=[
            Icon("contact", "Choose contact", "person", pick_contact()),
            Icon("draft", "Save draft", "save", keep_draft(answers, draft)),
            Icon("send", "Send", "send", send(answers, draft)),
        ],
    )


@app.screen
def pick_contact(context: Context) -> Screen:
    """Whose address to write to."""
    rows = context.db.rows(
        "SELECT c.name, e.* FROM contact_emails e JOIN contacts c ON c.id = e.contact"
        " WHERE c.name LIKE ? ORDER BY c.name, c.id, e.id",
        f"%{context.get('query', '')}%",
    )

    def item(row: Row) -> Item:
        return Item(
            f"address:{row['address']}",
            row["name"],
            row["address"],
            row["label"],
            "avatar",
            chosen("to", row["address"]),
        )

    return Screen("Choose contact", [Search(), Rows(rows, item)])


@app.action
def to_contact(context: Context, contact: int) -> None:
    """Write to a contact's first address that is not out of date."""
    address = context.db.value(
        "SELECT address FROM contact_emails WHERE contact = ? ORDER BY label = 'old', id", contact
    )
    if address is None:
        context.alert("No address", "This contact has no mail address.")
    else:
        context.open(compose(address))


@app.action
def read(context: Context, mail: int) -> None:
    """Open a mail (it counts as read), or go on with a draft."""
    row = context.db.row("SELECT * FROM mails WHERE id = ?", mail)
    if row["folder"] == "drafts":
        context.open(compose(row["recipient"], row["subject"], row["body"], row["answers"] or 0, mail))
        return
    context.db.update("mails", mail, read=1)
    context.open(detail(mail))


@app.action
def unread(context: Context, mail: int) -> None:
    """Leave a mail and mark it as unread."""
    context.db.update("mails", mail, read=0)
    context.back()


@app.action
def star(context: Context, mail: int) -> None:
    """Add a star, or remove it."""
    context.db.execute("UPDATE mails SET starred = 1 - starred WHERE id = ?", mail)


@app.action
def move(context: Context, mail: int, folder: str) -> None:
    """Put a mail into another folder."""
    context.db.update("mails", mail, folder=folder)
    context.back()
    context.toast(f"Moved to {folder}")


@app.action
def delete(context: Context, mail: int) -> None:
    """Delete a mail for good."""
    context.db.delete("mails", mail)
    context.back()
    context.toast("Mail deleted")


@app.action
def reply(context: Context, mail: int) -> None:
    """Answer the sender."""
    row = context.db.row("SELECT * FROM mails WHERE id = ?", mail)
    to = row["recipient"] if row["sender"] == ME else row["sender"]
    context.open(compose(to, f"Re: {row['subject']}", "", mail))


@app.action
def forward(context: Context, mail: int) -> None:
    """Send a mail's text on."""
    row = context.db.row("SELECT * FROM mails WHERE id = ?", mail)
    context.open(compose("", f"Fwd: {row['subject']}", f"{row['sender']} wrote:\n{row['body']}"))


@app.action
def send(context: Context, answers: int, draft: int) -> None:
    """Check the form and send it."""
    form = context.form
    to, cc = form["to"].strip(), form["cc"].strip()
    errors = {
        key: "" if _addresses(text) else "Enter mail addresses, separated by commas"
        for key, text in (("to", to), ("cc", cc or "a@b"))
    }
    if context.rejects(**errors) or context.offline():
        return
    _store(context, "sent", answers, draft)
    context.back()
    context.toast("Mail sent")


@app.action
def keep_draft(context: Context, answers: int, draft: int) -> None:
    """Leave the mail in the drafts folder."""
    _store(context, "drafts", answers, draft)
    context.back()
    context.toast("Draft saved")


@app.action
def keep(context: Context, attachment: int) -> None:
    """Save an attachment to the Downloads folder of Files."""
    row = context.db.row("SELECT * FROM mail_attachments WHERE id = ?", attachment)
    folder = context.db.value("SELECT id FROM folders WHERE parent = 1 AND name = 'Downloads'")
    if folder is None:
        folder = context.db.insert("folders", parent=1, name="Downloads")
    if context.db.find("SELECT 1 FROM files WHERE folder = ? AND name = ?", folder, row["name"]) is not None:
        context.alert("Already there", f"Downloads holds a file {row['name']}.")
        return
    context.db.insert("files", folder=folder, name=row["name"], bytes=row["bytes"], modified=context.now)
    context.toast("Saved to Downloads")


def _addresses(text: str) -> bool:
    return all("@" in part.strip(" ")[1:-1] for part in text.split(","))


def _store(context: Context, folder: str, answers: int, draft: int) -> None:
    form = context.form
    values = {
        "folder": folder,
        "sender": ME,
        "recipient": form["to"].strip(),
        "cc": form["cc"].strip(),
        "subject": form["subject"].strip(),
        "body": form["body"],
        "at": context.now,
        "answers": context.db.value("SELECT id FROM mails WHERE id = ?", answers),
    }
    if draft and context.db.get("mails", draft) is not None:
        context.db.update("mails", draft, **values)
    else:
        draft = context.db.insert("mails", **values)
    file = context.db.get("files", int(form["file"])) if form["file"] else None
    if file is not None:
        context.db.insert("mail_attachments", mail=draft, name=file["name"], bytes=file["bytes"])


@app.generator
def fill(world: World) -> None:
    """Mail of three months; some correct what an earlier one said."""
    count = 130
    folders = [FOLDERS[(0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 5)[i]] for i in world.ints(0, 12, count)]
    subjects = world.texts(world.pools.subjects, count)
    lines = [world.texts(world.pools.mail_lines, count) for _ in range(3)]
    people = world.picks(world.persons, count)
    ages = sorted(world.ints(300, 90 * 86400, count), reverse=True)
    stars = world.ints(0, 12, count)
    rows = []
    for i in range(count):
        out = folders[i] in ("sent", "drafts")
        pair = (ME, people[i].mail) if out else (people[i].mail, ME)
        body = f"{lines[0][i]}\n{lines[1][i]}\n{lines[2][i]}"
        rows.append(
            (
                i + 1,
                folders[i],
                *pair,
                subjects[i],
                body,
                world.now - ages[i],
                int(out or ages[i] > 4 * 86400),
                int(stars[i] == 0),
            )
        )
    world.add("mails", ("id", "folder", "sender", "recipient", "subject", "body", "at", "read", "starred"), rows)
    names, sizes = world.texts(world.pools.files, 30), world.ints(4_000, 4_000_000, 30)
    owners = world.ints(1, count + 1, 30)
    world.add("mail_attachments", ("mail", "name", "bytes"), list(zip(owners, names, sizes, strict=True)))
