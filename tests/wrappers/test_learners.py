"""Stable-Baselines3 and sb3-contrib take the wrapped tasks as they are."""

# Learners are imported where they are used: only these tests need them, and they have no types here.
# ruff: noqa: ANN401

import importlib
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from cube_gym.wrappers import DiscreteActions, ElementObservation, ScreenObservation, WorldObservation

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # other people's warnings

ID = "cube/phone.freeze-card-v0"


def learner(module: str) -> Any:
    """A module of the extra; without it the test fails, since a skipped one would pass for green."""
    try:
        return importlib.import_module(module)
    except ImportError:
        pytest.fail("no learners for this test: run `pip install 'cube-gym[rl]'`", pytrace=False)


def elements() -> Any:
    env = gym.make(ID, disable_env_checker=True)
    return DiscreteActions(WorldObservation(ElementObservation(env, slots=24, texts=8)), slots=24, texts=8)


def screens() -> Any:
    return DiscreteActions(ScreenObservation(gym.make(ID, observation=["tree", "screenshot"])), slots=24, texts=8)


@pytest.mark.parametrize("make", [elements, screens])
def test_the_checker_of_sb3_has_nothing_to_say(make: Any) -> None:
    learner("stable_baselines3.common.env_checker").check_env(make())


@pytest.mark.parametrize("kind", ["DummyVecEnv", "SubprocVecEnv"])
def test_maskable_ppo_learns_in_vectors_of_sb3(kind: str) -> None:
    vectors = learner("stable_baselines3.common.vec_env")
    maskable = learner("sb3_contrib")
    vector = getattr(vectors, kind)([partial(elements)] * 2)
    try:
        model = maskable.MaskablePPO("MultiInputPolicy", vector, n_steps=32, batch_size=32, n_epochs=1, seed=0)
        model.learn(128)
        observation = vector.reset()
        masks = np.stack(vector.env_method("action_masks"))
        numbers, _ = model.predict(observation, action_masks=masks)
        assert masks[np.arange(2), numbers].all()
    finally:
        vector.close()


def test_maskable_ppo_learns_from_a_single_environment_with_pictures() -> None:
    model = learner("sb3_contrib").MaskablePPO("CnnPolicy", screens(), n_steps=16, batch_size=16, n_epochs=1, seed=0)
    model.learn(32)
    assert model.num_timesteps == 32
