"""Long: a shopping list that becomes an order, orders that follow a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.shop.tables import SLOTS
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people, fresh
from benchmarks.phone.templates.sights import current_note
from benchmarks.phone.templates.staging import DAY, day_after, draw_cents, keys, some, write_mail, write_note
from benchmarks.phone.templates.town import book, draw_addresses, draw_product, put_into_cart, sell
from benchmarks.phone.templates.ways import choose_starting, day_in, find, match, read
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class OrderShoppingList(Template):
    """A note lists products, variants, counts and the delivery: order all of it at once."""

    name = "order-shopping-list"
    kind = "long"
    apps = ("notes", "shop")
    goals = (
        "Order in the Shop what my note “{title}” lists, with the delivery that it asks for, in one order.",
        "The note “{title}” is a shopping list: put all of it into the cart and order it as it says.",
        "Buy everything on the list “{title}” (a note) in a single order; address, day and time stand there, too.",
    )
    steps = 43

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Three products, counts, a delivery."""
        address = some(rng, world.db.rows("SELECT label, line FROM addresses ORDER BY id"), 1)[0]
        return {
            "title": f"To order {rng.integers(100, 999)}",
            "notes": keys(rng, world, "notes", 2),
            "products": [draw_product(rng, world) for _ in range(3)],
            "shades": some(rng, world.pools.shades, 3),
            "counts": rng.integers(2, 8, 3).tolist(),
            "cents": [draw_cents(rng, 5, 90) for _ in range(3)],
            "label": address["label"],
            "line": address["line"],
            "day": day_after(world, int(rng.integers(2, 28))),
            "slots": some(rng, SLOTS, 2),
            "keys": fresh(rng, 12),
        }

    def setup(self, world: World, params: Params) -> None:
        """The list and its archived version; each product has a namesake; the cart is empty."""
        world.db.execute("DELETE FROM cart_items")
        lines = []
        for i, name in enumerate(params["products"]):
            product, variant, twin, other = params["keys"][4 * i : 4 * i + 4]
            shade, cents = params["shades"][i], params["cents"][i]
            sell(world, product, name, [(variant, shade, cents)])
            sell(world, twin, f"{name} Plus", [(other, shade, cents + 500)])
            lines.append(f"{params['counts'][i]} x {name}, {shade}")
        where = f"To: {params['label']}, {day_text(parse_day(params['day']))}"
        for key, slot, folder in zip(params["notes"], params["slots"], ("Home", "Archive"), strict=True):
            write_note(world, key, params["title"], "\n".join((*lines, f"{where}, {slot}")), 60 * DAY, folder)

    def expected(self, params: Params) -> list[Expected]:
        """The order, its items, and the stock."""
        about = {"address": params["line"], "day": params["day"], "slot": params["slots"][0]}
        changes = [insert("orders", **about)]
        for variant, count, cents in zip(params["keys"][1::4], params["counts"], params["cents"], strict=True):
            changes.append(insert("order_items", variant=variant, count=count, cents=cents))
            changes.append(update("variants", variant, stock=12 - count))
        return changes

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Product by product, then the form."""
        note = yield from current_note(hand, goal["title"])
        *lines, where = note.split("\n")
        yield from hand.open("shop")
        for place, line in enumerate(lines):
            if place:
                yield from hand.back()
            count, name, shade = match(r"(\d) x (.+), (.+)", line).groups()
            yield from hand.fill("query", name)
            yield from hand.tap(name, role="item")
            yield from put_into_cart(hand, shade, int(count))
        yield from hand.do("tap", element="cart")
        yield from hand.do("tap", element="checkout")
        label, day, slot = match(r"To: (.+), (.+), (.+)", where).groups()
        yield from choose_starting(hand, "address", f"{label} (")
        yield from hand.pick_date("day", day_in(day))
        yield from hand.choose("slot", slot)
        yield from hand.do("tap", element="place")


class OrdersFollowMove(Template):
    """A mail tells a new address: save it in the shop and send there what has not left yet."""

    name = "orders-follow-move"
    kind = "long"
    apps = ("mail", "shop")
    train = False
    goals = (
        (
            "The latest mail “{subject}” has a new address. Save it in the Shop as “{label}” and change every order"
            " that goes to “{old}” and has not been shipped to it; days and times stay."
        ),
        (
            "“{old}” is history: take the new address from the newest mail “{subject}”, add it to the Shop's addresses"
            " under the label “{label}”, and redirect all orders to “{old}” that are still only placed."
        ),
        (
            "Add the address in the last mail “{subject}” to the Shop (label “{label}”). Then have each order that is"
            " placed, but not shipped, and meant for “{old}” delivered there instead."
        ),
    )
    steps = 38

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two addresses, a mail and a former one, orders."""
        return {
            "subject": f"Keys handed over {rng.integers(100, 999)}",
            "label": f"{some(rng, world.pools.cities, 1)[0]} flat",
            "addresses": (addresses := draw_addresses(rng, world, 3)),
            "old": addresses[0],
            "mails": keys(rng, world, "mails", 2),
            "sender": far_people(rng, world, 1)[0].mail,
            "statuses": some(rng, ("placed", "placed", "placed", "shipped", "delivered"), 5),
            "numbers": [f"{number}" for number in some(rng, range(1000, 9999), 6)],
            "days": [day_after(world, int(day)) for day in rng.integers(2, 28, 6)],
            "slots": [SLOTS[i] for i in rng.integers(0, 3, 6)],
            "keys": fresh(rng, 12),
        }

    def setup(self, world: World, params: Params) -> None:
        """Five orders to the old address, one that was placed for the address of the former mail."""
        old, new, former = params["addresses"]
        for key, address, age in zip(params["mails"], (new, former), (25 * DAY, 40 * DAY), strict=True):
            write_mail(world, key, params["sender"], params["subject"], f"Welcome!\nYour address: {address}\nBye", age)
        for i, status in enumerate((*params["statuses"], "placed")):
            order, item = params["keys"][2 * i : 2 * i + 2]
            where = {"address": old if i < 5 else former, "slot": params["slots"][i]}  # noqa: PLR2004, all but the last
            book(world, order, params["numbers"][i], status, params["days"][i], [(item, 1 + i, 1, 900)], **where)

    def expected(self, params: Params) -> list[Expected]:
        """The address, and the orders that are only placed."""
        new = params["addresses"][1]
        placed = [
            key for key, status in zip(params["keys"][::2], params["statuses"], strict=False) if status == "placed"
        ]
        saved = insert("addresses", label=params["label"], line=new)
        return [saved, *(update("orders", key, address=new) for key in placed)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Mail, address, order by order."""
        yield from find(hand, "mail", goal["subject"])
        line = match(r"address: (.+)", (yield from read(hand, "body")))[1]
        yield from hand.open("shop")
        yield from hand.menu("Addresses")
        yield from hand.do("tap", element="add")
        yield from hand.fill("label", goal["label"])
        yield from hand.fill("line", line)
        yield from hand.save()
        yield from hand.back()
        yield from hand.do("tap", element="orders")
        yield from hand.fill("query", goal["old"])
        placed = [found.id for found in hand.view.starting("order:") if found.value.startswith("Placed")]
        for number, order in enumerate(placed):
            if number:
                yield from hand.back()
            yield from hand.tap_id(order)
            yield from hand.menu("Change delivery")
            yield from choose_starting(hand, "address", f"{goal['label']} (")
            yield from hand.save()


TEMPLATES: tuple[Template, ...] = (OrderShoppingList(), OrdersFollowMove())
