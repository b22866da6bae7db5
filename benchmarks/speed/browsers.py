"""Where the time of a step in the browser goes, and several environments side by side."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import gymnasium as gym

from benchmarks.miniwob.hand import Hand
from benchmarks.miniwob.page import Page
from benchmarks.miniwob.session import Session
from benchmarks.speed.miniwob import ENDLESS, NEUTRAL, PAGES, ROUNDS
from benchmarks.speed.tables import Table, rates
from benchmarks.speed.timing import Case, Timed, interleave

POINT = (NEUTRAL.arguments["x"], NEUTRAL.arguments["y"])
NUMBERS = (1, 2, 4)
"""How many environments."""
WHY = (
    "A step is two ways to the browser and back, over a connection of its own to the page (through Playwright's "
    "process each would take about 1 ms more): the events together, then one question that moves the clock and reads "
    "the page. The question cannot go along with the events: the browser keeps no order between the two, and most "
    "often answers before the last event. A picture waits for the frame that the step made necessary. It is cut out of "
    "the whole window: asked for a part, the browser lays the page out anew and waits for a frame of that, 17 ms."
)
Gesture = Callable[[Hand, Page], Awaitable[object]]


def measure() -> list[Table]:
    """A step taken apart, and 1, 2 and 4 environments."""
    return [_taken_apart(), _side_by_side()]


def _taken_apart() -> Table:
    session = Session(PAGES[0], in_place=True)

    async def nothing(_: Hand, __: Page) -> None:
        return

    async def question(_: Hand, page: Page) -> None:
        await page.devtools.send("Runtime.evaluate", {"expression": "0", "returnByValue": True})

    async def click(hand: Hand, _: Page) -> None:
        await hand.click(POINT)

    gestures: dict[str, Gesture] = {
        "no gesture: the clock is moved, the page is read": nothing,
        "the same after a question that asks nothing: one way to the browser and back": question,
        "the same after a click: three events, sent together": click,
    }
    try:
        session.start(0)
        cases = [Case(name, partial(session.act, gesture), 50) for name, gesture in gestures.items()]
        timed = interleave([*cases, Case("a picture", session.picture, 20)], rounds=ROUNDS)
    finally:
        session.close()
    return rates(f"MiniWoB++, a step of {PAGES[0]} taken apart", timed, WHY)


def _side_by_side() -> Table:
    columns = ("environments", "pages of one browser, in turns: steps/s", "a process and a browser each: steps/s")
    rows: list[tuple[str, ...]] = []
    timed: list[Timed] = []
    for number in NUMBERS:
        took = _both_ways(number)
        timed += took
        rows.append((str(number), *(f"{number / one.median:.0f}" for one in took)))
    return Table(f"MiniWoB++, {PAGES[0]} side by side, no picture", columns, rows, timed=timed)


def _both_ways(number: int) -> list[Timed]:
    made = {where: _make(number, workers) for where, workers in (("one browser", None), ("a browser each", number))}
    try:
        cases = []
        for where, envs in made.items():
            envs.reset(seed=0)
            cases.append(Case(f"{number} environments, {where}", _stepper(envs), 20))
        return interleave(cases, rounds=ROUNDS)
    finally:
        for envs in made.values():
            envs.close()


def _make(number: int, workers: int | None) -> gym.vector.VectorEnv[Any, Any, Any]:
    identity = f"cube_gym:cube/miniwob.{PAGES[0]}-v0"
    return gym.make_vec(identity, num_envs=number, workers=workers, max_steps=ENDLESS)


def _stepper(envs: gym.vector.VectorEnv[Any, Any, Any]) -> Callable[[], object]:
    actions = [NEUTRAL] * envs.num_envs
    return lambda: envs.step(actions)
