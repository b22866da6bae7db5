"""The agents that need no model."""

from collections.abc import Sequence
from typing import Any

import pytest

from cube_core import STOP_ACTION, Action, AgentStop, Observation
from cube_gym import TaskContext
from cube_gym.agents import (
    AgentConfig,
    AgentUnusable,
    ImportedAgentConfig,
    OracleAgentConfig,
    PlannerAgent,
    RandomAgentConfig,
)
from cube_gym.agents.named import named_agent
from cube_gym.evaluation import End, evaluate
from tests.evaluation.ladders import UP, Climber, ladder
from world import PlannedStep, Scene, SemanticScene, WorldState


class TwoByTwo:
    """Plans two rungs at a time, and stops at the top."""

    def __init__(self) -> None:
        self.worlds: list[WorldState | None] = []

    def plan(
        self,
        scene: Scene,
        semantic_scene: SemanticScene | None,
        context: TaskContext,
        /,
        *,
        world: WorldState | None = None,
    ) -> Sequence[PlannedStep]:
        del semantic_scene
        self.worlds.append(world)
        assert len(scene.elements) == 1
        assert all(result.success for result in context.results)
        left = int(context.goal.split()[3].rstrip(",")) - len(context.results)
        return [PlannedStep("climb", {"rungs": 1})] * min(left, 2)


class Worldless:
    """Knows no world; its first plan fails."""

    plans = 0

    def plan(self, _scene: Scene, _semantic: SemanticScene | None, context: TaskContext, /) -> Sequence[PlannedStep]:
        self.plans += 1
        if self.plans == 1:
            return [PlannedStep("climb", {"rungs": -1}), PlannedStep("climb", {"rungs": 9})]
        if self.plans == 2:
            assert [result.success for result in context.results] == [False]
            assert context.results[0].error == "ValueError: there is nothing below the ground: climb up"
            return [PlannedStep("climb", {"rungs": int(context.goal.split()[3].rstrip(","))})]
        raise AgentStop


def test_a_planner_agent_plays_plans_with_the_world_and_stops_at_an_empty_plan() -> None:
    planner = TwoByTwo()
    (result,) = evaluate([ladder()], PlannerAgent(planner)).results
    assert (result.end, result.reward) == (End.FINISHED, 1.0)
    assert result.steps == 4
    assert [len(world.history) for world in planner.worlds if world is not None] == [0, 2, 3]


def test_a_planner_without_a_world_plans_again_after_a_failed_step() -> None:
    planner = Worldless()
    (result,) = evaluate([ladder()], PlannerAgent(planner)).results
    assert (result.end, result.reward, result.failed_actions, result.steps) == (End.FINISHED, 1.0, 1, 3)


def test_what_a_planner_raises_fails_the_episode() -> None:
    class Broken:
        def plan(self, *_: object) -> Any:  # noqa: ANN401, it plans nothing
            return ["climb"]

    (result,) = evaluate([ladder()], PlannerAgent(Broken())).results
    assert (result.end, result.success) == (End.AGENT_ERROR, False)
    assert result.problem is not None
    assert "plan() gives PlannedSteps" in result.problem


def test_agents_go_by_name() -> None:
    assert named_agent("oracle") == OracleAgentConfig()
    assert named_agent("random", seed=3) == RandomAgentConfig(seed=3)
    assert named_agent("tests.evaluation.ladders:Climber") == ImportedAgentConfig(
        factory="tests.evaluation.ladders:Climber"
    )
    with pytest.raises(ValueError, match=r"no agent 'oracel'. Did you mean 'oracle'\?"):
        named_agent("oracel")


@pytest.mark.parametrize(
    "name", ["no_such_module:Agent", "tests.evaluation.ladders:Nobody", "tests.evaluation.ladders:Climber.nothing"]
)
def test_an_agent_that_cannot_be_imported_is_said_by_name(name: str) -> None:
    with pytest.raises(AgentUnusable, match=f"no agent '{name}'"):
        named_agent(name).make(ladder(), 0)


def test_an_agent_of_ones_own_is_made_of_its_options() -> None:
    assert isinstance(ImportedAgentConfig(factory="tests.evaluation.ladders:Climber").make(ladder(), 0), Climber)
    with pytest.raises(TypeError):
        ImportedAgentConfig(factory="tests.evaluation.ladders:Climber", options={"speed": 1}).make(ladder(), 0)


@pytest.mark.parametrize(
    "config", [RandomAgentConfig(seed=1), OracleAgentConfig(), ImportedAgentConfig(factory="a.b:C.d")]
)
def test_configs_come_back_from_their_dumps(config: AgentConfig) -> None:
    assert AgentConfig.model_validate(config.model_dump(mode="json")) == config


def test_an_oracle_agent_stops_when_its_solution_has_nothing_left() -> None:
    agent = OracleAgentConfig().make(ladder(), 0)
    agent.reset("Climb to rung 1, then stop.", [])
    info = {"task_id": "wood"}
    assert agent.act(Observation(), info) == UP
    assert agent.act(Observation(), info) == Action(name=STOP_ACTION.name)
    assert agent.act(Observation(), info) == Action(name=STOP_ACTION.name)
