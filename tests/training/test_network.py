"""The network over slots: what it makes of a slot does not depend on the slot's number."""

# Environments under wrappers have no types here. The extra's modules are imported when it is known to be there.
# ruff: noqa: ANN401

from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra: `pip install 'cube-gym[rl]'`")

import torch

from benchmarks.train_reinforce import advantages_of
from benchmarks.training.network import SlotNetwork, sizes_of
from benchmarks.training.tasks import CONDITIONS, make_env
from cube_gym.wrappers.element_observation import ELEMENT_ARRAYS, TEXT_ARRAYS

CONDITION = CONDITIONS["memory"]


@pytest.fixture(scope="module")
def shown() -> Any:
    """The gestures of an environment, and what it showed on a screen."""
    env: Any = make_env("rename-note", "train", CONDITION)
    observation, info = env.reset(seed=0)
    yield env, observation, info["action_mask"]
    env.close()


def network_of(env: Any) -> Any:
    torch.manual_seed(0)
    gestures = env.get_wrapper_attr("gestures")
    network = SlotNetwork(sizes_of(env.observation_space), gestures, CONDITION.slots, CONDITION.texts, width=16)
    for parameter in network.parameters():  # the first policy is uniform, and would hide what moves
        torch.nn.init.normal_(parameter, std=0.2)
    return network


def logits_of(network: Any, observation: Any) -> Any:
    with torch.no_grad():
        logits, value = network({name: torch.as_tensor(array)[None] for name, array in observation.items()})
    return logits[0].numpy(), float(value)


def blocks_of(env: Any, logits: Any) -> list[tuple[Any, Any]]:
    """The logits of each gesture, by element, text and choice."""
    shapes = [gesture.shape(CONDITION.slots, CONDITION.texts) for gesture in env.get_wrapper_attr("gestures")]
    parts = np.split(logits, np.cumsum([np.prod(shape) for shape in shapes])[:-1])
    return [(shape, part.reshape(shape)) for shape, part in zip(shapes, parts, strict=True)]


def test_there_is_a_logit_for_each_number(shown: Any) -> None:
    env, observation, mask = shown
    logits, _ = logits_of(network_of(env), observation)
    assert logits.shape == mask.shape == (env.action_space.n,)


def test_elements_that_change_places_take_their_logits_with_them(shown: Any) -> None:
    env, observation, _ = shown
    network, order = network_of(env), np.random.default_rng(0).permutation(CONDITION.slots)
    moved = dict(observation)
    for name in ELEMENT_ARRAYS:
        moved[name] = observation[name].reshape(CONDITION.slots, -1)[order].reshape(-1)
    (before, value), (after, value_after) = logits_of(network, observation), logits_of(network, moved)
    assert value == pytest.approx(value_after, abs=1e-4)
    for (shape, one), (_, other) in zip(blocks_of(env, before), blocks_of(env, after), strict=True):
        expected = one[order] if shape[0] == CONDITION.slots else one
        assert other == pytest.approx(expected, abs=1e-4)


def test_texts_of_the_screen_that_change_places_take_their_logits_with_them(shown: Any) -> None:
    env, observation, _ = shown
    fixed = 8  # the goal's texts, which elements refer to by their places
    network = network_of(env)
    order = np.concatenate([np.arange(fixed), fixed + np.random.default_rng(0).permutation(CONDITION.texts - fixed)])
    moved = dict(observation)
    for name in TEXT_ARRAYS:
        moved[name] = observation[name].reshape(CONDITION.texts, -1)[order].reshape(-1)
    before, after = logits_of(network, observation)[0], logits_of(network, moved)[0]
    for (shape, one), (_, other) in zip(blocks_of(env, before), blocks_of(env, after), strict=True):
        expected = one.copy()
        if shape[1] >= CONDITION.texts:  # phrases come after the slots
            expected[:, : CONDITION.texts] = one[:, order]
        assert other == pytest.approx(expected, abs=1e-4)


def test_an_element_s_logits_depend_on_what_stands_in_its_slot(shown: Any) -> None:
    env, observation, _ = shown
    network, changed = network_of(env), dict(observation)
    changed["text"] = observation["text"].copy()
    changed["text"].reshape(CONDITION.slots, -1)[2] += 1
    before, after = (blocks_of(env, logits_of(network, each)[0]) for each in (observation, changed))
    taps = next(i for i, each in enumerate(env.get_wrapper_attr("gestures")) if each.name == "tap")
    moved = np.abs(before[taps][1] - after[taps][1]).reshape(CONDITION.slots)
    assert moved.argmax() == 2


def test_advantages_are_relative_to_the_group_and_leave_faults_out() -> None:
    rewards = np.array([[1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0], [1.0, 0.0, np.nan, np.nan], [np.nan] * 4])
    expected = [[1, -1, 1, -1], [0, 0, 0, 0], [1, -1, 0, 0], [0, 0, 0, 0]]
    assert advantages_of(rewards).tolist() == expected
