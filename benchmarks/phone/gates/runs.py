"""Runs of a template's task: by its oracle, recorded, and replayed with changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.phone.config import PhoneTaskConfig
from benchmarks.phone.task import PhoneSnapshot, PhoneTask
from benchmarks.phone.toolkit import OracleLostError
from benchmarks.phone.verify import DECLINED
from cube_core import STOP_ACTION, Action, Observation


@dataclass(frozen=True, slots=True)
class Run:
    """An episode that the oracle played."""

    seed: int
    goal: str
    actions: tuple[Action, ...]
    success: bool
    start: str
    """Hash of the phone's state at the start."""
    lost: str = ""
    """Why the oracle gave up."""

    @property
    def answered(self) -> bool:
        """Whether it ended with an answer."""
        return bool(self.actions) and self.actions[-1].name == "answer"

    @property
    def declined(self) -> bool:
        """Whether it ended by declining."""
        return self.answered and str(self.actions[-1].arguments["text"]).casefold().startswith(DECLINED)


class Bench:
    """One task of a template, to play on again and again."""

    def __init__(self, config: PhoneTaskConfig) -> None:
        task = config.make()
        if not isinstance(task, PhoneTask):
            raise TypeError(f"{config.metadata.id} is no phone task")
        self.config = config
        self.task = task
        self._starts: dict[int, PhoneSnapshot] = {}

    @property
    def budget(self) -> int:
        """Steps that an episode may take."""
        return 2 * self.task.template.steps

    def solve(self, seed: int) -> Run:
        """Let the oracle play; what it sees goes through JSON, as to another process."""
        observation, info = self.task.reset(seed=seed)
        start = self.task.device.state_hash()
        goal: str = info["goal"]
        actions: list[Action] = []
        lost = ""
        try:
            run = self.task.template.oracle(goal, _sent(observation))
            action = next(run)
            while True:
                step = action if isinstance(action, Action) else action[0]
                actions.append(step)
                output = self.task.step(step)
                if output.done:
                    break
                action = run.send(_sent(output.obs))
        except (OracleLostError, ValueError, LookupError, StopIteration) as exc:
            lost = f"{type(exc).__name__}: {exc}"
        success = not lost and len(actions) <= self.budget and self.task.verdict().success
        return Run(seed, goal, tuple(actions), success, start, lost)

    def replay(
        self, seed: int, actions: Iterable[Action], *, meddle: Callable[[PhoneTask], None] | None = None
    ) -> bool:
        """Whether these actions solve the task; `meddle` changes the phone before the last of them."""
        self.start(seed)
        listed = list(actions)[: self.budget]
        for number, action in enumerate(listed):
            if meddle is not None and number == len(listed) - 1:
                meddle(self.task)
            output = self.task.step(action)
            if output.done:
                return bool(output.info["details"]["success"])
        return self.task.verdict().success

    def start(self, seed: int) -> None:
        """Begin the episode of a seed; a second time it is restored, which is faster than to make a world."""
        if seed in self._starts:
            self.task.restore(self._starts[seed])
        else:
            self.task.reset(seed=seed)
            self._starts[seed] = self.task.snapshot()

    def without(self, run: Run, index: int) -> bool:
        """Whether the run still solves the task when one of its actions is left out."""
        return self.replay(run.seed, (*run.actions[:index], *run.actions[index + 1 :]))

    def unmissed(self, run: Run, index: int) -> bool:
        """Whether the oracle goes on just the same when one of its actions is withheld, so that it sees nothing new.

        A step that only serves to read leaves no trace on the phone: it is needed when the oracle does not know how
        to go on without it.
        """
        self.start(run.seed)
        seen = self.task.observe()
        oracle = self.task.template.oracle(run.goal, seen)
        try:
            action = next(oracle)
            for number, recorded in enumerate(run.actions):
                if not isinstance(action, Action) or not same((action,), (recorded,)):
                    return False
                if number != index:
                    seen = self.task.step(action).obs
                if number < len(run.actions) - 1:
                    action = oracle.send(seen)
        except (OracleLostError, ValueError, LookupError, StopIteration):
            return False
        return True


def answer(text: str) -> Action:
    """The action that answers `text`."""
    return Action(name="answer", arguments={"text": text})


def stop() -> Action:
    """The action that ends the episode."""
    return Action(name=STOP_ACTION.name)


def same(first: Sequence[Action], second: Sequence[Action]) -> bool:
    """Whether two runs did the same."""
    return [(a.name, a.arguments) for a in first] == [(a.name, a.arguments) for a in second]


def _sent(observation: Observation) -> Observation:
    return Observation.model_validate_json(observation.model_dump_json())
