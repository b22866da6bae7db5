"""Playing in the terminal, as text."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cube_core import Action, ActionSchema, Observation
from cube_gym.play.person import GaveUp
from cube_gym.rendering import as_text

HELP = "An action and its arguments, such as: tap element=app:notes. `?` lists the actions, `quit` gives up."


class TerminalAgent:
    """Shows each observation as text, and reads an action from a line."""

    def __init__(self, say: Callable[[str], None], ask: Callable[[str], str]) -> None:
        self._say = say
        self._ask = ask
        self._goal = ""
        self._schemas: Sequence[ActionSchema] = ()

    def reset(self, goal: str, action_set: Sequence[ActionSchema]) -> None:
        """Begin an episode."""
        self._goal, self._schemas = goal, action_set
        self._say(HELP)

    def act(self, observation: Observation, info: Mapping[str, Any]) -> Action:
        """Show the observation, and ask until there is an action.

        Raises:
            GaveUp: the person wrote `quit`, or closed the input.
        """
        del info
        self._say(as_text(self._goal, observation))
        while True:
            try:
                line = self._ask("> ").strip()
            except EOFError:
                line = "quit"
            if line == "quit":
                raise GaveUp("the person gave up")
            if line == "?":
                self._say("\n".join(_described(schema) for schema in self._schemas))
            elif line:
                try:
                    return read_action(line)
                except ValueError as exc:
                    self._say(f"{exc}. {HELP}")


def read_action(line: str) -> Action:
    """The action that a line stands for: a name, then name=value; a value is JSON, or else text.

    >>> read_action('type_text text="two words" replace=true ref=3').arguments
    {'text': 'two words', 'replace': True, 'ref': 3}

    Raises:
        ValueError: a quote is not closed, or an argument has no name.
    """
    name, *given = shlex.split(line)
    arguments: dict[str, Any] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals or not key:
            raise ValueError(f"{one!r} is not name=value")
        try:
            arguments[key] = json.loads(value)
        except ValueError:
            arguments[key] = value
    return Action(name=name, arguments=arguments)


def _described(schema: ActionSchema) -> str:
    parameters = schema.parameters.get("properties", {})
    return f"{schema.name}({', '.join(name for name in parameters if name != 'remember')}): {schema.description}"
