"""Episodes as animated pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

from cube_core import (
    STOP_ACTION,
    Action,
    ActionSchema,
    ImageContent,
    Observation,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    Tool,
)
from cube_gym import TaskEnv, evaluate
from cube_gym.agents import ImportedAgentConfig, OracleAgentConfig, RandomAgentConfig
from cube_gym.cli import main
from cube_gym.film import draw, save_film, shots
from cube_gym.selection import select
from tests.env.tasks import CounterConfig


class Clumsy:
    """An agent that taps what is not there, and stops."""

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        del goal, action_set
        self.left = [Action(name="tap", arguments={"element": "nothing-of-the-kind"}), Action(name=STOP_ACTION.name)]

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        del observation, info
        return self.left.pop(0)


class Babbler:
    """An agent that answers what is no action, then leaves some out, then two at once."""

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        del goal, action_set
        home = Action(name="press_home")
        self.left = [None, [], ["home", home], (home, Action(name=STOP_ACTION.name))]

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Any:  # noqa: ANN401, no action
        del observation, info
        return self.left.pop(0)


class DarkConfig(TaskConfig):
    def make(self) -> "DarkTask":
        return DarkTask(self, Tool())


class DarkTask(Task):
    """Shows a picture at first, and breaks at the first action."""

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        return Observation(contents=[ImageContent(data=Image.new("RGB", (8, 8)))]), {"goal": "Look."}

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return 0.0, {}

    def finished(self) -> bool:
        raise TaskFault("the screen went dark")


def phone(task: str) -> TaskConfig:
    return select(f"phone/{task}", "phone", None)[0]


def test_a_film_has_a_moment_before_each_action_and_one_after_the_end() -> None:
    taken = list(shots(phone("rename-note"), OracleAgentConfig(), seed=3))
    assert all(len(shot.actions) == 1 for shot in taken[:-1])
    assert taken[-1].actions == ()
    assert [shot.reward for shot in taken] == [None] * (len(taken) - 1) + [1.0]
    assert taken[-1].world is not None
    assert taken[-1].world.current_app == "notes"


def test_what_an_action_names_is_framed_where_it_stands_on_the_screen() -> None:
    taken = list(shots(phone("rename-note"), OracleAgentConfig(), seed=3))
    tapped = next(index for index, shot in enumerate(taken) if shot.boxes)
    shot = taken[tapped]
    left, top, right, _ = shot.boxes[0]
    framed, plain = draw([shot]), draw([replace(shot, boxes=())])
    scale = framed.height / shot.picture.height
    middle = (round((left + right) / 2 * scale), round(top * scale) + 1)
    assert framed.getpixel(middle) != plain.getpixel(middle)


def test_the_command_writes_an_animated_gif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "film.gif"
    assert main(["film", "phone/rename-note", "--seed", "3", "--seconds", "0.5", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    with Image.open(out) as film:
        moments = sum(1 for _ in ImageSequence.Iterator(film))
        assert f"{moments} moments" in said
        assert moments > 3
        film.seek(0)
        assert film.info["duration"] == 500
        assert film.height == 600


def test_errors_of_an_agent_are_told_in_the_film() -> None:
    taken = list(shots(phone("rename-note"), ImportedAgentConfig(factory=f"{__name__}:Clumsy"), seed=3))
    (told,) = [index for index, shot in enumerate(taken) if shot.error]
    assert "nothing-of-the-kind" in str(taken[told].error)
    silent = replace(taken[told], error=None)
    assert draw(taken[: told + 1]).tobytes() != draw([*taken[:told], silent]).tobytes()


def test_a_task_without_pictures_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="shows no picture, so there is nothing to film"):
        save_film(CounterConfig(metadata=TaskMetadata(id="count")), RandomAgentConfig(), tmp_path / "never.gif")
    assert not (tmp_path / "never.gif").exists()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e-4, 1000])
def test_moments_last_as_long_as_a_gif_can_say(seconds: float, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"from 0\.01 to 200; got"):
        save_film(phone("rename-note"), OracleAgentConfig(), tmp_path / "never.gif", seconds=seconds)
    assert not (tmp_path / "never.gif").exists()


@pytest.mark.parametrize("split", ["train", "val"])
def test_a_film_plays_the_split_of_its_config(split: str) -> None:
    config = select("phone/rename-note", "phone", split)[0]
    (played,) = evaluate([config], OracleAgentConfig()).results
    with TaskEnv(config, split=split) as env:
        _, info = env.reset(seed=0)
    taken = list(shots(config, OracleAgentConfig(), seed=0))
    assert taken[0].goal == info["goal"]
    assert len(taken) == played.turns + 1


def test_whatever_an_agent_answers_is_filmed() -> None:
    taken = list(shots(phone("rename-note"), ImportedAgentConfig(factory=f"{__name__}:Babbler")))
    assert [len(shot.actions) for shot in taken] == [0, 0, 1, 2, 0]
    assert [shot.error is not None for shot in taken] == [False, True, True, True, False]


def test_a_task_that_breaks_is_not_filmed(tmp_path: Path) -> None:
    dark, agent = DarkConfig(metadata=TaskMetadata(id="dark")), ImportedAgentConfig(factory=f"{__name__}:Babbler")
    with pytest.raises(TaskFault, match="the screen went dark"):
        save_film(dark, agent, tmp_path / "never.gif")
    assert not (tmp_path / "never.gif").exists()


def test_an_unknown_task_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["film", "phone/rename-nota"]) == 2
    assert "rename-note" in capsys.readouterr().err
