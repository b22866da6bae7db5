"""BrowserGym's MiniWoB++."""
# ruff: noqa: PLC0415, its packages are in its own environment only

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from chromium import SPOT, launch_with_ours


def open_peer(page: str, sleeps: str) -> Iterator[dict[str, Callable[[], object]]]:
    """`sleeps`: "kept", as it comes, or "removed", by its own arguments."""
    import miniwob
    from playwright.sync_api import BrowserType

    os.environ["MINIWOB_URL"] = Path(miniwob.__file__).with_name("html").joinpath("miniwob").as_uri() + "/"
    import browsergym.miniwob  # noqa: F401, registers the ids
    import gymnasium as gym
    from browsergym.core.action.highlevel import HighLevelActionSet

    launch_with_ours(BrowserType, "launch")
    env = gym.make(
        f"browsergym/miniwob.{page}",
        headless=True,
        disable_env_checker=True,
        action_mapping=HighLevelActionSet(subsets=["bid", "coord"]).to_python_code,
        **({"slow_mo": 0, "pre_observation_delay": 0.0} if sleeps == "removed" else {}),
    )
    seeds = count()
    env.reset(seed=next(seeds))

    def step() -> None:
        observation, _, terminated, _, _ = env.step(f"mouse_click{SPOT}")
        if terminated or observation["last_action_error"]:
            raise RuntimeError(f"the neutral click was not neutral: {observation['last_action_error']}")

    try:
        yield {"reset": lambda: env.reset(seed=next(seeds)), "step": step}
    finally:
        env.close()
