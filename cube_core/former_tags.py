"""Tags of earlier homes of classes.

Whoever moves or renames a TypedBaseModel adds a line, so that old dumps still load.
"""

from typing import Final

FORMER_TAGS: Final[dict[str, str]] = {
    # cube-standard's core types, whose dumps have the same fields
    "cube.core.Action": "cube_core.Action",
    "cube.core.ActionSchema": "cube_core.ActionSchema",
    "cube.core.AudioContent": "cube_core.AudioContent",
    "cube.core.EnvironmentOutput": "cube_core.EnvironmentOutput",
    "cube.core.ImageContent": "cube_core.ImageContent",
    "cube.core.Observation": "cube_core.Observation",
    "cube.core.StepError": "cube_core.StepError",
    "cube.core.StructuredContent": "cube_core.StructuredContent",
    "cube.core.TextContent": "cube_core.TextContent",
    "cube.core.VideoContent": "cube_core.VideoContent",
}
