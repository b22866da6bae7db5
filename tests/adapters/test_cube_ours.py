"""This project's benchmarks as CUBE packages: cube-standard's own commands and suites, a harness, and trajectories."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from cube_core import Action, EnvironmentOutput
from cube_gym import TaskEnv, catalogue
from cube_gym.adapters.cube_standard import with_cube_tags

cube: Any = pytest.importorskip("cube.core", reason="cube-standard needs Python 3.12: `make test-cube` has it")
ours: Any = pytest.importorskip("cube_gym.adapters.cube_standard.ours.task")
debug: Any = pytest.importorskip("cube_gym.adapters.cube_standard.ours.phone.debug")
MOST_STEPS = 120


def command(*arguments: str) -> str:
    """What cube-standard's command prints; it must succeed."""
    result = subprocess.run(
        [Path(sys.executable).with_name("cube"), *arguments],
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


def test_cube_standards_own_test_command_passes_on_the_phone_with_a_line_for_each_template() -> None:
    printed = command("test", "cube-gym-phone", "--ci", f"--max-steps={MOST_STEPS}")
    assert printed.endswith("\nPASSED\n")
    assert "FAIL" not in printed
    passed = {line.split()[1] for line in printed.splitlines() if line.startswith("  ✓ ")}
    assert passed == set(catalogue.benchmark("phone").configs())


def test_it_lists_our_packages() -> None:
    printed = command("list")
    assert "cube-gym-phone" in printed
    assert "cube-gym-miniwob" in printed


@pytest.mark.parametrize("name", ["phone", "miniwob"])
def test_what_is_announced_can_be_loaded_and_has_every_task(name: str) -> None:
    (announced,) = entry_points(group="cube.benchmarks", name=f"cube-gym-{name}")
    config = announced.load()()
    assert set(config.tasks()) == {task["id"] for task in catalogue.benchmark(name).tasks}
    assert config.benchmark_metadata.num_tasks == len(config.tasks())
    travelled = type(config).model_validate_json(config.model_dump_json())
    assert [task.task_id for task in travelled.get_task_configs()] == list(config.tasks())


def phone_task(task_id: str, **fields: Any) -> Any:  # noqa: ANN401, a CUBE Task
    (announced,) = entry_points(group="cube.benchmarks", name="cube-gym-phone")
    (config,) = announced.load()().subset_from_list([task_id]).get_task_configs()
    return config.model_copy(update=fields).make()


def test_a_refused_action_is_an_error_and_the_stop_ends_the_episode() -> None:
    task = phone_task("start-timer")
    task.reset()
    refused = task.step(cube.Action(id="call_1", name="fly", arguments={}))
    assert (refused.error.error_type, refused.done) == ("InvalidAction", False)
    assert {content.tool_call_id for content in refused.obs.contents} == {"call_1"}
    assert task.step(cube.Action(id="call_2", name="final_step")).done
    task.close()
    task.close()


def test_the_seed_of_the_config_decides_on_the_phone() -> None:
    goals = []
    for seed in (None, 0, 1):
        task = phone_task("start-timer", seed=seed)
        goals.append(task.reset()[1]["goal"])
        task.close()
    assert goals[0] == goals[1]
    assert goals[1] != goals[2]


def record(task: Any, agent: Any) -> list[dict[str, Any]]:  # noqa: ANN401, CUBE objects
    """A trajectory as cube-standard gives it: the first observation, then each action with what came of it."""
    observation, _ = task.reset()
    steps = [{"observation": observation.model_dump(mode="json")}]
    output = None
    while output is None or not output.done:
        action = agent(observation, task.action_set)
        output = task.step(action)
        observation = output.obs
        steps.append({"action": action.model_dump(mode="json"), "output": output.model_dump(mode="json")})
    task.close()
    return json.loads(json.dumps(steps))  # type: ignore[no-any-return]


def test_a_trajectory_of_cube_standard_is_read_replayed_and_written_back() -> None:
    kinds = ("tree", "screenshot")
    task = phone_task("start-timer", tool_config=ours.OurToolConfig(observation=kinds), seed=3)
    steps = record(task, debug.make_debug_agent("start-timer"))
    assert '"cube.core.ImageContent"' in json.dumps(steps)

    outputs = [EnvironmentOutput.model_validate(step["output"]) for step in steps[1:]]
    actions = [Action.model_validate(step["action"]) for step in steps[1:]]
    written = [
        {"action": with_cube_tags(action), "output": with_cube_tags(output)}
        for action, output in zip(actions, outputs, strict=True)
    ]
    assert written == steps[1:]

    config = catalogue.benchmark("phone").configs()["start-timer"]
    played = config.model_copy(update={"observation": kinds}).make()
    played.reset(seed=3)
    for action, output in zip(actions, outputs, strict=True):
        now = played.step(action)
        assert (now.obs, now.reward, now.done, now.error) == (output.obs, output.reward, output.done, output.error)
    played.close()


def test_a_trajectory_of_another_package_is_replayed_through_its_environment() -> None:
    arithmetic: Any = pytest.importorskip("arithmetic_cube")
    (config,) = arithmetic.get_debug_benchmark().subset_from_list(["mul-6-7"]).get_task_configs()
    first, *steps = record(config.make(), arithmetic.make_debug_agent("mul-6-7"))
    env = TaskEnv(catalogue.benchmark("arithmetic-cube").configs()["mul-6-7"])
    observation, _ = env.reset(seed=0)
    assert with_cube_tags(observation) == first["observation"]
    for step in steps:
        now = env.step(Action.model_validate(step["action"]))
        recorded = EnvironmentOutput.model_validate(step["output"])
        assert (now.obs, now.reward, now.done) == (recorded.obs, recorded.reward, recorded.done)
    env.close()
