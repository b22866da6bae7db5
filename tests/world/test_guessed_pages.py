"""`WorldConfig(page_from_scene=True)`: the page is guessed from the raw scene where no semantic scene names it."""

import pytest

from world import PlannedStep, Scene, SemanticScene, StepResult, WorldConfig, WorldModel

HEADING = {"role": "heading", "text": "Inbox"}


@pytest.mark.parametrize(
    ("scene", "page"),
    [
        (Scene([{"page": "mail/inbox"}], "Welcome"), "mail/inbox"),
        (Scene([HEADING, {"role": "list", "activity": ".InboxActivity"}]), ".InboxActivity"),
        (Scene([{"role": "list", "children": [{"role": "button"}, HEADING]}], "Welcome"), "Inbox"),
        (Scene([{"type": "Window", "label": "", "title": "Mail"}]), "Mail"),
        (Scene([{"role": "button", "text": "Send"}], "\n  Welcome  \nto the mail"), "Welcome"),
        (Scene(text="x" * 81), "mail"),
        (Scene(["text", 5, {"role": 5}, {"role": "heading"}, {"children": "none"}]), "mail"),
        (Scene([{"role": "text"}] * 200 + [HEADING]), "mail"),
        (Scene(), "mail"),
    ],
    ids=["page", "activity", "heading", "window", "text", "long text", "malformed", "too far down", "launched app"],
)
def test_the_page_is_guessed_from_the_scene(scene: Scene, page: str) -> None:
    world = WorldModel(WorldConfig(page_from_scene=True))
    world.observe(scene, None, PlannedStep("launch_app", {"app": "mail"}), StepResult(success=True))
    assert world.state.current_page == page


def test_a_semantic_page_is_better_than_a_guess() -> None:
    world = WorldModel(WorldConfig(page_from_scene=True))
    world.observe(Scene([HEADING]), SemanticScene("mail/inbox"), PlannedStep("tap"), StepResult(success=True))
    assert world.state.current_page == "mail/inbox"
    world.observe(Scene([HEADING]), SemanticScene(None), PlannedStep("tap"), StepResult(success=True))
    assert world.state.current_page == "Inbox"


@pytest.mark.parametrize(
    ("step", "success"), [(PlannedStep("launch_app", {"app": "maps"}), False), (PlannedStep("tap"), True)]
)
def test_without_any_clue_the_page_stays(step: PlannedStep, success: bool) -> None:  # noqa: FBT001
    world = WorldModel(WorldConfig(page_from_scene=True))
    world.reset(SemanticScene("home"))
    world.observe(Scene(), None, step, StepResult(success=success))
    assert world.state.current_page == "home"
