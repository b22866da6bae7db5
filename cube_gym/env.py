"""The Gymnasium environment of a task."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from cube_core import Action, ActionSchema, Observation, Task
from cube_core.action import ActionSet
from cube_gym import catalogue
from cube_gym.arguments import REWARDS, check_choice, checked_budget, observation_kinds, unknown_name, world_config
from cube_gym.draws import Draws
from cube_gym.episode import Episode
from cube_gym.offer import Offer
from cube_gym.rendering import RENDER_MODES, as_array, as_text
from cube_gym.selection import TaskSpec
from cube_gym.snapshot import EnvSnapshot
from cube_gym.spaces import ActionSpace, ObservationSpace
from cube_gym.specs import plain_spec
from cube_gym.stage import Stage, Start
from cube_gym.step_result import EnvStep
from cube_gym.streams import Stream, read_generator, write_generator
from world import WorldModel


class TaskEnv(gym.Env[Observation, Action]):
    """Agent tasks as a Gymnasium environment.

    ## Description
    The goal is what `info["goal"]` says. The task's verifier judges it once, when the episode ends.

    ## Action Space
    `cube_core.Action` objects (tool name and arguments), or a list of them, executed in order; each counts as a step.
    `action_space` is the union over the tasks that can be drawn; `unwrapped.action_set` is what is allowed now. No
    action raises: what was wrong is in the observation, and on `.error`.

    ## Observation Space
    `cube_core.Observation`: the answer to the action, then what is asked for by `observation`.

    ## Rewards
    The rewards of an episode sum to the verifier's score; a success is a return of the task's `success_threshold`.

    ## Starting State
    `reset(seed=s)` fixes everything; `reset()` goes on with the same generator. Options: `task_id`, `split`, `group_id`
    with `group_seed` (members of a group start alike, whatever their seed, which is for the resets after that),
    `group_stride` (later resets that are told nothing play group `group_id + group_stride`, and so on), `snapshot`
    (which brings its own generator: no seed and no other option beside it).

    ## Episode End
    Terminated when the task is finished or the agent stops; truncated after `max_steps`, or when the task's own side
    breaks (`info["outcome"]` is then "task_fault", and the episode counts for nothing). Never both.

    ## Arguments
    - `task`: "benchmark/task-id", a TaskConfig or its dump; None draws a task at each reset. A live Task is taken as it
      is, with the observation and the reward of its own config, and stays when it breaks: each reset is tried with it
      again. It has no place in `gym.make`, whose arguments are JSON
    - `benchmark`, `split`: what to draw from
    - `observation`: "text", "tree", "screenshot", or a list of them
    - `max_steps`: the budget; by default what the task recommends, else 100
    - `world`: whether to track the world (`info["world"]`), or the fields of a WorldConfig
    - `reward`: "raw", or "discounted" where the task has it
    - `render_mode`: "rgb_array" or "ansi"

    ## Version History
    v0: the first.

    Raises:
        TypeError: an argument is unknown, or of a type it cannot be; the nearest is named.
        KeyError: there is no such benchmark or task; the nearest is named.
        ValueError: an argument has a value it cannot have.
        gymnasium.error.DependencyNotInstalled: the tasks need an extra; the command that installs it is named.

    >>> from cube_core import Action
    >>> from cube_gym import TaskEnv
    >>> env = TaskEnv("phone/rename-note", observation="text")
    >>> observation, info = env.reset(seed=0)
    >>> observation, reward, terminated, truncated, info = env.step(Action(name="fly"))
    >>> info["outcome"], reward, terminated
    (<Outcome.INVALID_ACTION: 'invalid_action'>, 0.0, False)
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
        budget = checked_budget(max_steps)
        settings = world_config(world)
        self._world = WorldModel(settings) if settings.enabled else None
        kinds = observation_kinds(observation)
        offer = (
            Offer.of_task(task, memory=settings.enabled)
            if isinstance(task, Task)
            else Offer.of_tasks(task, benchmark, split, kinds, reward, memory=settings.enabled)
        )
        self._stage = Stage(offer.slot, self._world, budget)
        self._draws = Draws(offer.configs)
        self.action_space, self.observation_space = offer.action_space, offer.observation_space
        self._episode: Episode | None = None
        self._seen = Observation()
        self._closed = False
        self._spec: EnvSpec | None = None

    # What there is now

    @property
    def spec(self) -> EnvSpec | None:
        """How Gymnasium makes this environment, as JSON can hold it; None when it was not made by `gymnasium.make`."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = None if spec is None else plain_spec(spec)

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
            return ActionSet(offered.values())
        allowed = self._episode.task.action_set
        return ActionSet(offered[schema.name] for schema in allowed if schema.name in offered)

    @property
    def steps_taken(self) -> int:
        """How many actions of this episode were executed, refused and failed ones too.

        Raises:
            ResetNeeded: there is no episode yet.
        """
        return self._playing().steps

    @property
    def steps_left(self) -> int:
        """How many more there may be; 0 once the episode is over.

        Raises:
            ResetNeeded: there is no episode yet.
        """
        episode = self._playing()
        return max(episode.max_steps - episode.steps, 0) if episode.running else 0

    # The episode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode. See the class for what seed and options do.

        Raises:
            TaskFault: the task could not be started, twice; it names the task, the reset to repeat, and the cause.
            KeyError, TypeError, ValueError: the seed or an option is unknown or has a value it cannot have; nothing
                has changed then.
        """
        self._check_open()
        seed, chosen = self._draws.read(seed, options)
        super().reset(seed=seed)
        if chosen.snapshot is not None:
            return self.restore(chosen.snapshot)
        drawn = self._draws.next(seed, chosen, self.np_random, self.np_random_seed)
        self._episode = None
        return self._begun(self._stage.start(drawn))

    def step(self, action: Action | Sequence[Action]) -> EnvStep:
        """Execute an action, or several in order. Whatever the action is, nothing is raised for it.

        The result is Gymnasium's 5-tuple and an EnvironmentOutput at once.

        Raises:
            ResetNeeded: before the first reset, or after the episode's end.
            BaseException: what is no Exception passes, such as Ctrl-C; the episode is over then, and the next reset
                makes the task anew.
        """
        episode = self._episode
        if episode is None or not episode.running:
            self._check_open()
            raise ResetNeeded("the episode is over, or has not begun: call reset() first")
        try:
            turn = episode.step(action)
        finally:
            self._stage.slot.broken = episode.broken
        self._see(turn.observation)
        info = episode.info(details=turn.details, profiling=turn.profiling, outcome=turn.outcome, error=turn.error)
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
        self._stage.slot.close()

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
            following=self._draws.following,
        )

    def restore(self, snapshot: EnvSnapshot) -> tuple[Observation, dict[str, Any]]:
        """Go back to a snapshot, of this environment or of another with the same tasks.

        Raises:
            ValueError: this environment does not draw the snapshot's task.
            TaskFault: the task could not be restored, twice.
        """
        self._check_open()
        config = snapshot.config()
        if config not in self._draws.configs:
            raise ValueError(
                f"the snapshot is of {config.metadata.id!r}, which this environment does not draw, or not with "
                "the same observation and reward: make it with the same arguments"
            )
        self._episode = None
        start = self._stage.restore(config, snapshot)
        self.stream = Stream(snapshot.generator_json, snapshot.following)
        return self._begun(start)

    @property
    def stream(self) -> Stream:
        """From where the next episodes are drawn. Another environment of the same tasks can go on with it."""
        return Stream(write_generator(self.np_random), self._draws.following)

    @stream.setter
    def stream(self, stream: Stream) -> None:
        self.np_random = read_generator(stream.generator_json)
        self._draws.following = stream.following

    # Inside

    def _begun(self, start: Start) -> tuple[Observation, dict[str, Any]]:
        self._episode = start.episode
        self._see(start.observation)
        return start.observation, start.episode.info(details=start.details)

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


ARGUMENTS: Final = tuple(name for name in inspect.signature(TaskEnv).parameters if name != "unknown")
"""The names of all arguments."""
