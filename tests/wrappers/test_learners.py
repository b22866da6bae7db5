"""Learners and Gymnasium's own wrappers take the tasks as they are: the real packages, a few steps each."""

# What learners and wrappers take and give has no types here.
# ruff: noqa: ANN401

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers import FrameStackObservation, RecordEpisodeStatistics, RecordVideo, TimeLimit

from cube_core import Action
from cube_gym.wrappers import DiscreteActions, ElementObservation, ScreenObservation, WorldObservation

pytestmark = pytest.mark.filterwarnings("default")  # other people's warnings

ID = "cube/phone.freeze-card-v0"
SIZES: dict[str, Any] = {"slots": 24, "texts": 8}


def learner(module: str) -> Any:
    """A module of the extra, without which the test is skipped."""
    return pytest.importorskip(module, reason="needs the extra: `pip install 'cube-gym[rl]'`")


def bare(**settings: Any) -> Any:
    return gym.make(ID, disable_env_checker=True, **settings)


def elements() -> Any:
    return DiscreteActions(WorldObservation(ElementObservation(bare(), **SIZES)), **SIZES)


def screens() -> Any:
    return DiscreteActions(ScreenObservation(bare(observation=["tree", "screenshot"])), **SIZES)


def at_random(env: Any, seed: int) -> Iterator[tuple[Any, float, bool, bool, dict[str, Any]]]:
    """The steps of an episode of what the mask allows."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    ended = False
    while not ended:
        step = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        yield step
        _, _, terminated, truncated, info = step
        ended = terminated or truncated


@pytest.mark.parametrize("make", [elements, screens])
def test_the_checker_of_sb3_has_nothing_to_say(make: Any) -> None:
    learner("stable_baselines3.common.env_checker").check_env(make())


@pytest.mark.parametrize("kind", ["DummyVecEnv", "SubprocVecEnv"])
def test_maskable_ppo_learns_in_vectors_of_sb3(kind: str) -> None:
    vectors, maskable = learner("stable_baselines3.common.vec_env"), learner("sb3_contrib")
    vector = getattr(vectors, kind)([partial(elements)] * 2)
    try:
        model = maskable.MaskablePPO("MultiInputPolicy", vector, n_steps=16, batch_size=16, n_epochs=1, seed=0)
        before = _weights(model)
        model.learn(32)
        assert (_weights(model) != before).any()
        observation = vector.reset()
        masks = np.stack(vector.env_method("action_masks"))
        numbers, _ = model.predict(observation, action_masks=masks)
        assert masks[np.arange(2), numbers].all()
    finally:
        vector.close()


def _weights(model: Any) -> Any:
    parameters = learner("torch").nn.utils.parameters_to_vector(model.policy.parameters())
    return parameters.detach().numpy().copy()


def test_maskable_ppo_learns_from_a_single_environment_with_pictures() -> None:
    model = learner("sb3_contrib").MaskablePPO("CnnPolicy", screens(), n_steps=8, batch_size=8, n_epochs=1, seed=0)
    model.learn(16)
    assert model.num_timesteps == 16


def test_sb3_s_vectors_start_anew_after_an_end_and_keep_the_last_observation() -> None:
    vector = learner("stable_baselines3.common.vec_env").DummyVecEnv([elements])
    vector.seed(0)
    vector.reset()
    rng, step = np.random.default_rng(0), None
    while step is None or not step[2][0]:
        (mask,) = vector.env_method("action_masks")
        step = vector.step(np.array([rng.choice(np.flatnonzero(mask))]))
    observation, last = step[0], step[3][0]["terminal_observation"]
    assert last.keys() == observation.keys()
    assert any((last[name] != observation[name][0]).any() for name in last)
    vector.close()


def test_statistics_of_an_episode_are_recorded() -> None:
    env = RecordEpisodeStatistics(elements())
    steps = list(at_random(env, 0))
    told = steps[-1][4]["episode"]
    assert (told["r"], told["l"]) == (sum(float(step[1]) for step in steps), len(steps))


def test_a_bare_task_is_recorded_too_and_keeps_its_infos() -> None:
    env = RecordEpisodeStatistics(bare())
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(Action(name="final_step"))
    assert terminated
    assert (info["episode"]["r"], info["episode"]["l"], info["task_id"]) == (reward, 1, "freeze-card")


def test_a_video_of_an_episode_is_written(tmp_path: Path) -> None:
    pytest.importorskip("moviepy", reason="needs the extra: `pip install 'cube-gym[rl]'`")
    folder = str(tmp_path / "videos")
    env: Any = RecordVideo(bare(render_mode="rgb_array"), folder, episode_trigger=lambda _: True, disable_logger=True)
    env.reset(seed=0)
    env.step(Action(name="launch_app", arguments={"app": "wallet"}))
    env.step(Action(name="final_step"))
    env.close()
    (video,) = tmp_path.glob("videos/*.mp4")
    assert video.stat().st_size > 1000


def test_a_time_limit_truncates_before_the_budget_does() -> None:
    env = TimeLimit(elements(), max_episode_steps=2)
    _, info = env.reset(seed=0)
    for truncated in (False, True):
        number = env.get_wrapper_attr("encode")(Action(name="press_home"))
        assert info["action_mask"][number]
        _, _, terminated, cut, info = env.step(number)
        assert (terminated, cut) == (False, truncated)


def test_frames_are_stacked_key_by_key() -> None:
    env = FrameStackObservation(elements(), 3)
    first, _ = env.reset(seed=0)
    number = env.get_wrapper_attr("encode")(Action(name="launch_app", arguments={"app": "wallet"}))
    second, *_ = env.step(number)
    assert env.observation_space.contains(second)
    for name, frames in second.items():
        assert (frames[1] == first[name][2]).all()
    assert (second["key"][2] != second["key"][1]).any()
