"""The spaces of task environments: actions that fit their schemas, and observations."""

from cube_gym.spaces.action import ActionSpace
from cube_gym.spaces.observation import ObservationSpace

__all__ = ["ActionSpace", "ObservationSpace"]
