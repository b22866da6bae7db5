"""What an agent can do on a page: the gestures of mouse and keyboard."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from benchmarks.miniwob.fields import check_text, check_writable, put_caret
from benchmarks.miniwob.hand import Hand, Point
from benchmarks.miniwob.keys import CONTROL, MODIFIERS, SHIFT, find_key
from benchmarks.miniwob.menu import choose
from benchmarks.miniwob.page import Page
from benchmarks.miniwob.pages import SCREEN
from benchmarks.miniwob.session import Session
from cube_core import Tool, tool_action

Modifier = Literal["Alt", "Control", "Meta", "Shift"]
Ref = Annotated[int, Field(ge=0)]
MAX_WAIT = 60_000
MAX_WHEEL = 10_000
MAX_PATH = 200
MAX_TEXT = 2_000
Left = Annotated[float, Field(ge=0, lt=SCREEN[0])]
Top = Annotated[float, Field(ge=0, lt=SCREEN[1])]
Spot = Annotated[list[Annotated[float, Field(ge=0, lt=max(SCREEN))]], Field(min_length=2, max_length=2)]


class MiniWobTool(Tool):
    """Mouse and keyboard on the page of a session. Each action moves the page's clock by 100 ms."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def close(self) -> None:
        """Close the page."""
        self.session.close()

    @tool_action
    def click(self, ref: Ref, modifiers: Sequence[Modifier] = ()) -> str:
        """Click an element. It is scrolled into view first; an element that another one covers is not clicked.

        Args:
            ref: The element's number in the last observation.
            modifiers: Keys that are held meanwhile, such as Control to add to a selection.
        """
        return self._click(ref, 1, modifiers)

    @tool_action
    def double_click(self, ref: Ref) -> str:
        """Click an element twice in a row.

        Args:
            ref: The element's number in the last observation.
        """
        return self._click(ref, 2, ())

    @tool_action
    def click_at(self, x: Left, y: Top) -> str:
        """Click at a point, whatever lies there.

        Args:
            x: Pixels from the left edge, 0 <= x < 160.
            y: Pixels from the top edge, 0 <= y < 210.
        """
        point = _on_screen(x, y)

        async def gesture(hand: Hand, _: Page) -> None:
            await hand.click(point)

        self.session.act(gesture)
        return self._said(f"Clicked at ({x:g}, {y:g}).")

    @tool_action
    def hover(self, ref: Ref) -> str:
        """Move the mouse onto an element, without a click.

        Args:
            ref: The element's number in the last observation.
        """

        async def gesture(hand: Hand, _: Page) -> None:
            await hand.move(await hand.point_of(ref))

        self.session.act(gesture)
        return self._said(f"The mouse is on element {ref}.")

    @tool_action
    def type_text(self, ref: Ref, text: Annotated[str, Field(max_length=MAX_TEXT)], replace: bool = False) -> str:  # noqa: FBT001, FBT002, agents name arguments
        """Type a text into an element, after what is in it.

        Args:
            ref: The number of a text field or another editable element in the last observation.
            text: The text, exactly as it is to arrive. A field of one line takes no line breaks: press Enter instead.
            replace: Whether what is in the element is deleted first.
        """
        check_text(text)

        async def gesture(hand: Hand, _: Page) -> None:
            target = await hand.locate(ref)
            check_writable(ref, target, text)
            await put_caret(hand, target, replace=replace)
            await hand.write(text)

        self.session.act(gesture)
        return self._said(f"Typed {len(text)} characters into element {ref}.")

    @tool_action
    def press_key(self, key: str, modifiers: Sequence[Modifier] = ()) -> str:
        """Press a key; what has the focus receives it.

        Args:
            key: A character, such as a, or a name, such as Enter, Tab, Backspace, Delete, Escape, ArrowLeft, Home, F5.
            modifiers: Keys that are held meanwhile: Control with a selects all, with c copies, with v pastes.
        """
        pressed = find_key(key)
        held = _held(modifiers) | (SHIFT if pressed.shifted else 0)

        async def gesture(hand: Hand, page: Page) -> None:
            if held & CONTROL and pressed.key.lower() in "cvx":
                await page.clipboard.press(hand, page, pressed, held)
            else:
                await hand.press(pressed, held)

        self.session.act(gesture)
        return self._said(f"Pressed {'+'.join([*modifiers, key])}.")

    @tool_action
    def select_option(self, ref: Ref, option: str) -> str:
        """Choose an option of a select element.

        Args:
            ref: The number of the select element in the last observation.
            option: The text of the option.
        """

        async def gesture(hand: Hand, page: Page) -> None:
            await choose(hand, page, ref, option)

        self.session.act(gesture)
        return self._said(f"Selected {option!r} in element {ref}.")

    @tool_action
    def drag(self, points: Annotated[list[Spot], Field(min_length=2, max_length=MAX_PATH)]) -> str:
        """Press the mouse at the first point, move it through the others in order, and release it at the last.

        Args:
            points: The points as [x, y] in pixels from the top left corner: 0 <= x < 160, 0 <= y < 210.
        """
        path = [_on_screen(*point) for point in points]

        async def gesture(hand: Hand, _: Page) -> None:
            await hand.drag(path)

        self.session.act(gesture)
        return self._said(f"Dragged along {len(path)} points.")

    @tool_action
    def scroll(
        self,
        x: Left,
        y: Top,
        down: Annotated[float, Field(ge=-MAX_WHEEL, le=MAX_WHEEL)] = 0,
        right: Annotated[float, Field(ge=-MAX_WHEEL, le=MAX_WHEEL)] = 0,
    ) -> str:
        """Turn the mouse wheel over a point.

        Args:
            x: Pixels from the left edge, 0 <= x < 160.
            y: Pixels from the top edge, 0 <= y < 210.
            down: Pixels to scroll down; negative scrolls up.
            right: Pixels to scroll to the right; negative scrolls to the left.
        """
        point = _on_screen(x, y)

        async def gesture(hand: Hand, _: Page) -> None:
            await hand.scroll(point, right, down)

        self.session.act(gesture)
        return self._said(f"Scrolled by ({right:g}, {down:g}) at ({x:g}, {y:g}).")

    @tool_action
    def wait(self, milliseconds: Annotated[int, Field(ge=1, le=MAX_WAIT)] = 1000) -> str:
        """Let time pass on the page.

        Args:
            milliseconds: How much, from 1 to 60000.
        """

        async def gesture(_: Hand, __: Page) -> None:
            return

        self.session.act(gesture, milliseconds=milliseconds)
        return self._said(f"Waited {milliseconds} ms.")

    def _click(self, ref: int, count: int, modifiers: Sequence[Modifier]) -> str:
        held = _held(modifiers)

        async def gesture(hand: Hand, _: Page) -> None:
            await hand.click(await hand.point_of(ref), count, held)

        self.session.act(gesture)
        return self._said(f"{'Clicked' if count == 1 else 'Double-clicked'} element {ref}.")

    def _said(self, done: str) -> str:
        """What was done, and what the browser kept from the page meanwhile."""
        events = self.session.take_events()
        return " ".join([done, *events])


def _on_screen(x: float, y: float) -> Point:
    if not (0 <= x < SCREEN[0] and 0 <= y < SCREEN[1]):
        raise ValueError(f"({x:g}, {y:g}) lies outside the page: 0 <= x < {SCREEN[0]} and 0 <= y < {SCREEN[1]}")
    return (x, y)


def _held(modifiers: Sequence[Modifier]) -> int:
    held = 0
    for name in modifiers:
        held |= MODIFIERS[name]
    return held
