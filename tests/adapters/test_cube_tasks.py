"""What cube-standard does wrong or leaves open, and what the environment makes of it."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import cube_gym
from cube_core import (
    STOP_ACTION,
    Action,
    Content,
    ImageContent,
    InvalidAction,
    Observation,
    StructuredContent,
    TaskConfig,
    TaskFault,
    TextContent,
)
from cube_gym import Outcome, TaskEnv
from cube_gym.adapters import cube_standard
from cube_gym.adapters.cube_standard import CubeBenchmarkConfig, CubeTaskConfig
from cube_gym.adapters.cube_standard.seeding import Seeding, check_seeding, told

cubes: Any = pytest.importorskip(
    "tests.adapters.cubes", reason="cube-standard needs Python 3.12: `make test-cube` has it", exc_type=ImportError
)


@pytest.fixture
def env() -> Iterator[TaskEnv]:
    made = TaskEnv(CubeTaskConfig.of(cubes.task_config("follows")))
    made.reset(seed=0)
    yield made
    made.close()


def say(env: TaskEnv, name: str, **arguments: object) -> Observation:
    seen: Observation = env.step(Action(id="call_1", name=name, arguments=arguments)).obs
    return seen


def test_an_unknown_action_is_answered_where_cube_standard_raises(env: TaskEnv) -> None:
    live = cubes.task_config("follows").make()
    with pytest.raises(ValueError, match="does not exist"):
        live.step(cubes.Action(id="call_1", name="paint"))
    step = env.step(Action(id="call_1", name="paint"))
    assert isinstance(step.error, InvalidAction)
    assert step.info["outcome"] is Outcome.INVALID_ACTION
    assert not step.done


@pytest.mark.parametrize(
    "arguments", [{}, {"colour": "blue"}, {"colour": "red", "widths": ["1"]}, {"colour": "red", "depth": 1}]
)
def test_bad_arguments_are_an_error_where_cube_standard_has_none(env: TaskEnv, arguments: dict[str, Any]) -> None:
    theirs = cubes.task_config("follows").make().step(cubes.Action(name="draw", arguments={"depth": 1}))
    assert theirs.error is None
    step = env.step(Action(id="call_1", name="draw", arguments=arguments))
    assert isinstance(step.error, InvalidAction)


@pytest.mark.parametrize("action", ["give", "give_later"])
@pytest.mark.parametrize(
    ("what", "content"),
    [
        ("zero", TextContent(data="0")),
        ("no", TextContent(data="False")),
        ("empty", TextContent(data="")),
        ("nothing found", StructuredContent(data=[])),
        ("none", TextContent(data="(no output)")),
        ("pair", StructuredContent(data=[1, 2])),
        ("content", TextContent(data="said")),
    ],
)
def test_every_result_is_said_as_it_is(env: TaskEnv, action: str, what: str, content: Content) -> None:
    (said,) = say(env, action, what=what).contents
    assert (type(said), said.data) == (type(content), content.data)


def test_a_picture_is_a_result(env: TaskEnv) -> None:
    (said,) = say(env, "give", what="picture").contents
    assert isinstance(said, ImageContent)
    assert said.data.getpixel((0, 0)) == (255, 0, 0)


@pytest.mark.parametrize("name", ["give", "paint", "draw", "final_step"])
def test_every_content_carries_the_id_of_the_call(env: TaskEnv, name: str) -> None:
    seen = say(env, name, **({"what": "unheard of"} if name == "give" else {}))
    assert {content.tool_call_id for content in seen.contents} == {"call_1"}


def test_an_action_that_raises_is_told_with_its_error(env: TaskEnv) -> None:
    step = env.step(Action(id="call_1", name="give", arguments={"what": "unheard of"}))
    assert step.error is not None
    assert step.error.error_type == "KeyError"
    assert step.info["outcome"] is Outcome.ACTION_FAILED
    assert not step.done


@pytest.mark.parametrize("boxed", [False, True])
def test_a_tool_that_executes_in_its_own_way_does_and_its_bare_error_is_an_observation(*, boxed: bool) -> None:
    tools = cubes.ToolboxConfig(tool_configs=[cubes.BareConfig()]) if boxed else cubes.BareConfig()
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config("follows", tool_config=tools)))
    env.reset(seed=0)
    step = env.step(Action(id="call_1", name="give", arguments={"what": "zero"}))
    assert step.error is not None
    assert step.error.exception_str == "the page is gone"
    assert step.obs.contents[0].tool_call_id == "call_1"
    env.close()


def test_schemas_have_enums_and_types_of_items(env: TaskEnv) -> None:
    draw = env.action_space.schemas["draw"].parameters["properties"]
    assert draw["colour"]["enum"] == ["red", "green"]
    assert draw["colour"]["description"] == "Its colour."
    assert draw["widths"]["anyOf"][0] == {"type": "array", "items": {"type": "integer"}}
    assert env.action_set[-1] == STOP_ACTION


def test_a_method_that_takes_whatever_is_given_is_given_it(env: TaskEnv) -> None:
    assert say(env, "extra", one=1, two="2").to_markdown() == "['one', 'two']"


def test_three_point_nought_is_three_for_an_integer(env: TaskEnv) -> None:
    assert say(env, "count", times=3.0).to_markdown() == "int"


def test_a_reward_that_is_no_number_is_the_tasks_fault() -> None:
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config("nan")))
    env.reset(seed=0)
    step = env.step(Action(name="final_step"))
    assert step.info["outcome"] is Outcome.TASK_FAULT
    assert step.truncated
    assert step.reward == 0.0
    env.close()


def test_a_task_that_breaks_after_an_action_is_at_fault_and_starts_anew() -> None:
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config("breaks")))
    env.reset(seed=0)
    step = env.step(Action(name="count", arguments={"times": 1}))
    assert step.info["outcome"] is Outcome.TASK_FAULT
    assert step.error is not None
    assert "the browser is gone" in step.error.exception_str
    env.reset(seed=0)
    env.close()


def test_steps_after_the_end_are_refused(env: TaskEnv) -> None:
    assert env.step(Action(name="final_step")).done
    with pytest.raises(gym.error.ResetNeeded):
        env.step(Action(name="final_step"))


@pytest.mark.parametrize(("task_id", "limit"), [("follows", 7), ("ignores", 100)])
def test_the_limit_is_what_the_package_recommends_or_a_hundred(task_id: str, limit: int) -> None:
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config(task_id)))
    env.reset(seed=0)
    steps = [env.step(Action(name="count", arguments={"times": 1})) for _ in range(limit)]
    assert [step.truncated for step in steps] == [False] * (limit - 1) + [True]
    env.close()


def test_the_tool_is_asked_for_its_actions_once_an_episode(env: TaskEnv) -> None:
    session = env.task._session  # type: ignore[attr-defined]
    asked = session.tool.asked_for_actions
    for _ in range(3):
        assert env.action_set
        say(env, "count", times=1)
    assert session.tool.asked_for_actions == asked


def test_the_score_is_judged_on_what_was_there_before_the_last_touch(env: TaskEnv) -> None:
    say(env, "draw", colour="red")
    step = env.step(Action(name="draw", arguments={"colour": "green"}))
    assert (step.reward, step.done) == (1.0, True)
    assert step.obs.contents[0].name == "touched"
    assert step.info["details"].as_dict()["seen"] == [None]


def test_an_action_that_the_task_masks_is_refused_and_the_stop_never_is() -> None:
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config("masks")))
    env.reset(seed=0)
    say(env, "draw", colour="red")
    assert [schema.name for schema in env.action_set] == ["draw", "final_step"]
    assert env.step(Action(name="count", arguments={"times": 1})).info["outcome"] is Outcome.INVALID_ACTION
    assert env.step(Action(name="final_step")).done
    env.close()


def test_a_reset_makes_the_task_anew_from_the_seed() -> None:
    task = CubeTaskConfig.of(cubes.task_config("follows")).make()
    goals = [task.reset(seed=seed)[1]["goal"] for seed in (3, 4, 3)]
    assert goals == ["Draw line 3.", "Draw line 4.", "Draw line 3."]
    task.close()
    task.close()


def test_the_first_observation_keeps_its_pictures_and_names(env: TaskEnv) -> None:
    observation, info = env.reset(seed=1)
    assert [(type(content).__name__, content.name) for content in observation.contents] == [
        ("TextContent", None),
        ("ImageContent", "screenshot"),
    ]
    assert info["goal"] == observation.contents[0].data


@pytest.mark.parametrize(
    ("task_id", "seeding", "reason", "tags"),
    [
        ("follows", Seeding.FOLLOWED, None, ()),
        ("ignores", Seeding.FIXED, None, ("fixed",)),
        ("varies", Seeding.VARYING, str(Seeding.VARYING), ()),
        ("says so", Seeding.FIXED, "its package says so", ()),
    ],
)
def test_a_check_shows_what_a_task_does_with_its_seed(
    task_id: str, seeding: Seeding, reason: str | None, tags: tuple[str, ...]
) -> None:
    config = CubeTaskConfig.of(cubes.task_config(task_id))
    assert check_seeding(config) is seeding
    metadata = told(config, seeding).metadata
    assert (metadata.nondeterministic, metadata.tags) == (reason, tags)


def test_a_live_task_is_played_as_it_is_and_says_that_it_knows_no_seed() -> None:
    live = cubes.task_config("follows", seed=9).make()
    env = TaskEnv(cube_standard.CubeTask.of(live))
    _, info = env.reset(seed=5)
    assert info["goal"] == "Draw line 9."
    assert env.task.metadata.nondeterministic == "a live CUBE Task is reset without a seed"
    say(env, "draw", colour="red")
    assert live.tool.drawn == [("red", None)]
    config = env.task.config
    env.close()
    with pytest.raises(TypeError, match=r"CubeTaskConfig\.of"):
        config.make()


def test_a_task_runs_in_one_thread_of_its_own(env: TaskEnv) -> None:
    task = env.task
    assert isinstance(task, cube_standard.CubeTask)
    place, _ = task._played()
    names = {place.run(lambda: threading.current_thread().name) for _ in range(3)}
    assert len(names) == 1
    assert threading.current_thread().name not in names


def test_it_runs_inside_a_running_event_loop() -> None:
    async def play() -> str:
        env = TaskEnv(CubeTaskConfig.of(cubes.task_config("follows")))
        env.reset(seed=0)
        said = say(env, "give_later", what="zero").to_markdown()
        env.close()
        return said

    assert asyncio.run(play()) == "0"


def test_the_config_travels_as_json(env: TaskEnv) -> None:
    config = env.task.config
    assert TaskConfig.model_validate_json(config.model_dump_json()) == config
    made = gym.make("cube/Task-v0", task=config.model_dump(mode="json"))
    assert made.reset(seed=0)[1]["task_id"] == "follows"
    made.close()


def test_a_config_whose_package_is_not_loaded_is_refused() -> None:
    config = CubeTaskConfig.of(cubes.task_config("follows"))
    for tag in ("elsewhere.Config", "os.path.Config", "no_module"):
        config.cube = {**config.cube, "_type": tag}
        with pytest.raises(ValueError, match="loaded"):
            config.make().reset(seed=0)


def test_a_benchmark_is_set_up_once_for_its_tasks_and_taken_down_with_the_last() -> None:
    ids = cube_gym.register(CubeBenchmarkConfig.of(cubes.OddBenchmarkConfig()))
    assert "cube/odd-cube.says-so-v0" in ids
    assert cubes.OddBenchmark.open == []
    envs = [gym.make("cube/odd-cube.follows-v0") for _ in range(2)]
    for env in envs:
        env.reset(seed=0)
    assert cubes.OddBenchmark.open == ["set up"]
    session = envs[0].unwrapped.task._session  # type: ignore[attr-defined]
    assert session.task.runtime_context == {"infra": None, "shared": "yes"}
    envs[0].close()
    assert cubes.OddBenchmark.open == ["set up"]
    envs[1].close()
    assert cubes.OddBenchmark.open == []


def test_gymnasiums_checker_has_nothing_to_say(recwarn: pytest.WarningsRecorder) -> None:
    config = CubeTaskConfig.of(cubes.task_config("follows"))
    env = gym.make("cube/Task-v0", task=config.model_dump(mode="json"), render_mode="rgb_array")
    check_env(env.unwrapped)
    assert not [str(warning.message) for warning in recwarn]


def test_a_task_whose_container_is_not_there_says_what_it_needs() -> None:
    with pytest.raises(
        gym.error.DependencyNotInstalled, match=r"'contained' needs a container of 'odd/image:1'.*infra"
    ):
        TaskEnv(CubeTaskConfig.of(cubes.task_config("contained")))


def test_a_container_that_cannot_be_started_is_named_with_its_cause() -> None:
    config = CubeBenchmarkConfig.of(cubes.OddBenchmarkConfig(), name="contained", infra=cubes.ThisMachine())
    (task,) = (task for task in config.all_task_configs() if task.metadata.id == "contained")
    with pytest.raises(RuntimeError, match=r"contained.* could not be .*odd/image:1"):
        TaskEnv(task).reset(seed=0)
    assert cubes.OddBenchmark.open == []


def test_a_port_that_somebody_takes_at_the_last_moment_is_left_to_them() -> None:
    with socket.create_server(("", 0)) as probe:
        port = probe.getsockname()[1]
    config = CubeBenchmarkConfig.of(cubes.OddBenchmarkConfig(contested=True, port=port), name="contested")
    (task,) = (each for each in config.get_task_configs() if each.metadata.id == "follows")
    env = TaskEnv(task)
    env.reset(seed=0)
    (rival,) = cubes.OddBenchmark.rivals
    assert rival.getsockname()[1] == port
    env.close()
    rival.close()


def test_a_benchmark_that_cannot_be_set_up_is_named_with_its_cause() -> None:
    config = CubeBenchmarkConfig.of(cubes.OddBenchmarkConfig(broken=True))
    with pytest.raises(RuntimeError, match="CUBE package 'odd-cube' could not be set up: OSError: no server"):
        TaskEnv(config.all_task_configs()[0])


def test_a_task_that_cannot_be_started_is_a_fault_with_its_cause() -> None:
    env = TaskEnv(CubeTaskConfig.of(cubes.task_config("follows", unstartable=True)))
    with pytest.raises(TaskFault, match=r"follows could not be started by .*: OSError: no display"):
        env.reset(seed=0)
    env.close()
