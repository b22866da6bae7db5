"""How an environment of a vector is made, in whatever process it is needed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
from gymnasium.envs.registration import load_env_creator

from cube_core import BenchmarkConfig
from cube_gym import catalogue
from cube_gym.registration import ANY_TASK, register
from cube_gym.selection import resolved


@dataclass(frozen=True, slots=True)
class Recipe:
    """One environment of a vector."""

    wrap: tuple[str, ...]
    """Wrappers around it, as "module:Wrapper", the innermost first."""
    task: Mapping[str, Any]
    """The arguments of TaskEnv."""

    def make(self) -> gym.Env[Any, Any]:
        """The environment.

        Raises:
            ValueError: a wrapper is not written "module:Wrapper".
            ImportError, AttributeError: there is no such wrapper.
        """
        creators = [_load(name) for name in self.wrap]
        env: gym.Env[Any, Any] = gym.make(ANY_TASK, disable_env_checker=True, **self.task)
        for creator in creators:
            env = creator(env)
        return env

    def portable(self) -> "PortableRecipe":
        """The recipe with what another process cannot know: configs as objects, and a benchmark registered by hand."""
        task = resolved(self.task.get("task"))
        name = task.partition("/")[0] if isinstance(task, str) else self.task.get("benchmark", catalogue.EMBEDDED)
        return PortableRecipe(Recipe(self.wrap, {**self.task, "task": task}), catalogue.own_config(name))


@dataclass(frozen=True, slots=True)
class PortableRecipe:
    """A recipe for another process. It pickles if the classes of one's own tasks can be imported there."""

    recipe: Recipe
    benchmark: BenchmarkConfig | None
    """The benchmark to register first."""

    def make(self) -> gym.Env[Any, Any]:
        """The environment, in a process that has imported nothing yet."""
        if self.benchmark is not None:
            register(self.benchmark, replace=True)
        return self.recipe.make()


def _load(name: str) -> Any:  # noqa: ANN401, a wrapper class, or a function that makes one
    if not isinstance(name, str) or name.count(":") != 1:
        raise ValueError(f"a wrapper is written 'module:Wrapper', got {name!r}")
    return load_env_creator(name)
