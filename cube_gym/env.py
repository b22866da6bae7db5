"""The Gymnasium environment of a task."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from cube_core import (
    Action,
    ActionSchema,
    EnvironmentOutput,
    InvalidAction,
    Observation,
    StepError,
    Task,
    TaskConfig,
    TaskFault,
)
from cube_core.profiling import Profiling
from cube_core.task import merge_outputs, not_executed
from cube_gym import catalogue
from cube_gym.catalogue import nearest
from cube_gym.info import Details, Outcome
from cube_gym.memory import offer_memory
from cube_gym.rendering import RENDER_MODES, as_array, as_text
from cube_gym.runtime.execution import execute_step, observe_world
from cube_gym.selection import (
    ResetOptions,
    TaskSpec,
    check_choice,
    check_reward,
    configured,
    observation_kinds,
    select,
)
from cube_gym.snapshot import EnvSnapshot
from cube_gym.spaces import ActionSpace, ObservationSpace
from cube_gym.step_result import EnvStep
from cube_gym.streams import draw, stream_of_group
from world import WorldConfig, WorldModel
from world.sources import read_semantic_scene

DEFAULT_MAX_STEPS: Final = 100
"""Steps of an episode whose task recommends no number."""


class TaskEnv(gym.Env[Observation, Action]):
    """Agent tasks as a Gymnasium environment.

    ## Goal
    What `info["goal"]` says. The task's verifier judges it once, when the episode ends.

    ## Actions
    `cube_core.Action` objects (tool name and arguments), or a list of them, executed in order; each counts as a step.
    `action_space` is the union over the tasks that can be drawn; `unwrapped.action_set` is what is allowed now. No action
    raises: what was wrong is in the observation, and on `.error`.

    ## Observation
    `cube_core.Observation`: the answer to the action, then what is asked for by `observation`.

    ## Reward
    The rewards of an episode sum to the verifier's score; a success is a return of the task's `success_threshold`.

    ## Start
    `reset(seed=s)` fixes everything; `reset()` goes on with the same generator. Options: `task_id`, `split`, `group_id`
    with `group_seed` (members of a group start alike), `snapshot`.

    ## End
    Terminated when the task is finished or the agent stops; truncated after `max_steps`, or when the task's own side
    breaks (`info["outcome"]` is then "task_fault", and the episode counts for nothing). Never both.

    ## Arguments
    - `task`: "benchmark/task-id", a TaskConfig or its dump, or a live Task; None draws a task at each reset
    - `benchmark`, `split`: what to draw from
    - `observation`: "text", "tree", "screenshot", or a list of them
    - `max_steps`: the budget; by default what the task recommends, else 100
    - `world`: whether to track the world (`info["world"]`), or the fields of a WorldConfig
    - `reward`: "raw", or "discounted" where the task has it
    - `render_mode`: "rgb_array" or "ansi"

    ## Versions
    v0: the first.

    Raises:
        KeyError, ValueError, TypeError: an argument is unknown or has a value it cannot have; the nearest is named.
        gymnasium.error.DependencyNotInstalled: the tasks need an extra; the command that installs it is named.
    """

    __module__ = "cube_gym"

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012, Gymnasium declares it so

    def __init__(
        self,
        task: TaskSpec | Task = None,
        *,
        benchmark: str = catalogue.EMBEDDED,
        split: str | None = None,
        observation: str | Sequence[str] = "tree",
        max_steps: int | None = None,
        world: bool | Mapping[str, Any] = True,
        reward: str = "raw",
        render_mode: str | None = None,
        **unknown: object,
    ) -> None:
        _refuse_unknown(unknown)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        check_reward(reward)
        self.render_mode = render_mode
        self._max_steps = _checked_budget(max_steps)
        self._world_config = _world_config(world)
        self._task: Task | None = task if isinstance(task, Task) else None
        kinds = observation_kinds(observation)
        self._configs = (
            [task.config]
            if isinstance(task, Task)
            else [configured(config, kinds, reward) for config in select(task, benchmark, split)]
        )
        self.action_space = ActionSpace(self._offered(_all_actions(self._configs, self._task)))
        self.observation_space = ObservationSpace(kinds)
        self._world = WorldModel(self._world_config) if self._world_config.enabled else None
        self._goal = ""
        self._steps = 0
        self._running = False
        self._closed = False
        self._faulty = False
        self._seen: Observation | None = None

    # What there is now

    @property
    def task(self) -> Task:
        """The task that is played.

        Raises:
            ResetNeeded: none has been drawn yet.
        """
        if self._task is None:
            msg = "no task yet: call reset() first"
            raise ResetNeeded(msg)
        return self._task

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of the actions that are allowed now; before the first reset, of all."""
        return list(self.action_space.schemas.values()) if self._task is None else self._offered(self._task.action_set)

    @property
    def budget(self) -> int:
        """How many steps the episode may take."""
        return self._max_steps or self.task.metadata.recommended_max_steps or DEFAULT_MAX_STEPS

    # The episode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode. See the class for what seed and options do.

        Raises:
            TaskFault: the task could not be started, twice; it names the task, the seed and the cause.
            KeyError, ValueError: an option is unknown or has a value it cannot have.
        """
        if self._closed:
            msg = "the environment is closed: make a new one"
            raise gym.error.ClosedEnvironmentError(msg)
        super().reset(seed=seed)
        chosen = ResetOptions.read(options)
        if chosen.snapshot is not None:
            return self.restore(chosen.snapshot)
        rng = self.np_random if chosen.group_id is None else stream_of_group(chosen.group_id, chosen.group_seed)
        config, episode_seed = draw(self._choices(chosen), rng)
        observation, told = self._start(config, episode_seed)
        return self._began(observation, told)

    def step(self, action: Action | Sequence[Action]) -> EnvStep:  # type: ignore[override]
        """Execute an action, or several in order.

        The result is Gymnasium's 5-tuple and an EnvironmentOutput at once.

        Raises:
            ResetNeeded: before the first reset, or after the episode's end.
        """
        if not self._running:
            msg = "the episode is over, or has not begun: call reset() first"
            raise ResetNeeded(msg)
        actions = list(action) if isinstance(action, (list, tuple)) else [action]
        outputs: list[EnvironmentOutput] = []
        for single in actions or [_NOTHING]:
            outputs.append(self._step(single) if self._running else EnvironmentOutput(obs=_left_out(single)))
        return self._result(outputs)

    def render(self) -> NDArray[np.uint8] | str | None:  # type: ignore[override]
        """The task's picture as an array (height, width, 3) of uint8, or its state as text, as `render_mode` says."""
        if self.render_mode is None:
            gym.logger.warn("render() was called without a render_mode: make the environment with one of its modes")
            return None
        if self._seen is None:
            msg = "nothing to render yet: call reset() first"
            raise ResetNeeded(msg)
        return as_array(self.task, self._seen) if self.render_mode == "rgb_array" else as_text(self._goal, self._seen)

    def close(self) -> None:
        """Close the task. Can be called twice, and before the first reset."""
        self._closed, self._running = True, False
        if self._task is not None:
            task, self._task = self._task, None
            task.close()

    # Snapshots

    def snapshot(self) -> EnvSnapshot:
        """The whole state: task, world, generators, counters. It pickles and hashes.

        Raises:
            ResetNeeded: before the first reset.
            NotImplementedError: the task cannot be snapshotted.
        """
        task = self.task
        return EnvSnapshot.of(
            config=task.config,
            task=task.snapshot(),
            score=task.score,
            world=None if self._world is None else self._world.state,
            generator=self.np_random,
            goal=self._goal,
            steps=self._steps,
            running=self._running,
        )

    def restore(self, snapshot: EnvSnapshot) -> tuple[Observation, dict[str, Any]]:
        """Go back to a snapshot, of this environment or of another with the same tasks."""
        if not isinstance(snapshot, EnvSnapshot):
            msg = f"a snapshot is what `unwrapped.snapshot()` gives, got {type(snapshot).__name__}"
            raise TypeError(msg)
        task = self._open(snapshot.config())
        observation = task.restore(snapshot.task)
        task.begin(snapshot.score)
        if self._world is not None:
            self._world.reset() if snapshot.world is None else self._world.restore(snapshot.world)
        self.np_random = snapshot.generator()
        self._goal, self._steps, self._running = snapshot.goal, snapshot.steps, snapshot.running
        self._seen = observation
        return observation, self._info()

    # Inside

    def _offered(self, schemas: Sequence[ActionSchema]) -> list[ActionSchema]:
        return [offer_memory(schema) for schema in schemas] if self._world_config.enabled else list(schemas)

    def _choices(self, chosen: ResetOptions) -> list[TaskConfig]:
        configs = self._configs
        if chosen.task_id is not None:
            name = chosen.task_id.rpartition("/")[2]
            configs = [config for config in configs if config.metadata.id == name]
            if not configs:
                known = [config.metadata.id for config in self._configs]
                msg = f"this environment has no task {chosen.task_id!r}.{nearest(name, known)}"
                raise KeyError(msg)
        if chosen.split is not None:
            configs = [config for config in configs if config.metadata.split == chosen.split]
        if not configs:
            msg = f"no task of split {chosen.split!r} can be drawn here"
            raise ValueError(msg)
        return configs

    def _start(self, config: TaskConfig, seed: int) -> tuple[Observation, dict[str, Any]]:
        try:
            return self._open(config).reset(seed=seed)
        except Exception:  # noqa: BLE001, whatever died is restarted, once
            self._discard()
        try:
            return self._open(config).reset(seed=seed)
        except Exception as exc:
            self._discard()
            msg = f"{config.metadata.id} could not be started with seed {seed}: {type(exc).__name__}: {exc}"
            raise TaskFault(msg) from exc

    def _open(self, config: TaskConfig) -> Task:
        self._running = False
        stale = self._task is not None and self._task.config is not config and self._task.config != config
        if stale or self._faulty:
            self._discard()
        if self._task is None:
            self._task = config.make()
        return self._task

    def _discard(self) -> None:
        """Drop a task that may be broken; its own complaints about that are of no use."""
        task, self._task, self._faulty = self._task, None, False
        if task is not None:
            try:
                task.close()
            except Exception:  # noqa: BLE001, see above
                gym.logger.debug(f"{task.metadata.id} could not be closed")

    def _began(self, observation: Observation, told: Mapping[str, Any]) -> tuple[Observation, dict[str, Any]]:
        self.task.begin()
        self._goal = str(told.get("goal", ""))
        self._steps, self._running, self._seen = 0, True, observation
        if self._world is not None:
            self._world.reset(read_semantic_scene(self.task))
        return observation, self._info(details={key: value for key, value in told.items() if key != "goal"})

    def _step(self, action: object) -> EnvironmentOutput:
        self._steps += 1
        try:
            output = self._refused(action) if not _is_action(action) else execute_step(self.task, action, self._world)
            if not output.done and self._steps >= self.budget:
                output = self._out_of_budget(output)
        except Exception as exc:  # noqa: BLE001, an action cannot raise this far: it is the task's own side
            return self._faulted(exc, action)
        self._running = not (output.done or output.truncated)
        return output

    def _refused(self, thing: object) -> EnvironmentOutput:
        got = "an empty list" if thing is _NOTHING else type(thing).__name__
        error = InvalidAction.because(f"an action is a cube_core.Action or a list of them, got {got}")
        observation = error.to_observation()
        observation += self.task.observe()
        if self._world is not None:
            observe_world(self._world, self.task, Action(name=""), EnvironmentOutput(obs=observation, error=error))
        return EnvironmentOutput(obs=observation, error=error, info={"profiling": Profiling({})})

    def _out_of_budget(self, output: EnvironmentOutput) -> EnvironmentOutput:
        reward, details = (0.0, output.info["details"]) if self.task.evaluate_each_step else self.task.judge()
        info = {**output.info, "details": details}
        return EnvironmentOutput(
            obs=output.obs, reward=output.reward + reward, truncated=True, info=info, error=output.error
        )

    def _faulted(self, exc: Exception, action: object) -> EnvironmentOutput:
        self._running, self._faulty = False, True
        error = StepError.from_exception(exc)
        observation = error.to_observation(action.id if isinstance(action, Action) else None)
        info = {"profiling": Profiling({}), "outcome": Outcome.TASK_FAULT}
        return EnvironmentOutput(obs=observation, truncated=True, error=error, info=info)

    def _result(self, outputs: Sequence[EnvironmentOutput]) -> EnvStep:
        merged = outputs[0] if len(outputs) == 1 else merge_outputs(outputs)
        self._seen = merged.obs
        info = self._info(
            details=merged.info.get("details", {}),
            profiling=merged.info["profiling"],
            outcome=next((outcome for outcome in map(_outcome, outputs) if outcome is not Outcome.OK), Outcome.OK),
            error=merged.error,
        )
        return EnvStep(merged.obs, merged.reward, merged.done, merged.truncated, info, merged.error)

    def _info(
        self,
        *,
        details: object = None,
        profiling: Profiling = Profiling({}),  # noqa: B008, it is frozen
        outcome: Outcome = Outcome.OK,
        error: StepError | None = None,
    ) -> dict[str, Any]:
        return {
            "task_id": self.task.metadata.id,
            "goal": self._goal,
            "world": None if self._world is None else self._world.state,
            "error": error,
            "outcome": outcome,
            "profiling": profiling,
            "details": Details.of(details),
        }


_NOTHING: Final = object()
"""Stands for the action of an agent that gave an empty list."""


def _is_action(thing: object) -> TypeGuard[Action]:
    return isinstance(thing, Action) and isinstance(thing.name, str)


def _left_out(thing: object) -> Observation:
    return not_executed(thing if _is_action(thing) else Action(name=""))


def _outcome(output: EnvironmentOutput) -> Outcome:
    if output.info.get("outcome") is Outcome.TASK_FAULT:
        return Outcome.TASK_FAULT
    if output.error is None:
        return Outcome.OK
    return Outcome.INVALID_ACTION if isinstance(output.error, InvalidAction) else Outcome.ACTION_FAILED


def _all_actions(configs: Sequence[TaskConfig], live: Task | None) -> list[ActionSchema]:
    """Every action of every task that can be drawn, each once. A task that is merely made starts nothing."""
    if live is not None:
        return live.tool.action_set
    schemas: dict[str, ActionSchema] = {}
    for config in configs:
        task = config.make()
        schemas |= {schema.name: schema for schema in task.tool.action_set}
        task.close()
    return list(schemas.values())


def _checked_budget(max_steps: int | None) -> int | None:
    if max_steps is not None and (isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 1):
        msg = f"max_steps is a whole number from 1 on, got {max_steps!r}; None leaves it to the task"
        raise ValueError(msg)
    return max_steps


def _world_config(world: object) -> WorldConfig:
    if isinstance(world, bool):
        return WorldConfig(enabled=world)
    if isinstance(world, WorldConfig):
        return world
    if isinstance(world, Mapping):
        unknown = sorted(set(world) - set(WorldConfig.model_fields) - {"_type"})
        if unknown:
            msg = f"world has no setting {unknown[0]!r}.{nearest(str(unknown[0]), WorldConfig.model_fields)}"
            raise ValueError(msg)
        return WorldConfig.model_validate(dict(world))
    msg = f"world is True, False or a mapping of settings, got {world!r}"
    raise TypeError(msg)


def _refuse_unknown(keywords: Mapping[str, object]) -> None:
    if keywords:
        name = next(iter(keywords))
        known = [parameter for parameter in inspect.signature(TaskEnv).parameters if parameter != "unknown"]
        msg = f"TaskEnv has no argument {name!r}.{nearest(name, known)} There is: {', '.join(known)}"
        raise TypeError(msg)
