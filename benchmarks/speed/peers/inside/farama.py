"""Farama's MiniWoB++, over selenium."""
# ruff: noqa: PLC0415, its packages are in its own environment only

import os
from collections.abc import Callable, Iterator
from itertools import count

from chromium import DRIVER, PROGRAM, SPOT


def open_peer(page: str, observation: str) -> Iterator[dict[str, Callable[[], object]]]:
    """`observation`: "picture", its default, or "tree", its pictures switched off."""
    os.environ["MINIWOB_CHROME_BINARY"], os.environ["MINIWOB_CHROMEDRIVER"] = PROGRAM, DRIVER
    import gymnasium as gym
    import miniwob
    import numpy as np
    from miniwob.action import ActionTypes

    gym.register_envs(miniwob)
    env = gym.make(f"miniwob/{page}-v1", disable_env_checker=True)
    inner, seeds = env.unwrapped, count()
    inner.set_record_screenshots(observation == "picture")
    env.reset(seed=next(seeds))
    # Its episodes last 10 s of wall time: no measurement fits in.
    inner.instance.driver.execute_script("core.EPISODE_MAX_TIME = 1e9")
    click = inner.create_action(ActionTypes.CLICK_COORDS, coords=np.array(SPOT, dtype=np.float32))

    def step() -> None:
        if env.step(click)[2]:
            raise RuntimeError("the neutral click ended the episode")

    try:
        yield {"reset": lambda: env.reset(seed=next(seeds)), "step": step}
    finally:
        env.close()
