"""What the wrappers of this package share: they look at the same step, however they are stacked."""

from collections.abc import Callable
from typing import Any, SupportsFloat

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from cube_core import Observation
from cube_gym.spaces import ActionSpace, ObservationSpace
from cube_gym.wrappers.elements import TREE
from cube_gym.wrappers.slots import Sighting

Masks = Callable[[], NDArray[Any]]


class SeeingWrapper(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """A wrapper that knows what the task showed, whatever the wrappers below make of it.

    It looks at what `reset` and `step` give: go back to a snapshot with `reset(options={"snapshot": ...})`, since
    `unwrapped.restore` goes past it.

    Args:
        env: The environment.
        needs: The kind of observation that this wrapper reads; None for any.
        arguments: The subclass's own, recorded so that the spec rebuilds it.

    Raises:
        ValueError: the task is not made to show what this wrapper reads.
    """

    def __init__(self, env: gym.Env[Any, Any], *, needs: str | None = None, **arguments: Any) -> None:  # noqa: ANN401, the subclass's own
        RecordConstructorArgs.__init__(self, **arguments)
        super().__init__(env)
        kinds = self._shown_kinds()
        if needs is not None and needs not in kinds:
            raise ValueError(
                f"{type(self).__name__} reads the {needs}, and the task shows {', '.join(kinds) or 'nothing'}: make "
                f"the environment with observation={[*kinds, needs]!r}"
            )
        self._below = _nearest(env)
        self._sighting: Sighting | None = None

    @property
    def sighting(self) -> Sighting:
        """What the last step showed.

        Raises:
            gymnasium.error.ResetNeeded: nothing has been shown yet.
        """
        if self._sighting is None:
            raise gym.error.ResetNeeded("nothing has been shown yet: call reset() first")
        return self._sighting

    @property
    def action_masks(self) -> Masks:
        """The method of that name of the `DiscreteActions` below, for learners that mask actions.

        Raises:
            AttributeError: there is none below.
        """
        masks: Masks = self.env.get_wrapper_attr("action_masks")
        return masks

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._look(observation, info)
        return self.shown(observation), self.told(info)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401, a space's own
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._look(observation, info)
        return self.shown(observation), reward, terminated, truncated, self.told(info)

    def shown(self, observation: Any) -> Any:  # noqa: ANN401, what the environment below shows
        """What this wrapper shows in place of what is shown below."""
        return observation

    def told(self, info: dict[str, Any]) -> dict[str, Any]:
        """What this wrapper tells in `info`."""
        return info

    def _look(self, observation: object, info: dict[str, Any]) -> None:
        below = None if self._below is None else self._below.sighting
        if isinstance(observation, Observation) and (below is None or below.observation is not observation):
            self._sighting = Sighting(observation, info["goal"], info["world"])
        elif below is not None:
            self._sighting = below
        else:
            raise TypeError(
                f"{type(self).__name__} reads observations of tasks, and gets {type(observation).__name__}: put it "
                "below the wrapper that makes these"
            )

    def _shown_kinds(self) -> tuple[str, ...]:
        space = self.unwrapped.observation_space
        if not isinstance(space, ObservationSpace) or not isinstance(self.unwrapped.action_space, ActionSpace):
            raise TypeError(f"{type(self).__name__} goes around tasks (cube_gym.TaskEnv), got {self.unwrapped}")
        return space.kinds


class FeatureWrapper(SeeingWrapper):
    """A wrapper that shows features, a dict of arrays.

    Those of several such wrappers are joined: their order makes no difference. Other arrays that are shown below are
    joined as "observation".

    Args:
        env: The environment.
        spaces: The spaces of the features.
        needs: As in SeeingWrapper.
        arguments: As in SeeingWrapper.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        spaces: dict[str, gym.Space[Any]],
        *,
        needs: str | None = TREE,
        **arguments: Any,  # noqa: ANN401, the subclass's own
    ) -> None:
        super().__init__(env, needs=needs, **arguments)
        self.observation_space = gym.spaces.Dict({**_joined_spaces(env.observation_space), **spaces})

    def shown(self, observation: Any) -> dict[str, Any]:  # noqa: ANN401, see above
        """The features, with what is shown below."""
        if isinstance(observation, Observation):
            return self.features()
        below = observation if isinstance(observation, dict) else {"observation": observation}
        return {**below, **self.features()}

    def features(self) -> dict[str, NDArray[Any]]:
        """The features of the last step, by name."""
        raise NotImplementedError


def _joined_spaces(space: gym.Space[Any]) -> dict[str, gym.Space[Any]]:
    if isinstance(space, ObservationSpace):
        return {}
    return dict(space.spaces) if isinstance(space, gym.spaces.Dict) else {"observation": space}


def _nearest(env: gym.Env[Any, Any]) -> SeeingWrapper | None:
    """The nearest wrapper below that knows what was shown."""
    while isinstance(env, gym.Wrapper):
        if isinstance(env, SeeingWrapper):
            return env
        env = env.env
    return None
