"""Wrappers inside vector environments of every kind, and Gymnasium's own wrappers around ours."""

import os
import signal
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from gymnasium.wrappers import FrameStackObservation, RecordEpisodeStatistics, RenderCollection, TimeLimit

from cube_gym import Outcome
from cube_gym.vector import WorkerVectorEnv
from cube_gym.wrappers import DiscreteActions, ElementObservation, WorldObservation

ID = "cube/phone.rename-note-v0"
WRAP = [f"cube_gym.wrappers:{name}" for name in ("ElementObservation", "WorldObservation", "DiscreteActions")]
SAME_STEP = {"autoreset_mode": "SameStep"}
WAYS: dict[str, dict[str, Any]] = {
    "in this process": {"wrap": WRAP},
    "in workers": {"wrap": WRAP, "workers": 2},
    "Gymnasium's sync": {"vectorization_mode": "sync", "vector_kwargs": SAME_STEP},
    "Gymnasium's async": {"vectorization_mode": "async", "vector_kwargs": SAME_STEP},
}


def made(way: str) -> Any:  # noqa: ANN401, a vector environment
    settings = dict(WAYS[way])
    if "wrap" not in settings:
        settings["wrappers"] = [ElementObservation, WorldObservation, DiscreteActions]
    return gym.make_vec(ID, num_envs=2, max_steps=5, **settings)


def story(vector: Any, steps: int = 12) -> list[Any]:  # noqa: ANN401, see above
    """Observations, rewards, masks and final observations of an agent that draws from the masks."""
    rng = np.random.default_rng(0)
    observation, info = vector.reset(seed=[3, 4])
    told: list[Any] = [_copied(observation), info["action_mask"].copy()]
    for _ in range(steps):
        numbers = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        observation, rewards, terminated, truncated, info = vector.step(np.array(numbers))
        assert vector.observation_space.contains(observation)
        told += [_copied(observation), rewards.copy(), terminated.copy(), truncated.copy(), info["action_mask"].copy()]
        if "final_obs" in info:
            finals = [final for final in info["final_obs"] if final is not None]
            assert all(vector.single_observation_space.contains(final) for final in finals)
            told += [_copied(final) for final in finals]
            told.append(info["final_info"]["action_mask"].copy())
    vector.close()
    return told


def _copied(observation: dict[str, Any]) -> dict[str, Any]:
    return {name: array.copy() for name, array in observation.items()}


@pytest.mark.parametrize("way", [way for way in WAYS if way != "in this process"])
def test_all_ways_to_vectorize_show_the_same_arrays(way: str) -> None:
    expected, shown = story(made("in this process")), story(made(way))
    assert sum(isinstance(each, dict) for each in expected) > 13, "no episode ended"
    np.testing.assert_equal(shown, expected)


def test_each_way_is_what_it_is_called() -> None:
    kinds = [SyncVectorEnv, WorkerVectorEnv, SyncVectorEnv, AsyncVectorEnv]
    for way, kind in zip(WAYS, kinds, strict=True):
        vector = made(way)
        assert isinstance(vector.unwrapped, kind)
        assert vector.single_action_space == gym.spaces.Discrete(int(vector.single_action_space.n))
        vector.close()


def test_masks_can_be_asked_for_through_a_vector() -> None:
    for way in ("in this process", "in workers"):
        vector = made(way)
        _, info = vector.reset(seed=0)
        assert (np.stack(vector.call("action_masks")) == info["action_mask"]).all()
        vector.close()


def test_a_killed_worker_leaves_arrays_and_masks_whole() -> None:
    vector = made("in workers")
    vector.reset(seed=0)
    os.kill(vector.unwrapped._workers[0]._process.pid, signal.SIGKILL)
    observation, _, _, truncated, info = vector.step(np.zeros(2, dtype=np.int64))
    assert truncated.tolist() == [True, False]
    assert info["final_info"]["outcome"][0] is Outcome.TASK_FAULT
    assert observation in vector.observation_space
    assert info["action_mask"].any(axis=1).all()
    vector.close()


def wrapped(**settings: Any) -> Any:  # noqa: ANN401, an environment
    return DiscreteActions(ElementObservation(gym.make(ID, **settings)))


def ended(env: Any, steps: int) -> dict[str, Any]:  # noqa: ANN401, see above
    """The info of the step that ends an episode of homeward gestures."""
    env.reset(seed=0)
    number = next(n for n in range(env.action_space.n) if env.get_wrapper_attr("decode")(n).name == "press_home")
    results = [env.step(number) for _ in range(steps)]
    assert [(terminated, truncated) for _, _, terminated, truncated, _ in results[-2:]] == [
        (False, False),
        (False, True),
    ]
    env.close()
    info: dict[str, Any] = results[-1][-1]
    return info


def test_gymnasiums_statistics_and_time_limit_go_around() -> None:
    info = ended(RecordEpisodeStatistics(TimeLimit(wrapped(), 4)), 4)
    assert info["episode"]["l"] == 4
    assert info["outcome"] is Outcome.OK


def test_gymnasiums_frame_stack_goes_around() -> None:
    env = FrameStackObservation(wrapped(), 3)
    obs, _ = env.reset(seed=0)
    assert obs["goal"].shape == (3, 32)
    assert obs in env.observation_space
    env.close()


def test_frames_can_be_stacked_below_the_masks() -> None:
    env = DiscreteActions(FrameStackObservation(ElementObservation(gym.make(ID)), 2))
    obs, info = env.reset(seed=0)
    assert obs in env.observation_space
    obs, *_ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert obs in env.observation_space
    env.close()


def test_frames_are_rendered_through_the_stack() -> None:
    env: Any = RenderCollection(wrapped(render_mode="rgb_array"))
    env.reset(seed=0)
    env.step(0)
    assert [frame.shape for frame in env.render()] == [(800, 400, 3)] * 2
    env.close()
