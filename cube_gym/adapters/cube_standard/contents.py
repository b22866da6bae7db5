"""Observations, contents and errors of cube-standard and of this project, each made of the other."""

from typing import Any, Final

from cube.core import AudioContent as CubeAudio
from cube.core import ImageContent as CubeImage
from cube.core import Observation as CubeObservation
from cube.core import StepError as CubeError
from cube.core import StructuredContent as CubeStructured
from cube.core import TextContent as CubeText
from cube.core import VideoContent as CubeVideo

from cube_core import (
    AudioContent,
    Content,
    ImageContent,
    Observation,
    StepError,
    StructuredContent,
    TextContent,
    VideoContent,
)

_PAIRS: Final[tuple[tuple[Any, type[Content]], ...]] = (
    (CubeText, TextContent),
    (CubeStructured, StructuredContent),
    (CubeImage, ImageContent),
    (CubeAudio, AudioContent),
    (CubeVideo, VideoContent),
)
_TIMED: Final = (AudioContent, VideoContent)


def observation_from_cube(seen: Any) -> Observation:  # noqa: ANN401, a CUBE Observation
    """What a CUBE tool or task showed; some tools give a bare StepError where an Observation was promised."""
    if isinstance(seen, CubeError):
        return error_from_cube(seen).to_observation()
    contents = [content_from_cube(content) for content in seen.contents]
    return Observation.of(contents, error=None if seen.error is None else error_from_cube(seen.error))


def content_from_cube(content: Any) -> Content:  # noqa: ANN401, a CUBE Content
    """One piece. A kind that only the package knows becomes text, as the package itself would print it."""
    labels = {"tool_call_id": content.tool_call_id, "name": content.name}
    for theirs, ours in _PAIRS:
        if isinstance(content, theirs):
            if ours in _TIMED:
                labels["duration_seconds"] = content.duration_seconds
            return ours(data=content.data, **labels)
    return TextContent(data=content.to_markdown(), **labels)


def error_from_cube(error: Any) -> StepError:  # noqa: ANN401, a CUBE StepError
    """The same error."""
    return StepError(error_type=error.error_type, exception_str=error.exception_str, stack_trace=error.stack_trace)


def observation_to_cube(seen: Observation) -> Any:  # noqa: ANN401, a CUBE Observation
    """The same observation for cube-standard."""
    error = None
    if seen.error is not None:
        fields = ("error_type", "exception_str", "stack_trace")
        error = CubeError(**{name: getattr(seen.error, name) for name in fields})
    return CubeObservation(contents=[_content_to_cube(content) for content in seen.contents], error=error)


def _content_to_cube(content: Content) -> Any:  # noqa: ANN401, a CUBE Content
    labels: dict[str, Any] = {"tool_call_id": content.tool_call_id, "name": content.name}
    for theirs, ours in _PAIRS:
        if isinstance(content, ours):
            if isinstance(content, AudioContent | VideoContent):
                labels["duration_seconds"] = content.duration_seconds
            return theirs(data=content.data, **labels)
    return CubeText(data=content.to_markdown(), **labels)
