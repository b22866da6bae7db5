"""Snapshots, where a task offers them."""

import pickle

from cube_core import Action
from cube_gym.env import TaskEnv
from cube_gym.snapshot import EnvSnapshot
from cube_gym.testing.subject import SEEDS, STEPS, NotApplicable, Subject, clause, require
from cube_gym.testing.traces import Trace, difference, random_actions, written_step


@clause
def goes_on_from_a_snapshot(subject: Subject) -> None:
    """A snapshot pickles, hashes, and goes on exactly as the original."""
    subject.deterministic()
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        plan = random_actions(env, SEEDS[0], STEPS)
        if len(_continued(env, plan[: STEPS // 2])) < STEPS // 2:
            env.reset(seed=SEEDS[0])  # random play ends it too soon: snapshot the start
        state = _snapshot(env)
        original = _continued(env, plan[STEPS // 2 :])
        env.reset(options={"snapshot": state})
        parted = difference(original, _continued(env, plan[STEPS // 2 :]))
        require(parted is None, f"restored in place, it goes on differently {parted}")
    with subject.env() as other:
        other.reset(options={"snapshot": pickle.loads(pickle.dumps(state))})  # noqa: S301, its own
        parted = difference(original, _continued(other, plan[STEPS // 2 :]))
        require(parted is None, f"restored in a new environment, it goes on differently {parted}")


def _snapshot(env: TaskEnv) -> EnvSnapshot:
    try:
        state = env.snapshot()
    except NotImplementedError as exc:
        raise NotApplicable("the task offers no snapshots") from exc
    try:
        hash(state)
        pickle.dumps(state)
    except (TypeError, AttributeError, pickle.PicklingError) as exc:
        require(holds=False, text=f"the snapshot is not a value: {exc}")
    return state


def _continued(env: TaskEnv, actions: list[Action]) -> Trace:
    trace: Trace = []
    for action in actions:
        step = env.step(action)
        trace.append(written_step(step))
        if step.done or step.truncated:
            break
    return trace
