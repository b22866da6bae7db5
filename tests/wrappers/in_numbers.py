"""A scripted solution, played by numbers alone: what it writes is typed in pieces, or remembered before."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import gymnasium as gym

from cube_core import Action, Observation, TaskConfig
from cube_gym.wrappers import DiscreteActions
from cube_gym.wrappers.remembering import EXTEND_TEXT, REMEMBER_TEXT
from cube_gym.wrappers.slots import Sighting

UNKNOWN = 100
"""What a character that stands nowhere counts, in pieces."""


class Played(NamedTuple):
    """How it went."""

    missing: list[Action]
    """What had no number, for want of a text or of a slot."""
    reward: float
    numbers: list[int]
    texts: int
    """The most text slots that a screen asked for."""


class Writing(NamedTuple):
    """A text that the solution will write, and what is offered then."""

    step: int
    text: str
    offered: frozenset[str]


def in_numbers(config: TaskConfig, benchmark: str, settings: dict[str, Any], seed: int) -> Played:
    """Play an episode; whatever has no number is done all the same, so that the rest is seen too."""
    env = _made(config, benchmark, settings)
    try:
        plan = list(_writings(env, config, seed))
        return _Player(env, plan).play(config, seed)
    finally:
        env.close()


def _made(config: TaskConfig, benchmark: str, settings: dict[str, Any]) -> DiscreteActions:
    task = gym.make("cube/Task-v0", task=f"{benchmark}/{config.metadata.id}", disable_env_checker=True)
    return DiscreteActions(task, memory=True, **settings)


def _writings(env: DiscreteActions, config: TaskConfig, seed: int) -> Iterator[Writing]:
    """What the solution writes, as it is seen when it plays undisturbed."""
    observation, info = env.reset(seed=seed)
    run = _solution(config, info["goal"], observation)
    action = next(run)
    for step in range(10_000):
        text = _written(action)
        if text is not None:
            yield Writing(step, text, _offered(env))
        observation, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            return
        action = run.send(observation)


class _Player:
    def __init__(self, env: DiscreteActions, plan: list[Writing]) -> None:
        self.env, self.plan = env, plan
        self.played = Played([], 0.0, [], 0)
        self.over = False

    def play(self, config: TaskConfig, seed: int) -> Played:
        self.observation, info = self.env.reset(seed=seed)
        run = _solution(config, info["goal"], self.observation)
        action, step = next(run), 0
        while not self.over:
            for piece in self._worth_remembering(step):
                self._do(Action(name=REMEMBER_TEXT, arguments={"text": piece}))
            self._write(action)
            step += 1
            if not self.over:
                action = run.send(self.observation)
        return self.played

    def _write(self, action: Action) -> None:
        """The action as it is or, when there is no number for its text, in pieces."""
        text = _written(action)
        pieces = None if text is None or self.env.encode(action) is not None else spelled(text, _offered(self.env))
        if pieces is None or text is None:
            self._do(action)
        elif action.name == "answer":
            self._do(Action(name=REMEMBER_TEXT, arguments={"text": pieces[0]}))
            for piece in pieces[1:]:
                self._do(Action(name=EXTEND_TEXT, arguments={"text": piece}))
            self._do(action)
        else:
            for place, piece in enumerate(pieces):
                kept = {"replace": False} if place and "replace" in action.arguments else {}
                self._do(action.model_copy(update={"arguments": {**action.arguments, "text": piece, **kept}}))

    def _worth_remembering(self, step: int) -> Iterator[str]:
        """What stands here, and will be wanted where it does not."""
        for writing in self.plan:
            here = _offered(self.env) if writing.step > step else frozenset()
            known = writing.offered | set(self.env.sighting.remembered.values())
            wanted = sorted({text for text in here if text in writing.text}, key=len, reverse=True)
            for text in wanted:
                if _cost(writing.text, {*known, text}) + 1 < _cost(writing.text, known):
                    known = known | {text}
                    yield text

    def _do(self, action: Action) -> None:
        if self.over:
            return
        number = self.env.encode(action)
        if number is None:
            self.played.missing.append(action)
        else:
            self.played.numbers.append(number)
        most = max(self.played.texts, len(self.env.sighting.texts))
        given = action if number is None else number
        self.observation, reward, terminated, truncated, _ = self.env.step(given)
        self.over = terminated or truncated
        self.played = self.played._replace(reward=float(reward), texts=most)


def spelled(text: str, pieces: Iterable[str]) -> list[str] | None:
    """The fewest pieces that make a text, one after another; None when they do not."""
    best: list[list[str] | None] = [[]] + [None] * len(text)
    usable = {piece for piece in pieces if piece and piece in text}
    for end in range(1, len(text) + 1):
        ways = (
            (*before, piece)
            for piece in usable
            if text.endswith(piece, 0, end) and (before := best[end - len(piece)]) is not None
        )
        shortest = min(ways, key=len, default=None)
        best[end] = None if shortest is None else list(shortest)
    return best[-1]


def _cost(text: str, pieces: Iterable[str]) -> int:
    """How many pieces a text takes, with a high price for each character that stands nowhere."""
    usable = {piece for piece in pieces if piece and piece in text}
    costs = [0] * (len(text) + 1)
    for end in range(1, len(text) + 1):
        ways = (costs[end - len(piece)] + 1 for piece in usable if text.endswith(piece, 0, end))
        costs[end] = min(costs[end - 1] + UNKNOWN, *ways, UNKNOWN**3)
    return costs[-1]


def _offered(env: DiscreteActions) -> frozenset[str]:
    """The texts that can be typed now."""
    phrases = {phrase for gesture in env.gestures for phrase in gesture.phrases if phrase != "impossible"}
    return frozenset({*_slots(env, env.sighting), *phrases})


def _slots(env: DiscreteActions, seen: Sighting) -> tuple[str, ...]:
    return seen.texts[: env._texts]


def _written(action: Action) -> str | None:
    return action.arguments.get("text")


def _solution(config: TaskConfig, goal: str, observation: Observation) -> Any:  # noqa: ANN401, a generator
    oracle = config.oracle()
    assert oracle is not None
    while True:
        yield from oracle(goal, observation)  # pragma: no branch
        yield Action(name="final_step")
