import asyncio
import json
import urllib.request
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from websockets import State
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, serve

from benchmarks.miniwob.browser import the_browser
from benchmarks.miniwob.devtools import DevTools, DevToolsError
from benchmarks.miniwob.loop import LoopThread
from benchmarks.miniwob.task import MiniWobTask
from tests.miniwob.miniwob_player import Make, do, ref_of, run_script

T = TypeVar("T")
ENDLESS = {"expression": "new Promise(() => {})", "awaitPromise": True}


def talk(task: MiniWobTask, work: Callable[[DevTools], Awaitable[T]]) -> T:
    """What the work on a page's connection comes to."""

    async def run() -> T:
        return await work(task.session.page.devtools)

    return task.session._run(run())


def test_gathered_commands_reach_the_page_in_order_and_each_gets_its_own_answer(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)

    async def work(devtools: DevTools) -> list[int]:
        await devtools.send("Runtime.evaluate", {"expression": "window.seen = 0"})
        scripts = ({"expression": f"seen = seen * 2 + {number}"} for number in range(20))
        answers = await asyncio.gather(*(devtools.send("Runtime.evaluate", script) for script in scripts))
        return [answer["result"]["value"] for answer in answers]

    expected = [0]
    for number in range(1, 20):
        expected.append(expected[-1] * 2 + number)
    assert talk(task, work) == expected


def test_a_refused_command_is_an_error_that_names_it_and_the_page_answers_on(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)

    async def work(devtools: DevTools) -> None:
        with pytest.raises(DevToolsError, match=r"No\.such: .*wasn't found"):
            await devtools.send("No.such")

    talk(task, work)
    assert do(task, "click", ref=ref_of(task, tag="button")).reward == 1


@pytest.mark.parametrize(
    ("command", "reason"), [("Page.crash", "the page crashed"), ("Page.close", "the page is gone")]
)
def test_what_waits_for_a_page_that_goes_fails_at_once_and_so_does_what_comes_later(
    command: str, reason: str, make: Make
) -> None:
    task = make("click-test")
    task.reset(seed=0)

    async def work(devtools: DevTools) -> None:
        waiting = [asyncio.ensure_future(devtools.send("Runtime.evaluate", ENDLESS)) for _ in range(3)]
        going = asyncio.ensure_future(devtools.send(command))
        done, _ = await asyncio.wait([*waiting, going], timeout=30)
        assert done >= {*waiting}
        for each in waiting:
            assert isinstance(each.exception(), DevToolsError)
        await asyncio.wait([going], timeout=30)
        while devtools.ended is None:  # noqa: ASYNC110, a page that closes answers before its connection ends
            await asyncio.sleep(0.01)
        with pytest.raises(DevToolsError, match=reason):
            await devtools.send("Runtime.evaluate", {"expression": "0"})

    talk(task, work)


def test_a_connection_can_be_closed_twice_and_then_sends_nothing(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)

    async def work(devtools: DevTools) -> None:
        await devtools.close()
        await devtools.close()
        with pytest.raises(DevToolsError, match="closed"):
            await devtools.send("Runtime.evaluate", {"expression": "0"})

    talk(task, work)


def test_an_answer_that_nobody_waits_for_any_more_is_dropped(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)

    async def work(devtools: DevTools) -> int:
        late = {"expression": "new Promise((resolve) => { window.later = resolve; })", "awaitPromise": True}
        waiting = asyncio.ensure_future(devtools.send("Runtime.evaluate", late))
        await devtools.send("Runtime.evaluate", {"expression": "0"})
        waiting.cancel()
        await devtools.send("Runtime.evaluate", {"expression": "later(1)"})
        value: int = (await devtools.send("Runtime.evaluate", {"expression": "2"}))["result"]["value"]
        return value

    assert talk(task, work) == 2


@pytest.mark.parametrize(
    "attempt",
    [
        "new WebSocket('ws://127.0.0.1:{port}{path}').onopen = () => {{ window.reached = true; }}",
        "fetch('http://127.0.0.1:{port}/json/version', {{ mode: 'no-cors' }}).then(() => {{ window.reached = true; }})",
        "new Image().src = 'http://127.0.0.1:{port}/json/new'",
        "location.href = 'http://127.0.0.1:{port}/json/list'",
    ],
)
def test_a_page_cannot_reach_the_port_that_it_is_driven_through(attempt: str, make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    port = the_browser().port
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=30) as said:  # it is there
        address = json.load(said)["webSocketDebuggerUrl"]
    path = address.partition(str(port))[2]
    run_script(task, attempt.format(port=port, path=path) + "; 0")
    for _ in range(100):
        assert not do(task, "wait", milliseconds=50).done
        if task.session.page.blocked:
            break
    assert len(task.session.page.blocked) == 1
    assert str(port) in task.session.page.blocked[0]
    assert run_script(task, "window.reached === true") is False
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1


@pytest.mark.parametrize(
    "script", ["window.open('about:blank')", "fetch('https://example.org/' + seed).catch(() => 0)"]
)
def test_what_the_page_tried_is_told_in_the_step_in_which_it_tried(script: str, make: Make) -> None:
    task = make("click-test-2")
    for seed in range(20):
        task.reset(seed=seed)
        run_script(task, f"document.getElementById('query').onclick = () => {{ const seed = {seed}; {script}; }}")
        assert "The page" in str(do(task, "click_at", x=80, y=20).obs.contents[0].data)


def test_a_connection_is_closed_with_the_event_loop_that_it_lives_in() -> None:
    here, elsewhere = LoopThread(), LoopThread()

    async def listen() -> Server:
        return await serve(lambda connection: connection.wait_closed(), "127.0.0.1", 0)

    async def connected(port: int) -> tuple[ClientConnection, DevTools]:
        socket = await connect(f"ws://127.0.0.1:{port}", proxy=None)
        return socket, DevTools(socket)

    async def stop(server: Server) -> None:
        server.close()
        await server.wait_closed()

    server = elsewhere.run(listen(), timeout=30)
    socket, devtools = here.run(connected(server.sockets[0].getsockname()[1]), timeout=30)
    states = [socket.state]
    here.close()
    assert here.loop.is_closed()
    assert [*states, socket.state] == [State.OPEN, State.CLOSED]
    assert devtools.ended is not None
    elsewhere.run(stop(server), timeout=30)
    elsewhere.close()
