"""How episodes are played."""

from pydantic import Field

from cube_core import ValidatedConfig
from cube_core.task import ObservationKind, RewardKind


class Settings(ValidatedConfig):
    """What the environment shows, how long things may take, and what is kept."""

    __module__ = "cube_gym.evaluation"

    observation: tuple[ObservationKind, ...] = ("tree",)
    reward: RewardKind = "raw"
    world: bool = True
    """Whether the world is tracked (`info["world"]`)."""
    max_steps: int | None = Field(default=None, ge=1)
    """Steps of an episode; None leaves it to the task."""
    act_seconds: float = Field(default=300.0, gt=0)
    """How long the agent may think about one step. Missing it fails the episode."""
    step_seconds: float = Field(default=120.0, gt=0)
    """How long the task's side may take for one step or reset. A worker that takes longer is replaced."""
    episode_seconds: float = Field(default=3600.0, gt=0)
    """How long an episode may take. Missing it is charged to the side that took the larger part of the time."""
    retries: int = Field(default=2, ge=0)
    """How often an episode is played again after its worker died or hung."""
    record: bool = True
    """Whether trajectories are kept."""
    disturbance: float = Field(default=0.0, ge=0, le=1)
    """For tests: the share of attempts in which a worker kills itself or hangs in the middle of its episode."""

    def what_shapes_results(self) -> dict[str, object]:
        """The settings that two parts of one run must share; deadlines may differ."""
        return self.model_dump(mode="json", include={"observation", "reward", "world", "max_steps"})
