"""What the tests of this folder share: making tasks of pages, acting on them, looking into them."""

import subprocess
from collections.abc import Callable

from benchmarks.miniwob.task import MiniWobTask
from cube_core import Action, EnvironmentOutput

Make = Callable[..., MiniWobTask]


def do(task: MiniWobTask, name: str, **arguments: object) -> EnvironmentOutput:
    """Execute one action."""
    return task.step(Action(name=name, arguments=arguments))


def ref_of(task: MiniWobTask, **known: object) -> int:
    """The ref of the one element with these fields."""
    for element in task.session.state.tree:
        if all(element.get(key) == value for key, value in known.items()):
            return int(element["ref"])
    raise AssertionError(f"no element with {known}")


def run_script(task: MiniWobTask, script: str) -> object:
    """Run a script in the page, as the page itself might."""

    async def run() -> object:
        sent = {"expression": script, "returnByValue": True}
        answer = await task.session.page.devtools.send("Runtime.evaluate", sent)
        return answer["result"].get("value")

    return task.session._run(run())


def leave(task: MiniWobTask) -> EnvironmentOutput:
    """Let the page go to another document; the result of the step that noticed."""
    run_script(
        task, "document.body.append(Object.assign(document.createElement('a'), { id: 'away', href: 'about:blank' }))"
    )
    run_script(task, "document.getElementById('away').click()")
    for _ in range(100):
        result = do(task, "wait", milliseconds=1)
        if result.done:
            return result
    raise AssertionError("the page was not left")


def chromium_of(parent: int) -> list[tuple[int, str]]:
    """The Chromium processes below a process: their ids and command lines."""
    command_line = ["/bin/ps", "-eo", "pid=,ppid=,args="]
    listed = subprocess.run(command_line, capture_output=True, text=True, check=True).stdout
    below: dict[int, list[tuple[int, str]]] = {}
    for pid, above, command in (line.split(None, 2) for line in listed.splitlines()):
        below.setdefault(int(above), []).append((int(pid), command))
    family, found = [parent], []
    for each in family:  # it grows while it is walked through; ids wrap around, so that their order tells nothing
        children = below.get(each, [])
        found += [(pid, command) for pid, command in children if "--headless" in command or "--type=" in command]
        family += [pid for pid, _ in children]
    return found
