"""Executing a recorded episode again, to see whether it still goes the same way."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cube_core import TaskConfig, TaskFault
from cube_core.wire import jsonable
from cube_gym.env import TaskEnv
from cube_gym.evaluation.directory import RunDirectory
from cube_gym.evaluation.player import make_env
from cube_gym.evaluation.recording import PICTURE, load_answer, outcome_of, shown
from cube_gym.evaluation.results import EpisodeResult

_COMPARED: Final = ("outcome", "error", "reward", "terminated", "truncated", "observation", "world", "details", "state")
_LEFT_OUT: Final = frozenset({"stack_trace", PICTURE})  # where the code lies, and how a browser draws
_MOST_DIFFERENCES: Final = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a value of the recording and of the replay differ."""

    place: str
    recorded: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.place}: recorded {_short(self.recorded)}, now {_short(self.found)}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """How the replay of an episode went."""

    result: EpisodeResult
    steps: int
    """Steps that are equal, the start not counted."""
    step: int | None = None
    """The first step that differs: 0 is the start. None when all are equal."""
    differences: tuple[Difference, ...] = ()
    note: str | None = None
    """Why there was nothing to replay, or why a difference may be no surprise."""

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return self.step is None


def replay(run: RunDirectory, chooses: Callable[[EpisodeResult], bool] = lambda _: True) -> Iterator[Replayed]:
    """Execute the recorded actions of a run again, episode by episode, up to the first step that differs.

    The state's hash is compared, and all that the agent saw but the pixels of pictures. Episodes without a trajectory
    are left out; of faulted ones everything before the fault is replayed.

    Raises:
        RunDirectoryError: a trajectory is damaged, or the tasks cannot be made.

    >>> import tempfile
    >>> from cube_gym import evaluate, replay
    >>> from cube_gym.evaluation import RunDirectory
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     evaluation = evaluate("phone/rename-note", "oracle", directory=directory)
    ...     [replayed.equal for replayed in replay(RunDirectory(directory))]
    [True]
    """
    configs = run.manifest.task_configs()
    env: TaskEnv | None = None
    made_for: TaskConfig | None = None
    try:
        for result in filter(chooses, run.results()):
            if result.trajectory is None:
                continue
            config = configs[result.task_id]
            if env is None or made_for is not config:
                if env is not None:
                    env.close()
                env, made_for = make_env(config, run.manifest.settings), config
            yield replay_episode(env, result, run.trajectory(result), _note(config))
    finally:
        if env is not None:
            env.close()


def replay_episode(
    env: TaskEnv, result: EpisodeResult, lines: list[dict[str, Any]], note: str | None = None
) -> Replayed:
    """Execute one recorded episode again."""
    step = 0
    try:
        observation, info = env.reset(seed=result.seed)
        differences = compare_moments(lines[0], shown(env.task, observation, info, {}))
        for line in (line for line in lines[1:] if line["kind"] == "step"):
            if differences:
                break
            if line["outcome"] == "task_fault":
                return Replayed(result, step, note="up to the fault")
            step += 1
            taken = env.step(load_answer(line["action"]))
            differences = compare_moments(line, {**outcome_of(taken), **shown(env.task, taken.obs, taken.info, {})})
            if not differences and (taken.done or taken.truncated):
                break
    except TaskFault as fault:
        differences = [Difference("the task", "no fault", str(fault))]
    if differences:
        return Replayed(result, max(step - 1, 0), step, tuple(differences), note)
    return Replayed(result, step, note=note)


def _note(config: TaskConfig) -> str | None:
    """Why two episodes of one seed may differ, where the task says so."""
    reason = config.metadata.nondeterministic
    return None if reason is None else f"the task is not deterministic: {reason}"


def compare_moments(recorded: Mapping[str, Any], found: Mapping[str, Any]) -> list[Difference]:
    """Where two moments differ, the most telling first; at most five places."""
    now = jsonable(found)
    differences: list[Difference] = []
    for name in _COMPARED:
        if name in now:
            differences += _differences(name, recorded.get(name), now[name])
    return differences[:_MOST_DIFFERENCES]


def _differences(place: str, recorded: Any, found: Any) -> Iterator[Difference]:  # noqa: ANN401, JSON
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted({*recorded, *found} - _LEFT_OUT):
            yield from _differences(f"{place}.{key}", recorded.get(key), found.get(key))
    elif isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        for index, (one, other) in enumerate(zip(recorded, found, strict=True)):
            yield from _differences(f"{place}[{index}]", one, other)
    elif recorded != found:
        yield Difference(place, recorded, found)


def _short(value: Any) -> str:  # noqa: ANN401, JSON
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:159]}…"  # noqa: PLR2004, about two lines
