"""What a new world's shop holds: products with near namesakes, orders of every status, a cart."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from benchmarks.phone.apps.shop.tables import SLOTS, STATUSES, app

if TYPE_CHECKING:
    from benchmarks.phone.world import World

PRODUCTS, ORDERS = 32, 16
SUFFIXES = (" 2", " Mini", " Plus", " Set")
VARIANTS = 2
"""Variants of each product."""
SHELVES = (
    "Home", "Clothing", "Kitchen", "Clothing", "Electronics", "Home",
    "Kitchen", "Outdoor", "Kitchen", "Home", "Home", "Kitchen",
)  # fmt: skip
"""Categories of the products of the pool, a twelfth of them each."""


@app.generator
def fill(world: World) -> None:
    """Everything, from a stream of its own."""
    with world.apart("shop"):
        cents = _goods(world)
        _orders(world, cents)


def _goods(world: World) -> list[int]:
    """Products and variants; gives the prices of the variants, in cents, in the order of their keys."""
    pools, count = world.pools, PRODUCTS * VARIANTS
    kinds, models = world.ints(0, len(pools.products), PRODUCTS), world.picks(pools.models, PRODUCTS)
    about, chances = world.texts(pools.product_lines, PRODUCTS), world.ints(0, 3, PRODUCTS)
    shades, prices = world.ints(0, len(pools.shades), PRODUCTS), world.ints(300, 19_000, PRODUCTS)
    stock = world.ints(-2, 14, count)
    products: dict[str, tuple[str, str, str]] = {}
    for i in range(PRODUCTS):
        kind, name = kinds[i], f"{pools.products[kinds[i]]} {models[i]}"
        if i % 4 == 3:  # noqa: PLR2004, the last of four is nearly the same as the one before
            kind, name = kinds[i - 1], f"{list(products)[i - 1]}{SUFFIXES[i // 4 % len(SUFFIXES)]}"
        name = name if name not in products else f"{name} {i}"
        shelf = SHELVES[kind * len(SHELVES) // len(pools.products)]
        products[name] = (name, shelf, about[i] if chances[i] else "")
    world.add("products", ("name", "category", "about"), products.values())
    cents = [prices[i // VARIANTS] + i % VARIANTS * 250 for i in range(count)]
    variants = [
        (
            i // VARIANTS + 1,
            pools.shades[(shades[i // VARIANTS] + i % VARIANTS) % len(pools.shades)],
            cents[i],
            max(0, stock[i]),
        )
        for i in range(count)
    ]
    world.add("variants", ("product", "name", "cents", "stock"), variants)
    start = world.ints(0, count, 1)[0]
    world.add("cart_items", ("variant", "count"), [((start + 23 * i) % count + 1, 1 + i % 2) for i in range(4)])
    return cents


def _orders(world: World, cents: list[int]) -> None:
    """Saved addresses and former ones; orders, the older ones delivered, cancelled or returned."""
    streets, doors = world.picks(world.pools.streets, 5), world.ints(1, 90, 5)
    lines = [f"{street} {door}" for street, door in zip(streets, doors, strict=True)]
    labels = ("Home", "Work", "Parents", "Cabin")
    world.add("addresses", ("label", "line"), list(zip(labels, lines, strict=False)))
    first, gaps = world.ints(20_000, 80_000, 1)[0], world.ints(1, 9, ORDERS)
    places, slots, closed = world.ints(0, len(lines), ORDERS), world.picks(SLOTS, ORDERS), world.ints(0, 6, ORDERS)
    rows = []
    for i in range(ORDERS):
        ahead = i - ORDERS + 4  # the last ones are still to come
        status = ("shipped", "placed")[ahead % 2] if ahead >= 0 else STATUSES[max(2, closed[i] - 1)]
        days = 1 + 2 * ahead if ahead >= 0 else 5 * ahead + gaps[i] - 10
        first += gaps[i]
        day = (world.today + timedelta(days=days)).isoformat()
        at = world.now - (2 - min(ahead, 1) if ahead >= 0 else 5 - days) * 86400
        rows.append((str(first), at, status, lines[places[i]], day, slots[i]))
    world.add("orders", ("number", "at", "status", "address", "day", "slot"), rows)
    bought, counts = world.ints(1, len(cents) + 1, 2 * ORDERS), world.ints(1, 4, 2 * ORDERS)
    returned = [int(row[2] == "returned") for row in rows]
    items = [(i // 2 + 1, bought[i], counts[i], cents[bought[i] - 1], returned[i // 2]) for i in range(2 * ORDERS)]
    world.add("order_items", ("order_id", "variant", "count", "cents", "returned"), items)
