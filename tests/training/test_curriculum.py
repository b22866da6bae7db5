"""Training episodes start on the way of a scripted solution, and farther from its end as they succeed."""

# Environments under wrappers have no types here.
# The extra's modules are imported when it is known to be there.
# ruff: noqa: ANN401

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra: `pip install 'cube-gym[rl]'`")

from benchmarks.training.curriculum import RECENT, SPARE, Lessons, ReverseCurriculum, Start, demonstrate
from benchmarks.training.tasks import CONDITIONS, MEMORY, Condition, make_env
from cube_core import Action

TEMPLATE = "clear-done"
QUESTION = "company-of-contact"
CONDITION = Condition((TEMPLATE,))


@pytest.fixture
def env() -> Iterator[Any]:
    env = make_env(TEMPLATE, "train", CONDITION)
    yield env
    env.close()


def test_the_last_state_of_a_solution_needs_its_last_action_only(env: Any) -> None:
    states = demonstrate(env, 3)
    env.reset(options={"snapshot": states[-1]})
    _, reward, terminated, *_ = env.step(Action(name="final_step"))
    assert (reward, terminated) == (1, True)
    env.reset(options={"snapshot": states[0]})
    _, reward, terminated, *_ = env.step(Action(name="final_step"))
    assert (reward, terminated) == (0, True)


def test_the_frontier_moves_after_successes_there_and_after_nothing_else(env: Any) -> None:
    lessons = Lessons(0)
    start = lessons.draw(env)
    assert (start.left, lessons.frontier) == (1, 1)
    for _ in range(RECENT):
        lessons.report(start, success=False)
    assert lessons.frontier == 1
    for _ in range(RECENT):
        lessons.report(start, success=True)
    assert lessons.frontier > 1
    reached = lessons.frontier
    for _ in range(5 * RECENT):
        lessons.report(Start(None, reached - 1, start.total), success=True)
    assert lessons.frontier == reached


def test_the_frontier_ends_at_the_beginning_of_the_solution(env: Any) -> None:
    lessons = Lessons(0)
    lessons.draw(env)
    for _ in range(50 * RECENT):
        lessons.report(Start(None, lessons.frontier, lessons.longest), success=True)
    assert lessons.frontier == lessons.longest == len(demonstrate(env, 0))


def test_environments_of_one_template_share_their_starts(env: Any) -> None:
    lessons, other = Lessons(0), make_env(TEMPLATE, "train", CONDITION)
    first, second = (ReverseCurriculum(each, lessons) for each in (env, other))
    first.reset()
    second.reset()
    assert env.get_wrapper_attr("sighting").goal == other.get_wrapper_attr("sighting").goal
    other.close()


def test_an_episode_fails_when_its_budget_is_used_up_and_is_no_truncation(env: Any) -> None:
    training = ReverseCurriculum(env, Lessons(0))
    training.reset()
    home = env.get_wrapper_attr("encode")(Action(name="press_home"))
    ends = [training.step(home)[1:4] for _ in range(1 + SPARE)]
    assert ends == [(0, False, False)] * SPARE + [(0, True, False)]


def test_a_start_can_be_given_so_that_a_group_of_episodes_begins_alike(env: Any) -> None:
    lessons = Lessons(0)
    training, start = ReverseCurriculum(env, lessons), lessons.draw(env)
    one, _ = training.reset(options={"start": start})
    other, _ = training.reset(options={"start": start})
    assert all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize("template", MEMORY)
def test_what_is_typed_later_is_remembered_in_time(template: str) -> None:
    condition = CONDITIONS["memory"]
    env: Any = make_env(template, "train", condition)
    states = demonstrate(env, 1, remember=True)
    assert len(states) == 1 + len(demonstrate(env, 1))
    typed = Action(name="type_text", arguments={"text": states[-1].world.variables["text_1"]})
    numbers = []
    for state in states:
        env.reset(options={"snapshot": state})
        numbers.append(env.get_wrapper_attr("encode")(typed))
    assert any(state.world.variables and number is not None for state, number in zip(states, numbers, strict=True))
    env.close()


def test_several_texts_of_one_screen_are_remembered(offering: Callable[[str], Any]) -> None:
    env = offering("settings-from-mail")
    states = demonstrate(env, 1, remember=True)
    kept = set(states[-1].world.variables.values())
    assert len(kept) == len(states) - len(demonstrate(env, 1)) > 1


def test_what_was_on_no_screen_can_be_typed_but_not_remembered(offering: Callable[[str], Any]) -> None:
    env = offering("contact-from-message")
    assert demonstrate(env, 1)
    with pytest.raises(RuntimeError, match=r"types '.+', which was on no screen"):
        demonstrate(env, 1, remember=True)


@pytest.mark.parametrize(("others", "offered"), [((), False), ((QUESTION,), True), (("order-once",), True)])
def test_an_answer_is_offered_where_one_of_the_tasks_may_want_it(others: tuple[str, ...], *, offered: bool) -> None:
    env = make_env(TEMPLATE, "train", Condition((TEMPLATE, *others)))
    names = [gesture.name for gesture in env.get_wrapper_attr("gestures")]
    assert ("answer" in names) == offered
    assert "final_step" in names
    env.close()


@pytest.fixture
def offering() -> Iterator[Callable[[str], Any]]:
    """Makes environments in which texts can be remembered."""
    with ExitStack() as opened:

        def make(template: str) -> Any:
            env = make_env(template, "train", CONDITIONS["memory"])
            opened.callback(env.close)
            return env

        yield make
