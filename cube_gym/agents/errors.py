"""What an agent, or the runner around it, raises, and what that means for the episode."""


class AgentFailure(Exception):  # noqa: N818, it says what is the matter
    """The agent cannot go on with this episode: it counts, as a failure."""

    __module__ = "cube_gym.agents"


class BudgetExhausted(AgentFailure):
    """The agent has used up its tokens, its money or its seconds."""

    __module__ = "cube_gym.agents"


class Nonsense(AgentFailure):
    """The model keeps answering what is no action, whatever it is told."""

    __module__ = "cube_gym.agents"


class ProviderOutage(Exception):  # noqa: N818, it says what is the matter
    """The model's provider does not answer, after all retries. The episode says nothing of the agent: a fault."""

    __module__ = "cube_gym.agents"


class AgentUnusable(Exception):  # noqa: N818, it says what is the matter
    """The agent can play no episode at all (no key, no such model): the run stops, to go on once that is mended."""

    __module__ = "cube_gym.agents"


class DeadlineMissed(BaseException):
    """Raised inside a call that took too long. A BaseException, so that no `except Exception` swallows it."""

    __module__ = "cube_gym.agents"
