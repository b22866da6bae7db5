"""The screen as a picture for convolutional networks."""

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from cube_core import ImageContent, Observation
from cube_gym.wrappers.seeing import SeeingWrapper

SCREENSHOT = "screenshot"


class ScreenObservation(SeeingWrapper):
    """Shows the screen as an array (height, width, channels) of uint8; black when a step showed no screen.

    Around arrays of other wrappers it joins them, as "screen".

    Args:
        env: A task that shows its screenshot.
        size: Height and width, to which the screenshot is shrunk or stretched.
        grey: Whether there is one channel, of brightness, rather than red, green and blue.

    >>> import cube_gym
    >>> import gymnasium as gym
    >>> env = ScreenObservation(gym.make("cube/phone.rename-note-v0", observation="screenshot"), size=(160, 80))
    >>> screen, info = env.reset(seed=0)
    >>> screen.shape, screen.dtype.name
    ((160, 80, 3), 'uint8')
    """

    __module__ = "cube_gym.wrappers"

    def __init__(self, env: gym.Env[Any, Any], *, size: Sequence[int] = (84, 84), grey: bool = False) -> None:
        super().__init__(env, needs=SCREENSHOT, size=size, grey=grey)
        height, width = size
        self._size, self._mode = (height, width), "L" if grey else "RGB"
        self._shape = (height, width, 1 if grey else 3)
        screen = gym.spaces.Box(0, 255, self._shape, np.uint8)
        below = env.observation_space
        joined = isinstance(below, gym.spaces.Dict)
        self.observation_space = gym.spaces.Dict({**below.spaces, "screen": screen}) if joined else screen  # type: ignore[attr-defined]

    def shown(self, observation: Any) -> Any:  # noqa: ANN401, what is shown below
        """The picture, alone or with the arrays below."""
        screen = self._screen(self.sighting.observation)
        return {**observation, "screen": screen} if isinstance(observation, dict) else screen

    def _screen(self, observation: Observation) -> NDArray[np.uint8]:
        image = _last_picture(observation)
        if image is None:
            return np.zeros(self._shape, dtype=np.uint8)
        height, width = self._size
        small = image.convert(self._mode).resize((width, height), Image.Resampling.BOX)
        return np.array(small, dtype=np.uint8).reshape(self._shape)


def _last_picture(observation: Observation) -> Image.Image | None:
    pictures = (
        content.data
        for content in reversed(observation.contents)
        if isinstance(content, ImageContent) and content.name == SCREENSHOT
    )
    return next(pictures, None)
