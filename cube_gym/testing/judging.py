"""How a task is judged: its own solution succeeds, and nothing that solves nothing does."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

from cube_core import STOP_ACTION, Action, ActionSchema
from cube_gym.agents import Agent
from cube_gym.env import TaskEnv
from cube_gym.info import Outcome
from cube_gym.testing.elsewhere import OracleElsewhere
from cube_gym.testing.subject import SEEDS, STEPS, NotApplicable, Subject, Violation, clause, require
from cube_gym.testing.traces import random_actions

SPAM = ("yes", "no", "done", "success", "0", "1", "unknown", "The task is finished.", "impossible")
ROUNDING = 1e-6
INVALID = Action(name="no_such_action")


@clause
def is_solved_by_its_oracle(subject: Subject) -> None:
    """Its scripted solution, which sees the goal and observations only, reaches the threshold within the budget."""
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        config = env.task.config
        if config.oracle() is None:
            raise NotApplicable("the task has no scripted solution")
        with OracleElsewhere(config) as agent:
            for seed in SEEDS:
                score, how = _follow(env, seed, agent)
                threshold = env.task.metadata.success_threshold
                require(score >= threshold, f"with seed {seed} the oracle came to {score} of {threshold}: {how}")


@clause
def is_not_solved_by_nothing(subject: Subject) -> None:
    """Doing nothing does not solve it: neither stopping at once nor waiting for the end."""
    with subject.env() as env:
        for seed in SEEDS:
            _refuse(env, seed, "stopping at once", lambda: iter([Action(name=STOP_ACTION.name)]))
            _refuse(env, seed, "doing nothing until the end", lambda: _forever(INVALID))


@clause
def is_not_solved_by_spam(subject: Subject) -> None:
    """Answering with anything does not solve it."""
    with subject.env() as env:
        _, info = env.reset(seed=SEEDS[0])
        answering = [schema for schema in env.action_set if _text_parameter(schema)]
        if not answering:
            raise NotApplicable("no action takes a text alone")
        for schema in answering:
            for text in (*SPAM, info["goal"]):
                say = Action(name=schema.name, arguments={_text_parameter(schema): text})
                won = [seed for seed in SEEDS if _succeeds(env, seed, iter([say, Action(name=STOP_ACTION.name)]))]
                require(len(won) < len(SEEDS), f"{schema.name}({text!r:.60}) solves it with every seed")


@clause
def judges_without_changing(subject: Subject) -> None:
    """Judging it twice gives the same, and changes nothing."""
    subject.deterministic()
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        for action in random_actions(env, SEEDS[0], 2):
            step = env.step(action)
            if step.done or step.truncated:
                env.reset(seed=SEEDS[0])
        seen = env.task.observe().model_dump_json()
        first, second = (_json(env.task.evaluate()) for _ in range(2))
        require(first == second, f"evaluate() gave {first}, then {second}: it must only look")
        require(env.task.observe().model_dump_json() == seen, "evaluate() changed what the agent sees")


@clause
def sums_to_its_score(subject: Subject) -> None:
    """An episode's rewards sum to its score."""
    with subject.env() as env:
        for seed in SEEDS:
            total, _ = _follow_actions(env, seed, iter(random_actions(env, seed, STEPS)))
            score, _ = env.task.evaluate()
            require(
                math.isclose(total, score, abs_tol=ROUNDING),
                f"the rewards of seed {seed} sum to {total}, the score is {score}",
            )


def _follow(env: TaskEnv, seed: int, agent: Agent) -> tuple[float, str]:
    """Return and fate of the episode that the agent plays."""
    observation, info = env.reset(seed=seed)
    agent.reset(info["goal"], env.action_set)
    total = 0.0
    while True:
        try:
            step = env.step(agent.act(observation, info))
        except RuntimeError as exc:
            raise Violation(f"with seed {seed} the scripted solution failed in a process of its own: {exc}") from exc
        total += step.reward
        if step.done or step.truncated:
            return total, "the budget ran out" if step.truncated else str(step.info["details"].as_dict())
        observation, info = step.obs, step.info


def _refuse(env: TaskEnv, seed: int, what: str, actions: Callable[[], Iterator[Action]]) -> None:
    require(not _succeeds(env, seed, actions()), f"{what} solves it with seed {seed}")


def _succeeds(env: TaskEnv, seed: int, actions: Iterator[Action]) -> bool:
    total, ended = _follow_actions(env, seed, actions)
    return ended and total >= env.task.metadata.success_threshold


def _follow_actions(env: TaskEnv, seed: int, actions: Iterator[Action]) -> tuple[float, bool]:
    """The sum of rewards, and whether the episode ended; it is stopped when the actions run out."""
    env.reset(seed=seed)
    total = 0.0
    for action in actions:
        step = env.step(action)
        require(step.info["outcome"] is not Outcome.TASK_FAULT, f"{action!r} broke the task: {step.error}")
        total += step.reward
        if step.done or step.truncated:
            return total, True
    return total + env.step(Action(name=STOP_ACTION.name)).reward, True


def _forever(action: Action) -> Iterator[Action]:
    while True:
        yield action


def _text_parameter(schema: ActionSchema) -> str:
    """The parameter of an action that takes one text and nothing else, or ''."""
    required = schema.parameters.get("required", [])
    properties = schema.parameters.get("properties", {})
    only = required[0] if len(required) == 1 else ""
    return only if only and properties[only].get("type") == "string" and "enum" not in properties[only] else ""


def _json(judged: tuple[float, dict[str, Any]]) -> str:
    return json.dumps(judged, sort_keys=True, default=repr)
