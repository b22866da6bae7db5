"""Lists of actions: parallel calls, each of which is a step."""

import pytest

from cube_core import Action, turn_messages
from cube_gym import Outcome, TaskEnv
from tests.env.tasks import STOP, add, counting


def call(call_id: str, name: str = "add", **arguments: object) -> Action:
    return Action(id=call_id, name=name, arguments=arguments)


@pytest.fixture
def env() -> TaskEnv:
    made = TaskEnv(counting(target=5), max_steps=4)
    made.reset(seed=0)
    return made


def test_each_is_answered_under_its_id_in_order(env: TaskEnv) -> None:
    step = env.step([call("a"), call("b", amount=2)])
    answers = [content for content in step.obs.contents if content.name != "tree"]
    assert [(content.tool_call_id, content.data) for content in answers] == [("a", "1"), ("b", "3")]


def test_each_counts_for_the_budget_and_the_world(env: TaskEnv) -> None:
    step = env.step([call("a"), call("b"), call("c", "fail")])
    assert [event.success for event in step.info["world"].history] == [True, True, False]
    assert not step.truncated
    assert env.step(call("d")).truncated


def test_after_an_end_the_rest_are_answered_as_not_executed(env: TaskEnv) -> None:
    step = env.step([call("a", amount=5), call("b"), call("c", "no_such")])
    assert (step.reward, step.done, step.truncated) == (1.0, True, False)
    messages = turn_messages(step.obs)
    assert [message["tool_call_id"] for message in messages] == ["a", "b", "c"]
    assert all("Not executed" in message["content"] for message in messages[1:])
    assert step.info["details"]["count"] == 5
    assert len(step.info["world"].history) == 1


def test_the_stop_in_the_middle_ends_it(env: TaskEnv) -> None:
    step = env.step([call("a"), STOP, call("b")])
    assert (step.done, step.truncated) == (True, False)
    assert env.task.tool.count == 1  # type: ignore[union-attr]


def test_the_budget_in_the_middle_ends_it_as_truncated(env: TaskEnv) -> None:
    step = env.step([call(str(number)) for number in range(6)])
    assert (step.done, step.truncated, step.reward) == (False, True, 0.0)
    assert env.task.tool.count == 4  # type: ignore[union-attr]
    assert sum("Not executed" in str(content.data) for content in step.obs.contents) == 2


def test_a_fault_in_the_middle_ends_it_and_its_error_is_told(env: TaskEnv) -> None:
    step = env.step([call("a", "fail"), call("b", "break_tool"), call("c")])
    assert step.info["outcome"] is Outcome.TASK_FAULT
    assert (step.done, step.truncated) == (False, True)
    assert "fell off" in str(step.error)
    assert step.obs.contents[-1].tool_call_id == "c"


def test_the_error_is_the_first_and_the_outcome_the_worst(env: TaskEnv) -> None:
    step = env.step([call("a"), call("b", "fail"), call("c", "no_such")])
    assert "cannot be done" in str(step.error)
    assert step.info["outcome"] is Outcome.INVALID_ACTION


def test_rewards_on_the_way_are_summed() -> None:
    env = TaskEnv(counting(target=4, steady=True))
    env.reset(seed=0)
    assert env.step([add(), add()]).reward == pytest.approx(0.5)
    assert env.step([add(), add()]).reward == pytest.approx(0.5)


def test_a_list_of_one_is_like_the_action_itself() -> None:
    one, other = TaskEnv(counting()), TaskEnv(counting())
    one.reset(seed=3)
    other.reset(seed=3)
    assert one.step([add()]) == other.step(add())
