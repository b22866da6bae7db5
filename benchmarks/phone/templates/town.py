"""What set-ups put on the map and into the shop, and the ways of oracles through both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.phone.apps.maps import CATEGORIES
from benchmarks.phone.apps.shop.tables import SLOTS
from benchmarks.phone.templates.staging import DAY, some
from benchmarks.phone.templates.ways import choose_starting
from benchmarks.phone.toolkit import Hand, Seen, Steps, View
from benchmarks.phone.world import World

OLD = 90 * DAY
"""An order of this age is listed after those of a new world."""


def draw_place(rng: np.random.Generator, world: World) -> str:
    """The name of a place that no world has by itself, and that stands far down in a list of all."""
    venue = some(rng, _late(world.pools.venues), 1)[0]
    return f"{venue} {some(rng, CATEGORIES, 1)[0]} {rng.integers(100, 999)}"


def draw_addresses(rng: np.random.Generator, world: World, count: int) -> list[str]:
    """Addresses in different streets that no world has by itself."""
    return [f"{street} {rng.integers(100, 299)}" for street in some(rng, world.pools.streets, count)]


def draw_product(rng: np.random.Generator, world: World) -> str:
    """The name of a product that no world has by itself, and that stands far down in a list of all."""
    kind, model = some(rng, _late(world.pools.products), 1)[0], some(rng, world.pools.models, 1)[0]
    return f"{kind} {model} {rng.integers(100, 999)}"


def open_place(world: World, key: int, name: str, address: str, **more: object) -> None:
    """A new place; `more` says what is not as with most."""
    plain = {"category": CATEGORIES[0], "district": world.pools.districts[0], "x": 2000, "y": 1500, "rating": 40}
    hours = {"opens": "08:00", "closes": "20:00"}
    world.db.insert("places", id=key, name=name, address=address, **{**plain, **hours, **more})


def sell(world: World, key: int, name: str, variants: Sequence[tuple[int, str, int]], stock: int = 12) -> None:
    """A new product with variants: (key, name, cents)."""
    world.db.insert("products", id=key, name=name, category="Home")
    for variant, shade, cents in variants:
        world.db.insert("variants", id=variant, product=key, name=shade, cents=cents, stock=stock)


def book(
    world: World,
    key: int,
    number: str,
    status: str,
    day: str,
    items: Sequence[tuple[int, int, int, int]],
    *,
    address: str = "Poste restante",
    slot: str = SLOTS[0],
) -> None:
    """An order that was placed long ago; its items are (key, variant, count, cents of one piece)."""
    world.db.insert(
        "orders", id=key, number=number, at=world.now - OLD, status=status, address=address, day=day, slot=slot
    )
    for item, variant, count, cents in items:
        world.db.insert("order_items", id=item, order_id=key, variant=variant, count=count, cents=cents)


def seek_orders(hand: Hand, query: str) -> Steps:
    """Open the shop's orders and search there."""
    yield from hand.open("shop")
    yield from hand.do("tap", element="orders")
    yield from hand.fill("query", query)


def orders_of(view: View, product: str, status: str = "") -> list[Seen]:
    """Orders on the screen that hold exactly this product and are in this status."""
    found = []
    for element in view.starting("order:"):
        state, names, _ = element.value.split(" · ")
        if product in names.split(", ") and status in state:
            found.append(element)
    return found


def put_into_cart(hand: Hand, variant: str, count: int = 1) -> Steps:
    """On a product's page, add pieces of a variant to the cart."""
    yield from choose_starting(hand, "variant", f"{variant} (")
    if count > 1:
        yield from hand.choose("count", str(count))
    yield from hand.tap_id("add")


def _late(names: Sequence[str]) -> list[str]:
    return sorted(names)[len(names) // 2 :]
