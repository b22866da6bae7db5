"""`_type` tags of cube-standard's core types: read through the table of former tags, and written on request here."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from cube_core import InvalidAction
from cube_core.former_tags import CUBE_STANDARD_TAGS

_TO_CUBE: Final = {
    **{ours: theirs for theirs, ours in CUBE_STANDARD_TAGS.items()},
    f"cube_core.{InvalidAction.__name__}": "cube.core.StepError",  # cube-standard tells no refusal from a failure
}


def with_cube_tags(value: BaseModel | Any) -> Any:  # noqa: ANN401, JSON
    """A model or its JSON dump, as cube-standard would have written it: with `cube.core.*` in `_type`.

    Tags of other classes stay as they are. The dump that is given is not changed. Sound and film are in base64, which
    cube-standard does not read: it has no JSON of its own for them.

    >>> from cube_core import Action
    >>> with_cube_tags(Action(name="tap"))["_type"]
    'cube.core.Action'
    """
    if isinstance(value, BaseModel):
        return with_cube_tags(value.model_dump(mode="json"))
    if isinstance(value, Mapping):
        return {key: _tag(item) if key == "_type" else with_cube_tags(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [with_cube_tags(item) for item in value]
    return value


def _tag(tag: Any) -> Any:  # noqa: ANN401, JSON
    return _TO_CUBE.get(tag, tag) if isinstance(tag, str) else tag
