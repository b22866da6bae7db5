"""Wherever episodes are played, and whatever happens to workers, the results are the same."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cube_core import InfraConfig
from cube_gym.agents import RandomAgentConfig
from cube_gym.evaluation import EpisodeResult, Evaluation, LocalInfra, RayInfra, Settings, evaluate
from tests.evaluation.ladders import ladder

TASKS = [ladder("wood"), ladder("rope", own_hash=True), ladder("steel")]


def what_matters(evaluation: Evaluation, *, but: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    timed = {"seconds", "agent_seconds", *but}
    return [result.model_dump(mode="json", exclude=timed) for result in evaluation.results]


def steps_of(directory: Path) -> dict[str, list[str]]:
    """What was recorded, up to the end, which tells how long it took."""
    files = sorted((directory / "trajectories").iterdir())
    return {file.name: file.read_text().splitlines()[:-1] for file in files}


def pictures_of(directory: Path) -> list[str]:
    return sorted(file.name for file in (directory / "pictures").iterdir())


@pytest.mark.parametrize("agent", ["oracle", "random"])
def test_workers_give_the_results_and_trajectories_of_this_process(agent: str, tmp_path: Path) -> None:
    settings = Settings(observation=("tree", "screenshot"))
    here = evaluate(TASKS, agent, seeds=4, directory=tmp_path / "here", settings=settings)
    there = evaluate(TASKS, agent, seeds=4, directory=tmp_path / "there", infra=2, settings=settings)
    assert what_matters(here) == what_matters(there)
    assert steps_of(tmp_path / "here") == steps_of(tmp_path / "there")
    assert pictures_of(tmp_path / "here") == pictures_of(tmp_path / "there")


def test_each_distinct_picture_is_kept_once(tmp_path: Path) -> None:
    found = evaluate([ladder()], "oracle", seeds=5, directory=tmp_path, settings=Settings(observation=("screenshot",)))
    assert len(pictures_of(tmp_path)) == max(result.steps for result in found.results)


def test_workers_that_die_or_hang_at_random_invent_no_reward() -> None:
    quiet = evaluate(TASKS, "random", seeds=5)
    settings = Settings(disturbance=0.2, step_seconds=0.3, retries=1)
    disturbed = evaluate(TASKS, "random", seeds=5, infra=LocalInfra(workers=2, grace_seconds=0.2), settings=settings)
    assert sum(result.attempts > 1 for result in disturbed.results) > 0
    calm = {result.key: result.reward for result in quiet.results}
    for result in disturbed.results:
        assert result.faulted or result.reward == calm[result.key]
    assert len(disturbed.results) == 15


def test_a_random_agents_draws_depend_on_its_seed_and_the_episode_alone() -> None:
    whole = evaluate(TASKS, RandomAgentConfig(seed=1), seeds=3)
    part = evaluate(TASKS[1:2], RandomAgentConfig(seed=1), seeds=[2])
    assert what_matters(part) == [
        told for told in what_matters(whole) if (told["task_id"], told["seed"]) == ("rope", 2)
    ]
    other = evaluate(TASKS, RandomAgentConfig(seed=2), seeds=3)
    assert what_matters(other) != what_matters(whole)


@pytest.mark.slow
def test_a_ray_cluster_gives_the_results_of_this_process(tmp_path: Path) -> None:
    here = evaluate(TASKS, "random", seeds=4, directory=tmp_path / "here")
    there = evaluate(
        TASKS, "random", seeds=4, directory=tmp_path / "there", infra=RayInfra(workers=2, cpus_per_worker=0.5)
    )
    assert what_matters(here) == what_matters(there)
    assert steps_of(tmp_path / "here") == steps_of(tmp_path / "there")


def in_order(results: list[EpisodeResult]) -> bool:
    keys = [result.key for result in results]
    return keys == [(task.metadata.id, seed) for task in TASKS for seed in range(4)]


@pytest.mark.parametrize("infra", [None, LocalInfra(workers=2)])
def test_results_come_in_the_order_in_which_they_were_asked_for(infra: InfraConfig | None) -> None:
    rng = np.random.default_rng(0)
    assert in_order(evaluate(TASKS, RandomAgentConfig(seed=int(rng.integers(9))), seeds=4, infra=infra).results)
