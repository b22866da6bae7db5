"""Tasks: a goal, a set of tools, and a verifier, behind `reset` and `step`."""

import functools
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Hashable, Sequence
from typing import Any, ClassVar, Literal, SupportsFloat

from PIL import Image
from pydantic import Field

from cube_core.action import STOP_ACTION, Action, ActionSchema, ActionSet
from cube_core.content import TextContent
from cube_core.observation import AgentStop, InvalidAction, Observation, TaskFault
from cube_core.output import EnvironmentOutput
from cube_core.profiling import Profiling
from cube_core.signals import guarded
from cube_core.tool import Tool, unknown_action
from cube_core.toolbox import Toolbox
from cube_core.typed import TypedBaseModel
from cube_core.wire import CleanText

Split = Literal["train", "val", "test"]
ObservationKind = Literal["text", "tree", "screenshot"]
RewardKind = Literal["raw", "discounted"]
Oracle = Callable[[str, Observation], Generator[Action | list[Action], Observation, None]]
"""A scripted solution: a generator function of the goal and the first observation. It yields what to do next, is sent
the observation that follows, and returns when nothing is left to do."""


_Reset = Callable[..., tuple[Observation, dict[str, Any]]]


class TaskMetadata(TypedBaseModel):
    """What is known of a task without making it.

    >>> TaskMetadata(id="rename-note", recommended_max_steps=20).success_threshold
    1.0
    """

    __module__ = "cube_core"

    id: CleanText = Field(min_length=1)
    description: CleanText = ""
    split: Split = "test"
    recommended_max_steps: int | None = Field(default=None, ge=1)
    """How many steps an episode should be given at most."""
    success_threshold: float = Field(default=1.0, allow_inf_nan=False)
    """An episode is a success when its return reaches this."""
    tags: tuple[CleanText, ...] = ()
    nondeterministic: CleanText | None = None
    """Why two episodes of one seed may differ; None when they never do."""


class TaskConfig(TypedBaseModel, ABC):
    """Everything it takes to make a task, in any process.

    >>> from benchmarks.phone import PhoneConfig
    >>> config = PhoneConfig(tasks=("rename-note",)).get_task_configs()[0]
    >>> TaskConfig.model_validate_json(config.model_dump_json()) == config
    True
    """

    __module__ = "cube_core"

    rewards: ClassVar[tuple[RewardKind, ...]] = ("raw",)
    """The kinds of reward that the task can give."""

    metadata: TaskMetadata
    observation: tuple[ObservationKind, ...] = ("tree",)
    """What the agent is shown of the task's state."""
    reward: RewardKind = "raw"

    @abstractmethod
    def make(self) -> "Task":
        """A new task, which starts nothing before its first `reset`."""

    def in_splits(self) -> "list[TaskConfig]":
        """This task in each split that it has, the one to play by default first."""
        return [self]

    def oracle(self) -> Oracle | None:
        """The task's scripted solution, None where it has none. It needs no task: only the goal and observations."""
        return None


class Task(ABC):
    """A goal for an agent, the tools to reach it, and the verifier that tells whether it was reached.

    A subclass implements `reset` and `evaluate`, and mostly `observe`; `step` is the same for all.

    >>> from cube_core import Action, Observation, Task, TaskConfig, TaskMetadata, Tool
    >>> class Greeting(Task):
    ...     "Say hello."
    ...
    ...     def reset(self, *, seed=None):
    ...         return Observation.from_text("Say hello."), {"goal": "Say hello."}
    ...
    ...     def evaluate(self):
    ...         return 1.0, {}
    >>> class GreetingConfig(TaskConfig):
    ...     def make(self) -> Task:
    ...         return Greeting(self, Tool())
    >>> task = GreetingConfig(metadata=TaskMetadata(id="greeting")).make()
    >>> observation, info = task.reset(seed=0)
    >>> result = task.step(Action(name="final_step"))
    >>> result.reward, result.done
    (1.0, True)
    """

    __module__ = "cube_core"

    evaluate_each_step: ClassVar[bool] = False
    """Whether rewards come on the way. An episode's rewards sum to the last score either way."""

    def __init_subclass__(cls, **kwargs: Any) -> None:  # noqa: ANN401, class keywords
        super().__init_subclass__(**kwargs)
        if "reset" in vars(cls):
            cls.reset = _beginning(cls.reset)  # type: ignore[method-assign]

    def __init__(self, config: TaskConfig, tool: Tool | Toolbox) -> None:
        self.config = config
        self.tool = tool
        self._score = 0.0

    @property
    def metadata(self) -> TaskMetadata:
        """What is known of the task."""
        return self.config.metadata

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of the actions that are allowed now."""
        allowed = self.allowed_actions()
        schemas = self.tool.action_set
        if allowed is None:
            return schemas
        return ActionSet(schema for schema in schemas if schema.name in allowed or schema.name == STOP_ACTION.name)

    @abstractmethod
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start an episode: the same seed gives the same one; None draws a fresh one.

        Returns the first observation and info, whose `goal` is the goal as text.
        """

    @abstractmethod
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """The score of the episode so far, and what it was made of. Looks at the task's state, never at messages."""

    def observe(self) -> Observation:
        """What the agent sees now. It follows the answer of each action; `step` takes a copy."""
        return Observation.of([])

    def picture(self) -> Image.Image | None:
        """What a person would see now, for rendering; None when there is nothing to draw."""
        return None

    def finished(self) -> bool:
        """Whether the task is over, without the agent saying so."""
        return False

    def allowed_actions(self) -> Collection[str] | None:
        """The names of the actions that are allowed now; None for all. The stop action always is, named or not."""
        return None

    def close(self) -> None:
        """Let go of what the task holds. Can be called twice, and before the first reset."""
        self.tool.close()

    def snapshot(self) -> Hashable:
        """The whole state of the task, picklable and hashable."""
        msg = f"{type(self).__name__} cannot be snapshotted: it does not implement `snapshot` and `restore`"
        raise NotImplementedError(msg)

    def restore(self, snapshot: Hashable) -> Observation:
        """Go back to a snapshot; gives the observation of that state. It continues exactly as the original did."""
        del snapshot
        msg = f"{type(self).__name__} cannot be restored: it does not implement `snapshot` and `restore`"
        raise NotImplementedError(msg)

    def step(self, action: Action | Sequence[Action]) -> EnvironmentOutput:
        """Execute one action, or several in order, and say what the agent sees then.

        A failed action does not end the episode: its error is in the observation and on `.error` (the first of
        several). The episode ends when the task is finished or the agent stops; it is judged then, and the actions
        left are answered as not executed.

        Raises:
            TaskFault: the task's own side is broken, or raises a BaseException of its own, or cancels itself.
            TypeError: it is no Action and no list of them.
        """
        if isinstance(action, Action):
            return self._step(action)
        if not _are_actions(action):
            msg = f"an action is a cube_core.Action or a list of them, got {type(action).__name__}"
            raise TypeError(msg)
        outputs: list[EnvironmentOutput] = []
        for position, single in enumerate(action):
            outputs.append(self._step(single))
            if outputs[-1].done:
                outputs += [EnvironmentOutput.of(not_executed(rest), done=True) for rest in action[position + 1 :]]
                break
        return merge_outputs(outputs)

    @property
    def score(self) -> float:
        """The score that the rewards of this episode have come to so far."""
        return self._score

    def begin(self, score: float = 0.0) -> None:
        """Count rewards from `score` on. Each `reset` begins at 0; a restored snapshot begins where it was."""
        self._score = score

    @guarded
    def judge(self) -> tuple[float, dict[str, Any]]:
        """The reward that is due now, which brings the sum of rewards to the score, and the score's details.

        Raises:
            TaskFault: the score is not a finite number.
        """
        score, details = self.evaluate()
        if not _is_finite(score):
            msg = f"the verifier of {self.metadata.id!r} gave {score!r}, a score is a finite number"
            raise TaskFault(msg)
        reward, self._score = float(score) - self._score, float(score)
        return reward, details

    @guarded
    def _step(self, action: Action) -> EnvironmentOutput:
        clock = time.perf_counter
        start = clock()
        answer, stopped = self._execute(action)
        acted = clock()
        seen = [content.answering(action.id) for content in self.observe().contents]
        observed = clock()
        done = stopped or bool(self.finished())
        reward, details = self.judge() if done or self.evaluate_each_step else (0.0, {})
        seconds = {"action": acted - start, "observe": observed - acted, "evaluate": clock() - observed}
        return EnvironmentOutput.of(
            Observation.of([*answer.contents, *seen], error=answer.error),
            reward=reward,
            done=done,
            info={"profiling": Profiling(seconds), "details": details},
        )

    def _execute(self, action: Action) -> tuple[Observation, bool]:
        """The answer to the action, and whether the agent stopped."""
        allowed = self.allowed_actions()
        if allowed is not None and action.name not in allowed and action.name != STOP_ACTION.name:
            refusal = InvalidAction.because(unknown_action(action.name, self.action_set))
            return refusal.to_observation(action.id), False
        try:
            return self.tool.execute_action(action), False
        except AgentStop as stop:
            return stop.observation.answering(action.id), True


def _beginning(reset: _Reset) -> _Reset:
    """A task's `reset` that begins the count of rewards, whoever calls it."""

    @guarded
    @functools.wraps(reset)
    def begin_and_reset(self: Task, *args: Any, **kwargs: Any) -> tuple[Observation, dict[str, Any]]:  # noqa: ANN401, a subclass may take more
        self.begin()
        return reset(self, *args, **kwargs)

    return begin_and_reset


def _are_actions(thing: object) -> bool:
    if isinstance(thing, str | bytes) or not isinstance(thing, Sequence):
        return False
    return all(isinstance(single, Action) for single in thing)


def _is_finite(score: object) -> bool:
    try:
        return isinstance(score, SupportsFloat) and math.isfinite(score)
    except (TypeError, ValueError, OverflowError):  # an array of several numbers, an integer that no float holds
        return False


def not_executed(action: Action) -> Observation:
    """The answer to an action that came after the end of the episode."""
    return Observation.of([TextContent.of("Not executed: the episode is over.", tool_call_id=action.id)])


def merge_outputs(outputs: Sequence[EnvironmentOutput]) -> EnvironmentOutput:
    """The results of parallel actions as one: contents in order, rewards summed, the first error, the last info."""
    contents = [content for output in outputs for content in output.obs.contents]
    infos = [output.info for output in outputs if output.info]
    return EnvironmentOutput.of(
        Observation.of(contents, error=next((output.error for output in outputs if output.error is not None), None)),
        reward=sum((output.reward for output in outputs), 0.0),
        done=any(output.done for output in outputs),
        truncated=any(output.truncated for output in outputs),
        info=infos[-1] if infos else {"profiling": Profiling({})},
    )
