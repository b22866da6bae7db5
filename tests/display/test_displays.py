"""Things in a notebook: what they show, that nothing in them runs, and that reprs stay short."""

import inspect
from html.parser import HTMLParser

import pytest
from _pytest.mark import ParameterSet

from cube_core import ImageContent, InvalidAction, Observation, StepError, StructuredContent, TextContent
from cube_core.action import ActionSet
from cube_core.display.markup import LONGEST
from cube_gym import EnvStep, Outcome, TaskEnv, catalogue
from cube_gym.evaluation import End, Evaluation
from cube_gym.statistics import summarize
from tests.display.things import EVIL, PICTURE, result, state, things, tree
from world import PlannedStep, SemanticScene, WorldEvent, WorldState


class Reader(HTMLParser):
    """Reads HTML as a browser does: which elements, with which attributes, and the text that is seen."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in {"img", "rect"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += "" if "style" in self.open else data


def shown(thing: object) -> Reader:
    source = thing._repr_html_()  # type: ignore[attr-defined]
    assert isinstance(source, str)
    return Reader(source)


def each(text: str) -> list[ParameterSet]:
    return [pytest.param(thing, id=f"{type(thing).__name__}-{index}") for index, thing in enumerate(things(text))]


def drawable(text: str) -> list[ParameterSet]:
    return [one for one in each(text) if hasattr(one.values[0], "_repr_html_")]


@pytest.mark.parametrize("thing", drawable(EVIL))
def test_no_text_becomes_markup(thing: object) -> None:
    read = shown(thing)
    assert not {"script", "iframe", "object", "embed", "link", "a"} & set(read.tags)
    assert not {name for name in read.attributes if name.startswith("on")}
    assert read.open == []


@pytest.mark.parametrize("thing", drawable(EVIL))
def test_pictures_are_the_things_own(thing: object) -> None:
    source = thing._repr_html_()  # type: ignore[attr-defined]
    assert source.count("<img ") == source.count('<img src="data:image/png;base64,')


@pytest.mark.parametrize("thing", each("word " * 10_000))
def test_a_repr_is_short_whatever_is_in_the_thing(thing: object) -> None:
    assert len(repr(thing)) < 1_500
    assert "\n" not in repr(thing)
    assert "base64" not in repr(thing)


@pytest.mark.parametrize("thing", drawable("x" * 100_000))
def test_a_long_text_is_cut(thing: object) -> None:
    assert len(shown(thing).text) < 20 * LONGEST


def test_what_is_left_out_of_a_long_text_is_counted() -> None:
    assert "(6,000 more characters)" in shown(TextContent(data="x" * 10_000)).text


def test_an_observation_shows_its_picture_with_a_box_for_each_element() -> None:
    read = shown(Observation(contents=[StructuredContent(data=tree(size=3)), ImageContent(data=PICTURE)]))
    assert read.tags.count("img") == 1
    assert read.tags.count("rect") == 3
    assert "3 elements" in read.text


def test_a_tree_without_a_picture_is_drawn() -> None:
    read = shown(Observation(contents=[StructuredContent(data=tree("Send"))]))
    assert "img" not in read.tags
    assert read.tags.count("rect") == 1
    assert read.text.count("Send") >= 4  # the box's name and label, and the table


def test_what_is_not_on_the_screen_has_no_box_and_a_row() -> None:
    elements = [{"id": "far", "bounds": [500, 500, 600, 600]}, {"id": "flat", "bounds": [1, 1, 9, 1]}]
    read = shown(Observation(contents=[StructuredContent(data=elements), ImageContent(data=PICTURE)]))
    assert "rect" not in read.tags
    assert "far" in read.text
    assert "flat" in read.text


def test_an_error_is_in_red_with_its_text_and_its_stack_on_a_click() -> None:
    error = StepError(error_type="ValueError", exception_str="no such app", stack_trace="line 3")
    source = error._repr_html_()
    assert 'class="cube-error"' in source
    assert "ValueError: no such app" in shown(error).text
    assert "line 3" in shown(error).text


def test_an_error_that_no_content_tells_of_is_shown_too() -> None:
    seen = Observation(contents=[], error=InvalidAction.because("it flies"))
    assert "InvalidAction: it flies" in shown(seen).text


def test_a_step_shows_what_it_changed_in_the_world() -> None:
    first = WorldEvent(SemanticScene("home"), PlannedStep("press_home"), success=True)
    then = WorldEvent(
        SemanticScene("mail.inbox"), PlannedStep("launch_app", {"remember": {"who": "Ann"}}), success=True
    )
    world = WorldState("mail", "mail.inbox", {"who": "Ann", "old": 1}, [first, then])
    taken = EnvStep(Observation(), 1.0, done=False, truncated=False, info={"world": world, "outcome": Outcome.OK})
    text = shown(taken).text
    assert "home → mail.inbox" in text
    assert "who = Ann" in text
    assert "1 remembered before" in text
    assert "reward 1" in text


def test_a_step_without_a_world_shows_none() -> None:
    taken = EnvStep(Observation.from_text("hi"), 0.0, done=False, truncated=True, info={"world": None})
    assert "world" not in shown(taken).text
    assert "truncated" in shown(taken).text


def test_a_long_history_shows_its_last_events() -> None:
    read = shown(state(events=100))
    assert "70 earlier steps are not shown" in read.text
    assert read.tags.count("tr") < 50


def test_half_a_surrogate_pair_is_shown_as_a_replacement() -> None:
    broken = TextContent.model_construct(data="half \ud83d", name=None, tool_call_id=None)
    assert broken._repr_html_().encode()


def test_the_actions_of_an_environment_are_a_table() -> None:
    env = TaskEnv("phone/rename-note")
    assert isinstance(env.action_set, list)
    assert "launch_app(app, remember?)" in shown(env.action_set).text
    assert repr(env.action_set).startswith("ActionSet(launch_app, ")
    env.reset(seed=0)
    assert isinstance(env.action_set, ActionSet)
    assert isinstance(env.task.action_set, ActionSet)


def test_an_evaluation_shows_its_failures_first() -> None:
    results = [result("won", 0, success=True), result("lost", 1)]
    text = shown(Evaluation(results, 2)).text
    table = text[text.rindex("2 episodes") :]
    assert table.index("lost") < table.index("won")


def test_too_many_faults_leave_a_reason_instead_of_a_rate() -> None:
    broken = [result().model_copy(update={"end": End.FAULT, "success": None, "reward": None})]
    text = shown(summarize(broken)).text
    assert "no success rate: 1 of 1 episodes faulted" in text


def test_announced_benchmarks_list_their_tasks() -> None:
    read = shown(catalogue.benchmark("phone"))
    assert "rename-note" in read.text
    assert read.tags.count("tr") > 100


def test_displays_import_nothing_before_they_are_asked() -> None:
    module = inspect.getmodule(Observation)
    assert module is not None
    assert not [name for name in vars(module) if name.endswith("_view")]
