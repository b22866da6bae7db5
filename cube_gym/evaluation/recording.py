"""What is kept of an episode: each step with what the agent saw, did and said, as JSON lines and picture files."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cube_core import Action, Content, ImageContent, Observation, StructuredContent, Task, TextContent
from cube_core.wire import jsonable
from cube_gym.evaluation.lines import to_line
from cube_gym.spaces.action import malformed
from cube_gym.step_result import EnvStep

PICTURE: Final = "picture"
"""The key under which a recorded picture names its file (the SHA-256 of its PNG)."""
_PLAIN: Final = frozenset({TextContent, StructuredContent})
NO_ACTION: Final = "_no_action"
"""The key under which a recorded thing that was no action names its type."""


@dataclass(slots=True)
class Recording:
    """An episode on its way to the disk: lines of strict JSON (the start, the steps, the end), and pictures by name."""

    lines: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def start(self, task: Task, seed: int, observation: Observation, info: Mapping[str, Any]) -> None:
        """Keep what the agent saw first."""
        kept = {
            "kind": "start",
            "task_id": task.metadata.id,
            "seed": seed,
            "goal": info["goal"],
            "config": task.config.model_dump(mode="json"),
            **shown(task, observation, info, self.pictures),
        }
        self.lines.append(to_line(kept))

    def step(self, task: Task | None, answer: object, step: EnvStep, said: Mapping[str, Any]) -> None:
        """Keep a step: what the agent answered, what it said (`said`), and what came of it."""
        kept = {
            "kind": "step",
            "action": jsonable(dump_answer(answer)),
            **outcome_of(step),
            **shown(task, step.obs, step.info, self.pictures),
            "agent": jsonable(said),
        }
        self.lines.append(to_line(kept))

    def end(self, result: Mapping[str, Any], said: Mapping[str, Any]) -> None:
        """Keep how it ended, and what the agent said that led to no step."""
        self.lines.append(to_line(jsonable({"kind": "end", "result": result, "agent": said})))


def shown(
    task: Task | None, observation: Observation, info: Mapping[str, Any], pictures: dict[str, bytes]
) -> dict[str, Any]:
    """What is kept of a moment, as JSON; its pictures go into `pictures` by their names."""
    world = info["world"]
    contents = [_dump_content(content, pictures) for content in observation.contents]
    return {
        "observation": contents,
        "state": _state_of(task, contents),
        "world": None if world is None else {**world.as_dict(last=0), "history": None},
        "details": info["details"].as_dict(),
    }


def outcome_of(step: EnvStep) -> dict[str, Any]:
    """What is kept of how a step went, as JSON."""
    return {
        "reward": step.reward,
        "terminated": step.done,
        "truncated": step.truncated,
        "outcome": str(step.info["outcome"]),
        "error": None if step.error is None else step.error.model_dump(mode="json"),
    }


def _dump_content(content: Content, pictures: dict[str, bytes]) -> dict[str, Any]:
    if type(content) in _PLAIN:  # their data is JSON already
        labels = {"tool_call_id": content.tool_call_id, "name": content.name}
        return {"_type": f"cube_core.{type(content).__name__}", **labels, "data": content.data}
    if not isinstance(content, ImageContent):
        return content.model_dump(mode="json")
    name = hashlib.sha256(content.png).hexdigest()[:40]
    pictures[name] = content.png
    return {
        "_type": "cube_core.ImageContent",
        "tool_call_id": content.tool_call_id,
        "name": content.name,
        "data": {PICTURE: name, "size": list(content.data.size)},
    }


def _state_of(task: Task | None, contents: Sequence[Mapping[str, Any]]) -> str:
    """A hash of the task's state: its own `state_hash()` where it has one ("task:..."), else of what the agent sees.

    The second ("seen:...") leaves pictures out: a browser may draw the same page with other pixels.
    """
    own = getattr(task, "state_hash", None)
    if callable(own):
        told = own()
        return f"task:{told.hex() if isinstance(told, bytes) else told}"
    texts = [content for content in contents if content["_type"] != "cube_core.ImageContent"]
    return f"seen:{hashlib.sha256(to_line(texts).encode()).hexdigest()[:32]}"


def dump_answer(answer: object) -> Any:  # noqa: ANN401, JSON
    """What an agent answered, as JSON: an action, a list of them; of anything else the name of its type."""
    return [_dump_one(item) for item in answer] if isinstance(answer, list | tuple) else _dump_one(answer)


def _dump_one(answer: object) -> dict[str, Any]:
    if isinstance(answer, Action) and malformed(answer) is None:
        return answer.model_dump(mode="json")
    return {NO_ACTION: type(answer).__name__}


def load_answer(kept: Any) -> Any:  # noqa: ANN401, JSON, and whatever an agent answered
    """The answer that `dump_answer` wrote. What was no action comes back as an object of a type of the same name."""
    if isinstance(kept, list):
        return [load_answer(item) for item in kept]
    if NO_ACTION in kept:
        return type(str(kept[NO_ACTION]), (), {})()
    return Action.model_validate(kept)
