"""The report: one file, which works offline."""

import json
from pathlib import Path

import pytest

from cube_core import Action, TaskMetadata
from cube_core.screen import read_screen, touched
from cube_gym.evaluation import RunDirectory, Settings, evaluate
from cube_gym.report import write_report
from tests.evaluation.browsing import browsing
from tests.evaluation.ladders import Climber, Raiser, ladder

TASKS = [ladder("wood", tags=("old",)), ladder("rope"), ladder("steel", "breaks")]
NASTY = "</script><script>document.title='taken'</script><img src=x onerror=document.title='taken'>"


def written(path: Path, agent: object = "oracle", settings: Settings | None = None, **options: bool) -> Path:
    evaluate(TASKS, agent, seeds=2, directory=path, settings=settings)  # type: ignore[arg-type]
    return write_report(RunDirectory(path), path / "report.html", **options)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1366, 850), (390, 844)])
def test_the_player_steps_through_an_episode_without_a_request_or_an_error(
    width: int, height: int, tmp_path: Path
) -> None:
    file = written(tmp_path, allow_faults=True)
    with browsing(width=width, height=height) as (page, troubles):
        page.goto(file.as_uri())
        page.wait_for_selector(".stage")
        assert page.inner_text("h1") == "oracle on ladders"
        assert page.inner_text("#episodes li:first-child .name").startswith("rope")
        assert page.inner_text("output") == "turn 1 of 4"
        assert page.inner_text(".action") == "climb(rungs=1)"
        page.keyboard.press("ArrowRight")
        assert page.inner_text("output") == "turn 2 of 4"
        assert page.inner_text(".fact:has(h3:text('Answer')) pre") == "on rung 2"
        page.keyboard.press("End")
        assert page.inner_text(".predicate.met") == "on top"
        page.keyboard.press("ArrowLeft")
        assert page.inner_text(".action") == "final_step()"
        page.click('[aria-label="Step back"]')
        assert page.inner_text("output") == "turn 3 of 4"
        page.keyboard.press("ArrowDown")
        page.wait_for_selector("#player h2:has-text('seed 1')")
        page.fill("#search", "steel")
        assert page.locator("#episodes li").count() == 2
        page.click("#episodes li:first-child")
        page.wait_for_selector(".problem")
        assert "the ladder broke" in page.inner_text(".problem")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert troubles == [f"request: {file.as_uri()}"]


def test_failures_come_first_and_faults_last(tmp_path: Path) -> None:
    text = written(tmp_path, "random").read_text()
    listed = json.loads(text.split('id="list">')[1].split("</script>")[0])
    statuses = [episode["status"] for episode in listed]
    assert statuses == sorted(statuses, key=["failure", "success", "fault"].index)


def test_above_five_per_cent_faults_the_report_gives_no_success_rate(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert "2 of 6 episodes faulted" in file.read_text()
    assert "66.7" not in file.read_text()
    write_report(RunDirectory(tmp_path), file, allow_faults=True)
    assert "100.0<small> %" in file.read_text()


@pytest.mark.browser
def test_pictures_are_embedded_where_there_is_no_tree_each_once(tmp_path: Path) -> None:
    file = written(tmp_path, settings=Settings(observation=("screenshot",)))
    assert file.read_text().count('id="picture-') == 4
    with browsing() as (page, troubles):
        page.goto(file.as_uri())
        page.wait_for_selector(".canvas img")
        assert page.evaluate("document.querySelector('.canvas img').naturalWidth") == 30
    assert len(troubles) == 1


def test_pictures_beside_a_tree_are_embedded_only_when_asked_for(tmp_path: Path) -> None:
    file = written(tmp_path, settings=Settings(observation=("tree", "screenshot")))
    assert 'id="picture-' not in file.read_text()
    write_report(RunDirectory(tmp_path), file, screenshots=True)
    assert 'id="picture-' in file.read_text()


class Pointer(Climber):
    def at_second_turn(self) -> list[Action]:
        return [Action(name="climb", arguments={"ref": 1}), Action(name="climb", arguments={"x": 3, "y": 50})]


@pytest.mark.browser
def test_what_an_action_points_at_is_marked_and_what_changed_in_the_world_is_shown(tmp_path: Path) -> None:
    evaluate([ladder()], Pointer, directory=tmp_path)
    file = write_report(RunDirectory(tmp_path), tmp_path / "report.html")
    with browsing() as (page, _):
        page.goto(file.as_uri())
        page.wait_for_selector(".stage")
        assert page.locator(".mark").count() == 0
        page.keyboard.press("ArrowRight")
        assert (page.locator(".mark").count(), page.locator(".dot").count()) == (1, 1)
        marked, element = page.locator(".mark").bounding_box(), page.locator(".el").bounding_box()
        assert marked == element
        assert page.inner_text(".fact h3") == "ACTION: INVALID ACTION"


class Villain(Climber):
    def at_second_turn(self) -> Action:
        return Action(name=NASTY, arguments={NASTY: NASTY})


@pytest.mark.browser
def test_what_was_recorded_is_text_whatever_it_holds(tmp_path: Path) -> None:
    task = ladder().model_copy(update={"metadata": TaskMetadata(id=NASTY, recommended_max_steps=8, tags=(NASTY,))})
    evaluate([task], Villain, directory=tmp_path)
    file = write_report(RunDirectory(tmp_path), tmp_path / "report.html")
    with browsing() as (page, troubles):
        page.goto(file.as_uri())
        page.wait_for_selector(".stage")
        page.keyboard.press("ArrowRight")
        assert NASTY in page.inner_text(".action")
        assert page.title() == "Villain on ladders"
    assert len(troubles) == 1


def test_an_episode_whose_trajectory_is_gone_is_still_in_the_list(tmp_path: Path) -> None:
    evaluate([ladder()], Raiser, directory=tmp_path)
    next((tmp_path / "trajectories").iterdir()).unlink()
    file = write_report(RunDirectory(tmp_path), tmp_path / "report.html")
    assert "I am afraid of heights" in file.read_text()


def test_a_tree_is_read_whatever_its_shape() -> None:
    flat = read_screen([{"ref": 3, "tag": "button", "box": [1, 2, 3, 4], "text": "Go"}])
    nested = read_screen(
        {"nodes": [{"id": "a", "bounds": [1, 2, 4, 6], "children": [{"id": "b", "bounds": [1, 2, 2, 3]}]}]}
    )
    assert flat is not None
    assert nested is not None
    assert flat.elements == [{"id": "3", "role": "button", "box": [1, 2, 3, 4], "text": "Go"}]
    assert (flat.size, nested.size) == ((4, 6), (4, 6))
    assert [element["id"] for element in nested.elements] == ["a", "b"]
    assert read_screen({"count": 3}) is None
    assert read_screen([{"box": ["a", 0, 1, 1]}, {"bounds": None}]) is None


def test_what_an_action_points_at_is_found() -> None:
    screen = read_screen([{"ref": 1, "box": [0, 0, 9, 9]}, {"id": "app:mail", "bounds": [0, 0, 9, 9]}])
    calls = [
        ({"ref": 1}, ["1"], []),
        ({"element": "app:mail"}, ["app:mail"], []),
        ({"text": "app:mail", "rungs": 1}, [], []),
        ({"x": 3, "y": 4.5}, [], [[3, 4.5]]),
        ({"from_x": 1, "from_y": 2, "to_x": 3, "to_y": 4}, [], [[1, 2], [3, 4]]),
        ({"path": [[1, 2], [3, 4]]}, [], [[1, 2], [3, 4]]),
        ({"x": True, "y": 1}, [], []),
    ]
    for arguments, ids, points in calls:
        assert touched([{"arguments": arguments}], screen) == {"ids": ids, "points": points}
