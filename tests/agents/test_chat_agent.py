"""The agent that asks a model, against a real server that is as strict as the API and as unreliable as one likes."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image

from cube_core import STOP_ACTION, Action, ActionSchema, ImageContent, Observation, StructuredContent, TextContent
from cube_gym.agents import (
    AgentFailure,
    AgentUnusable,
    BudgetExhausted,
    ChatAgent,
    ChatAgentConfig,
    Nonsense,
    ProviderOutage,
)
from cube_gym.evaluation import End, EpisodeResult, RunStopped, Settings, evaluate
from tests.agents.chat_server import Broken, ChatServer, Drop, Fail, Request, Say, Slow, Turn, climber
from tests.evaluation.ladders import ladder
from world import WorldState

CLIMB = ActionSchema(
    name="climb", description="Climb.", parameters={"type": "object", "properties": {"rungs": {"type": "integer"}}}
)
SEEN = Observation(contents=[TextContent(data="Climb.", name="goal"), StructuredContent(data={"rung": 0}, name="tree")])
UP = Say([("climb", {"rungs": 1})])


def config(server: ChatServer, **settings: Any) -> ChatAgentConfig:  # noqa: ANN401, the fields of the config
    quick = {"first_wait": 0.01, "longest_wait": 0.02, "retries": 3, **settings}
    return ChatAgentConfig(model="m", base_url=server.url, **quick)


def started(server: ChatServer, **settings: Any) -> ChatAgent:  # noqa: ANN401, see above
    agent = ChatAgent(config(server, **settings))
    agent.reset("Climb.", [CLIMB, STOP_ACTION])
    return agent


def answer_to(actions: Sequence[Action], text: str = "done", picture: Image.Image | None = None) -> Observation:
    contents: list[Any] = [TextContent(data=f"{text} {action.id}", tool_call_id=action.id) for action in actions]
    if picture is not None:
        contents.insert(0, ImageContent(data=picture, name="screenshot", tool_call_id=actions[0].id))
    return Observation(contents=contents)


def roles(request: Request) -> list[str]:
    return [message["role"] for message in request["messages"]]


def play(model: Any, **settings: Any) -> tuple[EpisodeResult, ChatServer]:  # noqa: ANN401, see above
    with ChatServer(model) as server:
        (result,) = evaluate([ladder()], config(server, **settings)).results
    return result, server


def test_a_model_plays_an_episode_and_its_cost_is_counted() -> None:
    result, server = play(climber, prices=(1.0, 10.0))
    assert (result.end, result.reward) == (End.FINISHED, 1.0)
    calls = result.turns
    assert (result.model_calls, result.input_tokens, result.output_tokens) == (calls, 100 * calls, 10 * calls)
    assert result.cost == pytest.approx(calls * 200 / 1e6)
    first = server.requests[0]
    assert roles(first) == ["system", "user", "user"]
    assert first["messages"][1]["content"] == "Goal: Climb to rung 3, then stop."
    assert [tool["function"]["name"] for tool in first["tools"]] == ["climb", "final_step"]
    assert roles(server.requests[2]) == ["system", "user", "user", *["assistant", "tool"] * 2]


def test_tokens_and_cost_that_nobody_counts_are_not_known() -> None:
    def silent(request: Request) -> Turn:
        turn = climber(request)
        assert isinstance(turn, Say)
        turn.usage = None
        return turn

    result, _ = play(silent)
    assert (result.end, result.input_tokens, result.output_tokens, result.cost) == (End.FINISHED, None, None, None)


def test_parallel_calls_are_all_executed_and_answered_in_the_models_order() -> None:
    with ChatServer([Say([("climb", {"rungs": 1}, "B"), ("climb", {"rungs": 2}, "A")]), UP]) as server:
        agent = started(server)
        actions = agent.act(SEEN, {})
        assert [(action.id, action.arguments) for action in actions] == [("B", {"rungs": 1}), ("A", {"rungs": 2})]
        agent.act(answer_to([actions[1], actions[0]], picture=Image.new("RGB", (2, 2))), {})
        told = server.requests[1]["messages"][3:]
    assert [message.get("tool_call_id") for message in told] == [None, "B", "A", None]
    assert told[1]["content"] == "done B"
    assert [part["type"] for part in told[3]["content"]] == ["text", "image_url"]


@pytest.mark.parametrize("ids", [["", ""], ["same", "same"], [None, 5]])
def test_calls_without_an_id_of_their_own_get_one(ids: list[Any]) -> None:
    with ChatServer([Say([("climb", {}, ids[0]), ("climb", {}, ids[1])]), Say([("climb", {}, ids[0])]), UP]) as server:
        agent = started(server)
        seen = SEEN
        for _ in range(3):
            actions = agent.act(seen, {})
            seen = answer_to(actions)
            assert len({action.id for action in actions}) == len(actions)


def test_a_malformed_call_is_answered_and_the_others_are_executed() -> None:
    with ChatServer([Say([("climb", "{broken", "bad"), ("climb", {"rungs": 1}, "good")]), UP]) as server:
        agent = started(server)
        actions = agent.act(SEEN, {})
        assert [action.id for action in actions] == ["good"]
        agent.act(answer_to(actions), {})
        told = {message["tool_call_id"]: message["content"] for message in server.requests[1]["messages"][4:]}
    assert "not valid JSON" in told["bad"]
    assert told["good"] == "done good"


@pytest.mark.parametrize(
    "nonsense",
    [
        Say(text="I will climb now."),
        Say([("climb", "[1, 2]", "x")]),
        Say([("", {}, "x")]),
        Say([("climb", "{", "x")], finish_reason="length"),
        Say(finish_reason="length"),
    ],
)
def test_an_answer_without_an_action_is_fed_back_and_the_model_asked_again(nonsense: Say) -> None:
    with ChatServer([nonsense, UP]) as server:
        agent = started(server)
        (action,) = agent.act(SEEN, {})
        assert action.arguments == {"rungs": 1}
        assert server.requests[1]["messages"][-1]["role"] in {"user", "tool"}
    said = agent.transcript()
    assert [message["role"] for message in said] == ["assistant", said[1]["role"], "assistant"]
    assert agent.transcript() == []


def test_a_model_that_answers_nonsense_for_ever_fails_its_episode() -> None:
    result, server = play(lambda _: Say(text="hm"), most_nonsense=4)
    assert (result.end, result.reward, result.success) == (End.NONSENSE, 0.0, False)
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    "trouble",
    [
        Fail(429, "slow down", headers={"Retry-After": "0.01"}),
        Fail(429, "slow down", headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
        Fail(500),
        Fail(503),
        Fail(529, "overloaded"),
        Broken(),
        Broken(b'{"choices": []}'),
        Broken(b'{"error": {"message": "oops"}}'),
        Broken(b"null"),
        Drop(),
        Slow(0.5, UP),
    ],
    ids=repr,
)
def test_what_may_pass_is_tried_again(trouble: Turn) -> None:
    with ChatServer([trouble, trouble, UP]) as server:
        agent = started(server, request_seconds=0.2)
        assert agent.act(SEEN, {})[0].name == "climb"
        assert agent.usage.calls == 3


@pytest.mark.parametrize("trouble", [Fail(429), Fail(500), Broken(), Drop()], ids=repr)
def test_an_outage_after_all_retries_is_a_fault_and_not_the_agents_failure(trouble: Turn) -> None:
    result, server = play(lambda _: trouble)
    assert (result.end, result.reward, result.success) == (End.FAULT, None, None)
    assert result.problem is not None
    assert "no answer in 4 tries" in result.problem
    assert len(server.requests) == 4


def test_an_endpoint_that_nobody_listens_at_is_an_outage() -> None:
    with ChatServer([]) as server:
        url = server.url
    agent = ChatAgent(ChatAgentConfig(model="m", base_url=url, retries=1, first_wait=0.01))
    agent.reset("Climb.", [CLIMB])
    with pytest.raises(ProviderOutage, match=r"no answer in 2 tries.*Connection error"):
        agent.act(SEEN, {})


def test_a_slow_model_misses_its_deadline_but_an_outage_does_not() -> None:
    # Far apart, so that a busy machine does not change which of the two it is.
    for trouble, end in ((Slow(8.0, UP), End.DEADLINE), (Fail(500, headers={"Retry-After": "60"}), End.FAULT)):
        with ChatServer([trouble] * 9) as server:
            agent = config(server, longest_wait=60.0)
            (result,) = evaluate([ladder()], agent, settings=Settings(act_seconds=2.0)).results
        assert result.end is end


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Fail(401, "bad key"), "refuses the key in OPENAI_API_KEY"),
        (Fail(403, "not allowed"), "refuses the key"),
        (Fail(404, "no such model"), "has no model 'm'"),
        (Fail(429, "pay first", code="insufficient_quota"), "no money left"),
    ],
)
def test_what_no_episode_can_get_past_stops_the_run(trouble: Turn, said: str) -> None:
    with ChatServer(lambda _: trouble) as server, pytest.raises(RunStopped, match=said):
        evaluate([ladder()], config(server), seeds=3)
    assert len(server.requests) == 1


def test_a_missing_key_is_said_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    agent = ChatAgent(ChatAgentConfig(model="m", api_key_variable="NO_SUCH_KEY"))
    agent.reset("Climb.", [CLIMB])
    with pytest.raises(AgentUnusable, match="there is no key: set NO_SUCH_KEY"):
        agent.act(SEEN, {})


def test_the_key_is_sent_and_kept_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sesame")
    with ChatServer([UP]) as server:
        agent = started(server, api_key_variable="MY_KEY")
        agent.act(SEEN, {})
        assert server.keys == ["Bearer sesame"]
        assert "sesame" not in config(server, api_key_variable="MY_KEY").model_dump_json()


def test_another_refusal_is_the_agents_failure() -> None:
    with ChatServer([Fail(400, "temperature must be below 2")]) as server, pytest.raises(AgentFailure, match="below 2"):
        started(server).act(SEEN, {})


@pytest.mark.parametrize(
    ("budget", "what"),
    [
        ({"max_turns": 2}, "turns: 2 of 2"),
        ({"max_tokens": 200}, "tokens: 220 of 200"),
        ({"max_cost": 0.0003, "prices": (1.0, 10.0)}, "cost: 0.0004 of 0.0003"),
        ({"max_seconds": 1e-9}, "seconds: "),
    ],
)
def test_a_used_up_budget_fails_the_episode(budget: dict[str, Any], what: str) -> None:
    result, _ = play(lambda _: UP, **budget)
    assert (result.end, result.reward) == (End.BUDGET, 0.0)
    assert result.problem is not None
    assert result.problem.startswith(what)


def test_a_budget_of_money_needs_prices() -> None:
    with pytest.raises(ValueError, match="max_cost needs prices"):
        ChatAgentConfig(model="m", max_cost=1.0)


def test_budgets_begin_anew_with_each_episode() -> None:
    with ChatServer(lambda _: UP) as server:
        agent = started(server, max_turns=1)
        for _ in range(2):
            agent.reset("Climb.", [CLIMB])
            agent.act(SEEN, {})
            assert agent.usage.input_tokens == 100
            with pytest.raises(BudgetExhausted):
                agent.act(SEEN, {})


def test_an_endpoint_that_refuses_pictures_gets_none_from_then_on() -> None:
    with ChatServer(lambda _: UP, images=False) as server:
        agent = started(server)
        picture = ImageContent(data=Image.new("RGB", (2, 2)), name="screenshot")
        actions = agent.act(Observation(contents=[*SEEN.contents, picture]), {})
        agent.act(answer_to(actions, picture=Image.new("RGB", (2, 2))), {})
        assert len(server.requests) == 3
        assert "image_url" not in json.dumps(server.requests[1:])


def words(number: int) -> str:
    return " ".join(f"word{index}" for index in range(number))


def size(request: Request) -> int:
    return sum(len(json.dumps(message)) for message in request["messages"])


def test_a_long_history_is_kept_within_its_tokens_and_stays_a_valid_conversation() -> None:
    with ChatServer(lambda _: Say([("climb", {"rungs": 1})] * 2, usage=None)) as server:
        agent = started(server, history_tokens=3000)
        actions = agent.act(SEEN, {})
        for _ in range(30):
            actions = agent.act(answer_to(actions, text=words(200), picture=Image.new("RGB", (2, 2))), {})
    assert max(map(size, server.requests)) < 4 * 3000 * 1.5
    last = server.requests[-1]["messages"]
    assert last[1]["content"] == "Goal: Climb."
    assert words(200) in last[-2]["content"]
    assert any("left out" in str(message["content"]) for message in last)


def test_an_observation_larger_than_the_whole_history_is_cut_in_the_middle() -> None:
    with ChatServer(lambda _: UP) as server:
        agent = started(server, history_tokens=500)
        text = "begin " + words(5000) + " end"
        agent.act(Observation.from_text(text), {})
        sent = server.requests[0]["messages"][-1]["content"]
    assert sent.startswith("begin")
    assert sent.endswith("end")
    assert len(sent) < 4 * 500


def test_a_conversation_that_the_model_finds_too_long_is_shortened_until_it_fits() -> None:
    def small(request: Request) -> Turn:
        long = size(request) > 3000
        return Fail(400, "maximum context length is 700 tokens", code="context_length_exceeded") if long else UP

    with ChatServer(small) as server:
        agent = started(server)
        agent.act(Observation.from_text(words(2000)), {})
        assert len(server.requests) > 1


def test_what_was_remembered_is_shown_at_each_turn() -> None:
    with ChatServer(lambda _: UP) as server:
        agent = started(server)
        actions = agent.act(SEEN, {"world": WorldState(variables={"code": "4711"})})
        agent.act(answer_to(actions), {"world": WorldState()})
    assert server.requests[0]["messages"][-1]["content"] == 'Remembered: {"code": "4711"}'
    assert "4711" not in json.dumps(server.requests[1])


def test_nonsense_is_an_agent_failure() -> None:
    with ChatServer(lambda _: Say(text="no")) as server, pytest.raises(Nonsense, match="5 answers in a row"):
        started(server).act(SEEN, {})


def test_settings_travel_with_each_request() -> None:
    with ChatServer([UP]) as server:
        started(server, temperature=0.5, parallel=False, options={"max_tokens": 7}).act(SEEN, {})
        sent = server.requests[0]
    assert (sent["temperature"], sent["parallel_tool_calls"], sent["max_tokens"]) == (0.5, False, 7)
    assert "temperature" not in json.dumps(ChatAgentConfig(model="m").model_dump(exclude_none=True))
