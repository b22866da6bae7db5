"""Pages with something to find first: mail, posts, search results, calendars, books, menus of food."""

import re
from collections.abc import Generator

from benchmarks.miniwob.oracles.acting import click, press, wait, write
from benchmarks.miniwob.oracles.choosing import submit
from benchmarks.miniwob.oracles.clicking import COLORS
from benchmarks.miniwob.oracles.looking import (
    Element,
    Elements,
    first,
    inside,
    ordinal,
    quoted,
    see,
    text_of,
    whole_text,
    with_class,
    with_id,
    with_tag,
    with_text,
)
from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]
Seen = Generator[Action, Observation, Observation]
RESULTS = 3
"""How many results a page holds."""
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def mail(goal: str, seen: Observation) -> Steps:
    """Do with a message what the goal says: delete, star, reply or forward."""
    sender = re.findall(r"email by (\w+)", goal)[0]
    elements = see(seen)
    thread = first(
        with_class(elements, "email-thread"),
        lambda e: text_of(with_class(inside(elements, e), "email-sender")[0]) == sender,
    )
    parts = inside(elements, thread)
    if "forward" in goal:
        yield from forward(thread, re.findall(r"email to (\w+)", goal)[0])
    elif "reply" in goal:
        yield from reply(thread, quoted(goal)[0])
    else:
        yield click(with_class(parts, "trash" if "delete" in goal else "star")[0])


def forward(thread: Element, receiver: str) -> Steps:
    """Open a message and send it on."""
    seen = yield click(thread)
    seen = yield click(with_class(see(seen), "email-forward")[0])
    seen = yield write(with_class(see(seen), "forward-sender")[0], receiver)
    yield click(with_id(see(seen), "send-forward"))


def reply(thread: Element, text: str) -> Steps:
    """Open a message and answer it."""
    seen = yield click(thread)
    seen = yield click(with_class(see(seen), "email-reply")[0])
    seen = yield write(with_id(see(seen), "reply-text"), text)
    yield click(with_id(see(seen), "send-reply"))


def one_post(goal: str, seen: Observation) -> Steps:
    """Click a button under a user's post; some lie in the menu of the post."""
    user, button = re.findall(r"user (@\w+)", goal)[0], quoted(goal)[0]
    elements = see(seen)
    post = first(with_class(elements, "media"), lambda e: user in whole_text(elements, e).split())
    parts = inside(elements, post)
    direct = with_class(parts, button.lower())
    if direct:
        yield click(direct[0])
        return
    seen = yield click(with_class(parts, "more")[0])
    yield click(first(see(seen), lambda e: text_of(e).split(" @")[0] == button))


def many_posts(goal: str, seen: Observation) -> Steps:
    """Click a button under the posts of a user, under all or as many as the goal says."""
    user = re.findall(r"by (@\w+)", goal)[0]
    name = quoted(goal)[0].lower()
    count = re.findall(r"on (\d+) post", goal)
    elements = see(seen)
    posts = [e for e in with_class(elements, "media") if user in whole_text(elements, e).split()]
    for post in posts[: int(count[0]) if count else None]:
        seen = yield click(with_class(inside(elements, post), name)[0])
    yield submit(seen)


def search_result(goal: str, seen: Observation) -> Steps:
    """Search, turn to the page of the result, and click it."""
    place = ordinal(goal) - 1
    seen = yield write(with_id(see(seen), "search-text"), quoted(goal)[0])
    seen = yield click(with_id(see(seen), "search"))
    turn, row = divmod(place, RESULTS)
    if turn:
        seen = yield click(with_text(see(seen), str(turn + 1), "a"))
    yield click(with_class(see(seen), "search-title")[row])


def phone_book(goal: str, seen: Observation) -> Steps:
    """Turn the pages until the name is there, and click what is asked for."""
    name = re.findall(r"Find ([\w-]+) in", goal)[0]
    kind = next(word for word in ("phone", "email", "address") if word in goal.rpartition("their")[2])
    while text_of(with_class(see(seen), "name")[0]) != name:
        seen = yield click(with_text(see(seen), ">", "a"))
    yield click(with_class(see(seen), kind)[0])


def pick_date(goal: str, seen: Observation) -> Steps:
    """Open the calendar, turn to the month, and click the day."""
    month, day, _ = (int(number) for number in re.findall(r"(\d+)/(\d+)/(\d+)", goal)[0])
    seen = yield click(with_id(see(seen), "datepicker"))
    seen = yield from turn_to(seen, month, day)
    yield submit(seen)


def turn_to(seen: Observation, month: int, day: int) -> Seen:
    """Turn an open calendar, which shows the year already, to the month, and click the day."""
    while (shown := MONTHS.index(text_of(with_class(see(seen), "ui-datepicker-month")[0])) + 1) != month:
        way = "ui-datepicker-prev" if shown > month else "ui-datepicker-next"
        seen = yield click(with_class(see(seen), way)[0])
    days = with_tag(with_class(see(seen), "ui-state-default"), "a")
    return (yield click(with_text(days, str(day))))


def book_flight(goal: str, seen: Observation) -> Steps:
    """Fill in the trip, search, and book the cheapest or the shortest flight."""
    origin, target, month, day = re.findall(r"from: (.*) to: (.*) on (\d+)/(\d+)/", goal)[0]
    for field, place in (("flight-from", origin), ("flight-to", target)):
        seen = yield write(with_id(see(seen), field), place)
        seen = yield wait(500)
        entries = with_class(see(seen), "ui-menu-item-wrapper")
        seen = yield click(next(entry for entry in entries if place in text_of(entry)))
    seen = yield click(with_id(see(seen), "datepicker"))
    seen = yield from turn_to(seen, int(month), int(day))
    seen = yield click(with_id(see(seen), "search"))
    elements = see(seen)
    flights = with_class(elements, "flight")
    worth = _price if "cheapest" in goal else _duration
    best = min(flights, key=lambda flight: worth(inside(elements, flight)))
    yield click(with_class(inside(elements, best), "flight-price")[0])


def _price(parts: Elements) -> int:
    return int(re.findall(r"\$(\d+)", " ".join(map(text_of, parts)))[0])


def _duration(parts: Elements) -> int:
    text = text_of(with_class(parts, "time-duration")[0])
    hours, minutes = re.findall(r"(\d+)h (\d+)m", text)[0]
    return int(hours) * 60 + int(minutes)


def buy_stock(goal: str, seen: Observation) -> Steps:
    """Watch the price, and buy when it is low enough. Nothing moves between two actions."""
    limit = float(re.findall(r"\$([\d.]+)\.", goal)[0])
    while True:
        prices = re.findall(r"\$([\d.]+)", " ".join(text_of(e) for e in see(seen) if e.get("id") == "stock-price"))
        if prices and float(prices[0]) <= limit:
            yield click(with_id(see(seen), "buy"))
            return
        seen = yield wait(100)


def greatest_card(_: str, seen: Observation) -> Steps:
    """Turn each card over, then the one with the greatest number again."""
    numbers: list[int] = []
    for place in range(len(with_class(see(seen), "card"))):
        seen = yield click(with_class(see(seen), "card")[place])
        elements = see(seen)
        numbers.append(int(whole_text(elements, with_class(elements, "card")[place])))
    best = numbers.index(max(numbers))
    if best != len(numbers) - 1:
        seen = yield click(with_class(see(seen), "card")[best])
    yield click(with_id(see(seen), "submit"))


def order_food(goal: str, seen: Observation) -> Steps:
    """Order dishes by name, or any of a kind."""
    elements = see(seen)
    dishes = with_class(elements, "food-item")
    if "one of each" in goal:
        names = goal.partition("item: ")[2].split(", ")
        wanted = [d for d in dishes if text_of(with_class(inside(elements, d), "item-name")[0]) in names]
        times = 1
    else:
        count, kind = re.findall(r"Order (\d+) items that are (.*)", goal)[0]
        fitting = [d for d in dishes if any(e.get("alt", "") == kind.replace(" ", "-") for e in inside(elements, d))]
        wanted, times = fitting[:1], int(count)
    for dish in wanted:
        for _turn in range(times):
            seen = yield click(with_class(inside(elements, dish), "add")[0])
    yield click(with_text(see(seen), "Order!", "button"))


def edit_text(goal: str, seen: Observation) -> Steps:
    """Give all of a text, or a word of it, a style."""
    elements = see(seen)
    editor = with_class(elements, "ql-editor")[0]
    seen = yield click(editor)
    seen = yield press("a", "Control")
    style = next(word for word in ("bold", "italic", "underline") if word in goal)
    yield click(with_class(see(seen), f"ql-{style}")[0])


def enter_color(goal: str, seen: Observation) -> Steps:
    """Type the colour's hexadecimal code over the one in the field."""
    patches = [str(e["background"]) for e in see(seen) if e.get("goal") and "background" in e]
    code = patches[0] if patches else COLORS[re.findall(r"Select (\w+) with", goal)[0]]
    yield write(with_id(see(seen), "col"), code[1:], replace=True)
    seen = yield click(with_id(see(seen), "wrap"))
    yield submit(seen)


SOLUTIONS = {
    "book-flight": book_flight,
    "book-flight-nodelay": book_flight,
    "choose-date": pick_date,
    "choose-date-easy": pick_date,
    "choose-date-medium": pick_date,
    "choose-date-nodelay": pick_date,
    "email-inbox": mail,
    "email-inbox-delete": mail,
    "email-inbox-important": mail,
    "email-inbox-reply": mail,
    "email-inbox-star-reply": mail,
    "find-greatest": greatest_card,
    "order-food": order_food,
    "phone-book": phone_book,
    "search-engine": search_result,
    "social-media": one_post,
    "social-media-all": many_posts,
    "social-media-some": many_posts,
    "stock-market": buy_stock,
    "use-colorwheel": enter_color,
    "use-colorwheel-2": enter_color,
}
