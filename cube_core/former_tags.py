"""Tags of earlier homes of classes.

Whoever moves or renames a TypedBaseModel adds a line, so that old dumps still load.
"""

from typing import Final

CUBE_STANDARD_TAGS: Final[dict[str, str]] = {
    f"cube.core.{name}": f"cube_core.{name}"
    for name in (
        "Action",
        "ActionSchema",
        "AudioContent",
        "EnvironmentOutput",
        "ImageContent",
        "Observation",
        "StepError",
        "StructuredContent",
        "TextContent",
        "VideoContent",
    )
}
"""cube-standard's core types, whose dumps have the same fields, and ours."""

FORMER_TAGS: Final[dict[str, str]] = {**CUBE_STANDARD_TAGS}
