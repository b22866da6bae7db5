"""What is bought in the shop, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.apps.shop.tables import SLOTS
from benchmarks.phone.clock import day_text, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.replies import amount_forms
from benchmarks.phone.templates.sights import current_note, spot
from benchmarks.phone.templates.staging import DAY, day_after, draw_cents, euros, keys, some, write_note
from benchmarks.phone.templates.town import (
    book,
    draw_product,
    orders_of,
    put_into_cart,
    seek_orders,
    sell,
)
from benchmarks.phone.templates.ways import cents_in, choose_starting, day_in, match, read
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class FillCart(Template):
    """Some pieces of a variant go into the cart; another product is nearly called the same."""

    name = "fill-cart"
    kind = "edit"
    apps = ("shop",)
    goals = (
        "Put {count} of “{product}” in “{shade}” into the cart of the Shop. Do not order yet.",
        "I want {count} pieces of “{product}”, variant “{shade}”, in my shopping cart.",
        "Add “{product}” to the cart, {count} times, in “{shade}”. Nothing needs to be ordered.",
    )
    steps = 10

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A product with variants, a count."""
        return {
            "product": draw_product(rng, world),
            "shades": (shades := some(rng, world.pools.shades, 3)),
            "shade": shades[int(rng.integers(3))],
            "cents": draw_cents(rng, 5, 90),
            "count": f"{rng.integers(2, 7)}",
            "keys": fresh(rng, 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """The product, and one that is easily taken for it."""
        for number, name in enumerate((params["product"], f"{params['product']} Mini")):
            product, *variants = params["keys"][4 * number : 4 * number + 4]
            sell(
                world,
                product,
                name,
                [(key, s, params["cents"]) for key, s in zip(variants, params["shades"], strict=True)],
            )

    def expected(self, params: Params) -> list[Expected]:
        """A line of the cart."""
        variant = params["keys"][1 + params["shades"].index(params["shade"])]
        return [insert("cart_items", variant=variant, count=int(params["count"]))]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the product, choose, add."""
        yield from spot(hand, "shop", goal["product"])
        yield from put_into_cart(hand, goal["shade"], int(goal["count"]))


class SpentOnProduct(Template):
    """What a product cost over all delivered orders; cancelled orders and a namesake do not count."""

    name = "spent-on-product"
    kind = "question"
    apps = ("shop",)
    train = False
    goals = (
        "How much have I paid for “{product}” in delivered orders altogether? Give the amount, like 12.34 €.",
        "Add up what “{product}” cost me in all orders of the Shop that were delivered. Answer like 12.34 €.",
        "What is the total price of every “{product}” that was delivered to me? Other products do not count.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Four orders at different prices."""
        return {
            "product": draw_product(rng, world),
            "cents": [draw_cents(rng, 5, 90) for _ in range(4)],
            "counts": rng.integers(1, 5, 4).tolist(),
            "numbers": [f"{number}" for number in some(rng, range(1000, 9999), 4)],
            "cancelled": int(rng.integers(3)),
            "day": day_after(world, -int(rng.integers(5, 60))),
            "keys": fresh(rng, 16),
        }

    def setup(self, world: World, params: Params) -> None:
        """Three orders of the product, one of them cancelled; one of the namesake; another item in each."""
        one, two, variant, small, *rest = params["keys"]
        sell(world, one, params["product"], [(variant, "blue", 9_900)])
        sell(world, two, f"{params['product']} Set", [(small, "blue", 9_900)])
        for i, (number, cents, count) in enumerate(
            zip(params["numbers"], params["cents"], params["counts"], strict=True)
        ):
            order, item, other = rest[3 * i : 3 * i + 3]
            bought = variant if i < 3 else small  # noqa: PLR2004, the fourth is the namesake's
            rows = [(item, bought, count, cents), (other, 1, 1, 777)]
            status = "cancelled" if i == params["cancelled"] else "delivered"
            book(world, order, number, status, params["day"], rows)

    def answers(self, params: Params) -> Sequence[str]:
        """The sum."""
        paid = [cents * count for cents, count in zip(params["cents"], params["counts"], strict=True)][:3]
        return amount_forms(sum(paid) - paid[params["cancelled"]])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Read the item in each order that counts."""
        yield from seek_orders(hand, goal["product"])
        total = 0
        for number, order in enumerate(orders_of(hand.view, goal["product"], "Delivered")):
            if number:
                yield from hand.back()
            yield from hand.do("tap", element=order.id)
            item = yield from hand.look_for(goal["product"], role="item")
            total += cents_in(item.value.rpartition(" · ")[2])
        yield from hand.answer(f"{euros(total)} €")


class OrderOnce(Template):
    """An order whose confirmation fails to come: was it placed? Its number tells."""

    name = "order-once"
    kind = "recovery"
    apps = ("shop",)
    goals = (
        (
            "Order what is in the cart: to the address “{label}”, on “{day}”, “{slot}”. The line is bad, so make sure"
            " that it is ordered exactly once. Then answer with the number of the new order."
        ),
        (
            "Check out the cart of the Shop, delivery to “{label}” on “{day}” between “{slot}”. If no answer comes, see"
            " whether it was ordered before you try again. Tell me the order's number."
        ),
        (
            "Buy what the cart holds (address “{label}”, delivery “{day}”, “{slot}”), once and not twice, whatever the"
            " connection does, and answer with the order number."
        ),
    )
    steps = 15

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Something in the cart, a delivery, and what becomes of the first try."""
        address = some(rng, world.db.rows("SELECT label, line FROM addresses ORDER BY id"), 1)[0]
        last = int(rng.integers(90_000, 99_000))
        return {
            "product": draw_product(rng, world),
            "label": address["label"],
            "line": address["line"],
            "date": (date := day_after(world, int(rng.integers(3, 28)))),
            "day": day_text(parse_day(date)),
            "slot": some(rng, SLOTS, 1)[0],
            "cents": draw_cents(rng, 5, 200),
            "count": int(rng.integers(1, 4)),
            "last": last,
            "mode": ("lost", "late")[rng.integers(2)],
            "keys": fresh(rng, 4),
        }

    def setup(self, world: World, params: Params) -> None:
        """The cart, an older order of the same, the fault."""
        product, variant, order, item = params["keys"]
        sell(world, product, params["product"], [(variant, "blue", params["cents"])], 9)
        world.db.execute("DELETE FROM cart_items")
        world.db.insert("cart_items", variant=variant, count=params["count"])
        rows = [(item, variant, params["count"], params["cents"])]
        book(world, order, str(params["last"]), "shipped", params["date"], rows, address=params["line"])
        world.db.insert("faults", action="shop.place", remaining=1, mode=params["mode"])

    def expected(self, params: Params) -> list[Expected]:
        """One order; the cart is empty, the stock smaller."""
        _, variant, *_ = params["keys"]
        about = {"address": params["line"], "day": params["date"], "slot": params["slot"]}
        return [
            insert("orders", number=str(params["last"] + 1), **about),
            insert("order_items", variant=variant, count=params["count"], cents=params["cents"]),
            update("variants", variant, stock=9 - params["count"]),
            Expected("delete", "cart_items", variant),
        ]

    def answers(self, params: Params) -> Sequence[str]:
        """The new number."""
        return [str(params["last"] + 1), f"Order {params['last'] + 1}"]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Order; when the form is still there, nothing was ordered."""
        yield from hand.open("shop")
        yield from hand.do("tap", element="cart")
        yield from hand.do("tap", element="checkout")
        yield from choose_starting(hand, "address", f"{goal['label']} (")
        yield from hand.pick_date("day", day_in(goal["day"]))
        yield from hand.choose("slot", goal["slot"])
        yield from hand.do("tap", element="place")
        yield from hand.do("tap", element="ok")
        if hand.view.page == "shop.checkout":
            yield from hand.do("tap", element="place")
        yield from hand.answer(match(r"\d+", (yield from read(hand, "number")))[0])


class BuyWithinLimit(Template):
    """A product goes into the cart, if its price keeps to the limit that a note sets for its kind."""

    name = "buy-within-limit"
    kind = "policy"
    apps = ("notes", "shop")
    goals = (
        (
            "Put “{product}” in “{shade}” into the cart if it costs no more than my note “{title}” allows for"
            " {what}. If it is dearer, leave the cart alone and answer with its price."
        ),
        (
            "My note “{title}” limits what I spend on {what}. Does “{product}”, variant “{shade}”, keep to it? If so,"
            " add one to the cart; if not, only tell me what it costs."
        ),
        (
            "By the limit for {what} in the note “{title}”, may I buy “{product}” in “{shade}”? Put it into the cart"
            " when I may, otherwise answer with the price and change nothing."
        ),
    )
    steps = 12

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Limits, and prices on both sides of the one that counts."""
        allowed, limit, gap = bool(rng.integers(2)), draw_cents(rng, 20, 90), int(rng.integers(20, 600))
        shades, kinds = (
            some(rng, world.pools.shades, 2),
            some(rng, ("presents", "tools", "clothes", "kitchen things"), 3),
        )
        return {
            "product": draw_product(rng, world),
            "shade": shades[0],
            "other": shades[1],
            "what": kinds[0],
            "kinds": kinds,
            "title": f"Limits {rng.integers(100, 999)}",
            "allowed": allowed,
            "limit": limit,
            "cents": [limit - gap, limit + gap] if allowed else [limit + gap, limit - gap],
            "notes": keys(rng, world, "notes", 2),
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """The note, its archived version with the opposite limit, the product in a cheap and a dear variant."""
        gap = 1_000 if not params["allowed"] else -1_000
        for key, limit, folder in zip(
            params["notes"], (params["limit"], params["limit"] + gap), ("Home", "Archive"), strict=True
        ):
            limits = zip(params["kinds"], (limit, limit - gap, limit + 2 * gap), strict=True)
            body = "\n".join(sorted(f"{kind}: {euros(abs(cents))} €" for kind, cents in limits))
            write_note(world, key, params["title"], body, 60 * DAY, folder)
        product, variant, second = params["keys"]
        cents, other = params["cents"]
        sell(world, product, params["product"], [(second, params["other"], other), (variant, params["shade"], cents)])

    def expected(self, params: Params) -> list[Expected]:
        """A line of the cart, when it is allowed."""
        return [insert("cart_items", variant=params["keys"][1], count=1)] if params["allowed"] else []

    def answers(self, params: Params) -> Sequence[str] | None:
        """The price, when it is not."""
        return None if params["allowed"] else amount_forms(params["cents"][0])

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Limit, price, cart."""
        note = yield from current_note(hand, goal["title"])
        limit = cents_in(match(f"{goal['what']}: (.*)", note)[1])
        yield from spot(hand, "shop", goal["product"])
        price = cents_in((yield from hand.look_for(goal["shade"], role="item")).value)
        if price > limit:
            yield from hand.answer(f"{euros(price)} €")
            return
        yield from put_into_cart(hand, goal["shade"])


TEMPLATES: tuple[Template, ...] = (
    FillCart(),
    SpentOnProduct(),
    OrderOnce(),
    BuyWithinLimit(),
)
