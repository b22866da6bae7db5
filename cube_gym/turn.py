"""How the actions of one step went, before it is put into Gymnasium's form."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from cube_core import Action, InvalidAction, Observation, StepError
from cube_core.profiling import Profiling
from cube_core.task import not_executed
from cube_gym.info import NO_DETAILS, Details, Outcome

UNTIMED: Final = Profiling({})
_BY_WEIGHT: Final = (Outcome.OK, Outcome.ACTION_FAILED, Outcome.INVALID_ACTION, Outcome.TASK_FAULT)


class Turn(NamedTuple):
    """The result of one action, or of several."""

    observation: Observation
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    outcome: Outcome = Outcome.OK
    error: StepError | None = None
    details: Details = NO_DETAILS
    profiling: Profiling = UNTIMED


def outcome_of(error: StepError | None) -> Outcome:
    """What an action's error says about how it went."""
    if error is None:
        return Outcome.OK
    return Outcome.INVALID_ACTION if isinstance(error, InvalidAction) else Outcome.ACTION_FAILED


def fault(exc: BaseException, action: object) -> Turn:
    """The end of an episode whose task broke during `action`."""
    error = StepError.from_exception(exc)
    observation = error.to_observation(call_id(action))
    return Turn(observation, truncated=True, outcome=Outcome.TASK_FAULT, error=error)


def left_out(action: object) -> Observation:
    """The answer to an action that came after the end."""
    return not_executed(Action(id=call_id(action), name=""))


def call_id(action: object) -> str | None:
    """The tool call's id, where there is one."""
    found = getattr(action, "id", None) if isinstance(action, Action) else None
    return found if isinstance(found, str) else None


def merged(turns: Sequence[Turn], unplayed: Sequence[Observation]) -> Turn:
    """Parallel actions as one.

    Contents in order, rewards summed, the first error (a fault's own goes before), the worst outcome, details and times
    of the last.
    """
    observations = [*(turn.observation for turn in turns), *unplayed]
    contents = [content for observation in observations for content in observation.contents]
    errors = [turn.error for turn in turns if turn.error is not None]
    error = next(iter(errors if turns[-1].outcome is not Outcome.TASK_FAULT else errors[-1:]), None)
    return turns[-1]._replace(
        observation=Observation.of(contents, error=error),
        reward=sum(turn.reward for turn in turns),
        outcome=max((turn.outcome for turn in turns), key=_BY_WEIGHT.index),
        error=error,
    )
