"""The gestures as actions of a cube_core tool."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.device import Device, Direction
from benchmarks.phone.store import Store
from benchmarks.phone.system import INSTALLED
from benchmarks.phone.ui.element import HEIGHT, WIDTH
from cube_core import AgentStop, Observation, Tool, tool_action

AppName = Annotated[str, Field(json_schema_extra={"enum": sorted(INSTALLED)})]
Left = Annotated[int | None, Field(json_schema_extra={"minimum": 0, "exclusiveMaximum": WIDTH})]
Top = Annotated[int | None, Field(json_schema_extra={"minimum": 0, "exclusiveMaximum": HEIGHT})]


class PhoneTool(Tool):
    """What a hand can do with a phone, and how a question is answered.

    A gesture that cannot be done raises ValueError, which the agent reads, and changes nothing.
    """

    __module__ = "benchmarks.phone"

    def __init__(self) -> None:
        self._device: Device | None = None
        self._db: Store | None = None
        self.answered: str | None = None
        """The text given to `answer`, None as long as there is none."""

    @property
    def device(self) -> Device:
        """The phone; raises RuntimeError before the first reset."""
        if self._device is None:
            raise RuntimeError("the phone is off: reset the task first")
        return self._device

    @property
    def db(self) -> Store:
        """The database in which this tool's phones live, one after another."""
        if self._db is None:
            self._db = Store(SCHEMA)
        return self._db

    @property
    def connected(self) -> bool:
        """Whether there is a phone."""
        return self._device is not None

    def connect(self, device: Device) -> None:
        """Use another phone from now on."""
        self._device = device
        self.answered = None

    def close(self) -> None:
        """Switch the phone off."""
        if self._db is not None:
            self._db.close()
        self._db = self._device = None

    @tool_action
    def launch_app(self, app: AppName) -> str:
        """Open an app, where it was left.

        Args:
            app: The app's name, such as "contacts".
        """
        return self.device.launch_app(app)

    @tool_action
    def terminate_app(self, app: AppName) -> str:
        """Close a running app; its open pages and unsaved texts are lost.

        Args:
            app: The app's name, such as "contacts".
        """
        return self.device.terminate_app(app)

    @tool_action
    def tap(self, element: str | None = None, x: Left = None, y: Top = None) -> str:
        """Tap an element, or a point when no element is given.

        Args:
            element: The id of an element on the screen.
            x: Pixels from the left, 0 to 399.
            y: Pixels from the top, 0 to 799.
        """
        if element is not None:
            return self.device.tap(element)
        return self.device.tap_at(*_point(x, y))

    @tool_action
    def long_press(self, element: str | None = None, x: Left = None, y: Top = None) -> str:
        """Press an element, or a point when no element is given, for a second.

        Args:
            element: The id of an element on the screen.
            x: Pixels from the left, 0 to 399.
            y: Pixels from the top, 0 to 799.
        """
        if element is not None:
            return self.device.long_press(element)
        return self.device.long_press_at(*_point(x, y))

    @tool_action
    def type_text(self, text: str) -> str:
        """Type at the end of the focused text field. Tap a field first to focus it.

        Args:
            text: What to type, exactly.
        """
        return self.device.type_text(text)

    @tool_action
    def clear_text(self) -> str:
        """Empty the focused text field."""
        return self.device.clear_text()

    @tool_action
    def swipe(self, direction: Direction) -> str:
        """Swipe over the page. Up shows what is further down, left shows what comes next.

        Args:
            direction: Where the finger moves.
        """
        return self.device.swipe(direction)

    @tool_action
    def press_back(self) -> str:
        """Close the keyboard, the dialog or the page."""
        return self.device.press_back()

    @tool_action
    def press_home(self) -> str:
        """Go to the home screen. Apps stay as they are."""
        return self.device.press_home()

    @tool_action
    def open_notifications(self) -> str:
        """Open the notifications and quick settings."""
        return self.device.open_notifications()

    @tool_action
    def wait(self, seconds: int = 2) -> str:
        """Let time pass.

        Args:
            seconds: How long, 1 to 3600.
        """
        return self.device.wait(seconds)

    @tool_action
    def answer(self, text: str) -> None:
        """Answer the question and end the task. Answer "impossible" when the task cannot or must not be done.

        Args:
            text: The answer alone, such as a name, a number or a time.
        """
        self.answered = text
        raise AgentStop(Observation.from_text("The answer was taken."))


def _point(x: int | None, y: int | None) -> tuple[int, int]:
    if x is None or y is None:
        raise ValueError("give the id of an element, or both x and y")
    return x, y
