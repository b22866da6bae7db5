"""A scripted solution in a process of its own: it gets the goal and observations as JSON, and can see nothing else.

Run as a module it is that process: it reads one JSON object a line and answers each with one.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from cube_core import Action, ActionSchema, Observation, TaskConfig
from cube_gym.agents import OracleAgent


class OracleElsewhere:
    """The agent that plays a config's scripted solution in another process.

    Use it as a context manager: leaving it ends the process.

    Raises:
        RuntimeError: the solution, or its process, failed; the text holds what it said last.
    """

    def __init__(self, config: TaskConfig) -> None:
        self._config = config
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(  # noqa: S603, this very interpreter and module
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        module = type(self._config).__module__
        self._ask({"module": module, "config": self._config.model_dump(mode="json")})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.communicate()

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        del action_set
        self._ask({"goal": goal})

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action | list[Action]:
        """The solution's next action."""
        del info
        answer = self._ask({"observation": observation.model_dump(mode="json")})["actions"]
        actions = [Action.model_validate(action) for action in answer]
        return actions[0] if len(actions) == 1 else actions

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("enter the context first: `with OracleElsewhere(config) as agent:`")
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            _, said = self._process.communicate()
            raise RuntimeError(f"the solution of {self._config.metadata.id} failed: {said.strip().splitlines()[-1:]}")
        read: dict[str, Any] = json.loads(answer)
        return read


def _serve() -> None:
    agent: OracleAgent | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "config" in asked:
            importlib.import_module(asked["module"])
            agent = OracleAgent({"": TaskConfig.model_validate(asked["config"]).oracle()})  # type: ignore[dict-item]
            answer: dict[str, Any] = {}
        elif agent is None:
            raise SystemExit("the config comes first")
        elif "goal" in asked:
            agent.reset(asked["goal"], [])
            answer = {}
        else:
            given = agent.act(Observation.model_validate(asked["observation"]), {"task_id": ""})
            actions = given if isinstance(given, list) else [given]
            answer = {"actions": [action.model_dump(mode="json") for action in actions]}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
