"""Every registered id makes an environment that Gymnasium's own checker has nothing to say about.

The usual run checks a sample, the slow one all of them.
"""

import warnings

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

from cube_gym import catalogue
from cube_gym.registration import env_id

IDS = [
    "cube/Task-v0",
    *(env_id(name, task["id"]) for name, found in catalogue.announced().items() for task in found.tasks),
]
MINIWOB = [name for name in IDS if name.startswith("cube/miniwob.")]
OTHERS = [name for name in IDS if name not in MINIWOB]
FEW, SOME = 3, 12
SAMPLE = [
    *OTHERS[:: len(OTHERS) // SOME],
    *(pytest.param(name, marks=pytest.mark.browser) for name in MINIWOB[:: len(MINIWOB) // FEW]),
]


def check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(name)
        try:
            check_env(env.unwrapped)
        finally:
            env.close()


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_of_all_ids_satisfies_the_checker(name: str) -> None:
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_every_id_without_a_browser_satisfies_the_checker(name: str) -> None:
    check(name)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("name", MINIWOB)
def test_every_page_satisfies_the_checker(name: str) -> None:
    check(name)


def test_every_task_of_an_announced_benchmark_has_an_id() -> None:
    expected = {f"cube/{name}.{task['id']}-v0" for name, found in catalogue.announced().items() for task in found.tasks}

    assert expected | {"cube/Task-v0"} <= set(gym.registry)


def test_ids_that_do_not_repeat_say_so() -> None:
    for name, found in catalogue.announced().items():
        for task in found.tasks:
            spec = gym.spec(f"cube/{name}.{task['id']}-v0")
            assert spec.nondeterministic is bool(task.get("nondeterministic"))
