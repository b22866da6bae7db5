"""The protocol of cube-standard's debug suites."""

from cube_gym.adapters.cube_standard.ours.debug import DebugAgent, agent_of, solvable
from cube_gym.adapters.cube_standard.ours.miniwob.benchmark import MiniWobCubeConfig


def get_debug_benchmark() -> MiniWobCubeConfig:
    """The tasks that have a scripted solution."""
    config: MiniWobCubeConfig = MiniWobCubeConfig().subset_from_list(solvable("miniwob"))
    return config


def make_debug_agent(task_id: str) -> DebugAgent:
    """The task's scripted solution."""
    return agent_of("miniwob", task_id)
