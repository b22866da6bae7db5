"""The protocol of cube-standard's debug suites."""

from typing import Final

from cube_gym.adapters.cube_standard.ours.debug import DebugAgent, agent_of
from cube_gym.adapters.cube_standard.ours.miniwob.benchmark import MiniWobCubeConfig

PAGES: Final = ("click-checkboxes", "click-test", "enter-text", "use-slider")
"""One page for each way of acting. cube-standard plays all of them at once, which is one Chromium each."""


def get_debug_benchmark() -> MiniWobCubeConfig:
    """Some tasks that have a scripted solution."""
    config: MiniWobCubeConfig = MiniWobCubeConfig().subset_from_list(PAGES)
    return config


def make_debug_agent(task_id: str) -> DebugAgent:
    """The task's scripted solution."""
    return agent_of("miniwob", task_id)
