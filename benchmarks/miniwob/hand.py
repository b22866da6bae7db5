"""Mouse and keyboard of one page: real input events, which the page trusts."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from benchmarks.miniwob.keys import CHARACTERS, NAMED, SHIFT, Key
from benchmarks.miniwob.page import Page
from benchmarks.miniwob.pages import WINDOW

Point = tuple[float, float]
Event = Awaitable[object]
"""An input event that was sent; it is awaited to know that the page has handled it."""
Button = Literal["left", "none"]
CORNER: Point = (WINDOW[0] - 1, WINDOW[1] - 1)
"""Where the mouse rests when an episode begins: beside the task."""


SCROLLING = frozenset({" ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"})
"""The keys that scroll what has the focus, where it can be scrolled."""


@dataclass(frozen=True, slots=True)
class Target:
    """An element as it can be reached: a point where a click hits it, and what the page says of it."""

    point: Point
    kind: dict[str, Any]


class Hand:
    """Sends the events of one gesture together and waits for all: the page has handled them when a method returns."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.position = CORNER
        self.middles: dict[int, Point] = {}
        """Where a click is known to hit an element: the page stands still since it was read."""

    async def rest(self) -> None:
        """Move the mouse away from the task."""
        await self.move(CORNER)

    async def locate(self, ref: int) -> Target:
        """Where to click an element.

        Raises:
            ValueError: there is no such element, it is not shown, or another lies over it.
        """
        found = await self._page.ask(f"locate({ref})")
        if "point" in found:
            return Target((found["point"][0], found["point"][1]), found["kind"])
        raise ValueError(_out_of_reach(ref, found))

    async def point_of(self, ref: int) -> Point:
        """Where to click an element; raises as `locate`, and asks the page only when its middle is not known."""
        return self.middles.get(ref) or (await self.locate(ref)).point

    async def move(self, point: Point) -> None:
        """Move the mouse to a point."""
        await self._together(*self._moved(point))

    async def click(self, point: Point, count: int = 1, modifiers: int = 0) -> None:
        """Move to a point, press and release: `count` times, as a double click is two."""
        presses = (
            self._mouse(kind, point, "left", clickCount=number, modifiers=modifiers)
            for number in range(1, count + 1)
            for kind in ("mousePressed", "mouseReleased")
        )
        await self._together(self._mouse("mouseMoved", point), *presses)

    async def drag(self, points: Sequence[Point]) -> None:
        """Press at the first point, move through the others, release at the last."""
        events = [self._mouse("mouseMoved", points[0]), self._mouse("mousePressed", points[0], "left", clickCount=1)]
        for point in points[1:]:
            events += self._moved(point, "left", buttons=1)
        await self._together(*events, self._mouse("mouseReleased", points[-1], "left", clickCount=1))

    async def scroll(self, point: Point, across: float, down: float) -> None:
        """Turn the wheel over a point, by pixels."""
        await self.move(point)
        await self._together(self._mouse("mouseWheel", point, deltaX=across, deltaY=down))
        await self._page.ask("still()", wait=True)

    async def press(self, key: Key, modifiers: int = 0) -> None:
        """Press and release a key."""
        await self._together(*self._key(key, modifiers))
        if key.key in SCROLLING:
            await self._page.ask("still()", wait=True)

    async def press_all(self, keys: Sequence[Key], modifiers: int = 0) -> None:
        """Press and release keys that do not scroll, one after the other."""
        await self._together(*(event for key in keys for event in self._key(key, modifiers)))

    async def write(self, text: str) -> None:
        """Type a text: keys for what a US keyboard has, and the rest as an input method inserts it."""
        events: list[Event] = []
        other = ""
        for character in text:
            key = NAMED["Enter"] if character == "\n" else CHARACTERS.get(character)
            if key is None:
                other += character
                continue
            events += self._inserted(other)
            other = ""
            events += self._key(key, SHIFT if key.shifted else 0)
        await self._together(*events, *self._inserted(other))

    def _moved(self, point: Point, button: Button = "none", **more: float) -> list[Event]:
        """A move that reaches the page by itself.

        The browser keeps moves back for the next frame, and makes one of them; any other event lets them go. The one
        that is sent here, the release of no button, the page never sees.
        """
        return [self._mouse("mouseMoved", point, button, **more), self._mouse("mouseReleased", point)]

    def _inserted(self, text: str) -> list[Event]:
        return [self._page.devtools.send("Input.insertText", {"text": text})] if text else []

    def _key(self, key: Key, modifiers: int) -> list[Event]:
        silent = modifiers & ~SHIFT
        text = "" if silent else key.text
        down = {
            "type": "keyDown" if text else "rawKeyDown",
            "key": key.key,
            "code": key.code,
            "windowsVirtualKeyCode": key.number,
            "modifiers": modifiers,
            "text": text,
            "unmodifiedText": text,
        }
        send = self._page.devtools.send
        up = {name: down[name] for name in ("key", "code", "windowsVirtualKeyCode", "modifiers")}
        return [send("Input.dispatchKeyEvent", down), send("Input.dispatchKeyEvent", {"type": "keyUp", **up})]

    def _mouse(self, kind: str, point: Point, button: Button = "none", **more: float) -> Event:
        self.position = point
        return self._page.devtools.send(
            "Input.dispatchMouseEvent", {"type": kind, "x": point[0], "y": point[1], "button": button, **more}
        )

    async def _together(self, *events: Event) -> None:
        await asyncio.gather(*events)


def _out_of_reach(ref: int, found: dict[str, Any]) -> str:
    if "covered" in found:
        over = found["covered"]
        named = f"<{over['tag']}>" + (f" #{over['id']}" if over["id"] else "")
        at = "" if over["ref"] is None else f" (ref {over['ref']})"
        text = f" with the text {over['text']!r}" if over["text"] else ""
        return f"element {ref} is covered by {named}{at}{text}: it was not clicked. Move or close what lies over it"
    if "gone" in found:
        return f"no element {ref} is on the page now: refs are the numbers in the last observation"
    if "unseen" in found:
        return f"element {ref} is not shown now, so that it cannot be pointed at: open what holds it first"
    return f"element {ref} lies outside the window and cannot be scrolled to: point at something else"
