"""A page of the browser, closed in: it loads from the installed package, and nothing else reaches or leaves it."""

import base64
import io
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from benchmarks.miniwob.browser import Browser
from benchmarks.miniwob.clipboard import Clipboard
from benchmarks.miniwob.pages import SCREEN, page_url, pages_root

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Dialog, Request, Route, WebSocketRoute
    from playwright.async_api import Page as PlaywrightPage

    from benchmarks.miniwob.devtools import DevTools

LOAD_MILLISECONDS = 20_000.0
START_MILLISECONDS = 1_577_880_000_000
"""When every episode begins, by the page's clock: 2020-01-01 12:00 UTC, in milliseconds since 1970. No date that a page
draws, and no date that its calendars can show, is near it."""
LEFT = "navigated or closed"
"""What the browser says to a question that a change of the document overtook."""


class PageLeftError(RuntimeError):
    """The document in the page is not the task's any more."""


SCRIPTS = ("clock.js", "guard.js", "tree.js", "target.js", "episode.js")


@cache
def _scripts(start: int) -> str:
    """The scripts that every document runs first, in one scope that the page does not see."""
    folder = Path(__file__).with_name("js")
    source = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS)
    for name, value in (("__START__", start), ("__WIDTH__", SCREEN[0]), ("__HEIGHT__", SCREEN[1])):
        source = source.replace(name, str(value))
    return f"(() => {{\n{source}\n}})();"


class Page:
    """One page in a context of its own. All methods run in the browser's event loop.

    `blocked`, `dialogs` and `windows` record what the page tried in this episode: the addresses it asked for,
    the texts of its dialogs (each answered with Cancel), and the windows it opened (each closed).
    """

    def __init__(self, page: "PlaywrightPage", cdp: "CDPSession", devtools: "DevTools", clipboard: Clipboard) -> None:
        self.devtools = devtools
        self.clipboard = clipboard
        self.copied = ""
        self.blocked: list[str] = []
        self.dialogs: list[str] = []
        self.windows: list[str] = []
        self._context = page.context
        self._page = page
        self._cdp = cdp
        self._events = 0
        self._loading = False
        self._allowed = pages_root().as_uri() + "/"
        page.on("dialog", self._answer)
        page.context.on("page", self._close_window)

    @classmethod
    async def open(cls, browser: Browser, start: int = START_MILLISECONDS) -> "Page":
        """A blank page, whose documents will begin at `start`."""
        context = await browser.new_context()
        await context.add_init_script(_scripts(start))
        inner = await context.new_page()
        devtools = await browser.connect(inner)
        page = cls(inner, await context.new_cdp_session(inner), devtools, browser.clipboard)
        for domain in ("Network", "Page"):  # for `catch_up`
            await devtools.send(f"{domain}.enable")
        await context.route("**/*", page._judge)
        await context.route_web_socket("**/*", page._refuse)
        return page

    @property
    def dead(self) -> str | None:
        """Why the page answers no more; None as long as it does."""
        return self.devtools.ended

    def abandon(self, why: str) -> str:
        """Take the page for dead; why it is, which is the first reason that was given."""
        self.devtools.ended = self.devtools.ended or why
        return self.devtools.ended

    async def load(self, page: str) -> None:
        """Load a page of MiniWoB++ afresh."""
        self._loading = True
        try:
            await self._page.goto(page_url(page), wait_until="load", timeout=LOAD_MILLISECONDS)
        finally:
            self._loading = False
        await self.devtools.send("Runtime.evaluate", {"expression": "__cube.prepare()"})

    def forget(self) -> None:
        """Begin new records: of what the page tried, and of nothing before."""
        for record in (self.blocked, self.dialogs, self.windows):
            record.clear()
        self.clipboard.clear(self)

    async def ask(self, call: str, *, wait: bool = False) -> Any:  # noqa: ANN401, what the page's script answers
        """The result of a method of `__cube`, such as `read()`.

        Raises:
            PageLeftError: the document is not the one that was loaded.
            RuntimeError: the script failed.
        """
        expression = f"window.__cube?.ready() ? __cube.{call} : null"
        sent = {"expression": expression, "returnByValue": True, "awaitPromise": wait}
        try:
            answer = await self.devtools.send("Runtime.evaluate", sent)
        except RuntimeError as exc:  # a DevToolsError; its module is heavy
            if self.dead or LEFT not in str(exc):
                raise
            raise PageLeftError("the page was left for another document") from exc
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"].get("exception", {}).get("description", "an exception")
            raise RuntimeError(f"__cube.{call}: {thrown}")
        value = answer["result"].get("value")
        if value is None and answer["result"]["type"] == "object":
            raise PageLeftError("the page was left for another document")
        return value

    async def ask_json(self, call: str) -> dict[str, Any]:
        """As `ask`, for what answers with an object written as JSON."""
        answer: dict[str, Any] = json.loads(await self.ask(call))
        return answer

    async def catch_up(self) -> None:
        """Wait until what the page tried is recorded: Playwright tells of it, which takes longer than an answer.

        That the page tried something at all, its own connection tells before it answers.
        """
        if self.devtools.events != self._events:
            self._events = self.devtools.events
            await self._cdp.send("Target.getTargetInfo")

    async def picture(self) -> Image.Image:
        """The task's part of the page, as RGB."""
        # Of the whole window: to take a part, the browser would lay it out anew, and wait for frames of that.
        answer = await self.devtools.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB").crop((0, 0, *SCREEN))

    async def close(self) -> None:
        """Close the page and its context."""
        try:
            await self._context.close()
        finally:
            await self.devtools.close()

    async def _judge(self, route: "Route", request: "Request") -> None:
        """Let through what the page loads of the package, and the one document that `load` asks for."""
        ours = request.url.startswith(self._allowed)
        if ours and (self._loading or not request.is_navigation_request()):
            await route.continue_()
        else:
            self.blocked.append(request.url)
            await route.abort("aborted")  # an aborted navigation leaves the document where it is

    async def _refuse(self, socket: "WebSocketRoute") -> None:
        self.blocked.append(socket.url)
        await socket.close()

    async def _answer(self, dialog: "Dialog") -> None:
        if dialog.type == "beforeunload":
            await dialog.accept()
            return
        self.dialogs.append(f"{dialog.type}: {dialog.message}")
        await dialog.dismiss()

    async def _close_window(self, window: "PlaywrightPage") -> None:
        if window is not self._page:
            self.windows.append(window.url)
            await window.close()
