"""Observations as text and as chat messages, for agents that read."""

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np

from cube_core import turn_messages
from cube_gym.spaces import ObservationSpace
from cube_gym.wrappers.seeing import SeeingWrapper


class TextSpace(gym.Space[str]):
    """Every text, of any length and in any script.

    >>> "any text" in TextSpace(), 3 in TextSpace()
    (True, False)
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Always False: texts have no fixed size."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> str:
        """A short random text."""
        del mask, probability
        return ObservationSpace(seed=self.np_random).sample().to_markdown()

    def contains(self, x: Any) -> bool:  # noqa: ANN401, anything may be asked
        """Whether `x` is a text."""
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class MessageSpace(gym.Space[list[dict[str, Any]]]):
    """Every list of chat messages: mappings with a "role".

    >>> [{"role": "user", "content": "hello"}] in MessageSpace()
    True
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Always False: messages have no fixed size."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> list[dict[str, Any]]:
        """One message of a short random text."""
        del mask, probability
        return turn_messages(ObservationSpace(seed=self.np_random).sample())

    def contains(self, x: Any) -> bool:  # noqa: ANN401, anything may be asked
        """Whether `x` is a list of messages."""
        return isinstance(x, list) and all(isinstance(each, dict) and "role" in each for each in x)

    def to_jsonable(self, sample_n: Iterable[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        """Messages are JSON as they are."""
        return list(sample_n)

    def from_jsonable(self, sample_n: Iterable[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
        """Messages are JSON as they are."""
        return list(sample_n)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class TextObservation(SeeingWrapper):
    """Shows the observation as Markdown, its pictures inside.

    Args:
        env: A task.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> env = TextObservation(gym.make("cube/phone.rename-note-v0", observation="text"))
    >>> text, info = env.reset(seed=0)
    >>> text.startswith(info["goal"])
    True
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = TextSpace()

    def shown(self, observation: object) -> str:
        """The Markdown."""
        del observation
        return self.sighting.observation.to_markdown()


class MessagesObservation(SeeingWrapper):
    """Shows the observation as the chat messages that answer the turn, as `cube_core.turn_messages` orders them.

    Args:
        env: A task.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> from cube_core import Action
    >>> env = MessagesObservation(gym.make("cube/phone.rename-note-v0", observation="text"))
    >>> messages, info = env.reset(seed=0)
    >>> messages, *rest = env.step(Action(id="call_1", name="press_home"))
    >>> messages[0]["role"], messages[0]["tool_call_id"]
    ('tool', 'call_1')
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = MessageSpace()

    def shown(self, observation: object) -> list[dict[str, Any]]:
        """The messages."""
        del observation
        return turn_messages(self.sighting.observation)
