"""The Gymnasium environment of a task."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from cube_core import Action, ActionSchema, Observation, StepError, Task, TaskConfig
from cube_core.profiling import Profiling
from cube_core.wire import clean_text
from cube_gym import catalogue
from cube_gym.arguments import REWARDS, check_choice, checked_budget, observation_kinds, unknown_name, world_config
from cube_gym.episode import Episode
from cube_gym.info import NO_DETAILS, Details, Outcome
from cube_gym.memory import offer_memory
from cube_gym.options import ResetOptions
from cube_gym.rendering import RENDER_MODES, as_array, as_text
from cube_gym.runtime.execution import DEFAULT_MAX_STEPS
from cube_gym.selection import TaskSpec, all_actions, configured, narrow, select
from cube_gym.slot import TaskSlot
from cube_gym.snapshot import EnvSnapshot
from cube_gym.spaces import ActionSpace, ObservationSpace
from cube_gym.step_result import EnvStep
from cube_gym.streams import draw, stream_of_group, write_generator
from cube_gym.turn import UNTIMED
from world import WorldModel
from world.sources import read_semantic_scene


class TaskEnv(gym.Env[Observation, Action]):
    """Agent tasks as a Gymnasium environment.

    ## Goal
    What `info["goal"]` says. The task's verifier judges it once, when the episode ends.

    ## Actions
    `cube_core.Action` objects (tool name and arguments), or a list of them, executed in order; each counts as a step.
    `action_space` is the union over the tasks that can be drawn; `unwrapped.action_set` is what is allowed now. No
    action raises: what was wrong is in the observation, and on `.error`.

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
    - `task`: "benchmark/task-id", a TaskConfig or its dump; None draws a task at each reset. A live Task is taken as it
      is, with the observation and the reward of its own config; it has no place in `gym.make`, whose arguments are JSON
    - `benchmark`, `split`: what to draw from
    - `observation`: "text", "tree", "screenshot", or a list of them
    - `max_steps`: the budget; by default what the task recommends, else 100
    - `world`: whether to track the world (`info["world"]`), or the fields of a WorldConfig
    - `reward`: "raw", or "discounted" where the task has it
    - `render_mode`: "rgb_array" or "ansi"

    ## Versions
    v0: the first.

    Raises:
        TypeError: an argument is unknown, or of a type it cannot be; the nearest is named.
        KeyError: there is no such benchmark or task; the nearest is named.
        ValueError: an argument has a value it cannot have.
        gymnasium.error.DependencyNotInstalled: the tasks need an extra; the command that installs it is named.
    """

    __module__ = "cube_gym"

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012, Gymnasium declares it so
    action_space: ActionSpace
    observation_space: ObservationSpace

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
        problem = unknown_name("TaskEnv", "argument", unknown, ARGUMENTS)
        if problem is not None:
            raise TypeError(problem)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        check_choice("reward", reward, REWARDS)
        self.render_mode = render_mode
        self._max_steps = checked_budget(max_steps)
        settings = world_config(world)
        self._world = WorldModel(settings) if settings.enabled else None
        kinds = observation_kinds(observation)
        if isinstance(task, Task):
            self._slot, self._configs = TaskSlot(task), [task.config]
            schemas, kinds = task.tool.action_set, task.config.observation
        else:
            self._slot = TaskSlot()
            self._configs = [configured(config, kinds, reward) for config in select(task, benchmark, split)]
            schemas = all_actions(self._configs)
        self.action_space = ActionSpace(map(offer_memory, schemas) if settings.enabled else schemas)
        self.observation_space = ObservationSpace(kinds)
        self._episode: Episode | None = None
        self._seen = Observation()
        self._closed = False

    # What there is now

    @property
    def task(self) -> Task:
        """The task that is played.

        Raises:
            ResetNeeded: none has been drawn yet.
        """
        return self._playing().task

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of the actions that are allowed now; before the first reset, of all."""
        offered = self.action_space.schemas
        if self._episode is None:
            return list(offered.values())
        return [offered[schema.name] for schema in self._episode.task.action_set if schema.name in offered]

    # The episode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode. See the class for what seed and options do.

        Raises:
            TaskFault: the task could not be started, twice; it names the task, the seed and the cause.
            KeyError, TypeError, ValueError: an option is unknown or has a value it cannot have.
        """
        self._check_open()
        chosen = ResetOptions.read(options)
        super().reset(seed=seed)
        if chosen.snapshot is not None:
            return self.restore(chosen.snapshot)
        choices = narrow(self._configs, chosen.task_id, chosen.split)
        rng = self.np_random if chosen.group_id is None else stream_of_group(chosen.group_id, chosen.group_seed)
        return self._start(*draw(choices, rng))

    def step(self, action: Action | Sequence[Action]) -> EnvStep:
        """Execute an action, or several in order. Whatever the action is, nothing is raised for it.

        The result is Gymnasium's 5-tuple and an EnvironmentOutput at once.

        Raises:
            ResetNeeded: before the first reset, or after the episode's end.
        """
        episode = self._episode
        if episode is None or not episode.running:
            self._check_open()
            raise ResetNeeded("the episode is over, or has not begun: call reset() first")
        turn = episode.step(action)
        self._slot.broken = episode.broken
        self._see(turn.observation)
        info = self._info(episode, turn.details, turn.profiling, turn.outcome, turn.error)
        return EnvStep(turn.observation, turn.reward, turn.terminated, turn.truncated, info, turn.error)

    def render(self) -> NDArray[np.uint8] | str | None:
        """The task's picture as an array (height, width, 3) of uint8, or its state as text, as `render_mode` says."""
        episode = self._playing()
        if self.render_mode is None:
            gym.logger.warn("render() was called without a render_mode: make the environment with one of its modes")
            return None
        return (
            as_array(episode.task, self._seen) if self.render_mode == "rgb_array" else as_text(episode.goal, self._seen)
        )

    def close(self) -> None:
        """Close the task. Can be called twice, and before the first reset."""
        self._closed, self._episode = True, None
        self._slot.close()

    # Snapshots

    def snapshot(self) -> EnvSnapshot:
        """The whole state: task, world, generator, counters. It pickles and hashes.

        The generator of `action_space` is the agent's, and no part of it.

        Raises:
            ResetNeeded: before the first reset.
            NotImplementedError: the task cannot be snapshotted.
        """
        episode = self._playing()
        return EnvSnapshot(
            config_json=episode.task.config.model_dump_json(),
            task=episode.task.snapshot(),
            score=episode.task.score,
            world=None if self._world is None else self._world.state,
            generator_json=write_generator(self.np_random),
            goal=episode.goal,
            steps=episode.steps,
            running=episode.running,
        )

    def restore(self, snapshot: EnvSnapshot) -> tuple[Observation, dict[str, Any]]:
        """Go back to a snapshot, of this environment or of another with the same tasks.

        Raises:
            ValueError: this environment does not draw the snapshot's task.
            TaskFault: the task could not be restored, twice.
        """
        self._check_open()
        config = snapshot.config()
        if config not in self._configs:
            raise ValueError(
                f"the snapshot is of {config.metadata.id!r}, which this environment does not draw, or not with "
                "the same observation and reward: make it with the same arguments"
            )
        self._episode = None
        observation = self._slot.start(config, lambda task: task.restore(snapshot.task), "from a snapshot")
        return observation, self._info(self._begin(snapshot.goal, observation, snapshot))

    # Inside

    def _start(self, config: TaskConfig, seed: int) -> tuple[Observation, dict[str, Any]]:
        self._episode = None
        start = self._slot.start(config, lambda task: _reset(task, seed), f"with seed {seed}")
        return start.observation, self._info(self._begin(start.goal, start.observation), start.details)

    def _begin(self, goal: str, observation: Observation, earlier: EnvSnapshot | None = None) -> Episode:
        """Take up the task that was just reset, or restored to where it was `earlier`."""
        task = self._slot.opened()
        task.begin(0.0 if earlier is None else earlier.score)
        if self._world is not None:
            self._world.reset(read_semantic_scene(task))
            if earlier is not None and earlier.world is not None:
                self._world.restore(earlier.world)
        if earlier is not None:
            self.np_random = earlier.generator()
        episode = Episode(
            task,
            self._world,
            goal=goal,
            max_steps=self._max_steps or task.metadata.recommended_max_steps or DEFAULT_MAX_STEPS,
            steps=0 if earlier is None else earlier.steps,
            running=earlier is None or earlier.running,
        )
        self._episode = episode
        self._see(observation)
        return episode

    def _see(self, observation: Observation) -> None:
        """Keep what there is to render: a list of one's own, since the observation is handed out."""
        if self.render_mode is not None:
            self._seen = Observation.of(list(observation.contents), error=observation.error)

    def _playing(self) -> Episode:
        self._check_open()
        if self._episode is None:
            raise ResetNeeded("there is no episode yet: call reset() first")
        return self._episode

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("the environment is closed: make a new one")

    def _info(
        self,
        episode: Episode,
        details: Details = NO_DETAILS,
        profiling: Profiling = UNTIMED,
        outcome: Outcome = Outcome.OK,
        error: StepError | None = None,
    ) -> dict[str, Any]:
        return {
            "task_id": episode.task_id,
            "goal": episode.goal,
            "world": None if self._world is None else self._world.state,
            "error": error,
            "outcome": outcome,
            "profiling": profiling,
            "details": details,
        }


ARGUMENTS: Final = tuple(name for name in inspect.signature(TaskEnv).parameters if name != "unknown")
"""The names of all arguments."""


class _Start(NamedTuple):
    observation: Observation
    goal: str
    details: Details


def _reset(task: Task, seed: int) -> _Start:
    """Reset a task and read what it says; what cannot be read is the task's fault."""
    observation, told = task.reset(seed=seed)
    if not isinstance(observation, Observation):
        raise TypeError(f"reset() gives an Observation and info, got {type(observation).__name__}")
    details = {key: value for key, value in dict(told).items() if key != "goal"}
    return _Start(observation.answering(None), clean_text(str(told.get("goal", ""))), Details.of(details))
