import base64
import io
import json
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from PIL import Image

from benchmarks.miniwob.hand import Hand
from benchmarks.miniwob.page import Page
from cube_core import ImageContent, Observation, StructuredContent, TextContent
from tests.miniwob.miniwob_player import Make, do, leave, ref_of, run_script


def test_the_first_observation_holds_the_goal_and_then_what_was_asked_for(make: Make) -> None:
    task = make("enter-text", observation=("text", "tree", "screenshot"))
    observation, info = task.reset(seed=0)
    assert [content.name for content in observation.contents] == ["goal", "screen", "tree", "screenshot"]
    assert observation.contents[0] == TextContent(data=info["goal"], name="goal")
    picture = observation.contents[3]
    assert isinstance(picture, ImageContent)
    assert (picture.data.mode, picture.data.size) == ("RGB", (160, 210))
    assert Observation.model_validate_json(observation.model_dump_json()) == observation


@pytest.mark.parametrize("page", ["click-dialog", "use-slider", "draw-circle"])
def test_a_picture_is_what_the_browser_itself_cuts_out_of_the_page(page: str, make: Make) -> None:
    async def cut_out(_: Hand, page: Page) -> Image.Image:
        clip = {"x": 0, "y": 0, "width": 160, "height": 210, "scale": 1}
        answer = await page.devtools.send("Page.captureScreenshot", {"format": "png", "clip": clip})
        return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB")

    task = make(page)
    for seed in range(3):
        task.reset(seed=seed)
        before, cut, after = task.picture(), task.session.act(cut_out, milliseconds=0), task.picture()
        assert before == cut == after


def test_an_element_tells_what_it_is_where_it_is_and_how_it_stands(make: Make) -> None:
    task = make("click-checkboxes")
    task.reset(seed=0)
    box = ref_of(task, type="checkbox")
    do(task, "click", ref=box)
    tree = task.observe().content("tree")
    assert isinstance(tree, StructuredContent)
    elements: list[Any] = list(tree.data)
    element = next(element for element in elements if element["ref"] == box)
    assert element["tag"] == "input"
    assert element["checked"] is True
    assert element["focused"] is True
    assert [type(part) for part in element["box"]] == [int] * 4
    assert any(parent["ref"] == element["parent"] for parent in elements)


def test_refs_stay_while_their_elements_do(make: Make) -> None:
    task = make("click-tab-2")
    task.reset(seed=0)
    before = {element["id"]: element["ref"] for element in task.session.state.tree if "id" in element}
    do(task, "click", ref=ref_of(task, text="Tab #3"))
    after = {element["id"]: element["ref"] for element in task.session.state.tree if "id" in element}
    shared = set(before) & set(after)
    assert shared
    assert all(before[name] == after[name] for name in shared)


def test_what_is_scrolled_away_is_marked_and_what_is_hidden_is_left_out(make: Make) -> None:
    task = make("click-scroll-list")
    task.reset(seed=0)
    options = [element for element in task.session.state.tree if element["tag"] == "option"]
    assert options[0].get("offscreen") is None
    assert options[-1]["offscreen"] is True
    run_script(task, "document.querySelector('button').style.visibility = 'hidden'")
    do(task, "wait", milliseconds=1)
    assert not [element for element in task.session.state.tree if element["tag"] == "button"]


def test_the_colour_in_a_question_is_in_the_tree(make: Make) -> None:
    task = make("use-colorwheel-2")
    _, info = task.reset(seed=0)
    assert info["goal"] == "Select the following color with the color picker and hit Submit."
    patch = next(element for element in task.session.state.tree if element.get("goal"))
    assert patch["background"].startswith("#")


@pytest.mark.parametrize("page", ["email-inbox", "social-media", "use-spinner"])
def test_a_tree_is_small(page: str, make: Make) -> None:
    task = make(page)
    task.reset(seed=0)
    assert len(json.dumps(task.session.state.tree)) < 15_000


def test_the_scene_is_named_after_the_page_until_it_is_left(make: Make) -> None:
    task = make("click-test")
    task.reset(seed=0)
    assert task.semantic_scene().page == "click-test"
    leave(task)
    assert task.semantic_scene().page != "click-test"


@pytest.mark.browser
def test_a_page_is_rendered_as_it_looks() -> None:
    env = gym.make("cube_gym:cube/miniwob.click-test-v0", render_mode="rgb_array")
    try:
        env.reset(seed=0)
        picture = env.render()
        assert isinstance(picture, np.ndarray)
        assert picture.shape == (210, 160, 3)
        assert len(np.unique(picture)) > 1
    finally:
        env.close()
