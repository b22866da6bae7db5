"""The chat agent on the real benchmarks, against a local server whose model plays what a script tells it."""

import json
from typing import Any

import pytest

from cube_gym.agents import ChatAgentConfig, OracleAgentConfig
from cube_gym.evaluation import End, Settings, configs_of, evaluate, replay
from cube_gym.evaluation.directory import RunDirectory
from tests.agents.chat_server import ChatServer, Request, Say, Turn


def last_tree(request: Request) -> Any:  # noqa: ANN401, JSON
    """The newest element tree in the conversation."""
    for message in reversed(request["messages"]):
        for text in texts_of(message):
            if text.startswith(("[{", '{"app"')):
                return json.loads(text)
    raise AssertionError("the conversation shows no tree")


def texts_of(message: dict[str, Any]) -> list[str]:
    content = message["content"] or ""
    parts = [content] if isinstance(content, str) else [part["text"] for part in content if part["type"] == "text"]
    return [text for part in parts for text in part.split("\n\n")]


def pictures_of(request: Request) -> int:
    contents = [message["content"] for message in request["messages"] if isinstance(message["content"], list)]
    return sum(part["type"] == "image_url" for content in contents for part in content)


def clicker(request: Request) -> Turn:
    """Clicks the first button it sees."""
    button = next(element for element in last_tree(request) if element["tag"] == "button")
    return Say([("click", {"ref": button["ref"]})])


@pytest.mark.browser
def test_a_model_solves_a_page_of_miniwob_with_trees_and_pictures() -> None:
    settings = Settings(observation=("tree", "screenshot"))
    with ChatServer(clicker) as server:
        agent = ChatAgentConfig(model="m", base_url=server.url)
        found = evaluate(configs_of("miniwob", "click-test"), agent, seeds=2, settings=settings)
    assert [(result.end, result.reward, result.model_calls) for result in found.results] == [(End.FINISHED, 1.0, 1)] * 2
    assert [pictures_of(request) for request in server.requests] == [1, 1]


def test_a_model_that_knows_an_oracles_actions_solves_a_task_of_the_phone(tmp_path: Any) -> None:  # noqa: ANN401, pytest's path
    """The server's model has the actions of the scripted solution, two calls at a time: all ids are answered."""
    configs = configs_of("phone", "rename-note")
    settings = Settings(observation=("tree", "screenshot"))
    (solved,) = evaluate(configs, OracleAgentConfig(), directory=tmp_path / "oracle", settings=settings).results
    lines = RunDirectory(tmp_path / "oracle").trajectory(solved)
    script = [(line["action"]["name"], line["action"]["arguments"]) for line in lines if line["kind"] == "step"]

    def model(request: Request) -> Turn:
        last_tree(request)
        made = sum(len(message.get("tool_calls", ())) for message in request["messages"])
        return Say(script[made : made + 2])

    with ChatServer(model) as server:
        agent = ChatAgentConfig(model="m", base_url=server.url, history_tokens=200_000)
        (result,) = evaluate(configs, agent, directory=tmp_path / "chat", settings=settings).results
    assert (result.end, result.reward, result.steps) == (End.FINISHED, 1.0, solved.steps)
    assert result.turns == (solved.steps + 1) // 2
    assert pictures_of(server.requests[-1]) >= result.turns
    assert [one.equal for one in replay(RunDirectory(tmp_path / "chat"))] == [True]
    said = [message["role"] for message in RunDirectory(tmp_path / "chat").trajectory(result)[1]["agent"]["messages"]]
    assert said == ["assistant"]
