"""Whether a CUBE task follows its seed: its package may, may ignore it, or may start differently each time."""

from enum import StrEnum
from typing import Any, Final

from cube_core import ImageContent, TaskConfig
from cube_gym.adapters.cube_standard.metadata import OWN_WORD, UNCHECKED


class Seeding(StrEnum):
    """What a check of three starts showed."""

    FOLLOWED = "the seed decides on the start"
    FIXED = "one fixed instance, whatever the seed"
    VARYING = "starts of one seed differ"


ONE_INSTANCE: Final = "fixed"
"""The tag of tasks that have one fixed instance."""


def check_seeding(config: TaskConfig) -> Seeding:
    """Start the task three times, twice with one seed, and compare what is shown; of pictures, that they are there.

    Raises:
        Exception: whatever the task raises when it is started.
    """
    first, again, other = (_start(config, seed) for seed in (0, 0, 1))
    if first != again:
        return Seeding.VARYING
    return Seeding.FIXED if first == other else Seeding.FOLLOWED


def told(config: TaskConfig, seeding: Seeding) -> TaskConfig:
    """The config with what the check showed; what the package says of its own task goes before."""
    metadata = config.metadata
    reason = metadata.nondeterministic
    if reason != OWN_WORD:
        reason = str(seeding) if seeding is Seeding.VARYING else None
    update: dict[str, Any] = {"nondeterministic": reason}
    if reason is None and seeding is Seeding.FIXED:
        update |= {
            "tags": (*metadata.tags, ONE_INSTANCE),
            "description": f"{metadata.description} ({seeding})".strip(),
        }
    return config.model_copy(update={"metadata": metadata.model_copy(update=update)})


def with_reason(config: TaskConfig, failure: Exception) -> TaskConfig:
    """The config of a task that could not be checked, which says why."""
    if config.metadata.nondeterministic != UNCHECKED:
        return config
    reason = f"it could not be checked: {type(failure).__name__}: {failure}"
    return config.model_copy(update={"metadata": config.metadata.model_copy(update={"nondeterministic": reason})})


def _start(config: TaskConfig, seed: int) -> str:
    task = config.make()
    try:
        observation, info = task.reset(seed=seed)
    finally:
        task.close()
    shown = [
        (type(content).__name__, content.name, None if isinstance(content, ImageContent) else content.data)
        for content in observation.contents
    ]
    return repr((info["goal"], shown))
