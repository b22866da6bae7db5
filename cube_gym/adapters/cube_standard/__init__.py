"""CUBE packages (cube-standard) as environments of this project, and this project's benchmarks as CUBE packages.

Installed packages need no word: their tasks are `cube/<package>.<task>-v0`. Importing this imports no CUBE package.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cube_gym.adapters.cube_standard.config import CubeBenchmarkConfig, CubeTaskConfig
    from cube_gym.adapters.cube_standard.registering import register_cube_packages
    from cube_gym.adapters.cube_standard.tags import with_cube_tags
    from cube_gym.adapters.cube_standard.task import CubeTask

_HOMES = {
    "CubeBenchmarkConfig": "config",
    "CubeTask": "task",
    "CubeTaskConfig": "config",
    "register_cube_packages": "registering",
    "with_cube_tags": "tags",
}

__all__ = ["CubeBenchmarkConfig", "CubeTask", "CubeTaskConfig", "register_cube_packages", "with_cube_tags"]


def __getattr__(name: str) -> Any:  # noqa: ANN401, whatever the name stands for
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
