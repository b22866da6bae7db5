"""Copy and paste. The browser has one clipboard for all its pages: each page's own is put there before it pastes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.miniwob.devtools import DevTools
    from benchmarks.miniwob.hand import Hand
    from benchmarks.miniwob.keys import Key
    from benchmarks.miniwob.page import Page


class Clipboard:
    """The browser's clipboard, and which page put there what it holds.

    Args:
        new_writer: Opens a page of the browser's own, which texts are copied from.
    """

    def __init__(self, new_writer: "Callable[[], Awaitable[DevTools]]") -> None:
        self._new_writer = new_writer
        self._writer: DevTools | None = None
        self._owner: Page | None = None
        self._lock = asyncio.Lock()

    async def press(self, hand: "Hand", page: "Page", key: "Key", modifiers: int) -> None:
        """Press Control with c, x or v, so that no page reads what another one copied."""
        async with self._lock:
            if key.key.lower() == "v":
                if self._owner is not page:
                    await self._write(page.copied)
            else:
                page.copied = await page.ask("copied()") or page.copied
            await hand.press(key, modifiers)
            self._owner = page

    def clear(self, page: "Page") -> None:
        """Forget what the page copied."""
        page.copied = ""
        if self._owner is page:
            self._owner = None

    async def _write(self, text: str) -> None:
        """Copy the text in a page of the browser's own."""
        data = json.dumps(text)
        handler = f"event => {{ event.clipboardData.setData('text/plain', {data}); event.preventDefault(); }}"
        script = f"document.oncopy = {handler}; document.execCommand('copy')"
        if self._writer is not None and self._writer.ended:  # a page that crashed answers no more
            await self._writer.close()
            self._writer = None
        if self._writer is None:
            self._writer = await self._new_writer()
        await self._writer.send("Runtime.evaluate", {"expression": script, "userGesture": True})
