"""Phones in threads: an agent that waits for a model is often run in one."""

from concurrent.futures import ThreadPoolExecutor

import gymnasium as gym

from cube_core import Action

WALK = [Action(name="launch_app", arguments={"app": "mail"}), Action(name="swipe", arguments={"direction": "up"})]


def episode(seed: int) -> list[str]:
    env = gym.make("cube_gym:cube/Task-v0")
    seen = [env.reset(seed=seed)[0].model_dump_json()]
    seen += [env.step(action)[0].model_dump_json() for action in WALK]
    env.close()
    return seen


def test_phones_side_by_side_in_threads_play_as_alone() -> None:
    alone = [episode(seed) for seed in range(8)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(episode, range(8))) == alone


def test_a_phone_that_one_thread_made_is_played_and_closed_by_others() -> None:
    env = gym.make("cube_gym:cube/Task-v0")
    env.reset(seed=1)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(env.step, WALK[0]).result()[4]["outcome"] == "ok"
        pool.submit(env.close).result()
