"""Orders of the shop that are under way or have come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.apps.shop.tables import SLOTS
from benchmarks.phone.clock import instant, parse_day
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.replies import day_forms, refusals, refuse
from benchmarks.phone.templates.sights import pick
from benchmarks.phone.templates.staging import day_after, draw_cents, some
from benchmarks.phone.templates.town import (
    book,
    draw_addresses,
    draw_product,
    orders_of,
    seek_orders,
    sell,
)
from benchmarks.phone.templates.ways import day_in, read, time_in
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World


class ReturnItem(Template):
    """One item of one order goes back; the same product was ordered twice."""

    name = "return-item"
    kind = "edit"
    apps = ("shop",)
    goals = (
        "Return “{product}” from order “{number}” in the Shop.",
        "The “{product}” that came with order “{number}” goes back: register the return.",
        "Send back one item of order “{number}”, namely “{product}”.",
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two products, two orders."""
        return {
            "product": draw_product(rng, world),
            "other": draw_product(rng, world),
            "number": f"{rng.integers(1000, 9999)}",
            "day": day_after(world, -int(rng.integers(1, 29))),
            "cents": draw_cents(rng, 5, 90),
            "keys": fresh(rng, 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """Both products are in both orders."""
        one, two, first, second, *orders = params["keys"]
        sell(world, one, params["product"], [(first, "blue", params["cents"])])
        sell(world, two, params["other"], [(second, "blue", params["cents"])])
        for place, number in enumerate((params["number"], f"{params['number']}7")):
            order, *items = orders[3 * place : 3 * place + 3]
            rows = [(items[0], second, 1, params["cents"]), (items[1], first, 1, params["cents"])]
            book(world, order, number, "delivered", params["day"], rows)

    def expected(self, params: Params) -> list[Expected]:
        """The item."""
        return [update("order_items", params["keys"][6], returned=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Order, item, return."""
        yield from seek_orders(hand, goal["number"])
        yield from hand.tap(f"Order {goal['number']}")
        yield from hand.tap(goal["product"])
        yield from hand.do("tap", element="return")
        yield from hand.confirm()


class CancelOrder(Template):
    """An order is cancelled, unless it has left already."""

    name = "cancel-order-in-time"
    kind = "infeasible"
    apps = ("shop",)
    goals = (
        (
            "Cancel my open order of “{product}”. If the Shop does not let you, because it has been shipped, answer"
            " “impossible: ” followed by the day of its delivery."
        ),
        (
            "I do not need “{product}” after all: cancel the order that is under way. Is it too late for that? Then"
            " answer “impossible: ” and the delivery day."
        ),
        (
            "Please stop the open order with “{product}” in it by cancelling it. In case it can no longer be"
            " cancelled, answer “impossible: ” plus the day on which it will be delivered."
        ),
    )
    steps = 9

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An order that has left or not."""
        return {
            "product": draw_product(rng, world),
            "feasible": bool(rng.integers(2)),
            "count": int(rng.integers(1, 4)),
            "numbers": [f"{number}" for number in some(rng, range(1000, 9999), 3)],
            "days": [day_after(world, int(day)) for day in (rng.integers(1, 25), rng.integers(1, 25), -40)],
            "keys": fresh(rng, 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """The order, a namesake's that can be cancelled when it cannot, and a former one."""
        one, two, variant, small, *rest = params["keys"]
        sell(world, one, params["product"], [(variant, "blue", 2_500)], 5)
        sell(world, two, f"{params['product']} Plus", [(small, "blue", 3_500)], 5)
        statuses = ("placed", "shipped") if params["feasible"] else ("shipped", "placed")
        for i, bought in enumerate((variant, small, variant)):
            order, item = rest[2 * i : 2 * i + 2]
            rows = [(item, bought, params["count"], 2_500)]
            book(world, order, params["numbers"][i], (*statuses, "delivered")[i], params["days"][i], rows)

    def expected(self, params: Params) -> list[Expected]:
        """The order, and the stock."""
        if not params["feasible"]:
            return []
        _, _, variant, _, order, *_ = params["keys"]
        return [update("orders", order, status="cancelled"), update("variants", variant, stock=5 + params["count"])]

    def answers(self, params: Params) -> Sequence[str] | None:
        """The refusal, with the day."""
        return None if params["feasible"] else refusals(*day_forms(params["days"][0]))

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the order that is neither the namesake's nor a former one; try, and see what the shop says."""
        yield from seek_orders(hand, goal["product"])
        yield from pick(
            hand,
            lambda view: next((e for s in ("Placed", "Shipped") for e in orders_of(view, goal["product"], s)), None),
        )
        day = day_in((yield from read(hand, "delivery")))
        yield from hand.menu("Cancel order")
        if hand.view.page == "kit.alert":
            yield from refuse(hand, day)
            return
        yield from hand.confirm()


class ParcelIntoCalendar(Template):
    """The delivery of an order becomes an event: its day, the hours of its slot, its address."""

    name = "parcel-into-calendar"
    kind = "across"
    apps = ("shop", "calendar")
    goals = (
        (
            "Make a calendar event “{title}” for the delivery of the open order of “{product}”: on its day, for the"
            " four hours of its slot, the delivery address as the place."
        ),
        (
            "When will “{product}” come? Enter the delivery as the event “{title}” in the Calendar, from the start of"
            " the slot, 4 hours long, with the address of the order as place."
        ),
        (
            "Add “{title}” to my calendar: the day and the four hours in which the order of “{product}” that is still"
            " to come is delivered, and the order's address as its place."
        ),
    )
    steps = 24

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """An order to come, a cancelled one, a namesake's."""
        number = int(rng.integers(100, 999))
        return {
            "title": f"Parcel {number}",
            "product": draw_product(rng, world),
            "numbers": [f"{drawn}" for drawn in some(rng, range(1000, 9999), 3)],
            "days": [day_after(world, int(day)) for day in some(rng, range(2, 30), 3)],
            "slots": some(rng, SLOTS, 3),
            "addresses": draw_addresses(rng, world, 3),
            "status": some(rng, ("placed", "shipped"), 1)[0],
            "zone": world.zone,
            "keys": fresh(rng, 10),
        }

    def setup(self, world: World, params: Params) -> None:
        """The three orders."""
        one, two, variant, small, *rest = params["keys"]
        sell(world, one, params["product"], [(variant, "blue", 2_500)])
        sell(world, two, f"{params['product']} 2", [(small, "blue", 3_500)])
        for i, bought in enumerate((variant, variant, small)):
            order, item = rest[2 * i : 2 * i + 2]
            status = "cancelled" if i == 1 else params["status"]
            where = {"address": params["addresses"][i], "slot": params["slots"][i]}
            book(world, order, params["numbers"][i], status, params["days"][i], [(item, bought, 1, 2_500)], **where)

    def expected(self, params: Params) -> list[Expected]:
        """The event."""
        starts = instant(parse_day(params["days"][0]), params["slots"][0][:5], params["zone"])
        return [insert("events", title=params["title"], starts=starts, minutes=240, place=params["addresses"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Order, then the form of an event."""
        yield from seek_orders(hand, goal["product"])
        yield from pick(
            hand,
            lambda view: next((e for s in ("Placed", "Shipped") for e in orders_of(view, goal["product"], s)), None),
        )
        delivery = yield from read(hand, "delivery")
        address = yield from read(hand, "address")
        yield from hand.open("calendar")
        yield from hand.do("tap", element="add")
        yield from hand.fill("title", goal["title"])
        yield from hand.pick_date("date", day_in(delivery))
        if time_in(delivery) != "12:00":
            yield from hand.pick_time("time", time_in(delivery))
        yield from hand.choose("minutes", "4 hours")
        yield from hand.fill("place", address)
        yield from hand.save()


TEMPLATES: tuple[Template, ...] = (
    ReturnItem(),
    CancelOrder(),
    ParcelIntoCalendar(),
)
