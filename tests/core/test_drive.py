"""Async actions for callers that are not async."""

import asyncio
import contextvars
import os
import subprocess
import sys
import textwrap
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from cube_core import Action, Tool, tool_action
from cube_core.drive import drive, result_of

NAME: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="nobody")


class Connected(Tool):
    """Has a worker that lives as long as its event loop, as a client of a service does."""

    def __init__(self) -> None:
        self.requests: asyncio.Queue[asyncio.Future[int]] | None = None
        self.served = 0

    @tool_action
    async def connect(self) -> None:
        """Connect."""
        self.requests = asyncio.Queue()
        self.worker = asyncio.get_running_loop().create_task(self._serve(self.requests))

    @tool_action
    async def ask(self) -> int:
        """Ask the worker."""
        assert self.requests is not None
        answer = asyncio.get_running_loop().create_future()
        await self.requests.put(answer)
        return await asyncio.wait_for(answer, 10)

    @tool_action
    async def disconnect(self) -> None:
        """Disconnect."""
        self.worker.cancel()
        await asyncio.gather(self.worker, return_exceptions=True)

    async def _serve(self, requests: "asyncio.Queue[asyncio.Future[int]]") -> None:
        while True:
            answer = await requests.get()
            self.served += 1
            answer.set_result(self.served)


def run(tool: Tool, name: str) -> object:
    observation = tool.execute_action(Action(name=name))
    assert observation.error is None, observation.error
    return observation.contents[0].data


async def add(a: int, b: int) -> int:
    await asyncio.sleep(0)
    return a + b


async def nested(depth: int) -> int:
    await asyncio.sleep(0)
    return 0 if depth == 0 else 1 + drive(nested(depth - 1))


def use_a_connection() -> None:
    tool = Connected()
    run(tool, "connect")
    assert [run(tool, "ask") for _ in range(3)] == ["1", "2", "3"]
    run(tool, "disconnect")


def test_what_one_call_opened_the_next_can_use() -> None:
    use_a_connection()


def test_it_can_be_used_inside_a_running_loop_too() -> None:
    async def notebook() -> None:
        use_a_connection()
        await asyncio.sleep(0)
        use_a_connection()

    asyncio.run(notebook())


def test_calls_inside_calls_end_at_any_depth() -> None:
    assert drive(nested(5)) == 5
    assert asyncio.run(nested(5)) == 5


def test_a_failure_in_another_thread_has_the_same_traceback_whether_it_was_waited_for_or_not() -> None:
    def fail(over: threading.Event) -> None:
        over.wait(10)
        raise ValueError("no")

    def trace(*, waited: bool) -> str:
        over = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(fail, over)
            if waited:
                threading.Timer(0.05, over.set).start()
            else:
                over.set()
                wait([future])
            with pytest.raises(ValueError, match="no") as failed:
                result_of(future, 10)
        return "".join(traceback.format_exception(failed.value))

    assert trace(waited=True) == trace(waited=False)


def test_a_result_that_does_not_come_in_time_is_not_waited_for() -> None:
    over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(over.wait, 10)
        with pytest.raises(TimeoutError):
            result_of(future, 0.01)
        over.set()
        assert result_of(future) is True


def test_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda n: drive(add(n, n)), range(100))) == [2 * n for n in range(100)]
        for future in [pool.submit(use_a_connection) for _ in range(8)]:
            future.result()


def test_a_thread_closes_its_loop_when_it_ends() -> None:
    loops = []

    async def note() -> None:
        loops.append(asyncio.get_running_loop())

    thread = threading.Thread(target=lambda: drive(note()))
    thread.start()
    thread.join()
    drive(note())
    assert [loop.is_closed() for loop in loops] == [True, False]


def test_context_variables_are_seen_inside() -> None:
    async def who() -> str:
        await asyncio.sleep(0)
        return NAME.get()

    async def inside() -> str:
        return drive(who())

    token = NAME.set("agent")
    try:
        assert drive(who()) == "agent"
        assert asyncio.run(inside()) == "agent"
    finally:
        NAME.reset(token)


def test_no_event_loop_is_left_to_the_caller() -> None:
    drive(add(1, 2))
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit, asyncio.CancelledError, GeneratorExit])
def test_what_is_raised_comes_out_and_the_next_call_works(kind: type[BaseException]) -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise kind

    async def inside() -> None:
        with pytest.raises(kind):
            drive(fail())
        assert drive(add(1, 2)) == 3

    with pytest.raises(kind):
        drive(fail())
    assert drive(add(1, 2)) == 3
    asyncio.run(inside())


def test_a_closed_loop_is_replaced() -> None:
    async def current() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    drive(current()).close()
    assert drive(add(1, 2)) == 3


def test_any_awaitable_can_be_driven() -> None:
    class Ready:
        def __await__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204, a generator of what asyncio likes
            yield from add(1, 2).__await__()
            return 5

    assert drive(Ready()) == 5


SCRIPT = """
import asyncio, os, threading
from cube_core.drive import drive, result_of

async def wait_for_a_thread():
    return await asyncio.to_thread(lambda: 7)

async def inside():
    return drive(wait_for_a_thread())

drive(wait_for_a_thread())
asyncio.run(inside())
child = os.fork()
if child == 0:
    fine = drive(wait_for_a_thread()) == 7 and asyncio.run(inside()) == 7
    raise SystemExit(0 if fine else 1)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
assert drive(wait_for_a_thread()) == 7, "the child took the parent's loop away"
assert asyncio.run(inside()) == 7
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_has_a_loop_of_its_own_and_leaves_the_parents_alone() -> None:
    command = [sys.executable, "-X", "dev", "-c", textwrap.dedent(SCRIPT)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout == "done\n", ended.stderr
    assert "Error" not in ended.stderr
    assert "unclosed" not in ended.stderr
