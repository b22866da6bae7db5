"""The world's memory as arrays."""

from functools import lru_cache
from typing import Any, Final

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cube_gym.wrappers.hashing import Vector, hashed_text, overlap
from cube_gym.wrappers.seeing import FeatureWrapper
from world import SemanticScene, WorldEvent, WorldState

_SIZE: Final = 16
_FADING: Final = 0.8
"""How much of an event's weight is left one step later."""
_NOTHING: Final = WorldState()
_FAILED: Final = (np.ones(1, dtype=np.float32), np.zeros(1, dtype=np.float32))
"""What counts as a failure: where the success is False, where it is True."""


class WorldObservation(FeatureWrapper):
    """Shows what the world remembers, as one-dimensional arrays of float32 in [-1, 1]; all 0 without a world.

    "world_app" and "world_page" (16 each): where the agent is, hashed. "world_visited" and "world_done" (16 each): the
    pages and the actions of the last steps, hashed, older ones fainter; what failed is left out of the latter.
    "world_failed" (1): the same of failures. "world_memory" (16): what was remembered, hashed, and "world_matches" (2):
    as `overlap` with the goal. Other arrays that are shown below are joined.

    Args:
        env: A task.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> env = WorldObservation(gym.make("cube/phone.rename-note-v0"))
    >>> arrays, info = env.reset(seed=0)
    >>> arrays["world_page"].shape
    (16,)
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        hashed = dict.fromkeys(("app", "page", "visited", "done", "memory"), _SIZE)
        sizes = {**hashed, "failed": 1, "matches": 2}
        spaces = {f"world_{name}": gym.spaces.Box(-1, 1, (size,), np.float32) for name, size in sizes.items()}
        super().__init__(env, dict(spaces), needs=None)

    def features(self) -> dict[str, NDArray[Any]]:
        """The arrays of the last step."""
        world = self.sighting.world or _NOTHING
        memory = " ".join(f"{name} {value}" for name, value in world.variables.items())
        return {
            "world_app": hashed_text(world.current_app or "", _SIZE).copy(),
            "world_page": hashed_text(world.current_page or "", _SIZE).copy(),
            "world_visited": _faded([hashed_text(_page(event), _SIZE) for event in world.history], _SIZE),
            "world_done": _faded([hashed_text(_done(event), _SIZE) for event in world.history], _SIZE),
            "world_failed": _faded([_FAILED[event.success] for event in world.history], 1),
            "world_memory": hashed_text(memory, _SIZE).copy(),
            "world_matches": np.array(overlap(memory, self.sighting.goal), dtype=np.float32),
        }


def _page(event: WorldEvent) -> str:
    return (event.scene.page or "") if isinstance(event.scene, SemanticScene) else ""


def _done(event: WorldEvent) -> str:
    return event.action.name if event.success else ""


def _faded(vectors: list[Vector], size: int) -> Vector:
    """The sum of vectors of length 1 at most, the last one the strongest; in [-1, 1]."""
    if not vectors:
        return np.zeros(size, dtype=np.float32)
    faded: Vector = _weights(len(vectors)) @ np.concatenate(vectors).reshape(-1, size)
    return np.clip(faded, -1, 1, out=faded)


@lru_cache(maxsize=1024)
def _weights(number: int) -> Vector:
    """What each of so many events counts, in all 1."""
    weights = np.array([_FADING**age for age in range(number)][::-1], dtype=np.float32)
    weights /= weights.sum()
    return weights
