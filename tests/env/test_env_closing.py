"""`close`: twice, early, after failure; and what is left to do with a closed environment."""

# Anything is tried here.
# ruff: noqa: ANN401

from typing import Any

import gymnasium as gym
import pytest
from gymnasium.error import ClosedEnvironmentError

import cube_gym
from cube_core import TaskFault, Toolbox
from cube_gym import TaskEnv
from tests.env.tasks import CounterTask, Rooms, add, counting

cube_gym.register(Rooms)


def test_it_can_be_closed_twice_and_closes_the_task_once() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    tool: Any = env.task.tool
    env.close()
    env.close()
    assert tool.closed == 1


def test_it_can_be_closed_before_the_first_reset() -> None:
    TaskEnv(counting()).close()
    gym.make("cube/rooms.count-3-v0").close()


def test_a_live_task_that_was_never_reset_is_closed() -> None:
    task = counting().make()
    TaskEnv(task).close()
    assert task.tool.closed == 1


def test_it_can_be_closed_after_a_reset_that_failed() -> None:
    env = TaskEnv(counting(breaks_in=("reset",)))
    with pytest.raises(TaskFault):
        env.reset(seed=0)
    env.close()
    env.close()


def test_it_can_be_closed_after_a_fault() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    env.step(add().model_copy(update={"name": "break_tool", "arguments": {}}))
    env.close()


def test_a_with_block_closes_it() -> None:
    with TaskEnv(counting()) as env:
        env.reset(seed=0)
        tool: Any = env.task.tool
    assert tool.closed == 1


def test_an_error_inside_a_with_block_comes_out_as_it_is() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    with pytest.raises(ZeroDivisionError), env:
        raise ZeroDivisionError


def test_what_a_task_raises_when_it_is_closed_comes_out_once() -> None:
    env = TaskEnv(CounterTask(counting(), counting().make().tool))
    env.reset(seed=0)
    env.task.config = counting(breaks_in=("close",))
    with pytest.raises(RuntimeError, match="close broke"):
        env.close()
    env.close()


def test_a_task_that_cannot_be_closed_does_not_hide_why_it_could_not_start() -> None:
    config = counting()
    env = TaskEnv(config)
    env._draws.configs[0] = counting(breaks_in=("reset", "close"))
    with pytest.raises(TaskFault, match="reset broke"):
        env.reset(seed=0)


def test_a_failing_tool_does_not_keep_the_others_open() -> None:
    class Failing(type(counting().make().tool)):  # type: ignore[misc]
        def close(self) -> None:
            raise RuntimeError("stuck")

    first, second = counting().make().tool, Failing()
    with pytest.raises(RuntimeError, match="stuck"):
        _only_close(second, first).close()
    assert first.closed == 1


def _only_close(*tools: Any) -> Toolbox:
    box = Toolbox.__new__(Toolbox)
    box.tools = tools
    return box


def test_drawing_another_task_closes_the_old_one() -> None:
    env = TaskEnv(benchmark="rooms")
    env.reset(options={"task_id": "count-3"})
    tool: Any = env.task.tool
    env.reset(options={"task_id": "count-5"})
    assert tool.closed == 1


def test_tasks_that_were_made_for_their_actions_are_closed() -> None:
    closed = []

    class Watched(CounterTask):
        def close(self) -> None:
            closed.append(self.config.metadata.id)

    class WatchedConfig(type(counting())):  # type: ignore[misc]
        def make(self) -> CounterTask:
            return Watched(self, counting().make().tool)

    TaskEnv(WatchedConfig(metadata=counting(id="watched").metadata))
    assert closed == ["watched"]


@pytest.mark.parametrize("call", ["step", "reset", "render", "snapshot", "task"])
def test_after_close_everything_says_that_it_is_closed(call: str) -> None:
    env = TaskEnv(counting(), render_mode="ansi")
    env.reset(seed=0)
    state = env.snapshot()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        getattr(env, call)(*([add()] if call == "step" else []))
    with pytest.raises(ClosedEnvironmentError):
        env.restore(state)


def test_dropping_it_unclosed_is_silent() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    del env
