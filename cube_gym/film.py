"""An episode as an animated picture: the screen, what the agent does on it, and what the world remembers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw

from cube_core import Action, ImageContent, Observation, StructuredContent, TaskConfig, TaskFault
from cube_core.screen import read_screen, touched
from cube_gym.agents import AgentConfig
from cube_gym.env import TaskEnv
from cube_gym.info import Outcome
from cube_gym.lettering import fitted, folded
from world import WorldState

_HEIGHT: Final = 600
_PANEL: Final = 380
_MARGIN: Final = 18
_BIG, _SMALL = 17, 14
_COLOURS: Final = 128
_INK, _FAINT, _ACCENT, _BAD, _PAPER = "#1c1b1f", "#77737d", "#0b57d0", "#b3261e", "#f7f7fb"
_ACTIONS_SHOWN: Final = 8
_SHORTEST, _LONGEST = 0.01, 200.0
"""Seconds of a moment: a GIF counts up to 65,535 hundredths, and the last moment lasts three times as long."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of an episode: what is on the screen, and what the agent does next."""

    picture: Image.Image
    task_id: str
    goal: str
    world: WorldState | None
    actions: tuple[Action, ...] = ()
    """What the agent does about it; nothing once the episode is over."""
    boxes: tuple[tuple[int, int, int, int], ...] = ()
    """Left, top, right and bottom of the elements that these actions name, in pixels of the picture."""
    error: str | None = None
    """What was wrong with the step that led here."""
    reward: float | None = None
    """The episode's return, once it is over."""


def shots(task: TaskConfig, agent: AgentConfig, *, seed: int = 0) -> Iterator[Shot]:
    """Play an episode and give its moments, the last one after its end.

    Raises:
        ValueError: the task cannot show the screen as a picture.
        TaskFault: the task broke.
    """
    with TaskEnv(task, observation=["tree", "screenshot"]) as env:
        player = agent.make(task, seed)
        observation, info = env.reset(seed=seed)
        player.reset(info["goal"], env.action_set)
        total, over = 0.0, False
        while not over:
            chosen = player.act(observation, info)
            actions = _actions(chosen)
            yield _shot(observation, info, actions=actions, boxes=_boxes(actions, observation))
            observation, reward, terminated, truncated, info = env.step(chosen)
            if info["outcome"] is Outcome.TASK_FAULT:
                raise TaskFault(f"{info['task_id']} broke: {info['error'].exception_str}")
            total, over = total + float(reward), terminated or truncated
        yield _shot(observation, info, reward=total)


def draw(taken: Sequence[Shot]) -> Image.Image:
    """The last of these shots, 600 pixels high: the screen, what is touched on it, and beside it the story."""
    shot = taken[-1]
    scale = _HEIGHT / shot.picture.height
    screen = shot.picture.convert("RGB").resize((round(shot.picture.width * scale), _HEIGHT), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(screen)
    for box in shot.boxes:
        pen.rounded_rectangle([edge * scale for edge in box], radius=6, outline=_BAD, width=3)
    page = Image.new("RGB", (screen.width + _PANEL, _HEIGHT), _PAPER)
    page.paste(screen, (0, 0))
    _Panel(page, screen.width).tell(taken)
    return page


def save_film(task: TaskConfig, agent: AgentConfig, path: str | Path, *, seed: int = 0, seconds: float = 1.0) -> int:
    """Play an episode and write it as an animated GIF.

    Args:
        task: The task.
        agent: Who plays it.
        path: Where the file goes.
        seed: The episode's seed.
        seconds: How long each moment is shown, from 0.01 to 200; the last one three times as long.

    Returns:
        How many moments there are.

    Raises:
        ValueError: the task cannot show the screen as a picture, or a GIF cannot show a moment for so long.
        TaskFault: the task broke.
        OSError: the file cannot be written.
    """
    if not _SHORTEST <= seconds <= _LONGEST:
        raise ValueError(f"seconds is how long a moment is shown, from {_SHORTEST:g} to {_LONGEST:g}; got {seconds!r}")
    taken: list[Shot] = []
    frames: list[Image.Image] = []
    for shot in shots(task, agent, seed=seed):
        taken.append(shot)
        frames.append(draw(taken).quantize(_COLOURS, dither=Image.Dither.NONE))
    moment = round(seconds * 1000)
    lengths = [moment] * (len(frames) - 1) + [3 * moment]
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=lengths, loop=0, optimize=True)
    return len(frames)


class _Panel:
    """The column beside the screen, written from top to bottom."""

    def __init__(self, page: Image.Image, left: int) -> None:
        self._pen = ImageDraw.Draw(page)
        self._left, self._y = left + _MARGIN, _MARGIN

    def tell(self, taken: Sequence[Shot]) -> None:
        """Everything."""
        shot = taken[-1]
        self._write(shot.task_id, _SMALL, _FAINT)
        self._write(shot.goal, _BIG, _INK, gap=16)
        done = [action for earlier in taken for action in earlier.actions]
        for index, action in enumerate(done[-_ACTIONS_SHOWN:], start=max(len(done) - _ACTIONS_SHOWN, 0) + 1):
            last = index > len(done) - len(shot.actions)
            self._write(f"{index}  {_spoken(action)}", _SMALL, _ACCENT if last else _FAINT, lines=1)
        if shot.error is not None:
            self._write(shot.error, _SMALL, _BAD, lines=2)
        if shot.reward is not None:
            self._write(f"over: reward {shot.reward:g}", _BIG, _ACCENT)
        if shot.world is not None:
            self._remember(shot.world)

    def _remember(self, world: WorldState) -> None:
        self._y = max(self._y + 12, _HEIGHT - 150)
        self._write('info["world"]', _SMALL, _FAINT)
        for name, value in (("app", world.current_app), ("page", world.current_page)):
            self._write(f"{name}: {value or '-'}", _SMALL, _INK, lines=1)
        for name, value in world.variables.items():
            self._write(f"{name}: {value}", _SMALL, _INK, lines=1)

    def _write(self, text: str, size: int, ink: str, *, lines: int = 6, gap: int = 4) -> None:
        width = _PANEL - 2 * _MARGIN
        for line in folded(text, size, width, most=lines):
            mask = fitted(line, size, width)
            self._pen.bitmap((self._left, self._y), mask, fill=ink)
            self._y += mask.height
        self._y += gap


def _shot(observation: Observation, info: dict[str, Any], **rest: Any) -> Shot:  # noqa: ANN401, a Shot's own
    picture = next((each.data for each in reversed(observation.contents) if isinstance(each, ImageContent)), None)
    if picture is None:
        raise ValueError(f"task {info['task_id']!r} shows no picture, so there is nothing to film")
    error = None if info["error"] is None else info["error"].exception_str
    return Shot(picture, info["task_id"], info["goal"], info["world"], error=error, **rest)


def _actions(answer: object) -> tuple[Action, ...]:
    """The actions of an agent's answer: what else it answered, the environment refuses."""
    answers = answer if isinstance(answer, list | tuple) else [answer]
    return tuple(each for each in answers if isinstance(each, Action))


def _boxes(actions: Sequence[Action], observation: Observation) -> tuple[tuple[int, int, int, int], ...]:
    trees = [each.data for each in observation.contents if isinstance(each, StructuredContent) and each.name == "tree"]
    screen = read_screen(trees[-1]) if trees else None
    if screen is None:
        return ()
    named = touched([{"arguments": action.arguments} for action in actions], screen)["ids"]
    places = {element["id"]: element["box"] for element in screen.elements}
    corners = (places[name] for name in named)
    return tuple((left, top, left + width, top + height) for left, top, width, height in corners)


def _spoken(action: Action) -> str:
    return f"{action.name}({', '.join(f'{name}={value!r}' for name, value in action.arguments.items())})"
