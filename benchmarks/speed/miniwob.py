"""Steps and resets on real pages in a real browser, with and without a screenshot."""

from collections.abc import Iterator
from itertools import count

import gymnasium as gym

from benchmarks.speed.tables import Table
from benchmarks.speed.timing import Case, interleave
from cube_core import Action

TASKS = ("click-test-2", "click-dialog", "enter-text")
NEUTRAL = Action(name="click_at", arguments={"x": 80, "y": 20})
"""A click into the instruction's box: a real one, which ends no episode."""
KINDS = {"no picture": "tree", "with picture": ["tree", "screenshot"]}


def measure() -> list[Table]:
    """One table: each page, with and without a picture."""
    envs = {
        (task, kind): gym.make(
            f"cube_gym:cube/miniwob.{task}-v0", observation=observation, max_steps=10**9, disable_env_checker=True
        )
        for task in TASKS
        for kind, observation in KINDS.items()
    }
    try:
        return [_table(envs)]
    finally:
        for env in envs.values():
            env.close()


def _table(envs: dict[tuple[str, str], gym.Env]) -> Table:
    cases = [case for (task, kind), env in envs.items() for case in _cases(f"{task}, {kind}", env)]
    timed = {one.name: one.median for one in interleave(cases, rounds=5)}
    table = Table("MiniWoB++ in headless Chromium", ("page", "step ms", "steps/s", "reset ms", "resets/s"))
    for task, kind in envs:
        step, reset = timed[f"step {task}, {kind}"], timed[f"reset {task}, {kind}"]
        cells = (f"{step * 1e3:.1f}", f"{1 / step:.0f}", f"{reset * 1e3:.1f}", f"{1 / reset:.0f}")
        table.rows.append((f"{task}, {kind}", *cells))
    return table


def _cases(name: str, env: gym.Env) -> Iterator[Case]:
    seeds = count()
    env.reset(seed=next(seeds))

    def step() -> None:
        result = env.step(NEUTRAL)
        if result[2] or result[3] or result[4]["error"] is not None:
            msg = f"the neutral click was not neutral on {name}: {result}"
            raise RuntimeError(msg)

    yield Case(f"reset {name}", lambda: env.reset(seed=next(seeds)), 15)
    yield Case(f"step {name}", step, 30)
