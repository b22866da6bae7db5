"""The agent that is a person."""

import base64
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cube_core import Action, ActionSchema, Observation
from cube_core.screen import read_screen
from cube_gym.agents import AgentFailure
from cube_gym.evaluation import EpisodeResult
from cube_gym.evaluation.recording import PICTURE, shown
from cube_gym.report.frames import moment_of


class GaveUp(AgentFailure):
    """The person left in the middle of the episode."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the person is shown: JSON, numbered, so that a page can wait for the next one."""

    number: int = 0
    content: dict[str, Any] = field(default_factory=dict)


class PersonAgent:
    """Shows what there is to see, and waits for what the person does. The two may be on different threads."""

    def __init__(self) -> None:
        self._answers: queue.Queue[Action | None] = queue.Queue()
        self._changed = threading.Condition()
        self._moment = Moment()
        self._goal = ""
        self._schemas: Sequence[ActionSchema] = ()
        self._log: list[dict[str, Any]] = []

    # The agent

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        self._goal, self._schemas, self._log = goal, action_set, []
        while not self._answers.empty():
            self._answers.get_nowait()

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        """Show the observation, and wait for the person.

        Raises:
            GaveUp: the person left.
        """
        pictures: dict[str, bytes] = {}
        line = shown(None, observation, info, pictures)
        tree = next((one["data"] for one in reversed(line["observation"]) if one["name"] == "tree"), None)
        screen = read_screen(tree)
        found = moment_of(line, screen)
        if self._log:
            error = info["error"]
            self._log[-1]["error"] = None if error is None else error.exception_str
            self._log[-1]["told"] = found.get("told", [])
        content = {"goal": self._goal, "task": info["task_id"], "world": found.get("world"), "text": found.get("text")}
        content["screen"] = None if screen is None else screen.as_json()
        for one in line["observation"]:
            if isinstance(one["data"], dict) and PICTURE in one["data"]:
                encoded = base64.b64encode(pictures[one["data"][PICTURE]]).decode("ascii")
                content |= {"picture": f"data:image/png;base64,{encoded}", "size": one["data"]["size"]}
        self._show(content)
        answer = self._answers.get()
        if answer is None:
            raise GaveUp("the person gave up")
        self._log.append({"name": answer.name, "arguments": answer.arguments})
        return answer

    # The person

    def answer(self, action: Action | None) -> None:
        """Do this; None gives up."""
        self._answers.put(action)

    def over(self, result: EpisodeResult) -> None:
        """Show how the episode ended."""
        last = {key: value for key, value in self._moment.content.items() if key != "actions"}
        self._show({**last, "result": result.model_dump(mode="json")}, playing=False)

    def moment(self, after: int, seconds: float) -> Moment:
        """What there is to see, when it is newer than number `after`, or when `seconds` are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._moment.number > after, seconds)
            return self._moment

    def _show(self, content: dict[str, Any], *, playing: bool = True) -> None:
        schemas = [schema.as_dict()["function"] for schema in self._schemas] if playing else []
        with self._changed:
            self._moment = Moment(self._moment.number + 1, {**content, "actions": schemas, "log": self._log[-8:]})
            self._changed.notify_all()
