"""The space of observations."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from cube_core import Observation, TextContent

_LETTERS = "abcdefghijklmnopqrstuvwxyz "
_LONGEST = 20


class ObservationSpace(gym.Space[Observation]):
    """Every Observation, with any text and any pictures in it.

    >>> from cube_core import Observation
    >>> ObservationSpace().contains(Observation.from_text("«café» 你好 🙂"))
    True
    """

    __module__ = "cube_gym"

    def __init__(self, kinds: Sequence[str] = (), *, seed: int | np.random.Generator | None = None) -> None:
        self.kinds = tuple(kinds)
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Always False: observations have no fixed size."""
        return False

    def sample(self, mask: None = None, probability: None = None) -> Observation:
        """An observation of a short random text."""
        del mask, probability
        size = int(self.np_random.integers(_LONGEST + 1))
        text = "".join(_LETTERS[index] for index in self.np_random.integers(len(_LETTERS), size=size))
        return Observation(contents=[TextContent(data=text)])

    def contains(self, x: Any) -> bool:  # noqa: ANN401, anything may be asked
        """Whether `x` is an Observation."""
        return isinstance(x, Observation)

    def to_jsonable(self, sample_n: Iterable[Observation]) -> list[dict[str, Any]]:
        """Observations as JSON objects."""
        return [observation.model_dump(mode="json") for observation in sample_n]

    def from_jsonable(self, sample_n: list[dict[str, Any]]) -> list[Observation]:
        """Observations from JSON objects."""
        return [Observation.model_validate(observation) for observation in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObservationSpace) and self.kinds == other.kinds

    def __hash__(self) -> int:
        return hash(self.kinds)

    def __repr__(self) -> str:
        return f"ObservationSpace({', '.join(self.kinds)})"
