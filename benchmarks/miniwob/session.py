"""One environment's page, for callers without an event loop: start an episode, act, look."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from PIL import Image

from benchmarks.miniwob.browser import Browser, the_browser
from benchmarks.miniwob.hand import Hand
from benchmarks.miniwob.page import START_MILLISECONDS, Page, PageLeftError
from benchmarks.miniwob.state import PageState
from cube_core import TaskFault

T = TypeVar("T")
STEP_MILLISECONDS = 100
"""How far the page's clock moves with each action."""
ANSWER_SECONDS = 60.0
CLOSE_SECONDS = 5.0
RESTS = 3
"""How often the mouse tells the page where it is, until nothing new appears under it."""


class Session:
    """A page in the browser of this process. What goes wrong on the browser's side is raised as TaskFault."""

    def __init__(self, page: str, *, in_place: bool = False, start: int = START_MILLISECONDS) -> None:
        self.name = page
        self.state = PageState()
        self._in_place = in_place
        self._start = start
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._hand: Hand | None = None
        self._fresh = False
        self._told = (0, 0, 0)

    @property
    def page(self) -> Page:
        """The open page.

        Raises:
            TaskFault: there is none.
        """
        if self._page is None:
            raise TaskFault(f"{self.name}: the page is not open: reset comes first")
        return self._page

    @property
    def opened(self) -> bool:
        """Whether there is a page."""
        return self._page is not None

    @property
    def hand(self) -> Hand:
        """The mouse and keyboard of the open page; raises as `page`."""
        if self._hand is None:
            raise TaskFault(f"{self.name}: the page is not open: reset comes first")
        return self._hand

    def start(self, seed: int) -> PageState:
        """Begin the episode of this seed: in place where the page is known to forget the last one, else by a reload."""
        if self._page is None or self._browser is None or not self._browser.alive or self._page.dead:
            self.close()
            self._browser = the_browser()
            self._fresh = True
        return self._run(self._begin(seed))

    def act(self, gesture: Callable[[Hand, Page], Awaitable[T]], *, milliseconds: int = STEP_MILLISECONDS) -> T:
        """Make a gesture, move the page's clock on, and read the page into `state`.

        Raises:
            ValueError: the gesture cannot be made; the clock moved all the same.
            TaskFault: the browser died or does not answer.
        """
        return self._run(self._act(gesture, milliseconds))

    def picture(self) -> Image.Image:
        """The task's part of the page, as RGB."""
        return self._run(self._picture())

    def take_events(self) -> list[str]:
        """Sentences about what the page tried since this was asked last, and what became of it."""
        page = self.page
        told, self._told = self._told, (len(page.dialogs), len(page.windows), len(page.blocked))
        return [
            *(f"The page showed a dialog ({text}), which was cancelled." for text in page.dialogs[told[0] :]),
            *(f"The page opened a window ({url}), which was closed." for url in page.windows[told[1] :]),
            *(f"The page asked for {url}, which was blocked." for url in page.blocked[told[2] :]),
        ]

    def records(self) -> dict[str, list[str]]:
        """What the page tried in this episode."""
        page = self._page
        return (
            {} if page is None else {"blocked": page.blocked[:], "dialogs": page.dialogs[:], "windows": page.windows[:]}
        )

    def close(self) -> None:
        """Close the page. Can be called twice, and after the browser died."""
        page, self._page, self._hand = self._page, None, None
        browser, self._browser = self._browser, None
        if page is not None and browser is not None and browser.alive:
            with suppress(Exception):  # it may be dead already
                browser.thread.run(page.close(), timeout=CLOSE_SECONDS)

    async def _begin(self, seed: int) -> PageState:
        if self._page is not None and self.state.left:
            await self._page.close()  # it may still be on its way to the other document
            self._page = None
        if self._page is None or self._hand is None:
            if self._browser is None:
                raise TaskFault("there is no browser")
            self._page = await Page.open(self._browser, self._start)
            self._hand = Hand(self._page)
        page = self._page
        page.forget()
        self._told = (0, 0, 0)
        answer = None
        if self._in_place and not self._fresh and not self.state.left:
            answer = await self._start_episode(page, self._hand, seed)
        if answer is None:
            await page.load(self.name)
            answer = await self._start_episode(page, self._hand, seed)
        if answer is None:
            raise TaskFault("the page does not start an episode")
        self._fresh = False
        self.state = await self._settle(page, self._hand, answer)
        return self.state

    async def _start_episode(self, page: Page, hand: Hand, seed: int) -> dict[str, Any] | None:
        """What the page shows at the start; None when it has to be loaded afresh first."""
        await hand.rest()
        try:
            text = await page.ask(f"start('{seed}', {json.dumps(hand.position)})")
        except PageLeftError:
            return None
        return json.loads(text) if text else None

    async def _act(self, gesture: Callable[[Hand, Page], Awaitable[T]], milliseconds: int) -> T:
        page, hand = self.page, self.hand
        try:
            result = await gesture(hand, page)
        except PageLeftError as exc:
            raise ValueError("the page was left for another document in the middle of the action") from exc
        finally:
            missed = await self._look(milliseconds)
        if missed and not self.state.done:  # the page changed when it was pointed at: again, as it is now
            try:
                result = await gesture(hand, page)
            finally:
                missed = await self._look(0)
        if missed:
            raise ValueError("the page moves what is pointed at, so that it was not hit: point at another part of it")
        return result

    async def _picture(self) -> Image.Image:
        return await self.page.picture()

    async def _look(self, milliseconds: int) -> bool:
        """Move the clock on and read the page into `state`. Whether a press was kept from the page."""
        page, hand = self.page, self.hand
        if page.dead:
            raise TaskFault(page.dead)
        try:
            answer = await page.ask_json(f"step({milliseconds}, {json.dumps(hand.position)})")
            self.state = await self._settle(page, hand, answer)
        except PageLeftError:
            goal, elapsed = self.state.goal, self.state.elapsed
            self.state = PageState(goal=goal, left=True, done=True, raw=None, reward=None, elapsed=elapsed)
            return False
        return bool(answer["missed"])

    async def _settle(self, page: Page, hand: Hand, answer: dict[str, Any]) -> PageState:
        """Read again until pictures are loaded and what lies under the mouse knows it."""
        for _ in range(RESTS):
            if answer["loading"]:
                await page.ask("settled()", wait=True)
            elif answer["stale"]:
                await hand.move(hand.position)
            else:
                break
            errors = answer["errors"]
            answer = await page.ask_json("read()")
            answer["errors"] = errors + answer["errors"]
        await page.catch_up()
        state = PageState.read(answer)
        hand.middles = state.middles
        return state

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._browser is None:
            work.close()
            raise TaskFault(f"{self.name}: the page is not open: reset comes first")
        try:
            return self._browser.thread.run(work, timeout=ANSWER_SECONDS)
        except (ValueError, TaskFault):
            raise
        except TimeoutError as exc:
            self._kill("the page did not answer")
            raise TaskFault(f"{self.name}: the page did not answer within {ANSWER_SECONDS:g} s") from exc
        except (Exception, asyncio.CancelledError) as exc:
            why = self._kill(str(exc) or type(exc).__name__)
            raise TaskFault(f"{self.name}: {why}") from exc

    def _kill(self, why: str) -> str:
        """Mark the page as dead, so that the next episode opens another."""
        if self._page is None:
            return why
        return self._page.abandon(why)
