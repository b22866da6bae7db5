"""The phone: gestures in, screens out.

Every gesture happens completely or raises ValueError and changes nothing, the clock included.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from hashlib import blake2b
from typing import Literal, NamedTuple

import numpy as np

from benchmarks.phone.app import Command
from benchmarks.phone.clock import STEP_SECONDS
from benchmarks.phone.context import Context
from benchmarks.phone.display import Display
from benchmarks.phone.navigation import HOME, Navigation
from benchmarks.phone.pools import Split
from benchmarks.phone.store import Store
from benchmarks.phone.system import INSTALLED, launch, shade
from benchmarks.phone.ui.controls import Typed
from benchmarks.phone.ui.element import HEIGHT, WIDTH, Element
from benchmarks.phone.world import generate

Direction = Literal["up", "down", "left", "right"]
LONGEST_TEXT = 4000
"""Characters that one `type_text` may add at most."""
LONGEST_WAIT = 3600
"""Seconds that one `wait` may take at most."""


class Snapshot(NamedTuple):
    """Everything about a phone: picklable, hashable."""

    database: bytes
    nav: Navigation
    now: int
    generator: tuple[int, ...]


class Device(Display):
    """A phone over a database. Its screen is a function of the database, the clock and the navigation."""

    def __init__(self, db: Store, now: int, rng: np.random.Generator) -> None:
        super().__init__(Context(db, now, rng))
        self.db = db

    # Gestures

    def launch_app(self, app: str) -> str:
        """Bring an app to the front, where it was left."""
        name = self._app(app)
        with self._gesture():
            launch(self.context, name)
        return f"{INSTALLED[name].label} is open."

    def terminate_app(self, app: str) -> str:
        """End an app: its pages and drafts are gone."""
        name = self._app(app)
        nav = self.context.nav
        if name not in nav.running:
            running = ", ".join(nav.running) or "none"
            raise ValueError(f"{name!r} is not running. Running: {running}")
        with self._gesture():
            front = HOME if nav.app == name else nav.app
            self.context.nav = self.context.nav.with_stack(name, ())._replace(app=front)
        return f"{INSTALLED[name].label} is closed."

    def tap(self, element: str) -> str:
        """Tap an element by its id."""
        found = self._element(element)
        if found.on_tap is None:
            raise ValueError(f"{element!r} ({found.role}) does nothing when tapped. {self._tappable()}")
        self._run(found.on_tap)
        return f"Tapped {_name(found)}."

    def tap_at(self, x: int, y: int) -> str:
        """Tap a point of the screen, in pixels."""
        found = self._at(x, y, "on_tap")
        if found is None:
            raise ValueError(f"nothing at ({x}, {y}) answers a tap. {self._tappable()}")
        return self.tap(found.id)

    def long_press(self, element: str) -> str:
        """Press an element for a second."""
        found = self._element(element)
        if found.on_long_press is None:
            raise ValueError(f"{element!r} ({found.role}) does nothing when pressed long; try tap")
        self._run(found.on_long_press)
        return f"Pressed {_name(found)} long."

    def long_press_at(self, x: int, y: int) -> str:
        """Press a point of the screen for a second."""
        found = self._at(x, y, "on_long_press")
        if found is None:
            raise ValueError(f"nothing at ({x}, {y}) answers a long press; try tap")
        return self.long_press(found.id)

    def type_text(self, text: str) -> str:
        """Add text at the end of the focused field, exactly as given."""
        field = self._focused()
        if field.lines == 1 and "\n" in text:
            raise ValueError(f"{field.key!r} holds one line: the text has a line break")
        if any("\ud800" <= char <= "\udfff" for char in text):
            raise ValueError("the text holds half a character (a lone surrogate), which no keyboard can type")
        if len(text) > LONGEST_TEXT:
            raise ValueError(f"the text has {len(text)} characters: type at most {LONGEST_TEXT} at once")
        if not text:
            raise ValueError("the text is empty; clear_text empties a field")
        self._type(field.key, field.draft(self.context.page) + text)
        return f"Typed into {field.label!r}."

    def clear_text(self) -> str:
        """Empty the focused field."""
        field = self._focused()
        self._type(field.key, "")
        return f"Emptied {field.label!r}."

    def swipe(self, direction: Direction) -> str:
        """Move the finger: up shows what is further down, down what is further up, left what comes next."""
        if direction in ("left", "right"):
            return self._flip(direction)
        if direction not in ("up", "down"):
            raise ValueError(f"direction {direction!r} is none of up, down, left, right")
        view = self.layout
        step = max(40, (view.view[3] - view.view[1]) * 4 // 5)
        target = max(0, min(view.reach, view.scroll + (step if direction == "up" else -step)))
        if target == view.scroll:
            end = "at its end" if direction == "up" else "at its top"
            raise ValueError(f"nothing to scroll: the page is {end}")
        with self._gesture():
            context = self.context
            focus = "" if view.field in view.screen.body else context.page.focus
            context.nav = context.nav.with_top(context.page._replace(scroll=target, focus=focus))
        return f"Swiped {direction}."

    def press_back(self) -> str:
        """Close the keyboard, else the dialog, else the page; from an app's first page go home."""
        context = self.context
        if context.page.focus:
            with self._gesture():
                context.nav = context.nav.with_top(context.page._replace(focus=""))
            return "The keyboard is closed."
        if context.nav.app == HOME and not context.nav.over and len(context.nav.pages) == 1:
            raise ValueError("this is the home screen: there is nothing to go back to")
        with self._gesture():
            context.back()
        return "Went back."

    def press_home(self) -> str:
        """Show the home screen; apps stay as they are."""
        with self._gesture():
            context = self.context
            context.nav = context.nav.with_stack(HOME, ())
            context.launch(HOME)
        return "The home screen is shown."

    def open_notifications(self) -> str:
        """Pull down the notification shade."""
        if self.page == shade().name:
            raise ValueError("the notifications are open already; press_back closes them")
        with self._gesture():
            self.context.over(shade())
        return "The notifications are open."

    def wait(self, seconds: int = STEP_SECONDS) -> str:
        """Let time pass."""
        if not 1 <= seconds <= LONGEST_WAIT:
            raise ValueError(f"cannot wait {seconds} seconds: 1 to {LONGEST_WAIT}")
        with self._gesture(seconds):
            pass
        return f"Waited {seconds} s."

    # The whole state

    def snapshot(self) -> Snapshot:
        """The whole phone."""
        context = self.context
        return Snapshot(self.db.serialize(), context.nav, context.now, self._generator())

    def restore(self, snapshot: Snapshot) -> None:
        """Continue exactly where the snapshot was taken."""
        context = self.context
        self.db.deserialize(snapshot.database)
        context.nav, context.now = snapshot.nav, snapshot.now
        state, inc, has_uint32, uinteger = snapshot.generator
        context.rng.bit_generator.state = {
            "bit_generator": "PCG64",
            "state": {"state": state, "inc": inc},
            "has_uint32": has_uint32,
            "uinteger": uinteger,
        }

    def state_hash(self) -> str:
        """Hash of database content, navigation, clock and generator: 32 hexadecimal digits."""
        context = self.context
        digest = blake2b(self.db.digest(), digest_size=16)
        rest = (context.nav, context.now, self._generator())
        digest.update(repr(rest).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def close(self) -> None:
        """Free the database. Idempotent."""
        self.db.close()

    # Inside

    def _generator(self) -> tuple[int, ...]:
        state = self.context.rng.bit_generator.state
        inner = state["state"]
        return inner["state"], inner["inc"], state["has_uint32"], state["uinteger"]

    @contextmanager
    def _gesture(self, seconds: int = STEP_SECONDS) -> Iterator[None]:
        """All or nothing; then the clock moves on."""
        context = self.context
        before = (context.nav, context.now)
        generator = context.rng.bit_generator.state
        try:
            with self.db.atomic():
                context.nav = context.nav._replace(toast="")
                yield
                context.advance(seconds)
        except BaseException:
            context.nav, context.now = before
            context.rng.bit_generator.state = generator
            raise

    def _run(self, command: Command) -> None:
        view = self.layout
        self.context.form = view.form
        self.context.enter = view.field.on_enter if view.field is not None else None
        with self._gesture():
            self.context.run(command)

    def _flip(self, direction: Direction) -> str:
        commands = self.layout.screen.on_swipe
        if commands is None:
            raise ValueError(f"this page does nothing at a swipe {direction}")
        self._run(commands[direction == "right"])
        return f"Swiped {direction}."

    def _type(self, key: str, text: str) -> None:
        with self._gesture():
            self.context.put(**{key: text, f"!{key}": None})

    def _focused(self) -> Typed:
        field = self.layout.field
        if field is None:
            fields = [e.id for e in self.layout.elements if e.role in ("field", "search")]
            way = f"tap one first: {', '.join(fields)}" if fields else "this page has no text field"
            raise ValueError(f"no text field is focused; {way}")
        return field

    def _app(self, name: str) -> str:
        wanted = name.strip().casefold()
        for app in INSTALLED.values():
            if wanted in (app.id, app.label.casefold()):
                return app.id
        near = get_close_matches(wanted, INSTALLED, 1, 0)[0]
        raise ValueError(f"no app {name!r}. Did you mean {near!r}? Apps: {', '.join(INSTALLED)}")

    def _element(self, name: str) -> Element:
        found = self.layout.by_id.get(name)
        if found is None:
            near = get_close_matches(name, self.layout.by_id, 3, 0.4)
            hint = f" Nearest: {', '.join(map(repr, near))}." if near else ""
            more = " The page scrolls: swipe up or down shows more." if self.layout.reach else ""
            raise ValueError(f"no element {name!r} on the screen.{hint}{more}")
        if not found.enabled:
            raise ValueError(f"{name!r} is disabled now")
        return found

    def _at(self, x: int, y: int, handler: Literal["on_tap", "on_long_press"]) -> Element | None:
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise ValueError(f"({x}, {y}) is outside the screen of {WIDTH} x {HEIGHT} pixels")
        found = (e for e in reversed(self.layout.elements) if e.covers(x, y) and getattr(e, handler) is not None)
        return next(found, None)

    def _tappable(self) -> str:
        names = [e.id for e in self.layout.elements if e.on_tap is not None and e.enabled]
        return f"These do: {', '.join(names[:12])}" if names else "Nothing on this page does"


def _name(element: Element) -> str:
    return repr(element.text) if element.text else f"{element.id!r}"


def power_on(seed: int, split: Split = "train") -> Device:
    """A phone with the world of a seed."""
    world = generate(seed, split)
    return Device(world.db, world.now, world.rng)
