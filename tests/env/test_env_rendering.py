"""What a person sees."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from PIL import Image

from cube_core import AudioContent, ImageContent, Observation, StructuredContent, TextContent
from cube_gym import TaskEnv
from cube_gym.rendering import as_array, as_text
from tests.env.tasks import CounterTask, add, counting


def rendered(env: TaskEnv) -> np.ndarray:
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    return frame


def test_an_array_is_the_tasks_own_picture() -> None:
    env = TaskEnv(counting(picture=True), render_mode="rgb_array")
    env.reset(seed=0)
    env.step(add(2))
    frame = rendered(env)
    assert frame.shape == (3, 4, 3)
    assert frame.dtype == np.uint8
    assert frame[0, 0].tolist() == [2, 0, 0]


def test_without_a_picture_it_is_the_text_on_a_page() -> None:
    env = TaskEnv(counting(), render_mode="rgb_array")
    env.reset(seed=0)
    frame = rendered(env)
    assert frame.shape == (480, 640, 3)
    assert frame.min() < 128 < frame.max()


def test_each_frame_is_an_array_of_ones_own() -> None:
    env = TaskEnv(counting(picture=True), render_mode="rgb_array")
    env.reset(seed=0)
    first = rendered(env)
    first[:] = 255
    assert rendered(env).max() == 0


def test_text_has_the_goal_and_the_observation() -> None:
    env = TaskEnv(counting(), render_mode="ansi")
    env.reset(seed=0)
    env.step(add(2))
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith("Goal: Count to 3.\n\n2")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_any_picture_becomes_rgb(mode: str) -> None:
    observation = Observation(contents=[ImageContent(data=Image.new(mode, (5, 4)))])
    assert as_array(counting().make(), observation).shape == (4, 5, 3)


def test_what_is_transparent_is_white() -> None:
    observation = Observation(contents=[ImageContent(data=Image.new("RGBA", (1, 1), (9, 9, 9, 0)))])
    assert as_array(counting().make(), observation).tolist() == [[[255, 255, 255]]]


def test_pictures_and_sound_are_named_in_text() -> None:
    picture = ImageContent(data=Image.new("RGB", (5, 4)), name="screenshot")
    seen = Observation(contents=[TextContent(data="a"), picture, AudioContent(data=b"x")])
    assert as_text("g", seen) == "Goal: g\n\na\n\n[screenshot: 5 x 4]\n\n[AudioContent]"


def test_a_tree_is_a_line_an_element_in_text() -> None:
    elements = [
        {"id": "a", "role": "button", "text": "Go", "bounds": [0, 0, 9, 9], "enabled": False},
        {"id": "b", "role": "field", "value": "x", "bounds": [0, 0, 9, 9]},
    ]
    seen = Observation(contents=[StructuredContent(data=elements, name="tree")])
    assert as_text("g", seen) == "Goal: g\n\n[a] button 'Go' (disabled)\n[b] field 'x'"


def test_the_screen_is_told_once_in_text_and_so_is_the_goal() -> None:
    env = TaskEnv("phone/rename-note", observation=["text", "tree", "screenshot"], render_mode="ansi")
    _, info = env.reset(seed=0)
    text = env.render()
    assert isinstance(text, str)
    assert text.count(info["goal"]) == 1
    assert text.count("[app:notes]") == 1
    assert "[screenshot: 400 x 800]" in text


@pytest.mark.parametrize("text", ["", "\n\n", "x" * 10_000, "\n".join("abc" for _ in range(500)), "«café» 你好 🙂"])
def test_any_text_fits_the_page(text: str) -> None:
    assert as_array(counting().make(), Observation.from_text(text)).shape == (480, 640, 3)


def test_without_a_mode_rendering_warns_and_gives_nothing() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_before_the_first_reset_there_is_nothing_to_render() -> None:
    with pytest.raises(ResetNeeded):
        TaskEnv(CounterTask(counting(), counting().make().tool), render_mode="ansi").render()
