"""The settings of a ChatAgent."""

from typing import Any, Final, Self

from pydantic import Field, model_validator

from cube_core import TaskConfig
from cube_gym.agents.config import AgentConfig
from cube_gym.agents.errors import AgentUnusable
from cube_gym.agents.protocol import Agent

SYSTEM: Final = (
    "You carry out a task by calling tools. After each call you are shown what the world looks like then. "
    "Do what the goal says, completely, and nothing else. Look at the last observation before you act: what you "
    "refer to must be in it. When an action fails, read why, and try another way. "
    "When the goal is reached, or cannot be reached, call final_step."
)


class ChatAgentConfig(AgentConfig):
    """Which model, where, and what an episode may cost.

    >>> from cube_gym import ChatAgentConfig
    >>> ChatAgentConfig(model="my-model", base_url="http://localhost:8000/v1", max_turns=30).label
    'my-model'
    """

    __module__ = "cube_gym.agents"

    model: str = Field(min_length=1)
    base_url: str | None = None
    """The endpoint, such as "http://localhost:8000/v1"; None for OpenAI's own."""
    api_key_variable: str = "OPENAI_API_KEY"
    """The environment variable that holds the key. The key is never kept. An endpoint of one's own needs none."""
    system: str = SYSTEM
    temperature: float | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    """Further fields of each request, such as {"max_completion_tokens": 1000, "seed": 1}."""
    images: bool = True
    """Whether pictures are sent. An endpoint that refuses them gets none for the rest of the episode."""
    parallel: bool = True
    """Whether the model may call several tools at once."""
    history_tokens: int = Field(default=24_000, ge=500)
    """How much of the conversation is sent: old observations go first, then old turns."""
    request_seconds: float = Field(default=120.0, gt=0)
    """How long one answer may take."""
    retries: int = Field(default=5, ge=0)
    """How often a request is sent again after a rate limit, a server error, a broken answer or a lost connection."""
    first_wait: float = Field(default=0.5, gt=0)
    """Seconds before the first retry; they double each time, unless the server says how long."""
    longest_wait: float = Field(default=30.0, gt=0)
    most_nonsense: int = Field(default=5, ge=1)
    """How many answers in a row may be no action until the episode is given up."""
    prices: tuple[float, float] | None = None
    """Price of a million input and output tokens; without it the cost is what the endpoint says, or not known."""
    max_turns: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    """Input and output tokens of an episode."""
    max_cost: float | None = Field(default=None, gt=0)
    max_seconds: float | None = Field(default=None, gt=0)
    """Seconds that the agent may take in an episode, retries included."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.max_cost is not None and self.prices is None:
            raise ValueError("max_cost needs prices: the price of a million input and output tokens")
        return self

    @property
    def label(self) -> str:
        """What tables and reports call it."""
        return self.model

    def make(self, task: TaskConfig, seed: int) -> Agent:
        """A new agent.

        Raises:
            AgentUnusable: the openai package is not installed; it names the command that installs it.
        """
        del task, seed
        try:
            from cube_gym.agents.chat.agent import ChatAgent  # noqa: PLC0415, it needs this module
        except ImportError as exc:
            raise AgentUnusable(str(exc)) from exc
        return ChatAgent(self)
