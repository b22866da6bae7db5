"""Contacts: people with several numbers and addresses, some of them out of date."""

# ruff: noqa: S608 - names of tables and columns come from the code, values are bound

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search, Tabs
from benchmarks.phone.ui.dialogs import ask, chosen
from benchmarks.phone.ui.widgets import Button, Grid, Heading, Icon, Item, Rows, Screen, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

PHONE_LABELS = ("mobile", "home", "work", "old")
EMAIL_LABELS = ("private", "work", "old")
PHONE = re.compile(r"\+?[0-9][0-9 ]{4,18}")
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")

app = App(
    "contacts",
    "Contacts",
    "person",
    "#2f6fde",
    (
        Table(
            "contacts",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL CHECK (name <> ''),"
            " company TEXT NOT NULL DEFAULT '', birthday TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '',"
            " note TEXT NOT NULL DEFAULT '', favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1))",
        ),
        Table(
            "contact_phones",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, contact INTEGER NOT NULL REFERENCES contacts ON DELETE CASCADE,"
            " label TEXT NOT NULL CHECK (label IN ('mobile', 'home', 'work', 'old')), number TEXT NOT NULL,"
            " UNIQUE (contact, label)",
            indexes=("number",),
        ),
        Table(
            "contact_emails",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, contact INTEGER NOT NULL REFERENCES contacts ON DELETE CASCADE,"
            " label TEXT NOT NULL CHECK (label IN ('private', 'work', 'old')), address TEXT NOT NULL,"
            " UNIQUE (contact, label)",
        ),
    ),
    target="detail",
)


@app.screen
def main(context: Context) -> Screen:
    """Everyone, or the favourites, or those whose name or company holds the text searched for."""
    only = "AND favourite = 1" if context.get("show") == "favourites" else ""
    query = f"%{context.get('query', '')}%"
    people = context.db.rows(
        f"SELECT id, name, company, favourite FROM contacts WHERE (name LIKE ?1 OR company LIKE ?1) {only}"
        " ORDER BY name, id",
        query,
    )
    return Screen(
        "Contacts",
        [
            Search(),
            Tabs("show", (("all", "All"), ("favourites", "Favourites"))),
            Rows(people, _person) if people else Text("empty", "Nobody found", "caption"),
        ],
        fab=Icon("add", "New contact", "plus", edit(0)),
    )


def _person(row: Row) -> Item:
    star = "★" if row["favourite"] else ""
    return Item(f"contact:{row['id']}", row["name"], row["company"] or "—", star, "avatar", detail(row["id"]))


@app.screen
def choose(context: Context, key: str, label: str, _value: str) -> Screen:
    """A person to choose for a form."""
    query = f"%{context.get('query', '')}%"
    people = context.db.rows("SELECT id, name, company FROM contacts WHERE name LIKE ? ORDER BY name, id", query)

    def item(row: Row) -> Item:
        return Item(
            f"contact:{row['id']}", row["name"], row["company"] or "—", "", "avatar", chosen(key, str(row["id"]))
        )

    return Screen(label, [Search(), Rows(people, item) if people else Text("empty", "Nobody found", "caption")])


@app.screen
def detail(context: Context, contact: int) -> Screen:
    """One person, with all numbers and addresses."""
    row = context.db.get("contacts", contact)
    if row is None:
        return Screen("Contact", [Text("empty", "This contact is gone")])
    body: list[Widget] = [Text("name", row["name"], "title")]
    if row["company"]:
        body.append(Text("company", row["company"]))
    body.append(
        Grid(
            [
                Button("call", "Call", Command("phone.call_contact", (contact,)), icon="phone", look="outlined"),
                Button(
                    "message", "Message", Command("messages.to_contact", (contact,)), icon="message", look="outlined"
                ),
                Button("mail", "Mail", Command("mail.to_contact", (contact,)), icon="mail", look="outlined"),
            ],
            3,
        )
    )
    body.extend(
        Item(
            f"phone:{phone['label']}",
            phone["number"],
            phone["label"],
            icon="phone",
            on_tap=Command("phone.dial", (phone["number"],)),
        )
        for phone in context.db.rows("SELECT * FROM contact_phones WHERE contact = ? ORDER BY id", contact)
    )
    body.extend(
        Item(
            f"email:{mail['label']}",
            mail["address"],
            mail["label"],
            icon="mail",
            on_tap=Command("mail.compose", (mail["address"],)),
        )
        for mail in context.db.rows("SELECT * FROM contact_emails WHERE contact = ? ORDER BY id", contact)
    )
    birthday = day_text(parse_day(row["birthday"])) if row["birthday"] else ""
    for key, value, icon in (
        ("Birthday", birthday, "calendar"),
        ("Address", row["address"], "pin"),
        ("Note", row["note"], "note"),
    ):
        if value:
            body.append(Item(key.lower(), value, key, icon=icon))
    starred = bool(row["favourite"])
    return Screen(
        "Contact",
        body,
        actions=[
            Icon(
                "favourite",
                "Remove from favourites" if starred else "Add to favourites",
                "star-full" if starred else "star",
                star(contact),
            ),
            Icon("edit", "Edit", "edit", edit(contact)),
        ],
        menu=[("Delete", ask("Delete contact?", f"{row['name']} will be deleted.", "Delete", delete(contact)))],
    )


@app.screen
def edit(context: Context, contact: int) -> Screen:
    """The form of a person; 0 is a new one."""
    row = context.db.get("contacts", contact)
    phones = dict(
        tuple(r) for r in context.db.rows("SELECT label, number FROM contact_phones WHERE contact = ?", contact)
    )
    emails = dict(
        tuple(r) for r in context.db.rows("SELECT label, address FROM contact_emails WHERE contact = ?", contact)
    )
    old = dict(row) if row is not None else {}
    return Screen(
        "Edit contact" if contact else "New contact",
        [
            Field("name", "Name", old.get("name", "")),
            Field("company", "Company", old.get("company", "")),
            Heading("Phone"),
            *(Field(f"phone_{label}", f"Phone ({label})", phones.get(label, "")) for label in PHONE_LABELS),
            Heading("Mail"),
            *(Field(f"email_{label}", f"Email ({label})", emails.get(label, "")) for label in EMAIL_LABELS),
            Heading("More"),
            Pick("birthday", "Birthday", "date", old.get("birthday", "")),
            Field("address", "Address", old.get("address", "")),
            Field("note", "Note", old.get("note", ""), lines=3),
        ],
        actions=[Icon("save", "Save", "check", save(contact))],
    )


@app.action
def save(context: Context, contact: int) -> None:
    """Check the form and store it."""
    form = {key: value.strip() for key, value in context.form.items()}
    errors = {"name": "" if form["name"] else "Enter a name"}
    for label in PHONE_LABELS:
        number = form[f"phone_{label}"]
        errors[f"phone_{label}"] = "" if not number or PHONE.fullmatch(number) else "Digits and spaces only, 5 to 20"
    for label in EMAIL_LABELS:
        address = form[f"email_{label}"]
        errors[f"email_{label}"] = "" if not address or EMAIL.fullmatch(address) else "This is no mail address"
    if context.rejects(**errors):
        return
    values = {key: form[key] for key in ("name", "company", "birthday", "address", "note")}
    if contact:
        context.db.update("contacts", contact, **values)
    else:
        contact = context.db.insert("contacts", **values)
    for label in PHONE_LABELS:
        _store(context, "contact_phones", "number", contact, label, form[f"phone_{label}"])
    for label in EMAIL_LABELS:
        _store(context, "contact_emails", "address", contact, label, form[f"email_{label}"])
    context.replace(detail(contact)) if context.nav.pages[-2].screen != "contacts.detail" else context.back()
    context.toast("Contact saved")


def _store(context: Context, table: str, column: str, contact: int, label: str, value: str) -> None:
    """Insert, change or delete one labelled entry: only when it differs."""
    row = context.db.find(f"SELECT * FROM {table} WHERE contact = ? AND label = ?", contact, label)
    if row is None:
        if value:
            context.db.insert(table, contact=contact, label=label, **{column: value})
    elif not value:
        context.db.delete(table, row["id"])
    elif row[column] != value:
        context.db.update(table, row["id"], **{column: value})


@app.action
def star(context: Context, contact: int) -> None:
    """Add to the favourites, or remove."""
    context.db.execute("UPDATE contacts SET favourite = 1 - favourite WHERE id = ?", contact)


@app.action
def delete(context: Context, contact: int) -> None:
    """Delete a person with all numbers and addresses."""
    context.db.delete("contacts", contact)
    context.back()
    context.toast("Contact deleted")


@app.generator
def fill(world: World) -> None:
    """People, a few of them nearly the same, some with numbers that are out of date."""
    pools, count = world.pools, world.people
    names = world.names(count)
    companies = world.picks(pools.companies, count)
    streets, cities = world.picks(pools.streets, count), world.picks(pools.cities, count)
    houses, years, days = world.ints(1, 180, count), world.ints(1950, 2006, count), world.ints(0, 335, count)
    stars, notes = world.ints(0, 6, count), world.texts(pools.person_notes, count)
    world.add(
        "contacts",
        ("id", "name", "company", "birthday", "address", "note", "favourite"),
        [
            (
                i + 1,
                names[i],
                companies[i] if stars[i] != 1 else "",
                f"{years[i]}-{days[i] // 28 + 1:02d}-{days[i] % 28 + 1:02d}" if days[i] % 3 else "",
                f"{houses[i]} {streets[i]}, {cities[i]}" if houses[i] % 4 else "",
                notes[i] if houses[i] % 3 == 0 else "",
                int(stars[i] == 0),
            )
            for i in range(count)
        ],
    )
    numbers = world.numbers(2 * count)
    kinds = world.ints(0, 4, count)
    phones = [(i + 1, "mobile", numbers[i]) for i in range(count)]
    phones += [(i + 1, PHONE_LABELS[kinds[i]], numbers[count + i]) for i in range(count) if kinds[i]]
    world.add("contact_phones", ("contact", "label", "number"), phones)
    hosts = world.picks(pools.hosts, 2 * count)
    handles = [world.handle(name, i) for i, name in enumerate(names)]
    mails = [(i + 1, "private", f"{handles[i]}@{hosts[i]}") for i in range(count)]
    mails += [
        (i + 1, "old" if PHONE_LABELS[kinds[i]] == "old" else "work", f"{handles[i]}@work.{hosts[count + i]}")
        for i in range(count)
        if kinds[i] > 1
    ]
    world.add("contact_emails", ("contact", "label", "address"), mails)
    world.remember_people(names, numbers[:count], [mail[2] for mail in mails[:count]])
