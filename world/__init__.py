"""A memory of the world for agents: which app, which page, what to remember, and the last steps."""

from world.config import WorldConfig
from world.model import WorldModel
from world.models import PlannedStep, Scene, SemanticScene, StepResult, WorldEvent, WorldState
from world.sources import SceneSource, read_scenes

__all__ = [
    "PlannedStep",
    "Scene",
    "SceneSource",
    "SemanticScene",
    "StepResult",
    "WorldConfig",
    "WorldEvent",
    "WorldModel",
    "WorldState",
    "read_scenes",
]
