"""Several tools as one."""

import asyncio

import pytest

from cube_core import Action, AgentStop, InvalidAction, Tool, Toolbox, tool_action


class Lamp(Tool):
    def __init__(self, calls: list[str] | None = None) -> None:
        self.calls = [] if calls is None else calls

    @tool_action
    def shine(self, level: int = 1) -> int:
        """Shine."""
        return level

    def reset(self) -> None:
        self.calls.append("lamp reset")

    def close(self) -> None:
        self.calls.append("lamp closed")


class Door(Tool):
    def __init__(self, calls: list[str] | None = None) -> None:
        self.calls = [] if calls is None else calls

    @tool_action
    async def open(self) -> str:
        """Open it."""
        await asyncio.sleep(0)
        return "open"

    def reset(self) -> None:
        self.calls.append("door reset")

    def close(self) -> None:
        self.calls.append("door closed")
        raise OSError("the door is stuck")


def test_the_actions_of_all_tools_are_offered_and_the_stop_once_at_the_end() -> None:
    box = Toolbox([Lamp(), Door()])
    assert [schema.name for schema in box.action_set] == ["shine", "open", "final_step"]
    box.action_set.clear()
    assert len(box.action_set) == 3
    assert Toolbox([]).action_set == []


def test_each_action_runs_on_the_tool_that_has_it() -> None:
    box = Toolbox([Lamp(), Door()])
    for name, data in (("shine", "1"), ("open", "open")):
        action = Action(id="c", name=name)
        assert box.execute_action(action).contents[0].data == data
        assert asyncio.run(box.async_execute_action(action)).contents[0].data == data
        assert box.problem(action) is None
    with pytest.raises(AgentStop):
        box.execute_action(Action(name="final_step"))


def test_unknown_actions_and_wrong_arguments_are_refused_under_their_id() -> None:
    box = Toolbox([Lamp(), Door()])
    for action in (Action(id="c", name="fly"), Action(id="c", name="shine", arguments={"level": "high"})):
        refused = box.execute_action(action)
        assert refused == asyncio.run(box.async_execute_action(action))
        assert isinstance(refused.error, InvalidAction)
        assert refused.error.exception_str == box.problem(action)
        assert refused.contents[0].tool_call_id == "c"
    assert "there is: shine, open, final_step" in str(box.problem(Action(name="fly")))


def test_two_tools_with_an_action_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="Lamp and Lamp both have an action 'shine'"):
        Toolbox([Lamp(), Lamp()])


def test_all_tools_are_reset_and_closed_also_when_one_of_them_fails() -> None:
    calls: list[str] = []
    box = Toolbox([Lamp(calls), Door(calls), Tool()])
    box.reset()
    assert calls == ["lamp reset", "door reset"]
    calls.clear()
    with pytest.raises(OSError, match="stuck"):
        box.close()
    assert sorted(calls) == ["door closed", "lamp closed"]
