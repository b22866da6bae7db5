"""What an agent does wrong is the agent's; what breaks in the task is marked and counts for nothing."""

# Anything is tried here.
# ruff: noqa: ANN401

from typing import Any

import gymnasium as gym
import pytest
from gymnasium.error import ResetNeeded

from cube_core import Action, AgentStop, Observation, TaskFault, TaskMetadata
from cube_gym import Outcome, TaskEnv
from tests.env.tasks import STOP, CounterConfig, CounterTask, add, counting


def do(name: str) -> Action:
    return Action(id="call", name=name, arguments={})


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        (add(), Outcome.OK),
        (Action(name="add_later", arguments={"amount": 1}), Outcome.OK),
        (STOP, Outcome.OK),
        (do("no_such"), Outcome.INVALID_ACTION),
        (add("two"), Outcome.INVALID_ACTION),
        (do("fail"), Outcome.ACTION_FAILED),
        (do("give_odd"), Outcome.ACTION_FAILED),
        (do("break_tool"), Outcome.TASK_FAULT),
    ],
)
def test_each_way_that_a_step_can_go_has_its_outcome(action: Action, outcome: Outcome) -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    step = env.step(action)
    assert step.info["outcome"] is outcome
    assert step.info["outcome"] == outcome.value
    assert (step.error is None) == (outcome is Outcome.OK)
    assert all(content.tool_call_id == action.id for content in step.obs.contents)


def test_failed_actions_never_end_an_episode() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    for name in ("fail", "no_such", "give_odd") * 3:
        step = env.step(do(name))
        assert (step.done, step.truncated) == (False, False)
    assert env.step(add(3)).reward == 1.0


@pytest.mark.parametrize("name", ["interrupt", "leave"])
def test_interrupts_pass_through(name: str) -> None:
    env = TaskEnv(counting(hazards=True))
    env.reset(seed=0)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        env.step(do(name))


@pytest.mark.parametrize("place", ["observe", "evaluate"])
@pytest.mark.parametrize("how", ["breaks_in", "stops_in"])
def test_what_breaks_on_the_tasks_side_is_a_fault_that_truncates(place: str, how: str) -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    env.task.config = env.task.config.model_copy(update={how: (place,)})
    step = env.step(add(3))
    assert step.info["outcome"] is Outcome.TASK_FAULT
    assert (step.reward, step.done, step.truncated) == (0.0, False, True)
    assert step.error is not None


def tool() -> Any:
    return counting().make().tool


@pytest.mark.parametrize("score", ["nan", "inf", "-inf"])
@pytest.mark.parametrize("ends_by", ["finishing", "budget"])
def test_a_score_that_is_no_finite_number_is_a_fault(score: str, ends_by: str) -> None:
    env = TaskEnv(_HalfWay(counting(score=score), tool()), max_steps=1)
    env.reset(seed=0)
    step = env.step(add(3 if ends_by == "finishing" else 2))
    assert step.info["outcome"] is Outcome.TASK_FAULT
    assert (step.reward, step.done, step.truncated) == (0.0, False, True)


class _HalfWay(CounterTask):
    """Gives its score whatever the count."""

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(self.config.score), {}


def test_after_a_fault_the_next_reset_makes_the_task_anew() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    broken = env.task
    env.step(do("break_tool"))
    env.reset()
    assert env.task is not broken
    assert broken.tool.closed == 1  # type: ignore[union-attr]
    assert env.step(add(3)).reward == 1.0


def test_without_a_fault_the_task_is_kept() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    kept = env.task
    env.step(do("fail"))
    env.reset()
    assert env.task is kept


def test_a_task_that_cannot_start_is_made_anew_once() -> None:
    made: list[CounterTask] = []

    class Watched(CounterConfig):
        def make(self) -> CounterTask:
            made.append(super().make())
            return made[-1]

    config = Watched(metadata=TaskMetadata(id="stuck"), breaks_in=("reset",))
    env = TaskEnv(config)
    made.clear()
    with pytest.raises(TaskFault):
        env.reset(seed=0)
    assert [task.tool.closed for task in made] == [1, 1]


class Fading(CounterTask):
    """A task whose resets break as often as it is told, and whose config makes another kind of task."""

    breaking = 0

    def reset(self, *, seed: int | None = None) -> Any:
        if self.breaking:
            self.breaking -= 1
            raise RuntimeError("no connection")
        return super().reset(seed=seed)


@pytest.mark.parametrize("breaking", [1, 2, 3])
def test_a_live_task_stays_however_often_it_cannot_be_reset(breaking: int) -> None:
    live = Fading(counting(), tool())
    env = TaskEnv(live)
    first = env.reset(seed=5)[0]
    live.breaking = breaking
    for _ in range((breaking + 1) // 2):
        if live.breaking > 1:
            with pytest.raises(TaskFault, match="no connection"):
                env.reset(seed=5)
    assert env.reset(seed=5)[0] == first
    assert env.task is live
    assert live.tool.closed == 0


def test_a_live_task_that_breaks_in_a_step_is_reset_and_not_replaced() -> None:
    live = CounterTask(counting(), tool())
    env = TaskEnv(live)
    env.reset(seed=5)
    assert env.step(do("break_tool")).info["outcome"] is Outcome.TASK_FAULT
    env.reset(seed=5)
    assert env.task is live
    assert env.step(add(3)).reward == 1.0
    env.close()
    assert live.tool.closed == 1


@pytest.mark.parametrize("how", ["interrupt", "leave"])
def test_an_interrupted_step_ends_the_episode_and_the_next_reset_makes_the_task_anew(how: str) -> None:
    env = TaskEnv(counting(hazards=True))
    first = env.reset(seed=1)[0]
    interrupted = env.task
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        env.step(do(how))
    assert env.steps_left == 0
    with pytest.raises(ResetNeeded):
        env.step(add())
    assert env.reset(seed=1)[0] == first
    assert env.task is not interrupted
    assert env.step(add(3)).reward == 1.0


def test_an_interrupted_reset_makes_the_task_anew() -> None:
    env = TaskEnv(counting())
    first = env.reset(seed=1)[0]
    interrupted: Any = env.task

    def interrupt(**_: Any) -> None:
        raise KeyboardInterrupt

    interrupted.reset = interrupt
    with pytest.raises(KeyboardInterrupt):
        env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        env.step(add())
    assert env.reset(seed=1)[0] == first
    assert env.task is not interrupted


def test_a_fault_at_the_start_names_the_reset_that_repeats_it() -> None:
    env = TaskEnv(Fading(counting(id="gone"), tool()))
    named = []
    calls: list[dict[str, Any]] = [
        {"seed": 5},
        {},
        {"options": {"group_id": 3, "group_seed": 1}},
        {"options": {"task_id": "gone"}},
    ]
    for ways in calls:
        live: Any = env._stage.slot.task
        live.breaking = 2
        with pytest.raises(TaskFault) as caught:
            env.reset(**ways)
        named.append(str(caught.value).partition(" by ")[2].partition(", which")[0])
    assert named == [
        "reset(seed=5)",
        "reset() as episode 2 from seed 5 on",
        "reset(options={'group_id': 3, 'group_seed': 1})",
        "reset(options={'task_id': 'gone'}) as episode 3 from seed 5 on",
    ]


def test_a_fault_at_the_start_names_a_seed_that_nobody_gave() -> None:
    env = TaskEnv(counting(breaks_in=("reset",)))
    with pytest.raises(TaskFault) as caught:
        env.reset()
    assert f"by reset(seed={env.np_random_seed}), which draws seed" in str(caught.value)


@pytest.mark.parametrize(
    ("place", "how"), [("reset", "breaks_in"), ("reset", "stops_in"), ("observe", "stops_in"), ("make", "breaks_in")]
)
def test_a_task_that_cannot_start_is_a_task_fault_with_task_seed_and_cause(place: str, how: str) -> None:
    config = counting(id="stuck")
    env = TaskEnv(config)
    env._draws.configs[0] = config.model_copy(update={how: (place,)})
    with pytest.raises(
        TaskFault, match=r"stuck could not be started by reset\(seed=0\), which draws seed \d+ "
    ) as caught:
        env.reset(seed=0)
    assert isinstance(caught.value.__cause__, RuntimeError | AgentStop)
    env.close()


@pytest.mark.parametrize("given", [None, ("text", {}), (None, {}), 5])
def test_a_reset_that_gives_something_else_is_a_task_fault(given: Any) -> None:
    class Odd(CounterTask):
        def reset(self, *, seed: int | None = None) -> Any:
            del seed
            return given

    env = TaskEnv(Odd(counting(id="odd"), tool()))
    with pytest.raises(TaskFault, match="odd could not be started"):
        env.reset(seed=0)


def test_an_agent_that_stops_without_solving_fails_and_that_counts() -> None:
    env = TaskEnv(counting())
    env.reset(seed=0)
    step = env.step(STOP)
    assert (step.reward, step.done, step.info["outcome"]) == (0.0, True, Outcome.OK)


def test_a_reset_that_was_refused_leaves_the_environment_usable() -> None:
    env = gym.make("cube_gym:cube/Task-v0", task=counting().model_dump(mode="json"))
    with pytest.raises(ValueError, match="no option 'tsak_id'"):
        env.reset(options={"tsak_id": "x"})
    env.reset(seed=0)
    assert env.step(add(1))[4]["outcome"] == "ok"


def test_an_observation_that_a_task_keeps_is_handed_out_as_a_copy() -> None:
    task = counting().make()
    kept, info = task.reset(seed=0)
    task.reset = lambda *, seed=None: (kept, info)  # type: ignore[method-assign]  # noqa: ARG005, as a task that keeps it
    env = TaskEnv(task)
    given, _ = env.reset(seed=0)
    given += Observation.from_text("a note of the agent")
    assert len(env.reset(seed=0)[0].contents) == len(kept.contents)
