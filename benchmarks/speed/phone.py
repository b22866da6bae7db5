"""The phone: steps with a tree, with text, with a picture; reset, snapshot, verdict."""

from collections.abc import Callable, Iterator
from itertools import count, cycle

import numpy as np

from benchmarks.phone.config import task_config
from benchmarks.phone.device import Device, power_on
from benchmarks.phone.monkey import perform, random_gesture
from benchmarks.phone.task import PhoneTask
from benchmarks.speed.tables import Table, rates
from benchmarks.speed.timing import Case, interleave
from cube_core import Action
from cube_core.task import ObservationKind
from cube_gym import TaskEnv

TEMPLATE = "rename-note"
WALK = (
    Action(name="launch_app", arguments={"app": "contacts"}),
    Action(name="swipe", arguments={"direction": "up"}),
    Action(name="press_home"),
    Action(name="launch_app", arguments={"app": "notes"}),
    Action(name="tap", arguments={"element": "add"}),
    Action(name="press_back"),
)
"""A walk through screens that never ends and changes nothing."""
ENDLESS = 10**9


def measure() -> list[Table]:
    """Two tables: steps, and the work around an episode."""
    return [_steps(), _around()]


def _steps() -> Table:
    kinds: dict[str, tuple[ObservationKind, ...]] = {
        "tree": ("tree",),
        "text": ("text",),
        "screenshot": ("screenshot",),
        "tree and screenshot": ("tree", "screenshot"),
    }
    cases = [Case("random gestures, tree", _monkey(), 600)]
    cases += [
        Case(f"Task.step, {name}", _task_walk(kind), 300 if "shot" not in name else 60) for name, kind in kinds.items()
    ]
    cases += [Case("TaskEnv.step, tree, world on", _env_walk(), 300)]
    return rates("Phone, steps", interleave(cases))


def _around() -> Table:
    task = _task(("tree",))
    seeds = count()
    task.reset(seed=next(seeds))
    cases = [
        Case("reset", lambda: task.reset(seed=next(seeds)), 30),
        Case("snapshot and restore", lambda: task.restore(task.snapshot()), 60),
        Case("state hash", task.device.state_hash, 30),
        Case("verdict", task.verdict, 30),
        Case("picture", task.picture, 60),
    ]
    return rates("Phone, around an episode", interleave(cases))


def _task(kinds: tuple[ObservationKind, ...]) -> PhoneTask:
    task = task_config(TEMPLATE, "train").model_copy(update={"observation": kinds}).make()
    if not isinstance(task, PhoneTask):
        raise TypeError(f"{TEMPLATE} is no phone task")
    return task


def _task_walk(kinds: tuple[ObservationKind, ...]) -> Callable[[], object]:
    task = _task(kinds)
    task.reset(seed=0)
    walk = cycle(WALK)
    return lambda: task.step(next(walk))


def _env_walk() -> Callable[[], object]:
    env = TaskEnv(task_config(TEMPLATE, "train"), max_steps=ENDLESS)
    env.reset(seed=0)
    walk = cycle(WALK)
    return lambda: env.step(next(walk))


def _monkey() -> Callable[[], object]:
    phone = power_on(0)
    rng = np.random.default_rng(0)
    gestures = iter(_gestures(phone, rng))
    return lambda: next(gestures)


def _gestures(phone: Device, rng: np.random.Generator) -> Iterator[object]:
    while True:
        perform(phone, random_gesture(phone, rng))
        yield phone.tree()
