"""The protocol of cube-standard's debug suites."""

from cube_gym.adapters.cube_standard.ours.debug import DebugAgent, agent_of, solvable
from cube_gym.adapters.cube_standard.ours.phone.benchmark import PhoneCubeConfig


def get_debug_benchmark() -> PhoneCubeConfig:
    """The tasks that have a scripted solution."""
    config: PhoneCubeConfig = PhoneCubeConfig().subset_from_list(solvable("phone"))
    return config


def make_debug_agent(task_id: str) -> DebugAgent:
    """The task's scripted solution."""
    return agent_of("phone", task_id)
