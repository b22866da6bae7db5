"""A vector environment with a process for each of its environments."""

import math
import pickle
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.reduction import ForkingPickler
from typing import Any, NamedTuple

import numpy as np
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from cube_core import TaskFault
from cube_gym.info import INFO_KEYS, NO_DETAILS
from cube_gym.spaces import ObservationSpace
from cube_gym.streams import Stream
from cube_gym.turn import fault
from cube_gym.vector.batch import checked_actions, resets_of_each
from cube_gym.vector.conversation import Conversation, converse
from cube_gym.vector.process import RESTART, DeadWorkerError, WorkerProcess
from cube_gym.vector.recipe import Recipe
from cube_gym.vector.worker import Ready, Request, Started

_Batch = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


_PATIENCE = 10.0
"""Seconds that the processes together are given to close their environments."""
_LEAST_PATIENCE = 0.5


class _Step(NamedTuple):
    """What one environment gave, and how its next episode begins, where it has begun."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]
    following: Started | None = None


class WorkerVectorEnv(VectorEnv[Any, Any, Any]):
    """Environments in processes of their own, which are spawned.

    A process that dies costs its own episode only: the step is truncated with outcome "task_fault", the process is
    started anew, and the next episode is the one that would have come next. Otherwise it behaves as Gymnasium's
    SyncVectorEnv.

    Args:
        recipe: How each environment is made.
        num_envs: How many there are.
        autoreset_mode: When an environment whose episode ended is reset.
        step_timeout: Seconds that an environment may take for a step, a reset or a call. One that takes longer is
            killed, and its episode ends like that of a process that dies. None waits for ever.

    Raises:
        Exception: what making an environment raised.
    """

    def __init__(
        self,
        recipe: Recipe,
        num_envs: int,
        *,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        step_timeout: float | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.autoreset_mode = autoreset_mode
        timeout = math.inf if step_timeout is None else step_timeout
        pickled = _pickled(recipe)
        self._workers = [WorkerProcess(pickled, timeout) for _ in range(num_envs)]
        self._streams: list[Stream | None] = [None] * num_envs
        self._seen: list[Any] = [None] * num_envs
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        try:
            ready = self._converse([_started() for _ in self._workers])[0]
        except BaseException:
            self.close()
            raise
        self.metadata = {**ready.metadata, "autoreset_mode": autoreset_mode}
        self.render_mode = ready.render_mode
        self.single_observation_space, self.single_action_space = ready.observation_space, ready.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode everywhere, or where `options["reset_mask"]` says so. `seed` counts up from an int.

        `options["group_size"]` deals groups, as `cube_gym.vector.batch.resets_of_each` says. The other options are for
        each environment.
        """
        resets = resets_of_each(seed, options, self.num_envs)
        conversations = [
            None if chosen is None else self._reset(index, chosen.seed, chosen.options)
            for index, chosen in enumerate(resets)
        ]
        infos: dict[str, Any] = {}
        for index, started in enumerate(self._converse(conversations)):
            if started is not None:
                infos = self._add_info(infos, started.info, index)
                self._ended[index] = False
        return self._batched(self._seen), infos

    def step(self, actions: Any) -> _Batch:  # noqa: ANN401, a batch of actions
        """Take an action in each environment: a list with one for each.

        Raises:
            TypeError, ValueError: it is no such list.
        """
        singles = list(iterate(self.action_space, checked_actions(self.action_space, actions, self.num_envs)))
        steps = self._converse([self._play(index, action) for index, action in enumerate(singles)])
        infos: dict[str, Any] = {}
        for index, step in enumerate(steps):
            if step.following is not None:
                infos = self._add_info(infos, {"final_obs": step.observation, "final_info": step.info}, index)
            infos = self._add_info(infos, step.info if step.following is None else step.following.info, index)
        terminated = np.array([step.terminated for step in steps], dtype=np.bool_)
        truncated = np.array([step.truncated for step in steps], dtype=np.bool_)
        self._ended = terminated | truncated
        rewards = np.array([step.reward for step in steps], dtype=np.float64)
        return self._batched(self._seen), rewards, terminated, truncated, infos

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:  # noqa: ANN401, the method's own
        """Call a method of each environment, or read an attribute."""
        request = Request("call", (name, args, kwargs))
        return tuple(self._converse([_asked(request) for _ in self._workers]))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:  # noqa: ANN401, the attribute's own
        """Set an attribute of each environment: a list has one value for each, anything else is for all."""
        each = list(values) if isinstance(values, (list, tuple)) else [values] * self.num_envs
        if len(each) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} environments, got {len(each)} values")
        self._converse([_asked(Request("set", (name, value))) for value in each])

    def render(self) -> tuple[Any, ...]:
        """What each environment renders."""
        return self.call("render")

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ANN401, Gymnasium's signature
        """Let each process close its environment, and wait until it has ended."""
        del kwargs
        for worker in self._workers:
            worker.hang_up()
        due = time.monotonic() + _PATIENCE
        for worker in self._workers:
            worker.end(max(due - time.monotonic(), _LEAST_PATIENCE))

    # What is said to one worker

    def _reset(self, index: int, seed: int | None, options: dict[str, Any] | None) -> Conversation[Started]:
        request = Request("reset", (seed, options))
        try:
            started: Started = yield request
        except DeadWorkerError:
            yield from self._revive(index)
            try:
                started = yield request
            except DeadWorkerError as died:
                raise TaskFault(f"environment {index} could not be reset with seed {seed}: {died}") from died
        self._streams[index], self._seen[index], self._infos[index] = started.stream, started.observation, started.info
        return started

    def _play(self, index: int, action: object) -> Conversation[_Step]:
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and self._ended[index]:
            started = yield from self._reset(index, None, None)
            return _Step(started.observation, 0.0, terminated=False, truncated=False, info=started.info)
        try:
            step = _Step(*(yield Request("step", (_sendable(action),))))
        except DeadWorkerError as died:
            step = self._lost(index, action, died)
            with suppress(DeadWorkerError):  # the reset that follows tries again, and says what is the matter
                yield from self._revive(index)
        self._seen[index], self._infos[index] = step.observation, step.info
        if self.autoreset_mode is AutoresetMode.SAME_STEP and (step.terminated or step.truncated):
            return step._replace(following=(yield from self._reset(index, None, None)))
        return step

    def _revive(self, index: int) -> Conversation[None]:
        """Start a process anew, with the generator that the dead one drew its last episode from."""
        yield RESTART
        stream = self._streams[index]
        if stream is not None:
            yield Request("go_on", (stream,))

    def _lost(self, index: int, action: object, died: DeadWorkerError) -> _Step:
        turn = fault(died, action)
        info = {key: self._infos[index].get(key) for key in INFO_KEYS}
        info |= {"error": turn.error, "outcome": turn.outcome, "profiling": turn.profiling, "details": NO_DETAILS}
        told = isinstance(self.single_observation_space, ObservationSpace)
        observation = turn.observation if told else self._seen[index]  # a wrapper's array cannot hold a text
        return _Step(observation, 0.0, terminated=False, truncated=True, info=info)

    def _converse(self, conversations: Sequence[Conversation[Any] | None]) -> list[Any]:
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make a new one")
        return converse(self._workers, conversations)

    def _batched(self, observations: Sequence[Any]) -> Any:  # noqa: ANN401, as the space has it
        space = self.single_observation_space
        empty: Any = create_empty_array(space, self.num_envs)
        return concatenate(space, list(observations), empty)


def _started() -> Conversation[Ready]:
    ready: Ready = yield RESTART
    return ready


def _asked(request: Request) -> Conversation[Any]:
    return (yield request)


def _pickled(recipe: Recipe) -> bytes:
    try:
        return pickle.dumps(recipe.portable())
    except (pickle.PicklingError, AttributeError, TypeError) as exc:
        raise ValueError(
            f"the task cannot be rebuilt in another process ({exc}): define its classes in a module that can be "
            "imported, or leave `workers` out"
        ) from exc


def _sendable(action: object) -> object:
    """The action, or a text in its place when it cannot be pickled, which the environment refuses like the action."""
    try:
        ForkingPickler.dumps(action)
    except Exception:  # noqa: BLE001, an agent may give anything
        return f"an unsendable {type(action).__name__}"
    return action
