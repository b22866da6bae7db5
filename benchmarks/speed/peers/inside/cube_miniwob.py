"""miniwob-cube, with either of its browser tools."""
# ruff: noqa: PLC0415, its packages are in its own environment only

import socket
from collections.abc import Callable, Iterator

from chromium import PROGRAM, SPOT, launch_with_ours


def open_peer(page: str, tool: str) -> Iterator[dict[str, Callable[[], object]]]:
    """`tool`: "default", the one over BrowserGym, or "playwright"."""
    from cube.core import Action
    from miniwob_cube.benchmark import MiniWobBenchmarkConfig
    from playwright.sync_api import BrowserType

    launch_with_ours(BrowserType, "launch_persistent_context")
    config, name = _tool(tool)
    benchmark_config = MiniWobBenchmarkConfig(tool_config=config, port=_free_port())
    benchmark = benchmark_config.make()  # sets up, too
    task = next(each for each in benchmark_config.get_task_configs() if each.metadata.id == page).make()
    task.reset()
    click = Action(name=name, arguments=dict(zip("xy", SPOT, strict=True)))

    def step() -> None:
        output = task.step(click)
        if output.done or output.error:
            raise RuntimeError(f"the neutral click was not neutral: {output.error}")

    try:
        yield {"reset": task.reset, "step": step}
    finally:
        task.close()
        benchmark.close()


def _tool(name: str) -> tuple[object, str]:
    from cube_browser_playwright import PlaywrightSessionConfig

    browser = PlaywrightSessionConfig(pw_extra_kwargs={"executable_path": PROGRAM})
    if name == "playwright":
        from cube_browser_tool import PlaywrightConfig

        return PlaywrightConfig(browser=browser), "browser_mouse_click_xy"
    from cube_browser_tool.bgym_tool import BgymToolConfig

    # Of its own preset for these pages; "coord" is added for the click.
    subsets = ["bid", "coord", "nav"]
    config = BgymToolConfig(browser=browser, use_html=True, use_axtree=False, action_subsets=subsets)
    return config, "mouse_click"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
