import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.miniwob.browser import the_browser
from cube_core import TaskFault
from tests.miniwob.miniwob_player import Make, chromium_of, do, leave, ref_of, run_script


def test_a_dialog_is_cancelled_and_told(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)
    run_script(task, "document.getElementById('subbtn').onclick = () => { window.answer = confirm('Really?'); }")
    result = do(task, "click", ref=ref_of(task, id="subbtn"))
    assert "dialog (confirm: Really?)" in str(result.obs.contents[0].data)
    assert result.done
    assert result.info["details"]["dialogs"] == ["confirm: Really?"]


@pytest.mark.parametrize(
    "script",
    [
        "location.href = 'https://example.org/'",
        "location.href = 'file:///etc/passwd'",
        "location.reload()",
        "new Image().src = 'http://127.0.0.1:1/x.png'",
        "new WebSocket('ws://127.0.0.1:1/')",
        "document.body.append(Object.assign(document.createElement('iframe'), { src: 'file:///etc/passwd' }))",
    ],
)
def test_what_is_not_of_the_package_is_blocked_and_recorded(script: str, make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(task, f"setTimeout(() => {{ {script} }}, 10)")
    do(task, "wait", milliseconds=50)
    for _ in range(100):  # the browser tells of a request when it gets to it, not within a step
        assert not do(task, "wait", milliseconds=50).done
        if task.session.page.blocked:
            break
    assert len(task.session.page.blocked) == 1
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1
    assert len(task.evaluate()[1]["blocked"]) == 1


def test_a_window_that_the_page_opens_is_closed(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=0)
    run_script(task, "window.open('about:blank'); 0")
    do(task, "wait", milliseconds=50)
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1


def test_a_page_that_is_left_ends_the_episode_and_the_next_one_begins_as_ever(make: Make) -> None:
    task = make("click-test-2")
    first, _ = task.reset(seed=7)
    result = leave(task)
    assert (result.done, result.reward, result.info["details"]["end"]) == (True, 0.0, "left")
    again, _ = task.reset(seed=7)
    assert again == first


def test_a_killed_browser_is_a_fault_and_the_next_reset_recovers(make: Make) -> None:
    task, other = make("click-test-2"), make("click-test")
    first, _ = task.reset(seed=7)
    other.reset(seed=0)
    for process, _ in chromium_of(os.getpid()):
        with suppress(ProcessLookupError):  # the others end with the first
            os.kill(process, signal.SIGKILL)
        assert _ends(process)
    with pytest.raises(TaskFault):
        do(task, "click", ref=ref_of(task, text="ONE"))
    with pytest.raises(TaskFault):
        do(other, "wait")
    again, _ = task.reset(seed=7)
    assert again == first
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1
    other.reset(seed=0)
    assert do(other, "click", ref=ref_of(other, tag="button")).reward == 1


def test_a_crashed_page_is_a_fault_and_the_next_reset_recovers(make: Make) -> None:
    task = make("click-test-2")
    task.reset(seed=7)
    crash_pages()
    with pytest.raises(TaskFault):
        do(task, "wait")
    task.reset(seed=7)
    assert do(task, "click", ref=ref_of(task, text="ONE")).reward == 1


def test_the_clipboard_outlives_a_crash_of_all_pages(make: Make) -> None:
    one, other = make("copy-paste"), make("copy-paste")
    for crash in (False, True):
        if crash:
            crash_pages()
            for task in (one, other):
                with pytest.raises(TaskFault):
                    do(task, "wait")
        for task in (one, other):  # each takes the clipboard from the other
            task.reset(seed=3)
            do(task, "click", ref=ref_of(task, id="to-copy"))
            do(task, "press_key", key="a", modifiers=["Control"])
            do(task, "press_key", key="c", modifiers=["Control"])
        for task in (one, other):
            do(task, "click", ref=ref_of(task, id="answer-input"))
            do(task, "press_key", key="v", modifiers=["Control"])
            assert do(task, "click", ref=ref_of(task, id="subbtn")).reward == 1


def test_it_works_inside_a_running_event_loop(make: Make) -> None:
    async def agent() -> float:
        task = make("click-test-2")
        task.reset(seed=1)
        return do(task, "click", ref=ref_of(task, text="ONE")).reward

    assert asyncio.run(agent()) == 1


def test_a_task_can_be_closed_twice_before_and_after_it_was_used(make: Make) -> None:
    task = make("click-test")
    task.close()
    task.reset(seed=0)
    task.close()
    task.close()
    with pytest.raises(TaskFault, match="reset"):
        do(task, "wait")
    task.reset(seed=0)


def test_all_environments_of_a_process_share_one_browser(make: Make) -> None:
    tasks = [make("click-test") for _ in range(3)]
    for task in tasks:
        task.reset(seed=0)
    assert len({id(task.session._browser) for task in tasks}) == 1
    assert the_browser() is tasks[0].session._browser


def crash_pages() -> None:
    """Kill the renderer of every page of this process's browser."""
    for process, command in chromium_of(os.getpid()):
        if "--type=renderer" in command:
            os.kill(process, signal.SIGKILL)
            assert _ends(process)


def _ends(process: int) -> bool:
    """Whether a process that was told to end is gone, or only waits for its parent to ask how it ended."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_gets_a_browser_of_its_own_and_no_process_stays_behind() -> None:
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("fork_script.py"))],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    parent, child = (int(line) for line in ended.stdout.split())
    assert parent != child
    assert not [process for process in (parent, child) if not _ends(process)]


def test_importing_the_benchmark_and_listing_its_tasks_loads_no_browser() -> None:
    script = (
        "import sys; from benchmarks.miniwob import CONFIG; CONFIG().get_task_configs()[0].make();"
        "sys.exit(any(name in sys.modules for name in ('playwright', 'miniwob', 'selenium')))"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    assert subprocess.run([sys.executable, "-c", script], env=environment, check=False).returncode == 0
