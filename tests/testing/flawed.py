"""Small tasks that each break the contract in one way, and good ones that look alike."""

import random  # noqa: TID251, one of the flaws is to use it
import time
from collections.abc import Generator, Hashable
from typing import Any, ClassVar, cast

import numpy as np
from pydantic import Field

from cube_core import (
    Action,
    AgentStop,
    Observation,
    Oracle,
    Task,
    TaskConfig,
    TaskFault,
    TaskMetadata,
    TextContent,
    Tool,
    tool_action,
)

FLOOR, CEILING = 3, 9
Steps = Generator[Action | list[Action], Observation, None]


class Safe(Tool):
    """A safe with a number on its dial."""

    def __init__(self) -> None:
        self.dial = 0
        self.said = ""

    @tool_action
    def turn(self, by: int = 1) -> str:
        """Turn the dial.

        Args:
            by: How far.
        """
        self.dial += by
        return f"The dial shows {self.dial}."

    @tool_action
    def say(self, text: str) -> str:
        """Say something.

        Args:
            text: What to say.
        """
        self.said = text
        return "Noted."


def solve(goal: str, observation: Observation) -> Steps:
    """Read the number in the goal, and turn the dial there."""
    del observation
    yield Action(name="turn", arguments={"by": int(goal.rstrip(".").rpartition(" ")[2])})


class SafeConfig(TaskConfig):
    """Turn the dial to the number that the goal names. `task` and `solution` name the ones of this module."""

    metadata: TaskMetadata = TaskMetadata(id="safe", recommended_max_steps=10)
    task: str = "SafeTask"
    solution: str = "solve"

    def make(self) -> Task:
        """The task."""
        made: Task = globals()[self.task](self, Safe())
        return made

    def oracle(self) -> Oracle | None:
        """The scripted solution."""
        found: Oracle = globals()[self.solution]
        return found


class SafeTask(Task):
    """The good one."""

    tool: Safe

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.tool.dial, self.tool.said = 0, ""
        self.wanted = int(np.random.default_rng(seed).integers(FLOOR, CEILING))
        goal = f"Turn the dial to {self.wanted}."
        contents = [TextContent(data=goal, name="goal"), *self.observe().contents]
        return Observation(contents=contents), {"goal": goal}

    def observe(self) -> Observation:
        return Observation(contents=[TextContent(data=f"dial: {self.tool.dial}", name="screen")])

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(self.tool.dial == self.wanted), {"dial": self.tool.dial}

    def snapshot(self) -> Hashable:
        return self.tool.dial, self.wanted

    def restore(self, snapshot: Hashable) -> Observation:
        self.tool.dial, self.wanted = cast("tuple[int, int]", snapshot)
        return self.observe()


# --- good ones, which must not be accused ------------------------------------------------------------------------


class EachStepTask(SafeTask):
    """Rewards on the way."""

    evaluate_each_step = True


class FinishingTask(SafeTask):
    """Ends by itself."""

    def finished(self) -> bool:
        return self.tool.dial == self.wanted


class FixedTask(SafeTask):
    """The same for all seeds, and says so."""

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        del seed
        return super().reset(seed=0)


class PartialCreditTask(SafeTask):
    """Gives a part for coming near; only all of it is a success."""

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        distance = abs(self.tool.dial - self.wanted)
        return 1.0 if distance == 0 else 0.5 / distance, {}


class FilteringTask(SafeTask):
    """Allows speech only while the dial is at 0."""

    def allowed_actions(self) -> list[str] | None:
        return None if self.tool.dial == 0 else ["turn", "final_step"]


class ForgetfulTask(SafeTask):
    """Offers no snapshots."""

    snapshot = Task.snapshot
    restore = Task.restore


class AdmittedNoise(SafeTask):
    """Says that its episodes do not repeat."""

    def observe(self) -> Observation:
        return Observation.from_text(f"dial: {self.tool.dial}, {time.time_ns()}")


# --- flawed ones ---------------------------------------------------------------------------------------------------


class SolvedByNothing(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(self.tool.dial <= self.wanted), {}


class SolvedByWaiting(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.looks = 0
        return super().reset(seed=seed)

    def observe(self) -> Observation:
        self.looks = getattr(self, "looks", 0) + 1
        return super().observe()

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(self.looks > 10 or self.tool.dial == self.wanted), {}


class SolvedBySpam(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float(bool(self.tool.said) or self.tool.dial == self.wanted), {}


class ReadsTheLastMessage(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float("done" in self.tool.said or self.tool.dial == self.wanted), {}


class LeaksBetweenEpisodes(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        kept = self.tool.dial
        seen = super().reset(seed=seed)
        self.tool.dial = kept
        return seen


class LeaksBetweenTasks(SafeTask):
    total: ClassVar[list[int]] = []

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.total.clear()
        return super().reset(seed=seed)

    def observe(self) -> Observation:
        self.total.append(self.tool.dial)
        return Observation.from_text(f"turned in all: {sum(self.total)} in {len(self.total)}")


class RandomObservations(SafeTask):
    def observe(self) -> Observation:
        return Observation.from_text(f"dial: {self.tool.dial} {np.random.default_rng().integers(10**9)}")


class GlobalRandom(SafeTask):
    def observe(self) -> Observation:
        return Observation.from_text(f"dial: {self.tool.dial} {random.random()}")  # noqa: S311, the flaw


class SeedsGlobally(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        random.seed(seed)
        return super().reset(seed=seed)


class IgnoresTheSeed(FixedTask):
    """As FixedTask, without saying so."""


class WallClock(SafeTask):
    def observe(self) -> Observation:
        return Observation.from_text(f"dial: {self.tool.dial} at {time.time_ns()}")


class HashDependent(SafeTask):
    def observe(self) -> Observation:
        return Observation.from_text(f"dial: {self.tool.dial} {hash('dial')}")


class OrderDependent(SafeTask):
    played = 0

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.played += 1
        observation, info = super().reset(seed=seed)
        return observation, {**info, "episode": self.played}


class NanReward(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        return float("nan"), {}


class RaisingVerifier(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        raise ZeroDivisionError("no measurement")


class NoGoal(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        return super().reset(seed=seed)[0], {}


class ReusedObservation(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        self.kept = TextContent(data="dial: 0")
        return super().reset(seed=seed)

    def observe(self) -> Observation:
        self.kept.data = f"dial: {self.tool.dial}"
        return Observation.model_construct(contents=[self.kept], error=None)


class ChangingVerifier(SafeTask):
    def evaluate(self) -> tuple[float, dict[str, Any]]:
        self.tool.dial += 1
        return float(self.tool.dial - 1 == self.wanted), {}


class ClosesOnce(SafeTask):
    def close(self) -> None:
        del self.tool


class HalfASnapshot(SafeTask):
    def restore(self, snapshot: Hashable) -> Observation:
        _, self.wanted = cast("tuple[int, int]", snapshot)
        return self.observe()


class UnpicklableSnapshot(SafeTask):
    def snapshot(self) -> Hashable:
        return lambda: self.tool.dial


class BreaksOnBadInput(SafeTask):
    def observe(self) -> Observation:
        if self.tool.said and not self.tool.said.isascii():
            raise TaskFault("cannot show this")
        return super().observe()


class SwallowsTheStop(SafeTask):
    def __init__(self, config: TaskConfig, _: Safe) -> None:
        super().__init__(config, StubbornSafe())


class StubbornSafe(Safe):
    @tool_action
    def final_step(self) -> None:
        """Stop the task execution."""
        try:
            super().final_step()
        except AgentStop:
            return


class Undescribed(SafeTask):
    def __init__(self, config: TaskConfig, _: Safe) -> None:
        super().__init__(config, MuteSafe())


class MuteSafe(Safe):
    @tool_action
    def turn(self, by: int = 1) -> str:
        """Turn the dial."""
        return super().turn(by)


def give_up(goal: str, observation: Observation) -> Steps:
    """Do nothing of use."""
    del goal, observation
    yield Action(name="say", arguments={"text": "I cannot"})


def dawdle(goal: str, observation: Observation) -> Steps:
    """Take a step at a time, and far too many."""
    for _ in range(20):
        yield Action(name="turn", arguments={"by": 0})
    yield from solve(goal, observation)


LAST_WANTED: list[int] = []


class PeekedAt(SafeTask):
    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        seen = super().reset(seed=seed)
        LAST_WANTED[:] = [self.wanted]
        return Observation.from_text("dial: 0"), {"goal": "Turn the dial to the secret number."} if seen else {}


def peek(goal: str, observation: Observation) -> Steps:
    """Look at what only the task's process knows."""
    del goal, observation
    yield Action(name="turn", arguments={"by": LAST_WANTED[-1]})


class LossyConfig(SafeConfig):
    """Has a field that its dump leaves out."""

    extra: int = Field(default=0, exclude=True)


def config_of(task: type[SafeTask], solution: Oracle = solve, **metadata: Any) -> SafeConfig:  # noqa: ANN401, of the metadata
    """The config of a task of this module."""
    known = TaskMetadata(id=task.__name__, recommended_max_steps=10, **metadata)
    return SafeConfig(metadata=known, task=task.__name__, solution=solution.__name__)


GOOD = (
    config_of(SafeTask),
    config_of(EachStepTask),
    config_of(FinishingTask),
    config_of(FixedTask, tags=("fixed",)),
    config_of(PartialCreditTask),
    config_of(FilteringTask),
    config_of(ForgetfulTask),
    config_of(AdmittedNoise, nondeterministic="it shows the time"),
)
FLAWED = (
    ("is_not_solved_by_nothing", config_of(SolvedByNothing)),
    ("is_not_solved_by_nothing", config_of(SolvedByWaiting)),
    ("is_not_solved_by_spam", config_of(SolvedBySpam)),
    ("is_not_solved_by_spam", config_of(ReadsTheLastMessage)),
    ("repeats_with_its_seed", config_of(LeaksBetweenEpisodes)),
    ("repeats_with_its_seed", config_of(RandomObservations)),
    ("repeats_with_its_seed", config_of(WallClock)),
    ("repeats_with_its_seed", config_of(OrderDependent)),
    ("ignores_its_neighbours", config_of(LeaksBetweenTasks)),
    ("leaves_global_chance_alone", config_of(GlobalRandom)),
    ("leaves_global_chance_alone", config_of(SeedsGlobally)),
    ("varies_with_its_seed", config_of(IgnoresTheSeed)),
    ("plays_the_same_elsewhere", config_of(HashDependent)),
    ("is_not_solved_by_nothing", config_of(NanReward)),
    ("is_not_solved_by_nothing", config_of(RaisingVerifier)),
    ("starts_with_a_goal", config_of(NoGoal)),
    ("hands_out_fresh_observations", config_of(ReusedObservation)),
    ("judges_without_changing", config_of(ChangingVerifier)),
    ("closes_at_any_time", config_of(ClosesOnce)),
    ("goes_on_from_a_snapshot", config_of(HalfASnapshot)),
    ("goes_on_from_a_snapshot", config_of(UnpicklableSnapshot)),
    ("takes_any_action", config_of(BreaksOnBadInput)),
    ("ends_for_good", config_of(SwallowsTheStop)),
    ("describes_its_actions", config_of(Undescribed)),
    ("is_solved_by_its_oracle", config_of(SafeTask, give_up)),
    ("is_solved_by_its_oracle", config_of(SafeTask, dawdle)),
    ("is_solved_by_its_oracle", config_of(PeekedAt, peek)),
    ("survives_json", LossyConfig(extra=5)),
)
"""The check that finds a flaw, and a task that has it."""
