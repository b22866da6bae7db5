"""Long: what a list, a note or a row of questions asks for, entry by entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import conversation, far_people, fresh, plain
from benchmarks.phone.templates.listed import listed_day, today_on
from benchmarks.phone.templates.staging import (
    DAY,
    HOUR,
    day_after,
    draw_cents,
    draw_time,
    euros,
    fund,
    keys,
    plan,
    some,
    write_note,
)
from benchmarks.phone.templates.ways import cents_in, day_in, first, match, read, read_note, seek_event, time_in
from benchmarks.phone.toolkit import Hand, Seen, Steps, View
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World

QUESTION = re.compile(r"At what time on (.+) does “(.+)” begin\?")
ENTRY = re.compile(r"(.+); (\w{3} \d+ \w{3} \d{4}); (Low|Medium|High)")


class AnswerUnreadQuestions(Template):
    """Every unread question for the time of an event is answered from the calendar."""

    name = "answer-unread-questions"
    kind = "long"
    apps = ("messages", "calendar")
    goals = (
        (
            "Some unread conversations in Messages ask at what time an event begins. Answer each of those with the"
            " time from my calendar and my greeting, as in “07:45. {greeting}”, and with nothing else."
        ),
        (
            "Go through the unread messages: whoever asks when an event begins gets an answer of the form"
            " “07:45. {greeting}”, with the starting time from my calendar. What is read needs no answer."
        ),
        (
            "Answer all unread questions in Messages for the time at which an event begins. Look each event up in"
            " Calendar and send just its time and a greeting: “07:45. {greeting}”."
        ),
    )
    steps = 57

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Five questions, each on one of two events of a title; a sixth that was answered; two others who wrote."""
        days = some(rng, [day_after(world, number) for number in range(2, 40)], 12)
        kinds = ("choir", "workshop", "quiz", "tour", "lecture", "match")
        places = some(rng, world.pools.cities, 4) * 2
        return {
            "greeting": some(rng, ("See you!", "Bye for now!", "Cheers!", "Be on time!", "Until then!"), 1)[0],
            "numbers": [person.number for person in far_people(rng, world, 8)],
            "threads": fresh(rng, 8),
            "messages": fresh(rng, 10),
            "ages": [int(age) for age in rng.integers(HOUR, 9 * DAY, 8)],
            "titles": [f"{place} {kind} {rng.integers(10, 99)}" for place, kind in zip(places, kinds, strict=False)],
            "days": days,
            "times": [draw_time(rng, 8, 12) for _ in range(6)] + [draw_time(rng, 13, 21) for _ in range(6)],
            "events": keys(rng, world, "events", 12),
            "asked": rng.integers(0, 2, 6).tolist(),
            "others": some(rng, plain(world.pools.messages), 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Nothing else is unread."""
        world.db.execute("UPDATE messages SET read = 1")
        for place, key in enumerate(params["events"]):
            plan(world, key, params["titles"][place % 6], params["days"][place], params["times"][place])
        texts = [
            f"At what time on {day_text(parse_day(params['days'][i + 6 * late]))} does “{params['titles'][i]}” begin?"
            for i, late in enumerate(params["asked"])
        ]
        for i, (text, thread) in enumerate(zip((*texts, *params["others"]), params["threads"], strict=True)):
            said = [(params["messages"][i], False, text)]
            said += [(params["messages"][8], True, self._reply(params, i))] if i == len(texts) - 1 else []
            conversation(world, thread, params["numbers"][i], said, params["ages"][i])
            if len(said) == 1:
                world.db.update("messages", params["messages"][i], read=0)

    def expected(self, params: Params) -> list[Expected]:
        """Five messages."""
        return [
            insert("messages", thread=thread, mine=1, text=self._reply(params, i))
            for i, thread in enumerate(params["threads"][:5])
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Collect the questions, look all events up, then answer from the end of the list upwards."""
        today = today_on(hand.view)
        yield from hand.open("messages")
        threads = yield from hand.read_all("thread:")
        asked = [(e, QUESTION.match(e.value)) for e in reversed(threads) if " new, " in e.value]
        questions = [(e.id, day_in(found[1]), found[2]) for e, found in asked if found is not None]
        yield from hand.open("calendar")
        yield from hand.do("tap", element="search")
        times = []
        for _, day, title in questions:
            yield from hand.fill("query", title)
            event = first(e for e in hand.view.all(title) if listed_day(e.value, today).isoformat() == day)
            times.append(time_in(event.value))
        yield from hand.open("messages")
        for number, ((thread, *_), time) in enumerate(zip(questions, times, strict=True)):
            if number:
                yield from hand.back(2)
            yield from hand.tap_id(thread)
            yield from hand.fill("draft", f"{time}. {goal['greeting']}")
            yield from hand.do("tap", element="send")

    def _reply(self, params: Params, asker: int) -> str:
        """The right answer to a question."""
        return f"{params['times'][asker + 6 * params['asked'][asker]]}. {params['greeting']}"


class NumbersOfGuests(Template):
    """The mobile numbers of all guests of an event become the text of a note."""

    name = "numbers-of-guests"
    kind = "long"
    apps = ("calendar", "contacts", "notes")
    train = False
    goals = (
        (
            "Replace the text of my note “{note}” with the mobile numbers of the guests of “{title}”: one line per"
            " guest, name, colon, space, number. Guests without a mobile number are left out."
        ),
        (
            "The note “{note}” shall hold a line “Name: number” for every guest of “{title}”, with the number"
            " labelled mobile in Contacts, and nothing else. Skip whoever has no mobile number."
        ),
        (
            "Make a call list: for each guest of the event “{title}” write name, colon, space and mobile number on a"
            " line of the note “{note}”, in place of its old text. No mobile number, no line."
        ),
    )
    steps = 45

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Seven guests, one of whom has a number at home only."""
        guests = far_people(rng, world, 7)
        return {
            "title": f"{some(rng, world.pools.cities, 1)[0]} picnic {rng.integers(100, 999)}",
            "note": f"Call list {rng.integers(100, 999)}",
            "day": day_after(world, int(rng.integers(3, 40))),
            "time": draw_time(rng, 10, 17),
            "guests": some(rng, [guest.id for guest in guests], 7),
            "without": guests[6].id,
            "lines": [f"{guest.name}: {guest.number}" for guest in guests[:6]],
            "bodies": some(rng, plain(world.pools.note_lines), 2),
            "event": keys(rng, world, "events", 1)[0],
            "notes": keys(rng, world, "notes", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """Everybody has a second number; the archive has a note of the same title."""
        plan(world, params["event"], params["title"], params["day"], params["time"])
        world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label = 'mobile'", params["without"])
        for guest, number in zip(params["guests"], world.numbers(7), strict=True):
            world.db.insert("event_guests", event=params["event"], contact=guest)
            world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label <> 'mobile'", guest)
            world.db.insert("contact_phones", contact=guest, label="home", number=number)
        write_note(world, params["notes"][0], params["note"], params["bodies"][0], 40 * DAY)
        write_note(world, params["notes"][1], params["note"], params["bodies"][1], 30 * DAY, "Archive")

    def expected(self, params: Params) -> list[Expected]:
        """The lines, in whatever order."""
        return [update("notes", params["notes"][0], body=_lines(params["lines"]))]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Guests, then their numbers, then the note."""
        yield from seek_event(hand, goal["title"])
        yield from hand.tap(goal["title"], role="item")
        guests = yield from hand.read_all("guest:")
        yield from hand.open("contacts")
        lines = []
        for number, guest in enumerate(guests):
            if number:
                yield from hand.back()
            yield from hand.fill("query", guest.text)
            yield from hand.tap(guest.text, role="item")
            yield from read(hand, "name")
            mobile = hand.view.get("phone:mobile")
            lines += [f"{guest.text}: {mobile.text}"] if mobile is not None else []
        yield from read_note(hand, goal["note"])
        yield from hand.do("tap", element="edit")
        yield from hand.fill("body", "\n".join(lines))
        yield from hand.save()


class TodosForUnpaid(Template):
    """Bills of a note that an account has not paid become to-dos."""

    name = "todos-for-unpaid"
    kind = "long"
    apps = ("notes", "wallet", "todo")
    train = False
    goals = (
        (
            "My note “{title}” lists bills. Check in Wallet which of them “{account}” has paid, in exactly that"
            " amount; for each of the others add a to-do “{verb}: ” plus the shop's name to the list “{list}”."
        ),
        (
            "Compare the bills in the note “{title}” with the payments of “{account}”. Whatever was not paid (same"
            " shop, same amount) becomes a to-do in “{list}”, titled “{verb}: ” and the shop."
        ),
        (
            "Which bills of the note “{title}” are missing among the transactions of “{account}”, or differ in the"
            " amount? Put a to-do “{verb}: ” with the name of the shop into “{list}” for each."
        ),
    )
    steps = 42

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Eight bills: four paid, two in another amount, one from another account, one never."""
        account, other = some(rng, world.db.rows("SELECT id, name FROM accounts ORDER BY id"), 2)
        chosen = some(rng, world.db.rows("SELECT id, name FROM todo_lists ORDER BY id"), 1)[0]
        cents = [draw_cents(rng, 8, 90) for _ in range(8)]
        slips = [int(slip) for slip in rng.choice((-9, 9, 90, 100), 2)]
        shops = zip(some(rng, world.pools.shops, 4) * 2, some(rng, world.pools.cities, 8), strict=True)
        return {
            "title": f"Bills {rng.integers(100, 999)}",
            "account": account["name"],
            "verb": some(rng, ("Pay", "Settle", "Transfer", "Bill"), 1)[0],
            "list": chosen["name"],
            "key": chosen["id"],
            "shops": [f"{shop} {city}" for shop, city in shops],
            "cents": cents,
            "booked": [*cents[:4], cents[4] + slips[0], cents[5] + slips[1], cents[6]],
            "accounts": [account["id"]] * 6 + [other["id"]],
            "rows": keys(rng, world, "transactions", 7),
            "order": some(rng, range(8), 8),
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """Other transactions get another content; the balances keep to their sums."""
        for account in range(1, 5):
            fund(world, account, 600_000)
        for i, (key, account) in enumerate(zip(params["rows"], params["accounts"], strict=True)):
            old, cents = world.db.row("SELECT account, cents FROM transactions WHERE id = ?", key), params["booked"][i]
            world.db.execute("UPDATE accounts SET cents = cents - ? WHERE id = ?", old["cents"], old["account"])
            world.db.execute("UPDATE accounts SET cents = cents - ? WHERE id = ?", cents, account)
            about = {"title": params["shops"][i], "category": "Home", "note": ""}
            world.db.update("transactions", key, account=account, cents=-cents, **about)
        bills = [f"{params['shops'][i]}: {euros(params['cents'][i])} €" for i in params["order"]]
        write_note(world, params["note"], params["title"], "\n".join(bills), 9 * DAY, "Home")

    def expected(self, params: Params) -> list[Expected]:
        """Four to-dos."""
        verb, key = params["verb"], params["key"]
        return [insert("todos", title=f"{verb}: {shop}", list=key) for shop in params["shops"][4:]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search the account for shop after shop, then write what is missing."""
        bills = (yield from read_note(hand, goal["title"])).split("\n")
        yield from hand.open("wallet")
        yield from hand.tap(goal["account"], role="item")
        unpaid = []
        for bill in bills:
            shop = match(r"^(.+): ", bill)[1]
            yield from hand.fill("query", shop)
            yield from hand.scroll_to(_sought(shop))
            if all(cents_in(e.value) != -cents_in(bill) for e in hand.view.all(shop, role="item")):
                unpaid.append(shop)
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        for shop in unpaid:
            yield from hand.do("tap", element="add")
            yield from hand.fill("title", f"{goal['verb']}: {shop}")
            yield from hand.save()


class TodosFromLines(Template):
    """The open lines of a note become to-dos with days and priorities."""

    name = "todos-from-lines"
    kind = "long"
    apps = ("notes", "todo")
    goals = (
        (
            "Turn the note “{title}” into to-dos in my list “{list}”: each line has the title, the day and the"
            " priority. Lines that begin with “{mark}” are done; skip them."
        ),
        (
            "Copy what is still open in the note “{title}” to the to-do list “{list}”, line by line, with its day"
            " and priority. “{mark}” at the beginning of a line means done."
        ),
        (
            "Every line of the note “{title}” without “{mark}” in front is to become a to-do in “{list}”: title,"
            " day and priority as the line says."
        ),
    )
    steps = 50

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Six lines, two of which are done."""
        chosen = some(rng, world.db.rows("SELECT id, name FROM todo_lists ORDER BY id"), 1)[0]
        return {
            "title": f"Plan for {some(rng, world.pools.cities, 1)[0]} {rng.integers(10, 99)}",
            "list": chosen["name"],
            "key": chosen["id"],
            "mark": some(rng, ("x", "ok", "+", "done:"), 1)[0],
            "tasks": some(rng, plain(world.pools.todos), 6),
            "days": [day_after(world, int(number)) for number in rng.integers(1, 40, 6)],
            "priorities": rng.integers(1, 4, 6).tolist(),
            "order": some(rng, range(6), 6),
            "note": keys(rng, world, "notes", 1)[0],
        }

    def setup(self, world: World, params: Params) -> None:
        """One note with all lines."""
        lines = [
            f"{task}; {day_text(parse_day(day))}; {('Low', 'Medium', 'High')[priority - 1]}"
            for task, day, priority in zip(params["tasks"], params["days"], params["priorities"], strict=True)
        ]
        marked = [f"{params['mark']} {lines[i]}" if i > 3 else lines[i] for i in params["order"]]  # noqa: PLR2004, four are open
        write_note(world, params["note"], params["title"], "\n".join(marked), 12 * DAY, "Work")

    def expected(self, params: Params) -> list[Expected]:
        """Four to-dos."""
        rows = list(zip(params["tasks"], params["days"], params["priorities"], strict=True))[:4]
        return [
            insert("todos", title=task, due=due, priority=priority, list=params["key"]) for task, due, priority in rows
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Line by line."""
        body = yield from read_note(hand, goal["title"])
        yield from hand.open("todo")
        yield from hand.tap(goal["list"], role="item")
        for line in body.split("\n"):
            if not line.startswith(f"{goal['mark']} "):
                task, day, priority = match(ENTRY.pattern, line).groups()
                yield from hand.do("tap", element="add")
                yield from hand.fill("title", task)
                yield from hand.pick_date("due", day_in(day))
                yield from hand.choose("priority", priority)
                yield from hand.save()


def _sought(text: str) -> Callable[[View], Seen | None]:
    """Finds the search field that holds exactly this text: what it does not show was not found."""
    return lambda view: next((e for e in view.all(role="search") if e.value == text), None)


def _lines(wanted: list[str]) -> Callable[[Any], bool]:
    """Predicate: these lines in any order, but for outer spaces."""
    return lambda text: sorted(line.strip() for line in str(text).strip().split("\n")) == sorted(wanted)


TEMPLATES = (AnswerUnreadQuestions(), NumbersOfGuests(), TodosForUnpaid(), TodosFromLines())
