"""The world in `info`."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import pickle
from typing import Any

import pytest

import cube_gym.env
from cube_core import Action, TaskMetadata, Tool, tool_action
from cube_gym import TaskEnv
from tests.env.tasks import STOP, Counter, CounterConfig, CounterTask, add, counting
from world import SemanticScene, WorldModel, WorldState


class Phone(Counter):
    """Launches things."""

    @tool_action
    def launch_app(self, app: str) -> str:
        """Launch an app.

        Args:
            app: Which.
        """
        if app == "gone":
            raise ValueError("there is no such app")
        return app


class PhoneConfig(CounterConfig):
    def make(self) -> CounterTask:
        return CounterTask(self, Phone())


def launch(app: str, **arguments: Any) -> Action:
    return Action(name="launch_app", arguments={"app": app, **arguments})


@pytest.fixture
def env() -> TaskEnv:
    made = TaskEnv(PhoneConfig(metadata=TaskMetadata(id="phone"), page=True))
    made.reset(seed=0)
    return made


def test_it_starts_empty_but_for_the_page(env: TaskEnv) -> None:
    _, info = env.reset(seed=0)
    assert info["world"] == WorldState(current_page="count/0")


def test_it_follows_each_executed_step(env: TaskEnv) -> None:
    world = env.step(launch("mail", remember={"to": "Ann"})).info["world"]
    assert (world.current_app, world.current_page, world.variables) == ("mail", "count/0", {"to": "Ann"})
    world = env.step(add(2)).info["world"]
    assert world.current_page == "count/2"
    assert [event.action.name for event in world.history] == ["launch_app", "add"]


def test_failed_and_refused_actions_and_the_stop_are_observed_too(env: TaskEnv) -> None:
    env.step(launch("gone", remember={"a": 1}))
    env.step(Action(name="no_such", arguments={"remember": {"b": 2}}))
    env.step("nonsense")  # type: ignore[arg-type]
    world = env.step(STOP).info["world"]
    assert [(event.action.name, event.success) for event in world.history] == [
        ("launch_app", False),
        ("no_such", False),
        ("", False),
        ("final_step", True),
    ]
    assert (world.current_app, world.variables) == (None, {"a": 1, "b": 2})


def test_a_step_that_broke_the_task_is_not_observed(env: TaskEnv) -> None:
    env.step(add())
    world = env.step(Action(name="break_tool", arguments={})).info["world"]
    assert len(world.history) == 1


def test_what_is_remembered_does_not_reach_the_tool(env: TaskEnv) -> None:
    env.step(add(2, remember={"k": 1}))
    tool: Any = env.task.tool
    assert tool.seen == [{"amount": 2}]


def test_the_action_itself_stays_as_it_was(env: TaskEnv) -> None:
    action = add(2, remember={"k": 1})
    env.step(action)
    assert action.arguments == {"amount": 2, "remember": {"k": 1}}


def test_states_that_were_handed_out_stay_as_they_were(env: TaskEnv) -> None:
    memory: dict[str, Any] = {"k": [1]}
    actions = [add(0, remember=memory), add(0), add(0)]
    seen = [env.step(action).info["world"] for action in actions]
    kept = [pickle.dumps(state) for state in seen]
    memory["k"].append("late")
    actions[0].arguments["remember"]["late"] = 1
    env.step(add(0, remember={"k": 2}))
    env.reset()
    assert [len(state.history) for state in seen] == [1, 2, 3]
    assert [pickle.dumps(state) for state in seen] == kept
    assert "late" not in repr(seen)


def test_a_state_refuses_writes(env: TaskEnv) -> None:
    world = env.step(add(remember={"k": {"deep": 1}})).info["world"]
    with pytest.raises(TypeError):
        world.variables["k"] = 2
    with pytest.raises(TypeError):
        world.variables["k"]["deep"] = 2
    with pytest.raises(AttributeError):
        world.current_app = "mail"
    assert pickle.loads(pickle.dumps(world)) == world
    assert hash(pickle.loads(pickle.dumps(world))) == hash(world)


def test_each_episode_starts_from_a_new_state(env: TaskEnv) -> None:
    env.step(launch("mail", remember={"k": 1}))
    _, info = env.reset()
    assert info["world"] == WorldState(current_page="count/0")


def test_a_history_keeps_as_many_as_the_setting_says() -> None:
    for size in (0, 1, 3):
        env = TaskEnv(counting(target=99), world={"history_size": size})
        env.reset(seed=0)
        world = [env.step(add()).info["world"] for _ in range(5)][-1]
        assert len(world.history) == size


def test_a_page_can_be_guessed_from_what_is_seen() -> None:
    class Titled(CounterTask):
        def semantic_scene(self) -> SemanticScene | None:
            raise RuntimeError("a hook that fails says nothing")

    env = TaskEnv(Titled(counting(), Counter()), world={"page_from_scene": True})
    env.reset(seed=0)
    step = env.step(add())
    assert step.info["outcome"] == "ok"


@pytest.mark.parametrize("world", [False, {"enabled": False}])
def test_with_the_world_off_its_model_is_never_called(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Raising(WorldModel):
        def __init__(self, *_: object) -> None:
            raise AssertionError("the world is off")

    monkeypatch.setattr(cube_gym.env, "WorldModel", Raising)
    monkeypatch.setattr(WorldModel, "observe", Raising.__init__)
    env = TaskEnv(counting(), world=world)
    _, info = env.reset(seed=0)
    assert info["world"] is None
    for action in (add(), add("x"), "nonsense", [add(), STOP]):
        assert env.step(action).info["world"] is None  # type: ignore[arg-type]


def test_a_tool_that_declares_its_own_memory_is_refused_with_a_way_out() -> None:
    class Own(Tool):
        @tool_action
        def keep(self, remember: str) -> str:
            """Keep.

            Args:
                remember: What.
            """
            return remember

    task = CounterTask(counting(), Own())
    with pytest.raises(ValueError, match="make the environment with world=False"):
        TaskEnv(task)
    assert TaskEnv(task, world=False).action_space.names == ("keep", "final_step")
