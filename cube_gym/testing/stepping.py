"""How a task steps: any action, constant infos, observations that stay, an end that is an end."""

import copy
import math
from collections.abc import Iterator
from typing import Any, Final

from gymnasium.error import ResetNeeded

from cube_core import STOP_ACTION, Action
from cube_core.profiling import Profiling
from cube_gym.env import TaskEnv
from cube_gym.info import INFO_KEYS, Outcome
from cube_gym.step_result import EnvStep
from cube_gym.testing.subject import SEEDS, STEPS, Subject, clause, require
from cube_gym.testing.traces import random_actions, written_step

ODD_VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    10**20,
    0.5,
    math.nan,
    "",
    "x" * 5000,
    "half \ud83d",
    "你好\n🙂",
    [],
    {},
    [[1], None],
)


@clause
def takes_any_action(subject: Subject) -> None:
    """No action raises or breaks it, however odd."""
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        for action in _odd_actions(env):
            step = env.step(action)  # type: ignore[arg-type]  # an agent may give anything
            _sound(step, f"{action!r:.200}")
            if step.done or step.truncated:
                env.reset(seed=SEEDS[0])


@clause
def survives_random_play(subject: Subject) -> None:
    """Random play never breaks it, and its infos always have the same keys."""
    with subject.env() as env:
        for seed in SEEDS:
            _, info = env.reset(seed=seed)
            require(tuple(info) == INFO_KEYS, f"reset() gave infos {sorted(info)}, expected {sorted(INFO_KEYS)}")
            for action in random_actions(env, seed, STEPS):
                step = env.step(action)
                _sound(step, repr(action))
                require(tuple(step.info) == INFO_KEYS, f"step() gave infos {sorted(step.info)}")
                if step.done or step.truncated:
                    break


@clause
def hands_out_fresh_observations(subject: Subject) -> None:
    """What was handed out does not change later."""
    with subject.env() as env:
        kept = [env.reset(seed=SEEDS[0])[0], env.task.observe()]  # the task's own: the environment hands out copies
        seen = copy.deepcopy(kept)
        for action in random_actions(env, SEEDS[0], STEPS):
            step = env.step(action)
            kept.append(step.obs)
            seen.append(copy.deepcopy(step.obs))
            if step.done or step.truncated:
                break
        env.reset(seed=SEEDS[1])
        changed = [number for number, (now, then) in enumerate(zip(kept, seen, strict=True)) if now != then]
        require(not changed, "an observation changed after it was returned: give a new one each time")


@clause
def answers_by_id(subject: Subject) -> None:
    """Each content of a step carries the id of the action."""
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        for action in [*random_actions(env, SEEDS[0], 2), Action(name="no_such_action"), Action(name=STOP_ACTION.name)]:
            step = env.step(action.model_copy(update={"id": "call_7"}))
            ids = {content.tool_call_id for content in step.obs.contents}
            require(ids == {"call_7"}, f"{action.name} was answered under the ids {ids}, not 'call_7'")
            if step.done or step.truncated:
                break


@clause
def ends_for_good(subject: Subject) -> None:
    """The stop ends the episode, and nothing goes on after the end."""
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        step = env.step(Action(name=STOP_ACTION.name))
        require(step.done and not step.truncated, f"{STOP_ACTION.name} gave done={step.done}: do not catch AgentStop")
        try:
            env.step(Action(name=STOP_ACTION.name))
        except ResetNeeded:
            return
        require(holds=False, text="a step after the end was executed")


@clause
def closes_at_any_time(subject: Subject) -> None:
    """It can be closed twice, early, and in the middle of an episode."""
    for played in (False, True):
        with subject.env() as env:
            if played:
                env.reset(seed=SEEDS[0])
            task = env.task if played else None
            try:
                env.close()
                if task is not None:
                    task.close()
            except Exception as exc:  # noqa: BLE001, whatever the author's code raises is the finding
                require(holds=False, text=f"close() raised {type(exc).__name__}: {exc}")


def _odd_actions(env: TaskEnv) -> Iterator[object]:
    yield from (None, 5, "tap", [], {}, {"name": "tap"}, Action(name=""), [Action(name="no_such_action"), None])
    yield Action(name=STOP_ACTION.name, arguments={"unasked": 1})
    for schema in env.action_set:
        names = list(schema.parameters.get("properties", {}))
        for value in ODD_VALUES:
            yield Action(name=schema.name, arguments=dict.fromkeys(names or ["unasked"], value))


def _sound(step: EnvStep, what: str) -> None:
    fault = step.info["outcome"] is Outcome.TASK_FAULT
    require(not fault, f"{what} broke the task: {step.error}")
    require(not (step.done and step.truncated), f"{what}: terminated and truncated at once")
    require(isinstance(step.info["profiling"], Profiling), f"{what}: no profiling in the info")
    try:
        written_step(step)
        step.model_dump_json().encode()
    except (ValueError, TypeError) as exc:
        require(holds=False, text=f"{what}: the step cannot be written as JSON: {exc}")
