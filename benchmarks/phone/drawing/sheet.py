"""A contact sheet of twelve screens: `python -m benchmarks.phone.drawing.sheet screens.png`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from benchmarks.phone.device import Device, power_on
from benchmarks.phone.ui.element import HEIGHT, WIDTH

COLUMNS, GAP = 6, 12


def _first(phone: Device, prefix: str) -> None:
    phone.tap(next(element.id for element in phone.elements if element.id.startswith(prefix)))


def _contact_form(phone: Device) -> None:
    phone.launch_app("contacts")
    phone.tap("add")
    phone.tap("save")
    phone.tap("name")
    phone.type_text("张三")


def _conversation(phone: Device) -> None:
    phone.launch_app("messages")
    _first(phone, "thread:")


def _new_alarm(phone: Device) -> None:
    phone.launch_app("clock")
    phone.tap("add")
    phone.tap("time")


def _folder(phone: Device) -> None:
    phone.launch_app("files")
    _first(phone, "folder:")
    phone.tap("menu")


def _route(phone: Device) -> None:
    phone.launch_app("maps")
    _first(phone, "place:")
    phone.tap("route")


def _order(phone: Device) -> None:
    phone.launch_app("shop")
    phone.tap("orders")
    _first(phone, "order:")


def _keypad(phone: Device) -> None:
    phone.launch_app("phone")
    phone.tap("keypad")
    phone.tap("key:7")


def _dark_mode(phone: Device) -> None:
    phone.launch_app("settings")
    phone.tap("section:Display")
    phone.tap("dark_mode")


def _launch(app: str) -> Callable[[Device], object]:
    return lambda phone: phone.launch_app(app)


STOPS: tuple[Callable[[Device], object], ...] = (
    lambda _: None,
    _route,
    _contact_form,
    _conversation,
    _launch("mail"),
    _launch("calendar"),
    _new_alarm,
    _order,
    _folder,
    _launch("wallet"),
    _keypad,
    _dark_mode,
)


def screens(seed: int) -> Iterator[Image.Image]:
    """Pictures of twelve different screens of the phone of a seed."""
    for stop in STOPS:
        phone = power_on(seed)
        stop(phone)
        yield phone.picture()


def contact_sheet(seed: int = 3) -> Image.Image:
    """The screens in two rows."""
    pictures = list(screens(seed))
    rows = -(-len(pictures) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP), (120, 126, 138))
    for number, picture in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        sheet.paste(picture, (GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)))
    return sheet


if __name__ == "__main__":
    contact_sheet().save(Path(sys.argv[1]))
