"""What came of episodes."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from cube_core import TypedBaseModel


class End(StrEnum):
    """How an episode ended."""

    FINISHED = "finished"
    """The task was finished, or the agent stopped."""
    STEPS = "steps"
    """The steps were used up."""
    AGENT_ERROR = "agent_error"
    """The agent raised."""
    DEADLINE = "deadline"
    """The agent missed a deadline."""
    BUDGET = "budget"
    """The agent used up its tokens, money or seconds."""
    NONSENSE = "nonsense"
    """The agent's model kept answering what is no action."""
    FAULT = "fault"
    """The task's side broke, or the model's provider did not answer: the episode counts for nothing."""


class EpisodeResult(TypedBaseModel):
    """What came of one episode. What was not measured is None, never 0."""

    __module__ = "cube_gym.evaluation"

    task_id: str
    seed: int
    template: str
    tags: tuple[str, ...] = ()
    end: End
    reward: float | None = Field(allow_inf_nan=False)
    """The episode's return; 0 when the agent failed to go on; None after a fault, which says nothing of the agent."""
    success: bool | None
    """Whether the return reached the task's threshold; None after a fault."""
    problem: str | None = None
    """What went wrong, where the episode ended by that."""
    turns: int = 0
    """How often the agent was asked."""
    steps: int = 0
    """Executed actions; parallel ones count one by one."""
    invalid_actions: int = 0
    """Turns in which an action was refused."""
    failed_actions: int = 0
    """Turns in which an action could not be done."""
    terminated: bool = False
    truncated: bool = False
    seconds: float = 0.0
    """Wall-clock time of the episode."""
    agent_seconds: float = 0.0
    """The agent's part of it."""
    model_calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = Field(default=None, allow_inf_nan=False)
    attempts: int = 1
    """How often it was played: more than once when a worker died or hung."""
    details: dict[str, Any] = Field(default_factory=dict)
    """What the verifier reported."""
    trajectory: str | None = None
    """The file with its steps, beside the results."""

    @property
    def key(self) -> tuple[str, int]:
        """Task id and seed."""
        return self.task_id, self.seed

    @property
    def faulted(self) -> bool:
        """Whether it counts for nothing."""
        return self.end is End.FAULT

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.results import result_view  # noqa: PLC0415, only notebooks draw

        return whole(result_view(self))
