"""Gymnasium ids for the tasks of CUBE packages, after a look at what they do with seeds."""

import logging
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import gymnasium as gym

from cube_core import TaskConfig
from cube_gym import catalogue
from cube_gym.adapters.cube_standard.packages import CubePackage
from cube_gym.adapters.cube_standard.seeding import check_seeding, told, with_reason
from cube_gym.arguments import check_choice
from cube_gym.registration import register_tasks

Checked = Literal["first", "all", "none"]
_CHECKED: Final = ("first", "all", "none")

_logger = logging.getLogger(__name__)


def register_cube_packages(*names: str, check: Checked = "first") -> list[str]:
    """Import CUBE packages, check what their tasks do with a seed, and give the ids of their tasks.

    Ids of packages that ship a table of their tasks are there already, as nondeterministic, since nothing is known of
    them; those whose tasks only their code tells are registered here. A package that cannot be loaded is logged, unless
    it was named, and left out.

    Args:
        names: The packages, by the names that `cube list` prints; all that are installed when none is given.
        check: Which tasks are started three times: the "first" of each package, which speaks for its others (but for
            those that the package itself calls nondeterministic), "all", or "none".

    Raises:
        KeyError: there is no package of a name; the nearest is named.
        DependencyNotInstalled: a package that was named cannot be loaded; it says what is missing.
    """
    check_choice("check", check, _CHECKED)
    ids: list[str] = []
    for package in _chosen(names):
        try:
            configs = package.load()
        except gym.error.DependencyNotInstalled as exc:
            if names:
                raise
            _logger.warning("%s", exc)
            continue
        package.learn(_checked(configs, check))
        ids += register_tasks(package.name, package.tasks, replace=True)
    return ids


def _chosen(names: Sequence[str]) -> Iterable[CubePackage]:
    known = catalogue.cube_packages()
    for name in names:
        if name not in known:
            there = ", ".join(sorted(known)) or "none"
            raise KeyError(f"no CUBE package {name!r} is installed.{catalogue.nearest(name, known)} There is: {there}")
    return [known[name] for name in names or known]


def _checked(configs: Sequence[TaskConfig], check: Checked) -> list[TaskConfig]:
    if check == "none" or not configs:
        return list(configs)
    if check == "all":
        return [_checked_alone(config) for config in configs]
    try:
        seeding = check_seeding(configs[0])
    except Exception as exc:  # noqa: BLE001, whatever a package raises: its tasks stay unchecked
        return [with_reason(config, exc) for config in configs]
    return [told(config, seeding) for config in configs]


def _checked_alone(config: TaskConfig) -> TaskConfig:
    try:
        return told(config, check_seeding(config))
    except Exception as exc:  # noqa: BLE001, as above
        return with_reason(config, exc)
