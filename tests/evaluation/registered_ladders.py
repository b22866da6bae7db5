"""Registers the ladders, and has an agent that takes its time."""

import time
from collections.abc import Mapping
from typing import Any

import cube_gym
from cube_core import Observation
from tests.evaluation.ladders import Climber, Ladders

cube_gym.register(Ladders)


class Dawdler(Climber):
    """Waits a little at each turn."""

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, agents answer anything
        time.sleep(0.02)
        return super().act(observation, info)
