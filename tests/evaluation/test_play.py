"""A person plays: on a page in a real browser, and in the terminal."""

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cube_core import Action
from cube_gym.evaluation import End, EpisodeResult, RunDirectory, Settings, evaluate, replay
from cube_gym.play import PersonAgent, PlayServer
from cube_gym.play.terminal import TerminalAgent, read_action
from tests.evaluation.browsing import browsing
from tests.evaluation.ladders import ladder


class Played(threading.Thread):
    """An episode that a person plays, on a thread of its own: the browser needs this one."""

    def __init__(self, person: PersonAgent, directory: Path) -> None:
        super().__init__()
        self.person, self.directory = person, directory

    def run(self) -> None:
        settings = Settings(observation=("tree", "screenshot"))
        (result,) = evaluate([ladder()], self.person, directory=self.directory, settings=settings).results
        self.result = result
        self.person.over(result)


@pytest.mark.browser
def test_a_person_solves_a_task_on_the_page_and_it_is_recorded_as_any_episode(tmp_path: Path) -> None:
    person = PersonAgent()
    played = Played(person, tmp_path)
    with PlayServer(person) as server, browsing() as (page, troubles):
        played.start()
        page.goto(server.url)
        page.wait_for_selector(".canvas img")
        assert page.inner_text("#goal") == "Climb to rung 3, then stop."
        assert "secret" not in page.url
        page.fill("form.act:has(button:text('climb')) input", "-1")
        page.click("form.act button:text('climb')")
        page.wait_for_selector(".log .error")
        assert "nothing below the ground" in page.inner_text(".log")
        for rung in range(1, 4):
            page.fill("form.act:has(button:text('climb')) input", "1")
            page.click("form.act button:text('climb')")
            page.wait_for_selector(f".log :text('on rung {rung}')")
        page.click("form.act button:text('final_step')")
        page.wait_for_selector(".verdict.success")
        page.click("button:text('Finish')")
        server.wished.wait(10)
        assert server.wishes == ["quit"]
    played.join()
    assert [one for one in troubles if not one.startswith(f"request: http://127.0.0.1:{server.port}/")] == []
    assert (played.result.end, played.result.reward, played.result.steps) == (End.FINISHED, 1.0, 5)
    assert [one.equal for one in replay(RunDirectory(tmp_path))] == [True]


def test_giving_up_is_recorded_as_the_persons_failure(tmp_path: Path) -> None:
    person = PersonAgent()
    played = Played(person, tmp_path)
    played.start()
    assert person.moment(0, 10).content["task"] == "wood"
    person.answer(None)
    played.join()
    assert (played.result.end, played.result.problem) == (End.AGENT_ERROR, "GaveUp: the person gave up")
    assert person.moment(1, 10).content["result"]["success"] is False


@pytest.fixture
def server() -> Iterator[PlayServer]:
    with PlayServer(PersonAgent()) as running:
        yield running


def ask(server: PlayServer, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def test_nobody_plays_without_the_secret_or_under_another_name(server: PlayServer) -> None:
    wish = '{"action": {"name": "climb"}}'
    assert ask(server, "GET", "/")[0] == 403
    assert ask(server, "POST", "/", wish)[0] == 403
    assert ask(server, "POST", "/", wish, X_Secret=server.secret[1:])[0] == 403
    assert ask(server, "POST", "/", wish, X_Secret=server.secret, Host="evil.example")[0] == 403
    assert ask(server, "GET", "/elsewhere")[0] == 404
    assert ask(server, "POST", "/", wish, X_Secret=server.secret)[0] == 200


@pytest.mark.parametrize("body", ["{", "[]", "{}", '{"action": {"arguments": {}}}', '{"wish": "fly"}', ""])
def test_a_wish_that_makes_no_sense_is_refused_with_a_reason(server: PlayServer, body: str) -> None:
    status, said = ask(server, "POST", "/", body, X_Secret=server.secret)
    assert status == 400
    assert "problem" in said


def in_the_terminal(lines: list[str], said: list[str]) -> EpisodeResult:
    script = iter(lines)

    def answer(_prompt: str) -> str:
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    agent = TerminalAgent(said.append, answer)
    (result,) = evaluate([ladder()], agent, settings=Settings(observation=("tree",))).results
    return result


def test_a_person_solves_a_task_in_the_terminal() -> None:
    said: list[str] = []
    result = in_the_terminal(["?", "", "climb rungs", 'climb "', "climb rungs=3", "final_step"], said)
    assert (result.end, result.reward, result.steps) == (End.FINISHED, 1.0, 2)
    text = "\n".join(said)
    assert "climb(rungs): Climb the ladder." in text
    assert "'rungs' is not name=value" in text
    assert "Goal: Climb to rung 3, then stop." in text


@pytest.mark.parametrize("lines", [["quit"], []])
def test_leaving_the_terminal_gives_up(lines: list[str]) -> None:
    assert in_the_terminal(lines, []).problem == "GaveUp: the person gave up"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("tap element=app:notes", Action(name="tap", arguments={"element": "app:notes"})),
        (
            "write text='a b' times=2 fast=true",
            Action(name="write", arguments={"text": "a b", "times": 2, "fast": True}),
        ),
        ("write text=a=b", Action(name="write", arguments={"text": "a=b"})),
    ],
)
def test_lines_are_read_as_actions(line: str, action: Action) -> None:
    assert read_action(line) == action
