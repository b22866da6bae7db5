"""The DevTools protocol, spoken with the browser itself: Playwright's way leads through a process of its own."""

import asyncio
import json
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from playwright.async_api import Browser
from playwright.async_api import Page as PlaywrightPage
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
PORT_FILE = "DevToolsActivePort"
"""Where Chromium writes at which port it listens, in the folder of its profile."""
LOOK_SECONDS = 0.01
CLOSE_SECONDS = 1.0
"""How long a browser that hangs is waited for when a connection to it is closed."""


class DevToolsError(RuntimeError):
    """The browser refused a command, or the page that it was for is gone."""


class DevTools:
    """A connection to one page. Commands reach it in the order in which they are sent, or gathered.

    `ended` tells why nothing can be sent any more; None as long as something can. `events` counts what the page told
    of without being asked, by the domains that were enabled.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.ended: str | None = None
        self.events = 0
        self._socket = socket
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, port: int, page: PlaywrightPage) -> "DevTools":
        """A connection to a page of the Chromium that listens at the port."""
        session = await page.context.new_cdp_session(page)
        target = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        await session.detach()
        address = f"ws://127.0.0.1:{port}/devtools/page/{target}"
        # Pictures are large, a page may be busy for long, and no proxy lies on the way, whatever the environment says.
        socket = await connect(
            address, compression=None, max_size=None, ping_interval=None, proxy=None, close_timeout=CLOSE_SECONDS
        )
        return cls(socket)

    async def send(self, method: str, params: Message | None = None) -> Message:
        """The result of a command, such as `Runtime.evaluate`.

        Raises:
            DevToolsError: the browser refused the command, or the page went before it answered.
        """
        if self.ended:
            raise DevToolsError(f"{method}: {self.ended}")
        number = next(self._numbers)
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            with suppress(ConnectionClosed):  # then nothing can be read either, which gives the answer
                await self._socket.send(json.dumps({"id": number, "method": method, "params": params or {}}))
            answer = await waiting
        finally:
            del self._waiting[number]
        if "error" in answer:
            raise DevToolsError(f"{method}: {answer['error']['message']}")
        result: Message = answer["result"]
        return result

    def end(self, why: str) -> None:
        """Send nothing any more, and answer whatever waits with an error. The first reason stays."""
        self.ended = self.ended or why
        for number in self._waiting:
            self._answer(number, {"error": {"message": self.ended}})

    async def close(self) -> None:
        """Close the connection. Can be called twice."""
        self.end("the connection is closed")
        await self._socket.close()
        await self._reader

    async def _read(self) -> None:
        try:
            with suppress(ConnectionClosed):  # Chromium says no goodbye
                async for text in self._socket:
                    self._take(json.loads(text))
        finally:
            self.end("the page is gone")
            await self._socket.close()  # when the event loop ends with the browser hanging, nobody else does

    def _take(self, message: Message) -> None:
        if "id" in message:
            self._answer(message["id"], message)
            return
        self.events += 1
        if message["method"] == "Inspector.targetCrashed":
            self.end("the page crashed")

    def _answer(self, number: int, answer: Message) -> None:
        waiting = self._waiting.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)


async def find_port(browser: Browser) -> int:
    """The port of a Chromium that was started with `--remote-debugging-port=0`: one that was free.

    Raises:
        RuntimeError: it does not tell where its profile is.
    """
    session = await browser.new_browser_cdp_session()
    command = (await session.send("SystemInfo.getInfo"))["commandLine"]
    await session.detach()
    profile = re.search(r" --user-data-dir=(.+?)(?: --|$)", command)
    if profile is None:
        raise RuntimeError(f"Chromium was started without a folder for its profile: {command}")
    file = Path(profile[1], PORT_FILE)
    while (port := _port_in(file)) is None:  # noqa: ASYNC110, a file tells nobody that it is there
        await asyncio.sleep(LOOK_SECONDS)
    return port


def _port_in(file: Path) -> int | None:
    """What the first of the file's two lines says; None as long as they are not there."""
    try:
        port, _, rest = file.read_text(encoding="utf-8").partition("\n")
    except FileNotFoundError:
        return None
    return int(port) if rest else None
