"""A headless Chromium that tells of everything a page should not do."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from benchmarks.miniwob.chromium import find_chromium

_SWITCHES = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium has no sandbox for root


class Troubles(list[str]):
    """Console messages, script errors and requests."""


@contextmanager
def browsing(*, width: int = 1366, height: int = 850) -> Iterator[tuple[Page, Troubles]]:
    """A page, and what went wrong on it."""
    troubles = Troubles()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=_SWITCHES)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("request", lambda request: troubles.append(f"request: {request.url[:100]}"))
        yield page, troubles
        browser.close()
