"""Random gestures, as data: what they do can be repeated on another phone. For tests and for measuring."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.phone.device import Device

TEXTS = ("张三", "12.50", "a", "محمد", "07:00", "x@y.z", "+20 700 7000", "two\nlines", "", "\ud800", "900", "%")
APPS = (
    "contacts",
    "messages",
    "phone",
    "mail",
    "calendar",
    "clock",
    "notes",
    "To-do",
    "files",
    "wallet",
    "maps",
    "shop",
    "settings",
    "music",
)
TAPS, LONG_PRESSES = 0.55, 0.05
"""Shares of gestures that are possible for certain."""
Gesture = tuple[str, tuple[Any, ...]]
"""Name of a method of Device, and its arguments."""


def random_gesture(phone: Device, rng: np.random.Generator) -> Gesture:
    """A gesture to try: mostly one that is possible, sometimes one that is not."""
    elements = phone.elements
    taps = [e.id for e in elements if e.on_tap is not None]
    long_presses = [e.id for e in elements if e.on_long_press is not None]
    ids = [e.id for e in elements]
    choice = rng.random()
    if choice < TAPS and taps:
        return "tap", (taps[rng.integers(len(taps))],)
    if choice < TAPS + LONG_PRESSES and long_presses:
        return "long_press", (long_presses[rng.integers(len(long_presses))],)
    others: list[Gesture] = [
        ("type_text", (TEXTS[rng.integers(len(TEXTS))],)),
        ("type_text", (TEXTS[rng.integers(len(TEXTS))],)),
        ("clear_text", ()),
        ("swipe", (("up", "down", "left", "right", "in")[rng.integers(5)],)),
        ("press_back", ()),
        ("press_home", ()),
        ("open_notifications", ()),
        ("launch_app", (APPS[rng.integers(len(APPS))],)),
        ("terminate_app", (APPS[rng.integers(len(APPS))],)),
        ("wait", (int(rng.integers(-1, 5000)),)),
        ("tap_at", (int(rng.integers(-20, 420)), int(rng.integers(-20, 820)))),
        ("long_press_at", (int(rng.integers(-20, 420)), int(rng.integers(-20, 820)))),
        ("tap", (ids[rng.integers(len(ids))],)),
        ("tap", ("nothing",)),
    ]
    return others[rng.integers(len(others))]


def perform(phone: Device, gesture: Gesture) -> bool:
    """Do it; whether it could be done."""
    name, arguments = gesture
    try:
        getattr(phone, name)(*arguments)
    except ValueError:
        return False
    return True
