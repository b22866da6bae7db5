"""What oracles are written with: a view of the screen, and a hand that acts and looks again.

Everything is a function of the observations; nothing here knows the phone's database. The methods of Hand are
generators: `yield from hand.tap("Save")`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MOST_SWIPES = 60
INTERRUPTIONS = ("system.popup", "clock.ringing")
"""Pages that come up by themselves and are dismissed."""


class OracleLostError(RuntimeError):
    """The screen is not what the oracle expects."""


class Seen(NamedTuple):
    """One element, as it was seen."""

    id: str
    role: str
    text: str
    value: str
    enabled: bool
    checked: bool | None
    focused: bool


class View:
    """The screen in one observation (its tree)."""

    def __init__(self, observation: Observation) -> None:
        content = next(c for c in reversed(observation.contents) if c.name == "tree")
        tree: dict[str, Any] = content.data
        self.page: str = tree["page"]
        self.day: str = tree["day"]
        self.time: str = tree["time"]
        self.elements = [
            Seen(e["id"], e["role"], e["text"], e["value"] or "", e["enabled"], e["checked"], e["focused"])
            for e in tree["elements"]
        ]

    def all(self, text: str | None = None, *, role: str | None = None, value: str | None = None) -> list[Seen]:
        """Elements with exactly this text, of this role, whose value holds this text."""
        return [
            element
            for element in self.elements
            if (text is None or element.text == text)
            and (role is None or element.role == role)
            and (value is None or value in element.value)
        ]

    def find(self, text: str | None = None, *, role: str | None = None, value: str | None = None) -> Seen | None:
        """The first such element, None when there is none on the screen."""
        return next(iter(self.all(text, role=role, value=value)), None)

    def get(self, name: str) -> Seen | None:
        """The element with this id."""
        return next((element for element in self.elements if element.id == name), None)

    def starting(self, prefix: str) -> list[Seen]:
        """Elements whose ids start so, such as all of `note:`."""
        return [element for element in self.elements if element.id.startswith(prefix)]

    @property
    def at_end(self) -> bool:
        """Whether the page is scrolled to its end (or cannot scroll)."""
        content = self.get("content")
        return content is None or content.value in ("whole", "100%")

    @property
    def at_top(self) -> bool:
        """Whether the page is at its top."""
        content = self.get("content")
        return content is None or content.value in ("whole", "0%")


class Hand:
    """Acts, and remembers what was seen last in `view`."""

    def __init__(self, observation: Observation) -> None:
        self.view = View(observation)
        self.ended = False
        self.habits: dict[str, Callable[[], Steps]] = dict.fromkeys(INTERRUPTIONS, self._dismiss)
        """What to do about pages that come up by themselves."""

    # Single gestures

    def do(self, name: str, **arguments: object) -> Steps:
        """One action, after which an alarm that rings is dismissed; raises OracleLostError when it was refused."""
        observation = yield Action(name=name, arguments=arguments)
        self.view = View(observation)
        if observation.error is not None:
            raise OracleLostError(f"{name} {arguments}: {observation.error.exception_str} (on {self.view.page})")
        if self.view.page == "clock.ringing":
            yield from self.do("tap", element="dismiss")
        habit = self.habits.get(self.view.page)
        if habit is not None:
            yield from habit()

    def open(self, app: str) -> Steps:
        """Open an app, or bring it to the front where it was left."""
        yield from self.do("launch_app", app=app)

    def tap_id(self, name: str) -> Steps:
        """Tap the element with this id, scrolling until it is there."""
        yield from self.scroll_to(lambda view: view.get(name))
        yield from self.do("tap", element=name)

    def tap(self, text: str, *, role: str | None = None, value: str | None = None) -> Steps:
        """Tap the first element with exactly this text, scrolling until it is there."""
        found = yield from self.look_for(text, role=role, value=value)
        yield from self.do("tap", element=found.id)

    def hold(self, text: str, *, role: str | None = None, value: str | None = None) -> Steps:
        """Press an element long, scrolling until it is there."""
        found = yield from self.look_for(text, role=role, value=value)
        yield from self.do("long_press", element=found.id)

    def back(self, times: int = 1) -> Steps:
        """Go back."""
        for _ in range(times):
            yield from self.do("press_back")

    def answer(self, text: str) -> Steps:
        """Answer, which ends the task."""
        self.ended = True
        yield Action(name="answer", arguments={"text": text})

    def decline(self) -> Steps:
        """Say that the task cannot or must not be done."""
        yield from self.answer("impossible")

    # Looking

    def look_for(
        self, text: str | None = None, *, role: str | None = None, value: str | None = None
    ) -> Generator[Action, Observation, Seen]:
        """Scroll until such an element is on the screen: down to the end, then once more from the top."""
        return (yield from self.scroll_to(lambda view: view.find(text, role=role, value=value)))

    def scroll_to(self, seek: Callable[[View], Seen | None]) -> Generator[Action, Observation, Seen]:
        """Scroll until `seek(view)` gives an element."""
        for direction in ("up", "down"):
            for _ in range(MOST_SWIPES):
                found: Seen | None = seek(self.view)
                if found is not None:
                    return found
                if self.view.at_end if direction == "up" else self.view.at_top:
                    break
                yield from self.do("swipe", direction=direction)
        raise OracleLostError(f"not on {self.view.page}: {[e.text for e in self.view.elements]}")

    def read_all(self, prefix: str) -> Generator[Action, Observation, list[Seen]]:
        """Every element whose id starts so, from here to the end of the page."""
        found = {element.id: element for element in self.view.starting(prefix)}
        while not self.view.at_end:
            yield from self.do("swipe", direction="up")
            found.update((element.id, element) for element in self.view.starting(prefix))
        return list(found.values())

    # Forms

    def fill(self, key: str, text: str) -> Steps:
        """Make a text field hold exactly this text."""
        field = self.view.get(key)
        if field is None or not field.focused:
            yield from self.tap_id(key)
            field = self.view.get(key)
        if field is not None and field.value:
            yield from self.do("clear_text")
        if text:
            yield from self.do("type_text", text=text)

    def choose(self, key: str, label: str) -> Steps:
        """Set a picker of choices to the option with this label."""
        yield from self.tap_id(key)
        yield from self.tap(label, role="radio")

    def pick_date(self, key: str, day: str) -> Steps:
        """Set a date picker to `YYYY-MM-DD`."""
        yield from self.tap_id(key)
        year, month, _ = (int(part) for part in day.split("-"))
        while (gap := year * 12 + month - self._month_shown()) != 0:
            yield from self.do("tap", element="month/next" if gap > 0 else "month/previous")
        chosen = self.view.get(f"day:{day}")
        if chosen is None or not chosen.checked:
            yield from self.do("tap", element=f"day:{day}")
        yield from self.do("tap", element="ok")

    def pick_time(self, key: str, time: str) -> Steps:
        """Set a time picker to `HH:MM`."""
        yield from self.tap_id(key)
        hour, minute = time.split(":")
        steps, rest = divmod(int(minute), 5)
        wanted = [f"hour:{hour}", f"minute:{steps * 5:02d}"]
        for name in wanted:
            seen = self.view.get(name)
            if seen is None or not seen.checked:
                yield from self.do("tap", element=name)
        for _ in range(rest):
            yield from self.do("tap", element="minute/more")
        yield from self.do("tap", element="ok")

    def set_switch(self, key: str, *, on: bool) -> Steps:
        """Bring a switch into a position."""
        seen = yield from self.scroll_to(lambda view: view.get(key))
        if seen.checked is not on:
            yield from self.do("tap", element=key)

    def menu(self, label: str) -> Steps:
        """Choose from the menu of the page."""
        yield from self.do("tap", element="menu")
        yield from self.tap(label)

    def confirm(self) -> Steps:
        """Say yes in a confirmation dialog."""
        yield from self.do("tap", element="confirm")

    def save(self) -> Steps:
        """Save the form."""
        yield from self.do("tap", element="save")

    def _dismiss(self) -> Steps:
        yield from self.do("tap", element="dismiss")

    def _month_shown(self) -> int:
        shown = self.view.get("month")
        if shown is None:
            raise OracleLostError("no date picker is open")
        name, year = shown.text.split()
        return int(year) * 12 + MONTHS.index(name) + 1
