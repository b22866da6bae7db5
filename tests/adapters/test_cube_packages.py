"""Packages as their authors published them, found by what they announce and played through their ids."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import cube_gym
from cube_core import Action, InvalidAction
from cube_gym import TaskEnv, catalogue
from cube_gym.adapters.cube_standard import CubeBenchmarkConfig, register_cube_packages
from cube_gym.testing import certify

arithmetic: Any = pytest.importorskip(
    "arithmetic_cube", reason="cube-standard needs Python 3.12: `make test-cube` has it"
)
miniwob: Any = pytest.importorskip("miniwob_cube", reason="`make test-cube` has it")


@pytest.fixture
def registered() -> Iterator[None]:
    """The ids, and what is known of the packages, are afterwards as they were."""
    before = dict(gym.registry)
    known = {name: package._configs for name, package in catalogue.cube_packages().items()}
    yield
    gym.registry.clear()
    gym.registry.update(before)
    for name, package in catalogue.cube_packages().items():
        package._configs = known[name]


def test_the_packages_of_this_project_are_not_taken_for_others() -> None:
    assert set(catalogue.cube_packages()) >= {"arithmetic-cube", "miniwob-cube"}
    assert not [name for name in catalogue.cube_packages() if "cube-gym" in name]


def test_ids_of_a_table_are_there_at_once_and_are_not_promised_to_repeat() -> None:
    ids = [name for name in gym.registry if name.startswith("cube/miniwob-cube.")]
    assert len(ids) == miniwob.MiniWobBenchmarkConfig().num_tasks
    assert "cube/miniwob-cube.click-test-v0" in ids


def test_a_package_whose_code_tells_its_tasks_is_registered_on_request(registered: None) -> None:
    del registered
    ids = register_cube_packages("arithmetic-cube")
    assert ids == [f"cube/arithmetic-cube.{name}-v0" for name in ("add-3-4", "sub-10-3", "mul-6-7", "add-100-1")]
    assert register_cube_packages("arithmetic-cube") == ids
    assert not gym.spec(ids[0]).nondeterministic
    task = catalogue.benchmark("arithmetic-cube").tasks[0]
    assert task["tags"] == ["fixed"]
    assert task["description"] == "Compute 3 + 4 and submit the answer (one fixed instance, whatever the seed)"


def test_a_task_that_was_checked_keeps_the_contract_of_tasks(registered: None) -> None:
    del registered
    register_cube_packages("arithmetic-cube", check="all")
    assert not [finding for finding in certify("arithmetic-cube").findings if finding.verdict == "fail"]


def test_the_solution_of_the_package_solves_it_through_the_environment() -> None:
    for name, config in catalogue.benchmark("arithmetic-cube").configs().items():
        env = TaskEnv(config)
        env.reset(seed=0)
        answer = arithmetic.make_debug_agent(name)(None, [])
        step = env.step(Action(id="call_1", name=answer.name, arguments=answer.arguments))
        assert (step.reward, step.done) == (1.0, True)
        env.close()


def test_an_unknown_package_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="Did you mean 'arithmetic-cube'"):
        register_cube_packages("arithmetic-cubes")
    with pytest.raises(ValueError, match="check"):
        register_cube_packages(check="some")  # type: ignore[arg-type]


@pytest.mark.browser
def test_a_page_of_the_package_is_played_by_its_id() -> None:
    env = gym.make("cube/miniwob-cube.click-test-v0", render_mode="rgb_array")
    observation, info = env.reset(seed=0)
    assert info["goal"] == "Click the button."
    assert [content.name for content in observation.contents][1:] == ["pruned_html", "focused_element", "screenshot"]
    refused = env.step(Action(id="call_1", name="browser_click"))
    assert isinstance(refused[4]["error"], InvalidAction)
    clicked = env.step(Action(id="call_2", name="click", arguments={"bid": "13"}))
    assert clicked[1:4] == (1.0, True, False)
    assert {content.tool_call_id for content in clicked[0].contents} == {"call_2"}
    assert len(clicked[4]["world"].history) == 2
    assert env.render().shape == (214, 332, 3)  # type: ignore[union-attr]
    env.close()


@pytest.mark.browser
def test_a_tool_without_the_stop_has_it_here() -> None:
    env = gym.make("cube/miniwob-cube.click-button-v0")
    env.reset(seed=0)
    assert env.step(Action(name="final_step"))[1:4] == (0.0, True, False)
    env.close()


@pytest.mark.browser
def test_gymnasiums_checker_has_nothing_to_say_of_a_page(recwarn: pytest.WarningsRecorder) -> None:
    env = gym.make("cube/miniwob-cube.click-test-v0")
    check_env(env.unwrapped, skip_render_check=True, skip_close_check=True)
    assert not [str(warning.message) for warning in recwarn]
    env.close()


@pytest.mark.browser
@pytest.mark.parametrize("keywords", [{}, {"workers": 2}])
def test_pages_run_side_by_side_in_one_thread_and_in_processes(keywords: dict[str, Any]) -> None:
    envs = gym.make_vec("cube/miniwob-cube.click-test-v0", num_envs=2, **keywords)
    _, infos = envs.reset(seed=0)
    assert list(infos["goal"]) == ["Click the button."] * 2
    _, rewards, *_ = envs.step([Action(name="click", arguments={"bid": "13"}), Action(name="final_step")])
    assert list(rewards) == [1.0, 0.0]
    envs.close()


@pytest.mark.browser
def test_what_nobody_closed_is_taken_down_at_exit() -> None:
    code = (
        "import gymnasium as gym, cube_gym\n"
        "env = gym.make('cube/miniwob-cube.click-test-v0')\n"
        "print(env.reset(seed=0)[1]['details']['task_url'])"
    )
    url = subprocess.run([sys.executable, "-c", code], check=True, text=True, capture_output=True).stdout.strip()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("localhost", urlsplit(url).port or 0))


@pytest.mark.browser
def test_a_package_configured_by_hand_goes_before_the_installed_one(registered: None) -> None:
    del registered
    debug: Any = pytest.importorskip("miniwob_cube.debug")
    ids = cube_gym.register(CubeBenchmarkConfig.of(debug.get_debug_benchmark(), name="pages"))
    assert ids == ["cube/pages.click-button-v0", "cube/pages.click-checkboxes-v0"]
    env = gym.make(ids[0])
    observation, _ = env.reset(seed=0)
    assert "browser_scroll" in env.action_space.names  # type: ignore[attr-defined]
    scroll = env.action_space.schemas["browser_scroll"].parameters["properties"]  # type: ignore[attr-defined]
    assert scroll["direction"]["enum"] == ["up", "down", "left", "right"]
    agent = debug.make_debug_agent("click-button")
    words = debug.Observation(contents=[debug.TextContent(data=observation.contents[0].data)])
    action = agent(words, [])
    step = env.step(Action(name=action.name, arguments=action.arguments))
    assert step[1:4] == (1.0, True, False)
    env.close()


@pytest.mark.browser
def test_the_check_shows_that_the_package_ignores_the_seed(registered: None) -> None:
    del registered
    ids = register_cube_packages("miniwob-cube")
    nondeterministic = {name for name in ids if gym.spec(name).nondeterministic}
    said = {task.id for task in miniwob.MiniWobBenchmarkConfig().tasks().values() if task.nondeterministic}
    assert nondeterministic == {f"cube/miniwob-cube.{name}-v0" for name in said}
    (click,) = (task for task in catalogue.benchmark("miniwob-cube").tasks if task["id"] == "click-test")
    assert click["tags"] == ["fixed"]
