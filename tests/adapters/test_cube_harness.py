"""cube-harness runs the phone. It is large: whoever wants this test installs it."""

from pathlib import Path
from typing import Any

import pytest

harness: Any = pytest.importorskip(
    "tests.adapters.harness_agent", reason="cube-harness, 800 MB, is not installed", exc_type=ImportError
)


@pytest.mark.parametrize("task_id", ["start-timer", "postpone-overdue"])
@pytest.mark.filterwarnings("default")  # what it imports warns of itself
def test_an_experiment_of_cube_harness_solves_a_task_of_the_phone(task_id: str, tmp_path: Path) -> None:
    experiment = harness.Experiment(
        name="phone",
        output_dir=tmp_path / "run",
        agent_config=harness.SolutionConfig(task_id=task_id),
        benchmark_config=harness.PhoneCubeConfig().subset_from_list([task_id]),
        max_steps=50,
    )
    result = harness.run_sequentially(experiment)
    assert not result.failures
    (trajectory,) = result.trajectories.values()
    assert trajectory.episode_metadata.reward_info["reward"] == 1.0
