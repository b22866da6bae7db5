"""Evaluation, shards and results of the training scripts."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra: `pip install 'cube-gym[rl]'`")

from benchmarks.training.curves import Point
from benchmarks.training.evaluation import Evaluator, Played, chance, interval_of, rate_of
from benchmarks.training.results import Run, add_results, record_of
from benchmarks.training.shards import ShardedVecEnv
from benchmarks.training.tasks import CONDITIONS, Condition, make_env

CONDITION = Condition(("clear-done", "rename-phone"))


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    evaluator = Evaluator(partial(make_env, split="val", condition=CONDITION), CONDITION.templates)
    yield evaluator
    evaluator.close()


def test_an_evaluation_can_be_repeated_and_plays_every_seed_once(evaluator: Evaluator) -> None:
    once, again = (evaluator(chance(5), range(3)) for _ in range(2))
    assert once == again
    assert sorted((each.template, each.seed) for each in once) == [
        (t, s) for t in CONDITION.templates for s in range(3)
    ]


def test_rates_and_intervals_are_of_the_episodes_given() -> None:
    played = [Played("a", seed, success=seed < 3, steps=1) for seed in range(4)]
    assert rate_of(played) == 0.75
    interval = interval_of(played)
    assert interval is not None
    assert interval.low < 0.75 < interval.high
    assert (rate_of([]), interval_of([])) == (0, None)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_s_templates_are_trained_on_and_held_out(name: str) -> None:
    condition = CONDITIONS[name]
    for template in condition.templates:
        train, held_out = (make_env(template, split, condition) for split in ("train", "val"))
        goals = [each.reset(seed=0)[1]["goal"] for each in (train, held_out)]
        assert train.observation_space == held_out.observation_space
        assert goals[0] != goals[1]
        train.close()
        held_out.close()


def plain() -> gym.Env[Any, Any]:
    return make_env("clear-done", "train", CONDITION)


def test_shards_give_what_one_environment_after_another_would() -> None:
    shards = ShardedVecEnv([[plain] * 2, [plain]])
    try:
        shards.seed(7)
        shown = shards.reset()
        alone = plain()
        for index in range(3):
            observation, info = alone.reset(seed=7 + index)
            assert all((shown[name][index] == observation[name]).all() for name in observation)
            assert (shards.env_method("action_masks")[index] == info["action_mask"]).all()
        assert shards.has_attr("action_masks")
        assert not shards.has_attr("no such thing")
        *_, dones, infos = shards.step(np.array([mask.nonzero()[0][-1] for mask in shards.env_method("action_masks")]))
        assert dones.shape == (3,)
        assert [info["task_id"] for info in infos] == ["clear-done"] * 3
        alone.close()
    finally:
        shards.close()
    shards.close()


def test_what_an_environment_raises_is_raised_here() -> None:
    shards = ShardedVecEnv([[plain]])
    try:
        with pytest.raises(AttributeError, match="no_such_method"):
            shards.env_method("no_such_method")
    finally:
        shards.close()


def test_results_are_written_and_those_of_other_conditions_stay(tmp_path: Path) -> None:
    points = [Point(0, 0, 0.0), Point(60, 1000, 0.95)]
    played = [Played("a", 0, success=True, steps=4), Played("a", 1, success=False, steps=9)]
    luck = [each._replace(success=False) for each in played]
    runs = [Run(seed, points, 61.0, 1000, played) for seed in range(2)]
    for condition in ("mixed", "memory"):
        add_results(tmp_path, condition, record_of("python -m this", {"minutes": 1}, runs, luck))
    page = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    for condition in ("mixed", "memory"):
        assert f"| {condition}, 1 | 0.500 |" in page
    assert page.count("| a | 0.50 | 0.50 | 4.0 | 0.00 |") == 2
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert [each["runs"][0]["points"][1]["rate"] for each in results.values()] == [0.95, 0.95]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
