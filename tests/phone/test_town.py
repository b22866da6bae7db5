from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.device import Device
from benchmarks.phone.diff import Change, diff
from benchmarks.phone.routes import EXTENT, Mode, Point, way
from benchmarks.phone.store import Store
from benchmarks.phone.world import generate

points = st.builds(Point, st.integers(0, EXTENT[0]), st.integers(0, EXTENT[1]))


def changes(phone: Device, run: Callable[[], object]) -> list[Change]:
    before = phone.db.dump()
    run()
    return diff(SCHEMA, before, phone.db.dump())


def search(phone: Device, text: str) -> None:
    phone.tap("query")
    if phone.layout.by_id["query"].value:
        phone.clear_text()
    phone.type_text(text)


def open_order(phone: Device, status: str) -> int:
    """Open the first order in a status; gives its key."""
    order = phone.db.row("SELECT * FROM orders WHERE status = ? ORDER BY id", status)
    phone.launch_app("shop")
    phone.tap("orders")
    search(phone, order["number"])
    phone.tap(f"order:{order['id']}")
    return int(order["id"])


def choose(phone: Device, label: str) -> None:
    phone.tap("menu")
    phone.tap(f"menu:{label}")


def stock(db: Store) -> dict[int, int]:
    return {row["id"]: row["stock"] for row in db.rows("SELECT id, stock FROM variants")}


# Maps


@given(points, points)
def test_the_way_back_is_as_long_as_the_way_there(start: Point, end: Point) -> None:
    assert way(start, end, "foot") == way(end, start, "foot")
    assert way(start, end, "car").metres >= way(start, end, "foot").metres
    assert way(start, end, "foot").metres % 10 == 0


@given(points, points, points)
def test_a_detour_is_never_shorter(start: Point, over: Point, end: Point) -> None:
    legs = way(start, over, "foot").metres + way(over, end, "foot").metres
    assert legs >= way(start, end, "foot").metres


def test_who_is_there_already_needs_no_time() -> None:
    assert way(Point(5, 5), Point(5, 5), "foot").minutes == way(Point(5, 5), Point(5, 5), "car").minutes == 0


def test_places_are_found_by_category_and_by_any_word(phone: Device) -> None:
    place = phone.db.row("SELECT * FROM places WHERE category = 'Museum' OR category = 'Clinic' ORDER BY id")
    phone.launch_app("maps")
    phone.tap("category")
    phone.tap(f"category:{place['category']}")
    search(phone, place["address"])
    assert [e.id for e in phone.elements if e.id.startswith("place:")] == [f"place:{place['id']}"]
    phone.clear_text()
    phone.type_text("no such street")
    assert phone.layout.by_id["empty"].text == "No such place"


def test_a_place_becomes_a_favourite_and_is_listed(phone: Device) -> None:
    place = phone.db.row("SELECT * FROM places WHERE favourite = 0 ORDER BY name DESC")
    phone.launch_app("maps")
    search(phone, place["address"])
    phone.tap(f"place:{place['id']}")
    while "favourite" not in phone.layout.by_id:
        phone.swipe("up")
    (saved,) = changes(phone, lambda: phone.tap("favourite"))
    assert saved.table == "places"
    assert set(saved.columns) == {"favourite"}
    phone.press_back()
    phone.tap("favourites")
    while f"place:{place['id']}" not in phone.layout.by_id:
        phone.swipe("up")


def test_a_route_leads_from_home_to_the_place_and_shows_both_ways(phone: Device) -> None:
    phone.launch_app("maps")
    phone.tap("route")
    assert "foot" not in phone.layout.by_id
    phone.press_back()
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("place:") and e.text != "Home"))
    phone.tap("route")
    start, end = (str(phone.layout.by_id[key].value) for key in ("start", "end"))
    assert start.startswith("Home, ")
    here, there = (
        Point(*phone.db.row("SELECT x, y FROM places WHERE name || ', ' || address = ?", shown))
        for shown in (start, end)
    )
    for mode in get_args(Mode):
        assert phone.layout.by_id[mode].text == f"{way(here, there, mode).minutes} min"


def test_the_plan_shows_where_a_place_is(phone: Device) -> None:
    phone.launch_app("maps")
    plans = set()
    for place in [e.id for e in phone.elements if e.id.startswith("place:")][:4]:
        phone.tap(place)
        plans.add(phone.picture().crop(phone.layout.by_id["plan"].bounds).tobytes())
        phone.press_back()
    assert len(plans) == 4


def test_sharing_a_place_writes_its_address_into_the_draft(phone: Device) -> None:
    place = phone.db.row("SELECT * FROM places WHERE name <> 'Home' ORDER BY name, id")
    phone.launch_app("maps")
    phone.tap(f"place:{place['id']}")
    phone.tap("share")
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("to:")))
    assert phone.layout.by_id["draft"].value == f"{place['name']}, {place['address']}, {place['district']}"


# Shop


def test_the_cart_takes_no_more_than_there_is(phone: Device) -> None:
    phone.db.execute("DELETE FROM cart_items")
    variant = phone.db.row("SELECT v.*, p.name AS title FROM variants v JOIN products p ON p.id = v.product LIMIT 1")
    phone.db.update("variants", variant["id"], stock=3)
    phone.launch_app("shop")
    search(phone, variant["title"])
    phone.tap(f"product:{variant['product']}")
    phone.tap("add")
    assert phone.layout.by_id["variant/error"].text == "Choose a variant"
    phone.tap("variant")
    phone.tap(f"variant:{variant['id']}")
    phone.tap("count")
    phone.tap("count:2")
    (added,) = changes(phone, lambda: phone.tap("add"))
    assert (added.table, added.after["count"]) == ("cart_items", 2)
    assert changes(phone, lambda: phone.tap("add")) == []
    assert phone.layout.by_id["count/error"].text == "Only 3 in stock"


def test_an_order_empties_the_cart_and_the_stock(phone: Device) -> None:
    phone.db.execute("UPDATE variants SET stock = 5")
    wanted = {row["variant"]: row["count"] for row in phone.db.rows("SELECT * FROM cart_items")}
    before = stock(phone.db)
    phone.launch_app("shop")
    phone.tap("cart")
    phone.tap("checkout")
    assert changes(phone, lambda: phone.tap("place")) == []
    assert {e.id for e in phone.elements if e.role == "error"} == {"address/error", "day/error", "slot/error"}
    for key in ("address", "slot"):
        phone.tap(key)
        phone.tap(next(e.id for e in phone.elements if e.role == "radio"))
    phone.tap("day")
    phone.tap("ok")
    assert changes(phone, lambda: phone.tap("place")) == []
    assert phone.layout.by_id["day/error"].text == "Tomorrow at the earliest"
    phone.tap("day")
    phone.tap("month/next")
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("day:")))
    phone.tap("ok")
    phone.tap("place")
    assert phone.page == "shop.order"
    assert phone.db.rows("SELECT * FROM cart_items") == []
    assert {key: before[key] - count for key, count in stock(phone.db).items() if count != before[key]} == wanted


def test_a_placed_order_is_cancelled_and_its_items_return_to_the_stock(phone: Device) -> None:
    key = open_order(phone, "placed")
    before = stock(phone.db)
    choose(phone, "Cancel order")
    phone.tap("confirm")
    assert phone.layout.by_id["status"].text == "Cancelled"
    items = phone.db.rows("SELECT variant, sum(count) FROM order_items WHERE order_id = ? GROUP BY variant", key)
    gained = {variant: count - before[variant] for variant, count in stock(phone.db).items()}
    assert {variant: count for variant, count in gained.items() if count} == dict(map(tuple, items))


@pytest.mark.parametrize("label", ["Cancel order", "Change delivery"])
def test_what_is_shipped_can_neither_be_cancelled_nor_redirected(phone: Device, label: str) -> None:
    open_order(phone, "shipped")
    assert changes(phone, lambda: choose(phone, label)) == []
    assert phone.page == "kit.alert"


@pytest.mark.parametrize(("days", "possible"), [(30, True), (31, False)])
def test_an_item_can_be_returned_for_thirty_days(phone: Device, days: int, possible: bool) -> None:  # noqa: FBT001, a parameter
    key = phone.db.value("SELECT id FROM orders WHERE status = 'delivered' ORDER BY id")
    phone.db.execute(
        "UPDATE orders SET day = date(?, ?) WHERE id = ?", phone.context.today.isoformat(), f"-{days} days", key
    )
    open_order(phone, "delivered")
    for item in [e.id for e in phone.elements if e.id.startswith("item:")]:
        phone.tap(item)
        phone.tap("return")
        assert phone.page == ("kit.confirm" if possible else "kit.alert")
        phone.tap("confirm" if possible else "ok")
        if not possible:
            phone.press_back()
    assert phone.db.value("SELECT status FROM orders WHERE id = ?", key) == ("returned" if possible else "delivered")


def test_only_what_was_delivered_can_be_returned(phone: Device) -> None:
    open_order(phone, "shipped")
    phone.tap(next(e.id for e in phone.elements if e.id.startswith("item:")))
    assert changes(phone, lambda: phone.tap("return")) == []
    assert phone.page == "kit.alert"


def test_ordering_again_fills_the_cart_and_says_what_is_missing(phone: Device) -> None:
    phone.db.execute("DELETE FROM cart_items")
    phone.db.execute("UPDATE variants SET stock = 9")
    key = open_order(
        phone, "cancelled" if phone.db.find("SELECT 1 FROM orders WHERE status = 'cancelled'") else "placed"
    )
    first, *others = phone.db.rows("SELECT DISTINCT variant FROM order_items WHERE order_id = ? ORDER BY id", key)
    phone.db.update("variants", first["variant"], stock=0)
    choose(phone, "Order again")
    assert phone.page == "kit.alert"
    held = {row["variant"] for row in phone.db.rows("SELECT variant FROM cart_items")}
    assert held == {row["variant"] for row in others}


def test_the_tabs_part_the_orders_that_are_under_way_from_the_others(phone: Device) -> None:
    phone.launch_app("shop")
    phone.tap("orders")
    for tab, statuses in (("open", {"Placed", "Shipped"}), ("closed", {"Delivered", "Cancelled", "Returned"})):
        phone.tap(f"show:{tab}")
        shown = {str(e.value).split(" · ")[0] for e in phone.elements if e.id.startswith("order:")}
        assert shown
        assert shown <= statuses


def test_changing_an_address_leaves_orders_alone(phone: Device) -> None:
    phone.launch_app("shop")
    choose(phone, "Addresses")
    phone.tap("address:1")
    phone.tap("label")
    phone.clear_text()
    phone.type_text("Work")
    assert changes(phone, lambda: phone.tap("save")) == []
    assert phone.layout.by_id["label/error"].text == "Another address has this label"
    phone.clear_text()
    phone.type_text("张三")
    assert [change.table for change in changes(phone, lambda: phone.tap("save"))] == ["addresses"]


# The world


def test_a_stream_apart_leaves_the_other_draws_of_a_world_as_they_are() -> None:
    plain, woven = generate(4, "train"), generate(4, "train")
    with woven.apart("a new app"):
        drawn = woven.ints(0, 10**9, 50)
    assert woven.ints(0, 10**9, 5) == plain.ints(0, 10**9, 5)
    assert np.array_equal(woven.rng.integers(0, 9, 5), plain.rng.integers(0, 9, 5))
    with plain.apart("a new app"):
        assert plain.ints(0, 10**9, 50) == drawn
