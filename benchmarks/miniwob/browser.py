"""The browser of this process: started when it is first needed, shared by all environments, closed at exit."""

import atexit
import os
import threading
from typing import TYPE_CHECKING

from benchmarks.miniwob.chromium import INSTALL, find_chromium, switches
from benchmarks.miniwob.clipboard import Clipboard
from benchmarks.miniwob.loop import LoopThread
from benchmarks.miniwob.pages import WINDOW

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import BrowserContext, Playwright
    from playwright.async_api import Page as PlaywrightPage

    from benchmarks.miniwob.devtools import DevTools

START_SECONDS = 60.0
CLOSE_SECONDS = 10.0


class Browser:
    """A running Chromium. Each page lives in a context of its own: storage, cookies and renderer are not shared."""

    def __init__(self) -> None:
        self.thread = LoopThread()
        self._playwright: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self.clipboard = Clipboard(self._new_writer)
        """The clipboard that the pages share."""
        self.port = 0
        """Where the browser listens for `connect`; 0 before it was started."""
        self.owner = os.getpid()
        try:
            self.thread.run(self._start(), timeout=START_SECONDS)
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it belongs to this process and still answers."""
        return self.owner == os.getpid() and self._browser is not None and self._browser.is_connected()

    async def new_context(self) -> "BrowserContext":
        """A fresh context, without a network."""
        return await self._running.new_context(
            viewport={"width": WINDOW[0], "height": WINDOW[1]},
            offline=True,
            locale="en-US",
            timezone_id="UTC",
            accept_downloads=False,
            service_workers="block",
            reduced_motion="no-preference",
            color_scheme="light",
        )

    async def connect(self, page: "PlaywrightPage") -> "DevTools":
        """A connection to a page of this browser."""
        from benchmarks.miniwob.devtools import DevTools  # noqa: PLC0415, heavy: only who plays pays for it

        return await DevTools.connect(self.port, page)

    def close(self) -> None:
        """End the browser and its thread. Can be called twice; does nothing in a process that did not start it."""
        if self.owner != os.getpid() or self.thread.loop.is_closed():
            return
        try:
            self.thread.run(self._stop(), timeout=CLOSE_SECONDS)
        except Exception:  # noqa: BLE001, S110, a browser that died cannot be asked to close
            pass
        finally:
            self.thread.close()

    async def _start(self) -> None:
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415, as above

        from benchmarks.miniwob.devtools import find_port  # noqa: PLC0415, as above

        self._playwright = await async_playwright().start()
        path = find_chromium()
        try:
            self._browser = await self._playwright.chromium.launch(
                executable_path=path,
                args=switches(path),
                handle_sigint=False,  # Ctrl-C is the caller's: `close` ends the browser
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as exc:
            which = path or "Playwright's own"
            raise RuntimeError(f"no Chromium could be started ({which}): {INSTALL}.\n{exc.message}") from exc
        self.port = await find_port(self._browser)

    @property
    def _running(self) -> "PlaywrightBrowser":
        if self._browser is None:
            raise RuntimeError("the browser is closed: `the_browser()` starts a new one")
        return self._browser

    async def _new_writer(self) -> "DevTools":
        """A page of the browser's own, which texts are copied from."""
        return await self.connect(await self._running.new_page())

    async def _stop(self) -> None:
        browser, self._browser = self._browser, None
        playwright, self._playwright = self._playwright, None
        try:
            if browser is not None:
                await browser.close()
        finally:
            if playwright is not None:
                await playwright.stop()


_lock = threading.Lock()
_current: Browser | None = None


def the_browser() -> Browser:
    """The browser of this process: the running one, or a new one when there is none, it died, or the process forked."""
    global _current  # noqa: PLW0603, one per process is the point
    with _lock:
        if _current is None or not _current.alive:
            if _current is not None:
                _current.close()
            _current = Browser()
        return _current


def close_browser() -> None:
    """End the browser of this process. Can be called twice; the next page starts a new one."""
    global _current
    with _lock:
        browser, _current = _current, None
    if browser is not None:
        browser.close()


def _forget_after_fork() -> None:
    """In a forked child the browser is the parent's, and the lock may have been held by a thread that is not here."""
    global _current, _lock
    _current, _lock = None, threading.Lock()


atexit.register(close_browser)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)
