"""Wallet: accounts, cards, payees, transfers. A large transfer wants a code that arrives as a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.phone.app import App
from benchmarks.phone.apps.messages import receive
from benchmarks.phone.clock import when_text
from benchmarks.phone.context import Context
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.controls import Field, Pick, Search
from benchmarks.phone.ui.dialogs import ask
from benchmarks.phone.ui.widgets import Button, Heading, Icon, Item, Rows, Screen, Switch, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.store import Row
    from benchmarks.phone.world import World

BANK = "+20 700 7000"
"""The number that codes come from."""
CODE_FROM = 50_000
"""Transfers of at least so many cents want a code."""
AMOUNT = re.compile(r"[0-9]{1,7}([.,][0-9]{1,2})?")
IBAN = re.compile(r"[A-Z]{2}[0-9]{10}")
CATEGORIES = ("Food", "Transport", "Home", "Leisure", "Income", "Transfer")

app = App(
    "wallet",
    "Wallet",
    "wallet",
    "#1d3557",
    (
        Table(
            "accounts",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, iban TEXT NOT NULL UNIQUE,"
            " cents INTEGER NOT NULL CHECK (cents >= 0)",
        ),
        Table(
            "cards",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,"
            " digits TEXT NOT NULL, frozen INTEGER NOT NULL DEFAULT 0 CHECK (frozen IN (0, 1))",
        ),
        Table(
            "payees",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL CHECK (name <> ''), iban TEXT NOT NULL UNIQUE",
        ),
        Table(
            "transactions",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,"
            " at INTEGER NOT NULL, cents INTEGER NOT NULL CHECK (cents <> 0), title TEXT NOT NULL,"
            " category TEXT NOT NULL, note TEXT NOT NULL DEFAULT ''",
            quiet=("at",),
            indexes=("account, at",),
        ),
        Table(
            "transfer_codes",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0",
            quiet=("*",),
        ),
    ),
)


@app.screen
def main(context: Context) -> Screen:
    """Accounts and cards."""
    accounts = context.db.rows("SELECT * FROM accounts ORDER BY id")
    cards = context.db.rows("SELECT c.*, a.name FROM cards c JOIN accounts a ON a.id = c.account ORDER BY c.id")
    return Screen(
        "Wallet",
        [
            Heading("Accounts"),
            *(
                Item(f"account:{a['id']}", a["name"], money(a["cents"]), icon="wallet", on_tap=account(a["id"]))
                for a in accounts
            ),
            Button("transfer", "New transfer", transfer(), icon="send"),
            Heading("Cards"),
            *(
                Item(
                    f"card:{c['id']}",
                    f"Card ending in {c['digits']}",
                    c["name"],
                    "frozen" if c["frozen"] else "",
                    "card",
                    card(c["id"]),
                )
                for c in cards
            ),
            Heading("More"),
            Item("payees", "Payees", icon="person", on_tap=payees()),
        ],
    )


@app.screen
def account(context: Context, key: int) -> Screen:
    """Balance and transactions of an account."""
    row = context.db.row("SELECT * FROM accounts WHERE id = ?", key)
    rows = context.db.rows(
        "SELECT * FROM transactions WHERE account = ?1"
        " AND (title LIKE ?2 OR note LIKE ?2 OR category LIKE ?2) ORDER BY at DESC, id DESC",
        key,
        f"%{context.get('query', '')}%",
    )

    def item(t: Row) -> Item:
        when = when_text(context.local(t["at"]), context.today)
        return Item(
            f"transaction:{t['id']}",
            t["title"],
            f"{t['category']} · {when}",
            money(t["cents"]),
            "coin",
            transaction(t["id"]),
        )

    head: list[Widget] = [Text("balance", money(row["cents"]), "code"), Text("iban", row["iban"], "caption"), Search()]
    return Screen(row["name"], [*head, Rows(rows, item) if rows else Text("empty", "No transactions", "caption")])


@app.screen
def transaction(context: Context, key: int) -> Screen:
    """One transaction."""
    row = context.db.row(
        "SELECT t.*, a.name FROM transactions t JOIN accounts a ON a.id = t.account WHERE t.id = ?", key
    )
    return Screen(
        "Transaction",
        [
            Text("amount", money(row["cents"]), "code"),
            Text("title-text", row["title"], "title"),
            Item("account", row["name"], "Account", icon="wallet"),
            Item("when", when_text(context.local(row["at"]), context.today), "Date", icon="clock"),
            Pick("category", "Category", "choice", row["category"], tuple((name, name) for name in CATEGORIES)),
            Field("note", "Note", row["note"]),
        ],
        actions=[Icon("save", "Save", "check", save_transaction(key))],
    )


@app.screen
def card(context: Context, key: int) -> Screen:
    """One card."""
    row = context.db.row("SELECT c.*, a.name FROM cards c JOIN accounts a ON a.id = c.account WHERE c.id = ?", key)
    body: list[Widget] = [
        Text("digits", f"•••• {row['digits']}", "code"),
        Text("account", row["name"]),
        Switch("frozen", "Frozen", bool(row["frozen"]), freeze(key)),
    ]
    return Screen("Card", body)


@app.screen
def payees(context: Context) -> Screen:
    """Who can be paid."""
    rows = context.db.rows("SELECT * FROM payees WHERE name LIKE ? ORDER BY name, id", f"%{context.get('query', '')}%")

    def item(row: Row) -> Item:
        erase = ask("Delete payee?", f"{row['name']} will be deleted.", "Delete", delete_payee(row["id"]))
        return Item(
            f"payee:{row['id']}",
            row["name"],
            row["iban"],
            icon="avatar",
            on_tap=edit_payee(row["id"]),
            on_long_press=erase,
        )

    return Screen("Payees", [Search(), Rows(rows, item)], fab=Icon("add", "New payee", "plus", edit_payee(0)))


@app.screen
def edit_payee(context: Context, key: int) -> Screen:
    """The form of a payee; 0 is a new one."""
    row = context.db.get("payees", key)
    name, iban = (row["name"], row["iban"]) if row is not None else ("", "")
    return Screen(
        "Edit payee" if key else "New payee",
        [Field("name", "Name", name), Field("iban", "IBAN", iban)],
        actions=[Icon("save", "Save", "check", save_payee(key))],
    )


@app.screen
def transfer(context: Context) -> Screen:
    """The form of a transfer."""
    accounts = tuple(
        (f"a{r['id']}", f"{r['name']} ({money(r['cents'])})")
        for r in context.db.rows("SELECT * FROM accounts ORDER BY id")
    )
    others = tuple(
        (f"p{r['id']}", f"{r['name']} ({r['iban']})") for r in context.db.rows("SELECT * FROM payees ORDER BY name, id")
    )
    return Screen(
        "New transfer",
        [
            Pick("source", "From", "choice", accounts[0][0], accounts),
            Pick("target", "To", "choice", "", (*accounts, *others)),
            Field("amount", "Amount in €"),
            Field("note", "Reference"),
            Button("continue", "Continue", review()),
        ],
    )


@app.screen
def confirm(context: Context, source: int, target: str, cents: int, note: str) -> Screen:
    """What will be sent, and the code when one is needed."""
    needs = cents >= CODE_FROM
    lines: list[Widget] = [
        Text("amount", money(cents), "code"),
        Item("from", context.db.value("SELECT name FROM accounts WHERE id = ?", source) or "", "From", icon="wallet"),
        Item("to", _target(context, target)[0], "To", icon="person"),
        Item("reference", note or "—", "Reference", icon="note"),
    ]
    if needs:
        lines += [Text("hint", "We sent a code to Messages. Enter it to go on."), Field("code", "Code")]
    return Screen("Confirm transfer", lines, footer=[Button("send", "Send money", send(source, target, cents, note))])


@app.action
def review(context: Context) -> None:
    """Check the form; a large amount sends a code."""
    form = context.form
    text = form["amount"].strip()
    cents = round(float(text.replace(",", ".")) * 100) if AMOUNT.fullmatch(text) else 0
    source, target = int(form["source"][1:]), form["target"]
    funds = context.db.value("SELECT cents FROM accounts WHERE id = ?", source)
    errors = {
        "target": "" if target and target != form["source"] else "Choose who is paid",
        "amount": "Enter an amount such as 12.50"
        if not cents
        else "Not enough money in the account"
        if cents > funds
        else "",
    }
    if context.rejects(**errors) or context.offline():
        return
    if cents >= CODE_FROM:
        code = f"{context.rng.integers(1_000_000):06d}"
        context.db.insert("transfer_codes", code=code)
        receive(context, BANK, f"Your code for {money(cents)} is {code}. Never share it.")
    context.open(confirm(source, target, cents, form["note"].strip()))


@app.action
def send(context: Context, source: int, target: str, cents: int, note: str) -> None:
    """Move the money."""
    if cents >= CODE_FROM:
        code = context.db.find("SELECT * FROM transfer_codes WHERE used = 0 ORDER BY id DESC")
        right = code is not None and code["code"] == context.form["code"].strip()
        if context.rejects(code="" if right else "This code is wrong"):
            return
        context.db.execute("UPDATE transfer_codes SET used = 1")
    name, own = _target(context, target)
    title = context.db.value("SELECT name FROM accounts WHERE id = ?", source)
    if not name or cents > context.db.value("SELECT cents FROM accounts WHERE id = ?", source):
        context.alert("Not sent", "The payee is gone, or the account lacks the money.")
        return
    _book(context, source, -cents, name, note)
    if own:
        _book(context, own, cents, title, note)
    context.back(2)
    context.toast(f"Sent {money(cents)}")


@app.action
def save_transaction(context: Context, key: int) -> None:
    """Store category and note."""
    context.db.update("transactions", key, category=context.form["category"], note=context.form["note"].strip())
    context.back()
    context.toast("Transaction saved")


@app.action
def freeze(context: Context, key: int) -> None:
    """Freeze a card, or unfreeze it."""
    context.db.execute("UPDATE cards SET frozen = 1 - frozen WHERE id = ?", key)


@app.action
def save_payee(context: Context, key: int) -> None:
    """Check the form and store it."""
    name, iban = context.form["name"].strip(), context.form["iban"].replace(" ", "").upper()
    taken = context.db.find("SELECT 1 FROM payees WHERE iban = ? AND id <> ?", iban, key) is not None
    wrong = "" if IBAN.fullmatch(iban) else "Two letters and ten digits"
    if context.rejects(name="" if name else "Enter a name", iban="Another payee has this IBAN" if taken else wrong):
        return
    if key:
        context.db.update("payees", key, name=name, iban=iban)
    else:
        context.db.insert("payees", name=name, iban=iban)
    context.back()
    context.toast("Payee saved")


@app.action
def delete_payee(context: Context, key: int) -> None:
    """Delete a payee."""
    context.db.delete("payees", key)


def money(cents: int) -> str:
    """`-1,234.50 €`."""
    return f"{cents / 100:,.2f} €"


def _target(context: Context, target: str) -> tuple[str, int]:
    """Name of who is paid, and the account when it is one's own."""
    key = int(target[1:])
    if target.startswith("a"):
        return context.db.value("SELECT name FROM accounts WHERE id = ?", key), key
    return context.db.value("SELECT name FROM payees WHERE id = ?", key) or "", 0


def _book(context: Context, account: int, cents: int, title: str, note: str) -> None:
    context.db.execute("UPDATE accounts SET cents = cents + ? WHERE id = ?", cents, account)
    context.db.insert(
        "transactions", account=account, at=context.now, cents=cents, title=title, category="Transfer", note=note
    )


@app.generator
def fill(world: World) -> None:
    """Accounts whose balances are the sums of their transactions."""
    names = ("Everyday", "Savings", "Household", "Travel")
    count = 150
    ibans = [f"CU{n:010d}" for n in world.ints(10**9, 10**10, 40)]
    accounts, shops = world.ints(1, 5, count), world.picks(world.pools.shops, count)
    cents, kinds, ages = (
        world.ints(150, 9_500, count),
        world.ints(0, 4, count),
        sorted(world.ints(900, 120 * 86400, count), reverse=True),
    )
    notes = world.texts(world.pools.note_lines, count)
    wages = world.ints(180_000, 420_000, 8)
    rows = [(i % 4 + 1, world.now - 130 * 86400 + i, wages[i], "Opening balance", "Income", "") for i in range(8)]
    rows += [
        (
            accounts[i],
            world.now - ages[i],
            -cents[i],
            shops[i],
            CATEGORIES[kinds[i]],
            notes[i] if cents[i] % 9 == 0 else "",
        )
        for i in range(count)
    ]
    sums = [sum(row[2] for row in rows if row[0] == account) for account in range(1, 5)]
    world.add("accounts", ("id", "name", "iban", "cents"), [(i + 1, names[i], ibans[i], sums[i]) for i in range(4)])
    world.add("transactions", ("account", "at", "cents", "title", "category", "note"), rows)
    world.add(
        "cards",
        ("account", "digits", "frozen"),
        list(zip((1, 2, 3, 1), map(str, world.ints(1000, 10_000, 4)), (0, 0, 1, 0), strict=True)),
    )
    people = world.rng.permutation(len(world.persons))[:18].tolist()
    world.add("payees", ("name", "iban"), [(world.persons[p].name, ibans[4 + i]) for i, p in enumerate(people)])
