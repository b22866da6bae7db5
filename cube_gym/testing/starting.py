"""How a task starts: spaces, goal, seeds, randomness of its own."""

import random  # noqa: TID251, to see that nobody else uses it
import warnings

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env

from cube_core import STOP_ACTION
from cube_gym.testing.subject import SEEDS, STEPS, NotApplicable, Subject, clause, require
from cube_gym.testing.traces import difference, play, random_actions


@clause
def starts_with_a_goal(subject: Subject) -> None:
    """It has a goal, and its first observation is in the space."""
    with subject.env() as env:
        observation, info = env.reset(seed=SEEDS[0])
        require(observation in env.observation_space, f"reset() gave {type(observation).__name__}, not an Observation")
        require(bool(info["goal"].strip()), "reset() gave no goal: put it into info['goal']")
        require(bool(observation.contents), "the first observation is empty: show the goal and the state")


@clause
def describes_its_actions(subject: Subject) -> None:
    """Each action and each parameter is described, and the stop is offered."""
    with subject.env() as env:
        env.reset(seed=SEEDS[0])
        for schema in env.action_set:
            try:
                schema.validate_param_descriptions()
            except ValueError as exc:
                require(holds=False, text=str(exc))
        names = [schema.name for schema in env.action_set]
        require(STOP_ACTION.name in names, f"{STOP_ACTION.name} is not offered: it is what every tool has")


@clause
def repeats_with_its_seed(subject: Subject) -> None:
    """The same seed gives the same episode, whatever was played before."""
    subject.deterministic()
    with subject.env() as env:
        actions = random_actions(env, SEEDS[0], STEPS)
        first = play(env, SEEDS[0], actions)
        play(env, SEEDS[1], random_actions(env, SEEDS[1], STEPS))
        parted = difference(first, play(env, SEEDS[0], actions))
        require(parted is None, f"after another episode, seed {SEEDS[0]} plays differently {parted}")
    with subject.env() as env:
        parted = difference(first, play(env, SEEDS[0], actions))
        require(parted is None, f"in a new environment, seed {SEEDS[0]} plays differently {parted}")


@clause
def varies_with_its_seed(subject: Subject) -> None:
    """Other seeds give other episodes (unless it is tagged 'fixed')."""
    with subject.env() as env:
        starts = {play(env, seed, [])[0] for seed in range(len(SEEDS) * 2)}
        if "fixed" in env.task.metadata.tags:
            raise NotApplicable("the task is tagged 'fixed'")
        require(len(starts) > 1, f"{len(SEEDS) * 2} seeds start alike: use the seed, or tag the task 'fixed'")


@clause
def leaves_global_chance_alone(subject: Subject) -> None:
    """It draws from no global generator, and sets none."""
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002, to see that nobody uses it
    with subject.env() as env:
        play(env, SEEDS[0], random_actions(env, SEEDS[0], STEPS))
    after = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002, to see that nobody uses it
    require(before == after, "an episode used a global generator: draw from np.random.default_rng(seed)")


@clause
def satisfies_gymnasium(subject: Subject) -> None:
    """Gymnasium's own checker has nothing to say."""
    config = subject.config()
    subject.deterministic()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make("cube_gym:cube/Task-v0", task=config.model_dump(mode="json"))
        try:
            check_env(env.unwrapped, skip_close_check=True)
        except (AssertionError, Warning, gym.error.Error) as exc:
            require(holds=False, text=f"gymnasium's check_env says: {exc}")
        finally:
            env.close()
