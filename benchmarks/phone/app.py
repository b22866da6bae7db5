"""What an app is: tables, screens and actions, found by name.

Calling a decorated screen or action does not run it: it gives the Command that does, which is plain data and therefore
survives a snapshot. `Item("12", "Ana", on_tap=detail(12))` reads: tapping the item opens the detail of 12.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec

if TYPE_CHECKING:
    from benchmarks.phone.context import Context
    from benchmarks.phone.schema import Table
    from benchmarks.phone.ui.widgets import Screen
    from benchmarks.phone.world import World

P = ParamSpec("P")

SCREENS: dict[str, Callable[..., Screen]] = {}
ACTIONS: dict[str, Callable[..., None]] = {}


class Command(NamedTuple):
    """What a tap does: open the screen or run the action of this name. Arguments are hashable plain data."""

    name: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class App:
    """One app; its first screen is the function named `main`.

    `permission` is what it needs access to; `target` names the screen that a
    notification leads to (its one argument is the notification's target).
    """

    id: str
    label: str
    icon: str
    colour: str
    tables: tuple[Table, ...] = ()
    permission: str = ""
    target: str = ""
    populate: list[Callable[[World], None]] = field(default_factory=list)

    @property
    def main(self) -> Command:
        """The command that opens the app's first screen."""
        return Command(f"{self.id}.main")

    def screen(self, build: Callable[Concatenate[Context, P], Screen]) -> Callable[P, Command]:
        """Register a screen: a function of the database and the page to widgets."""
        return _register(SCREENS, f"{self.id}.{build.__name__}", build)

    def action(self, run: Callable[Concatenate[Context, P], None]) -> Callable[P, Command]:
        """Register an action: it changes the database and the navigation through the context, all or nothing."""
        return _register(ACTIONS, f"{self.id}.{run.__name__}", run)

    def generator(self, fill: Callable[[World], None]) -> Callable[[World], None]:
        """Register what fills the app's tables in a new world."""
        self.populate.append(fill)
        return fill


def _register(table: dict[str, Callable[..., Any]], name: str, run: Callable[..., Any]) -> Callable[P, Command]:
    table[name] = run

    def command(*args: P.args, **kwargs: P.kwargs) -> Command:
        if kwargs:
            raise TypeError(f"{name} takes its arguments by position")
        return Command(name, args)

    command.__doc__, command.__name__ = run.__doc__, name
    return command
