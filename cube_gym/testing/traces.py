"""What an episode showed, in a form that compares across processes."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cube_core import STOP_ACTION, Action, Observation
from cube_gym.env import TaskEnv
from cube_gym.step_result import EnvStep

Trace = list[str]
"""One JSON text for the reset and one for each step."""

_TIMED: Final = {"stack_trace"}  # holds addresses and lines, which say nothing of the task


def play(env: TaskEnv, seed: int, actions: Iterable[Action]) -> Trace:
    """Reset, then execute the actions until the episode ends."""
    observation, info = env.reset(seed=seed)
    trace = [_written(observation, info)]
    for action in actions:
        step = env.step(action)
        trace.append(written_step(step))
        if step.done or step.truncated:
            break
    return trace


def written_step(step: EnvStep) -> str:
    """A step as JSON text, without its times."""
    return _written(step.obs, step.info, step.reward, step.done, step.truncated)


def difference(first: Trace, second: Trace) -> str | None:
    """Where two traces part, as a sentence, or None."""
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return f"{'at the start' if number == 0 else f'in step {number}'}: {_first_change(one, other)}"
    return None if len(first) == len(second) else f"one has {len(first) - 1} steps, the other {len(second) - 1}"


def random_actions(env: TaskEnv, seed: int, count: int) -> list[Action]:
    """Random actions of the environment's action space, without the stop."""
    env.action_space.seed(seed)
    names = {name for name in env.action_space.names if name != STOP_ACTION.name}
    return [env.action_space.sample(mask=names) for _ in range(count)] if names else []


def _written(observation: Observation, info: Mapping[str, Any], *rest: object) -> str:
    shown = {"observation": observation.model_dump(mode="json"), "goal": info["goal"], "rest": rest}
    told = {"details": info["details"].as_dict(), "outcome": str(info["outcome"])}
    return json.dumps(_without_times({**shown, **told}), ensure_ascii=True, sort_keys=True)


def _without_times(value: Any) -> Any:  # noqa: ANN401, JSON
    if isinstance(value, dict):
        return {key: _without_times(item) for key, item in value.items() if key not in _TIMED}
    return [_without_times(item) for item in value] if isinstance(value, (list, tuple)) else value


def _first_change(one: str, other: str, around: int = 60) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - around)
    return f"...{one[start : at + around]}... against ...{other[start : at + around]}..."
