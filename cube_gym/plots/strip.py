"""An episode as a strip of pictures."""

from collections.abc import Sequence
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Final

import numpy as np

from cube_core import Action
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.plots.axes import axes_or_new
from cube_gym.plots.frames import Frame, Moment, lived, recorded

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cube_gym.evaluation.directory import RunDirectory

_ROW: Final = 6
_GAP: Final = 0.08
_CAPTION: Final = 0.34
_INCHES: Final = 2.0
_LINE: Final = 24
_MOST_LINES: Final = 3
_BAD: Final = "#b3261e"


def film_strip(
    episode: Sequence[Moment] | EpisodeResult,
    *,
    run: "RunDirectory | None" = None,
    actions: Sequence[Action | Sequence[Action]] | None = None,
    most: int = 12,
    ax: "Axes | None" = None,
) -> "Axes":
    """The screens of an episode in order, each with the action that led to it; failed ones in red.

    A screen is the picture that the agent saw, else its tree as boxes, else its text.

    Args:
        episode: step results in order, before them, if wanted, what `reset` gave; or a result, recorded in `run`.
        run: the run that holds the result.
        actions: what was done in each step; by default what the world's history says.
        most: of a longer episode so many moments are shown, evenly spaced, the first and the last among them.
        ax: where to draw; a new figure by default.

    Raises:
        ImportError: Matplotlib is not installed; it names the command that installs it.
        ValueError: there is nothing to show, or not one action for each step.
        RunDirectoryError: the recording is damaged.

    >>> from cube_core import Action
    >>> from cube_gym import TaskEnv
    >>> env = TaskEnv("phone/rename-note")
    >>> axes = film_strip([env.reset(seed=0), env.step(Action(name="press_home"))])
    >>> [text.get_text() for text in axes.texts]
    ['start', '1: press_home()']
    """
    frames = recorded(episode, run) if isinstance(episode, EpisodeResult) else lived(episode, actions)
    if not frames:
        raise ValueError("there is nothing to show: the episode has no recorded step")
    shown = [frames[place] for place in _spread(len(frames), most)]
    rows = -(-len(shown) // _ROW)
    heights = [frame.picture.height / frame.picture.width for frame in shown]
    height = max(heights) + _CAPTION
    axes = axes_or_new(ax, (_INCHES * min(len(shown), _ROW), _INCHES * height * rows))
    for place, frame in enumerate(shown):
        _draw(axes, frame, place % _ROW, -(place // _ROW) * height)
    axes.set(xlim=(-_GAP, min(len(shown), _ROW)), ylim=(-rows * height, _GAP), aspect="equal")
    axes.axis("off")
    return axes


def _draw(axes: "Axes", frame: Frame, left: float, top: float) -> None:
    """A picture of width 1, but for the gap, with its caption under it."""
    width = 1 - _GAP
    bottom = top - width * frame.picture.height / frame.picture.width
    axes.imshow(np.asarray(frame.picture.convert("RGB")), extent=(left, left + width, bottom, top), zorder=1)
    axes.plot(
        [left, left + width, left + width, left, left], [top, top, bottom, bottom, top], color="grey", linewidth=0.6
    )
    told = "\n".join(wrap(shorten(frame.caption, _LINE * _MOST_LINES, placeholder="..."), _LINE))
    colour = _BAD if frame.failed else None
    axes.text(left, bottom - _GAP / 2, told, fontsize=7, verticalalignment="top", color=colour, parse_math=False)


def _spread(count: int, most: int) -> list[int]:
    if most < 1:
        raise ValueError(f"most is a whole number from 1 on, got {most}")
    places = np.linspace(0, count - 1, min(count, most)) if most > 1 else np.array([count - 1])
    return [round(place) for place in places.tolist()]
