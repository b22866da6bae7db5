"""Ends, budgets, and when an episode is judged."""

# Anything is tried here.
# ruff: noqa: ANN401

from typing import Any

import pytest
from gymnasium.error import ResetNeeded
from hypothesis import given
from hypothesis import strategies as st

from cube_core import Action
from cube_gym import TaskEnv
from tests.env.tasks import STOP, add, counting


def played(env: TaskEnv, actions: list[Any]) -> list[tuple[float, bool, bool]]:
    env.reset(seed=0)
    return [(step.reward, step.done, step.truncated) for step in map(env.step, actions)]


def test_a_goal_reached_on_the_very_step_the_budget_runs_out_is_terminated_only() -> None:
    assert played(TaskEnv(counting(), max_steps=3), [add()] * 3)[-1] == (1.0, True, False)


def test_a_stop_on_the_last_step_is_terminated_only() -> None:
    assert played(TaskEnv(counting(), max_steps=2), [add(), STOP])[-1] == (0.0, True, False)


def test_a_budget_that_runs_out_truncates() -> None:
    assert played(TaskEnv(counting(target=99), max_steps=3), [add()] * 3)[-1] == (0.0, False, True)


@given(
    actions=st.lists(st.sampled_from([add(), add(2), STOP, Action(name="fail", arguments={}), 5]), min_size=1),
    max_steps=st.integers(1, 6),
    steady=st.booleans(),
)
def test_an_episode_ends_once_by_one_of_the_two_and_its_rewards_sum_to_the_score(
    actions: list[Any],
    max_steps: int,
    steady: bool,  # noqa: FBT001, drawn
) -> None:
    env = TaskEnv(counting(steady=steady), max_steps=max_steps)
    env.reset(seed=0)
    rewards = 0.0
    for number, action in enumerate(actions, 1):
        step = env.step(action)
        rewards += step.reward
        assert not (step.done and step.truncated)
        assert step.truncated == (number == max_steps and not step.done)
        if step.done or step.truncated:
            assert rewards == pytest.approx(env.task.evaluate()[0])
            with pytest.raises(ResetNeeded):
                env.step(add())
            return
    assert number < max_steps


@pytest.mark.parametrize("last", [add(3), STOP, add(), Action(name="no_such", arguments={}), "nonsense"])
def test_the_verifier_runs_once_at_the_end(last: Any) -> None:
    env = TaskEnv(counting(), max_steps=2)
    env.reset(seed=0)
    env.step(add(0))
    assert env.task.evaluations == 0  # type: ignore[attr-defined]
    step = env.step(last)
    assert step.done or step.truncated
    assert env.task.evaluations == 1  # type: ignore[attr-defined]
    assert set(step.info["details"]) == {"count"}


@pytest.mark.parametrize("actions", [[add(), add(), add()], [add(), 5, add(), STOP], [add(2)] + [5] * 3])
def test_a_task_judged_at_each_step_runs_its_verifier_at_each_step(actions: list[Any]) -> None:
    env = TaskEnv(counting(steady=True), max_steps=4)
    assert sum(reward for reward, _, _ in played(env, actions)) == pytest.approx(env.task.evaluate()[0])
    assert env.task.evaluations == len(actions) + 1  # type: ignore[attr-defined]


def test_the_budget_is_max_steps_else_what_the_task_recommends_else_a_hundred() -> None:
    def steps(env: TaskEnv) -> int:
        env.reset(seed=0)
        return next(number for number in range(1, 200) if env.step(add(0)).truncated)

    assert steps(TaskEnv(counting(recommended_max_steps=7), max_steps=4)) == 4
    assert steps(TaskEnv(counting(recommended_max_steps=7))) == 7
    assert steps(TaskEnv(counting())) == 100


@pytest.mark.parametrize("max_steps", [0, -1, True, 2.5, "3"])
def test_a_budget_that_is_no_number_from_1_on_is_refused(max_steps: Any) -> None:
    with pytest.raises(ValueError, match="max_steps is a whole number from 1 on"):
        TaskEnv(counting(), max_steps=max_steps)


def test_step_before_reset_needs_a_reset() -> None:
    with pytest.raises(ResetNeeded):
        TaskEnv(counting()).step(add())


def test_a_new_episode_begins_with_a_full_budget_and_no_score() -> None:
    env = TaskEnv(counting(steady=True), max_steps=2)
    for _ in range(3):
        assert [reward for reward, *_ in played(env, [add(), add()])] == pytest.approx([1 / 3, 1 / 3])
        assert played(env, [add(), add()])[-1][1:] == (False, True)


def test_the_steps_taken_and_left_are_told() -> None:
    env = TaskEnv(counting(recommended_max_steps=7))
    with pytest.raises(ResetNeeded):
        _ = env.steps_taken
    with pytest.raises(ResetNeeded):
        _ = env.steps_left
    env.reset(seed=0)
    assert (env.steps_taken, env.steps_left) == (0, 7)
    for action, taken in ((add(), 1), (5, 2), ([add(0), add(0)], 4)):
        env.step(action)  # type: ignore[arg-type]
        assert (env.steps_taken, env.steps_left) == (taken, 7 - taken)
    state = env.snapshot()
    env.step(STOP)
    assert (env.steps_taken, env.steps_left) == (5, 0)
    env.restore(state)
    assert (env.steps_taken, env.steps_left) == (4, 3)
    env.reset()
    assert (env.steps_taken, env.steps_left) == (0, 7)


def test_a_list_that_is_longer_than_the_budget_leaves_nothing() -> None:
    env = TaskEnv(counting(), max_steps=2)
    env.reset(seed=0)
    env.step([add(0)] * 5)
    assert (env.steps_taken, env.steps_left) == (2, 0)


@pytest.mark.parametrize("allowed", [(), {"add"}, ["add", "final_step"]])
def test_an_agent_may_always_stop(allowed: Any) -> None:
    task = counting().make()
    task.allowed_actions = lambda: allowed  # type: ignore[method-assign]
    env = TaskEnv(task)
    env.reset(seed=0)
    assert env.action_set[-1].name == "final_step"
    assert [schema.name for schema in task.action_set] == [schema.name for schema in env.action_set]
    assert env.step(STOP).done
