"""The moments of an episode, played just now or recorded, as pictures with captions."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from PIL import Image

from cube_core import Action, Content, ImageContent, Observation
from cube_gym.evaluation.recording import PICTURE, load_answer
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.rendering import as_picture

if TYPE_CHECKING:
    from cube_gym.evaluation.directory import RunDirectory

Moment: TypeAlias = Sequence[Any]
"""(observation, info) of a reset, or the five values of a step."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of an episode, and what led to it."""

    picture: Image.Image
    caption: str
    failed: bool = False


def lived(episode: Sequence[Moment], actions: Sequence[Action | Sequence[Action]] | None) -> list[Frame]:
    """The frames of step results, and of what `reset` gave before them."""
    steps = [moment for moment in episode if len(moment) > 2]  # noqa: PLR2004, what a reset gives has two
    if actions is not None and len(actions) != len(steps):
        raise ValueError(f"one action a step: there are {len(steps)} steps and {len(actions)} actions")
    frames = [Frame(as_picture(moment[0]), "start") for moment in episode[:1] if len(moment) == 2]  # noqa: PLR2004, see above
    for number, step in enumerate(steps, 1):
        told = _latest(step[-1]) if actions is None else _spoken(actions[number - 1])
        frames.append(Frame(as_picture(step[0]), f"{number}: {told}", failed=step[0].error is not None))
    return frames


def _latest(info: Mapping[str, Any]) -> str:
    world = info.get("world")
    if world is None or not world.history:
        return ""
    step = world.history[-1].action
    return _call(step.name, step.args)


def recorded(result: EpisodeResult, run: "RunDirectory | None") -> list[Frame]:
    """The frames of an episode that `run` recorded."""
    if run is None:
        raise ValueError("a result is a line of numbers: give the `run` that recorded its episode too")
    frames: list[Frame] = []
    for line in run.trajectory(result):
        if line["kind"] == "end":
            continue
        told = "start" if line["kind"] == "start" else f"{len(frames)}: {_spoken(load_answer(line['action']))}"
        seen = Observation(contents=[_content(kept, run) for kept in line["observation"]])
        frames.append(Frame(as_picture(seen), told, failed=line.get("error") is not None))
    return frames


def _content(kept: Mapping[str, Any], run: "RunDirectory") -> Content:
    data = kept["data"]
    if isinstance(data, dict) and PICTURE in data:
        return ImageContent(data=Image.open(io.BytesIO(run.picture(data[PICTURE]))), name=kept["name"])
    return Content.model_validate(kept)


def _spoken(answer: Any) -> str:  # noqa: ANN401, whatever an agent answered
    if isinstance(answer, Action):
        return _call(answer.name, answer.arguments)
    return ", ".join(map(_spoken, answer)) if isinstance(answer, Sequence) else f"({type(answer).__name__}, no action)"


def _call(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(str(value) for key, value in arguments.items() if key != 'remember')})"
