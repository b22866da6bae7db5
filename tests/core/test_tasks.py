"""Tasks: what a step executes, shows, rewards and ends."""

import asyncio
import copy
import math
import pickle
from collections.abc import Collection
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest
from pydantic import ValidationError

from cube_core import (
    Action,
    AgentStop,
    EnvironmentOutput,
    InvalidAction,
    Observation,
    StructuredContent,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    TextContent,
    Tool,
    Toolbox,
    tool_action,
)
from cube_core.profiling import Profiling
from cube_core.task import merge_outputs

STOP = Action(id="s", name="final_step")


class Counter(Tool):
    def __init__(self) -> None:
        self.count = 0
        self.closed = 0

    @tool_action
    def add(self, amount: int = 1) -> str:
        """Add to the counter."""
        if amount < 0:
            raise ValueError("amounts are positive")
        self.count += amount
        return f"now {self.count}"

    @tool_action
    def leave(self, text: str) -> None:
        """Stop with a last word."""
        raise AgentStop(Observation(contents=[TextContent(data=text), StructuredContent(data=[1])]))

    @tool_action
    def break_down(self) -> None:
        """Break the task."""
        raise TaskFault("the counter is gone")

    def close(self) -> None:
        self.closed += 1


class CountingConfig(TaskConfig):
    target: int = 3
    at_each_step: bool = False

    def make(self) -> "Counting":
        return (CountingStepwise if self.at_each_step else Counting)(self, Counter())


class Counting(Task):
    tool: Counter
    config: CountingConfig

    def __init__(self, config: CountingConfig, tool: Counter) -> None:
        super().__init__(config, tool)
        self.kept = Observation(contents=[StructuredContent(data={"count": 0}, name="tree")])
        self.evaluated = 0

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        self.tool.count = 0
        return Observation.from_text("Count."), {"goal": "Count."}

    def observe(self) -> Observation:
        self.kept.contents[0].data["count"] = self.tool.count
        return self.kept

    def finished(self) -> bool:
        return bool(np.bool_(self.tool.count >= self.config.target))

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.evaluated += 1
        return min(self.tool.count / self.config.target, 1.0), {"count": self.tool.count}


class CountingStepwise(Counting):
    evaluate_each_step: ClassVar[bool] = True


def started(**fields: object) -> Counting:
    task = CountingConfig.model_validate({"metadata": TaskMetadata(id="count"), **fields}).make()
    task.reset(seed=0)
    return task


def add(amount: int = 1, call: str = "c") -> Action:
    return Action(id=call, name="add", arguments={"amount": amount})


def test_a_step_answers_the_action_and_shows_the_state_after_it() -> None:
    output = started().step(add(2))
    assert output.obs.contents == [
        TextContent(data="now 2", tool_call_id="c"),
        StructuredContent(data={"count": 2}, name="tree", tool_call_id="c"),
    ]
    assert (output.reward, output.done, output.truncated, output.error) == (0.0, False, False, None)
    assert output == EnvironmentOutput.model_validate(output.model_dump()).model_copy(update={"info": output.info})


def test_info_has_profiling_with_the_same_phases_after_every_step() -> None:
    task = started()
    outputs = [task.step(action) for action in (add(), add(-1), Action(name="fly"), [add(), add(0)], STOP)]
    assert all(output.info["profiling"] == Profiling({"action": 0, "observe": 0, "evaluate": 0}) for output in outputs)
    assert all(value >= 0 for value in outputs[0].info["profiling"].seconds.values())


def test_a_failed_or_refused_action_does_not_end_the_episode() -> None:
    task = started()
    failed, refused = task.step(add(-1)), task.step(Action(id="r", name="add", arguments={"amount": "1"}))
    assert failed.error is not None
    assert failed.error == failed.obs.error
    assert not isinstance(failed.error, InvalidAction)
    assert isinstance(refused.error, InvalidAction)
    for output, call in ((failed, "c"), (refused, "r")):
        assert (output.done, output.truncated, output.reward) == (False, False, 0.0)
        assert {content.tool_call_id for content in output.obs.contents} == {call}
    assert task.step(add(3)).done


def test_the_stop_ends_the_episode_with_its_observation_under_its_id() -> None:
    output = started().step(STOP)
    assert output.done
    assert output.error is None
    assert output.obs.contents[0] == TextContent(data="Task finished by the agent.", tool_call_id="s")
    told = started().step(Action(id="l", name="leave", arguments={"text": "bye"}))
    assert [content.tool_call_id for content in told.obs.contents] == ["l", "l", "l"]
    assert told.done


def test_the_episode_is_judged_once_when_it_ends() -> None:
    task = started()
    assert [task.step(add()).reward for _ in range(3)] == [0.0, 0.0, 1.0]
    assert task.evaluated == 1
    task.reset()
    task.step(add())
    output = task.step(STOP)
    assert output.reward == 1 / 3
    assert output.info["details"] == {"count": 1}


def test_rewards_on_the_way_sum_to_the_score() -> None:
    task = started(at_each_step=True)
    rewards = [task.step(add()).reward for _ in range(3)]
    assert rewards == pytest.approx([1 / 3] * 3)
    assert task.score == 1.0


def test_each_reset_begins_a_new_count_of_rewards() -> None:
    for task in (started(at_each_step=False), started(at_each_step=True)):
        for _ in range(3):
            task.reset()
            assert task.step(add(3)).reward == 1.0
        task.reset(seed=1)
        task.begin(0.25)
        assert task.step(add(3)).reward == 0.75


def test_what_was_handed_out_never_changes_although_the_task_keeps_and_changes_it() -> None:
    task = started()
    first, _ = task.reset()
    seen = [first, task.step(add()).obs]
    before = copy.deepcopy(seen)
    seen.append(task.step(add()).obs)
    task.reset()
    task.step(STOP)
    assert seen[:2] == before
    assert [o.contents[1].data["count"] for o in seen[1:]] == [1, 2]
    assert task.kept.contents[0].tool_call_id is None


def test_a_toolbox_of_ones_own_that_keeps_its_observation_is_not_changed() -> None:
    kept = Observation.from_text("kept")

    class Keeping(Counter):
        def execute_action(self, action: Action) -> Observation:
            del action
            return kept

    task = Counting(CountingConfig(metadata=TaskMetadata(id="k")), Keeping())
    assert len(task.step(add()).obs.contents) == 2
    assert kept == Observation.from_text("kept")


def test_parallel_actions_are_executed_in_order_and_reported_as_one() -> None:
    task = started()
    output = task.step([add(1, "A"), add(-1, "B"), Action(id="C", name="fly")])
    calls = [content.tool_call_id for content in output.obs.contents]
    assert calls == ["A", "A", "B", "B", "C", "C"]
    assert output.error is not None
    assert output.error.exception_str == "amounts are positive"
    assert output.obs.error == output.error
    assert not output.done
    assert task.step((add(2),)).done


def test_actions_after_the_end_are_answered_as_not_executed() -> None:
    task = started()
    output = task.step([add(3, "A"), add(1, "B"), Action(id="C", name="final_step")])
    assert task.tool.count == 3
    assert output.done
    assert output.reward == 1.0
    assert output.info["details"] == {"count": 3}
    assert [c.data for c in output.obs.contents[2:]] == ["Not executed: the episode is over."] * 2
    assert [c.tool_call_id for c in output.obs.contents] == ["A", "A", "B", "C"]


def test_merging_no_results_gives_an_empty_one_with_profiling() -> None:
    merged = merge_outputs([])
    assert merged.info.keys() == {"profiling"}
    assert type(merged.reward) is float


@pytest.mark.parametrize("thing", [None, "add", "", b"", {"name": "add"}, 5, [5], [add(), None]], ids=count())
def test_what_is_no_action_is_a_type_error(thing: Any) -> None:  # noqa: ANN401, that is the point
    with pytest.raises(TypeError, match=r"cube_core.Action or a list of them"):
        started().step(thing)


def test_only_allowed_actions_run() -> None:
    class Restricted(Counting):
        def allowed_actions(self) -> Collection[str]:
            return {"add", "final_step"}

    task = Restricted(CountingConfig(metadata=TaskMetadata(id="r")), Counter())
    assert [schema.name for schema in task.action_set] == ["add", "final_step"]
    error = task.step(Action(name="leave", arguments={"text": "x"})).error
    assert isinstance(error, InvalidAction)
    assert error.exception_str == "there is no action 'leave' now; there is: add, final_step"
    assert task.step(STOP).done


@pytest.mark.parametrize(
    "score",
    [math.nan, math.inf, None, "1", np.float64("nan"), [1.0], np.array([1.0]), np.array([1.0, 0.5]), 10**400],
    ids=count(),
)
def test_a_score_that_is_no_finite_number_is_the_tasks_fault(score: Any) -> None:  # noqa: ANN401, that is the point
    class Odd(Counting):
        def evaluate(self) -> tuple[float, dict[str, Any]]:
            return score, {}

    with pytest.raises(TaskFault, match="verifier of 'o'"):
        Odd(CountingConfig(metadata=TaskMetadata(id="o")), Counter()).step(STOP)


@pytest.mark.parametrize("score", [1, True, np.float32(1), np.int64(1)], ids=count())
def test_a_score_of_any_kind_of_number_is_a_float(score: Any) -> None:  # noqa: ANN401, that is the point
    class Even(Counting):
        def evaluate(self) -> tuple[float, dict[str, Any]]:
            return score, {}

        def finished(self) -> bool:
            return np.bool_(0)  # type: ignore[return-value]

    output = Even(CountingConfig(metadata=TaskMetadata(id="e")), Counter()).step(STOP)
    assert (type(output.reward), output.reward, output.done) == (float, 1.0, True)
    EnvironmentOutput.model_validate_json(output.model_dump_json())


def test_a_fault_and_an_interrupt_pass_through_a_step() -> None:
    with pytest.raises(TaskFault, match="the counter is gone"):
        started().step(Action(name="break_down"))

    class Interrupted(Counter):
        @tool_action
        def add(self, amount: int = 1) -> str:
            """Add."""
            raise KeyboardInterrupt(amount)

    with pytest.raises(KeyboardInterrupt):
        Counting(CountingConfig(metadata=TaskMetadata(id="i")), Interrupted()).step(add())


def test_defaults_do_nothing() -> None:
    class Least(Task):
        def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
            del seed
            return Observation.from_text("x"), {"goal": "x"}

        def evaluate(self) -> tuple[float, dict[str, Any]]:
            return 0.0, {}

    counter = Counter()
    task = Least(CountingConfig(metadata=TaskMetadata(id="least")), Toolbox([counter]))
    assert (task.observe(), task.picture(), task.finished(), task.allowed_actions()) == (
        Observation(),
        None,
        False,
        None,
    )
    assert task.step(add()).obs.contents == [TextContent(data="now 1", tool_call_id="c")]
    for ask in (task.snapshot, lambda: task.restore(0)):
        with pytest.raises(NotImplementedError, match="Least cannot be"):
            ask()
    task.close()
    task.close()
    assert counter.closed == 2
    assert task.config.oracle() is None


def test_a_config_is_everything_it_takes_and_survives_a_dump() -> None:
    config = CountingConfig(metadata=TaskMetadata(id="c", tags=("a",)), target=5, observation=("text", "tree"))
    for twin in (
        TaskConfig.model_validate_json(config.model_dump_json()),
        TaskConfig.model_validate(config.model_dump(mode="json")),
        pickle.loads(pickle.dumps(config)),  # noqa: S301, our own
        copy.deepcopy(config),
    ):
        assert twin == config
        assert isinstance(twin.make(), Counting)
    with pytest.raises(ValidationError, match="abstract"):
        TaskConfig.model_validate({"metadata": {"id": "c"}})


@pytest.mark.parametrize(
    "bad",
    [
        {"id": ""},
        {"id": "a", "split": "dev"},
        {"id": "a", "recommended_max_steps": 0},
        {"id": "a", "success_threshold": math.nan},
        {"id": "a", "tags": "tag"},
        {},
    ],
    ids=count(),
)
def test_malformed_metadata_is_a_validation_error(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TaskMetadata.model_validate(bad)


class SelfCancelling(Tool):
    """Gives up its own waiting, at once, in a child task, or beside something that fails."""

    @tool_action
    def now(self) -> None:
        """Cancel."""
        raise asyncio.CancelledError

    @tool_action
    async def child(self) -> None:
        """Cancel a child, and wait for it."""
        waiting = asyncio.ensure_future(asyncio.sleep(60))
        waiting.cancel()
        await waiting

    @tool_action
    async def itself(self) -> None:
        """Cancel the task that runs this."""
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await asyncio.sleep(60)

    @tool_action
    def grouped(self) -> None:
        """Cancel and fail."""
        raise BaseExceptionGroup("g", [asyncio.CancelledError(), ValueError("x")])


@pytest.mark.parametrize("name", ["now", "child", "itself", "grouped"])
def test_a_tool_that_cancels_itself_is_a_fault_since_nobody_else_could(name: str) -> None:
    task = Counting(CountingConfig(metadata=TaskMetadata(id="t")), SelfCancelling())  # type: ignore[arg-type]
    task.reset(seed=0)
    with pytest.raises(TaskFault, match="CancelledError"):
        task.step(Action(name=name))


def test_an_action_that_fails_beside_the_stop_is_told_at_the_end() -> None:
    class Both(Tool):
        @tool_action
        async def both(self) -> None:
            """Stop and fail."""
            raise BaseExceptionGroup("g", [AgentStop(), ValueError("half done")])

    task = Counting(CountingConfig(metadata=TaskMetadata(id="t")), Both())  # type: ignore[arg-type]
    task.reset(seed=0)
    output = task.step(Action(id="c", name="both"))
    assert output.done
    assert output.error is not None
    assert "half done" in output.error.exception_str
    assert "half done" in output.obs.to_markdown()
    assert {content.tool_call_id for content in output.obs.contents} == {"c"}


class Odd(BaseException):
    pass


@pytest.mark.parametrize("where", ["reset", "observe", "finished", "evaluate"])
@pytest.mark.parametrize(
    "raised", [asyncio.CancelledError(), Odd("x"), BaseExceptionGroup("g", [Odd(), ValueError()])], ids=repr
)
def test_what_a_task_raises_that_is_no_exception_is_its_fault_and_no_end_of_the_program(
    where: str, raised: BaseException
) -> None:
    task = BreakingAnywhere(where, raised)
    with pytest.raises(TaskFault, match=r"(Cancelled|Odd|Group).*came out") as caught:
        task.play()
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("where", ["reset", "observe", "finished", "evaluate"])
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, TaskFault, ValueError])
def test_the_end_of_the_program_and_ordinary_exceptions_come_out_of_a_task_as_they_are(
    where: str, kind: type[BaseException]
) -> None:
    raised = kind("x")
    task = BreakingAnywhere(where, raised)
    with pytest.raises(kind) as caught:
        task.play()
    assert caught.value is raised
    interrupted = BreakingAnywhere(where, BaseExceptionGroup("g", [KeyboardInterrupt(), Odd()]))
    with pytest.raises(KeyboardInterrupt):
        interrupted.play()


class BreakingAnywhere(Counting):
    """Raises in one of its methods."""

    def __init__(self, where: str, raised: BaseException) -> None:
        super().__init__(CountingConfig(metadata=TaskMetadata(id="t")), Counter())
        self.where, self.raised = where, raised

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.maybe("reset")
        return super().reset(seed=seed)

    def observe(self) -> Observation:
        self.maybe("observe")
        return super().observe()

    def finished(self) -> bool:
        self.maybe("finished")
        return super().finished()

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.maybe("evaluate")
        return super().evaluate()

    def play(self) -> None:
        self.reset(seed=0)
        self.step(Action(name="add"))
        self.step(STOP)

    def maybe(self, where: str) -> None:
        if where == self.where:
            raise self.raised
