"""A vector environment in this very process."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from typing import Any

from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import concatenate

from cube_gym.spaces import ObservationSpace
from cube_gym.vector.batch import checked_actions, resets_of_each
from cube_gym.vector.recipe import Recipe


class InProcessVectorEnv(SyncVectorEnv):
    """Gymnasium's SyncVectorEnv, with groups (see `reset`), and with errors that say what would be right.

    Args:
        recipe: How each environment is made.
        num_envs: How many there are.
        autoreset_mode: When an environment whose episode ended is reset.

    Raises:
        Exception: what making an environment raised; those that were made are closed.
    """

    def __init__(
        self, recipe: Recipe, num_envs: int, *, autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP
    ) -> None:
        with ExitStack() as undo:
            made = [undo.enter_context(recipe.make()) for _ in range(num_envs)]
            super().__init__([lambda env=env: env for env in made], autoreset_mode=autoreset_mode)  # type: ignore[misc]
            undo.pop_all()
        # Observations are new objects each time: only what a wrapper made an array of would be written over.
        self.copy = not isinstance(self.single_observation_space, ObservationSpace)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode everywhere, or where `options["reset_mask"]` says so. `seed` counts up from an int.

        `options["group_size"]` deals groups, as `cube_gym.vector.batch.resets_of_each` says. The other options are for
        each environment.
        """
        infos: dict[str, Any] = {}
        for index, chosen in enumerate(resets_of_each(seed, options, self.num_envs)):
            if chosen is not None:
                self._env_obs[index], info = self.envs[index].reset(seed=chosen.seed, options=chosen.options)
                self._autoreset_envs[index] = False
                infos = self._add_info(infos, info, index)
        self._observations = concatenate(self.single_observation_space, self._env_obs, self._observations)
        return deepcopy(self._observations) if self.copy else self._observations, infos

    def step(self, actions: Any) -> Any:  # noqa: ANN401, a batch of actions
        """Take an action in each environment: a list with one for each.

        Raises:
            TypeError, ValueError: it is no such list.
            ResetNeeded: without autoreset, an episode that is over was not reset.
        """
        over = [index for index in range(self.num_envs) if self._autoreset_envs[index]]
        if over and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded(f"environments {over} are over: reset them, with a `reset_mask` in the options")
        return super().step(checked_actions(self.action_space, actions, self.num_envs))
