"""What a CUBE package says of its tasks, read without cube-standard: from its table, or from its TaskMetadata."""

from collections.abc import Mapping
from typing import Any, Final

from cube_core import TaskMetadata
from cube_gym.adapters.cube_standard.packages import part_of_id

UNCHECKED: Final = "its package may not follow the seed: register_cube_packages() checks"
OWN_WORD: Final = "its package says so"


def read_metadata(said: Mapping[str, Any], task_id: str | None = None) -> TaskMetadata:
    """The metadata of a task, from the fields of a CUBE TaskMetadata.

    Characters that no Gymnasium id can have become "-". A package's own flag `nondeterministic` is heard; without it
    nothing is known before a check.
    """
    steps = said.get("recommended_max_steps") or None
    split = said.get("split")
    return TaskMetadata.model_validate(
        {
            "id": part_of_id(str(task_id or said["id"])),
            "description": said.get("abstract_description") or "",
            "split": split if split in {"train", "val", "test"} else "test",
            "recommended_max_steps": None if steps is None or int(steps) < 1 else int(steps),
            "nondeterministic": OWN_WORD if _is_true(said.get("nondeterministic")) else UNCHECKED,
        }
    )


def _is_true(flag: object) -> bool:
    return str(flag).lower() in {"true", "1"}  # a table may be CSV
