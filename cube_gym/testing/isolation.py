"""What a task shares with others: nothing."""

from itertools import zip_longest

from cube_gym.env import TaskEnv
from cube_gym.testing.subject import SEEDS, STEPS, Subject, clause, require
from cube_gym.testing.traces import Trace, difference, play, random_actions, written_step


@clause
def ignores_its_neighbours(subject: Subject) -> None:
    """Two of it, played in turns, do not know of each other."""
    subject.deterministic()
    with subject.env() as env:
        plans = {seed: random_actions(env, seed, STEPS) for seed in SEEDS[:2]}
        alone = [play(env, seed, plan) for seed, plan in plans.items()]
    with subject.env() as one, subject.env() as other:
        together = _in_turns((one, other), plans)
    for seed, before, now in zip(plans, alone, together, strict=True):
        parted = difference(before, now)
        require(parted is None, f"beside another one, seed {seed} plays differently {parted}")


def _in_turns(envs: tuple[TaskEnv, TaskEnv], plans: dict[int, list]) -> list[Trace]:  # type: ignore[type-arg]
    traces = [play(env, seed, []) for env, seed in zip(envs, plans, strict=True)]
    running = [True, True]
    for actions in zip_longest(*plans.values()):
        for index, action in enumerate(actions):
            if action is not None and running[index]:
                step = envs[index].step(action)
                traces[index].append(written_step(step))
                running[index] = not (step.done or step.truncated)
    return traces
