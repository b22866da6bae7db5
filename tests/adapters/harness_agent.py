"""An agent of cube-harness that plays the scripted solutions of the phone."""

from typing import Any

from cube.core import ActionSchema, Observation
from cube_harness.agent import Agent, AgentConfig
from cube_harness.core import AgentOutput
from cube_harness.exp_runner import run_sequentially
from cube_harness.experiment import Experiment

from cube_gym import catalogue
from cube_gym.adapters.cube_standard.ours.debug import DebugAgent
from cube_gym.adapters.cube_standard.ours.phone.benchmark import PhoneCubeConfig

__all__ = ["Experiment", "PhoneCubeConfig", "SolutionConfig", "run_sequentially"]


class Solution(Agent):
    """Knows from the goal alone which solution it is: it is told the task's id in its config."""

    name = "solution"
    description = "plays a scripted solution"
    input_content_types = ("text",)

    def __init__(self, config: "SolutionConfig") -> None:
        super().__init__(config)
        oracle = catalogue.benchmark("phone").configs()[config.task_id].oracle()
        assert oracle is not None
        self._agent = DebugAgent(oracle)

    def step(self, obs: Observation) -> AgentOutput:
        return AgentOutput(actions=[self._agent(obs, [])])


class SolutionConfig(AgentConfig):
    task_id: str

    def make(self, action_set: list[ActionSchema] | None = None, **more: Any) -> Solution:  # noqa: ANN401, theirs
        del action_set, more
        return Solution(self)
