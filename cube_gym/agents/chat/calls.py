"""What a model's message asks for: actions, and calls that are none."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cube_core import Action
from cube_core.wire import clean_text, jsonable

_NO_CALL = (
    "Your answer called no tool. Go on by calling one; call final_step when the goal is reached or cannot be reached."
)
_CUT_OFF = "Your answer was cut off before the call was complete: keep it shorter."


@dataclass(slots=True)
class Reply:
    """An assistant message, taken apart."""

    message: dict[str, Any]
    """As it goes into the history: plain, each call with an id of its own."""
    actions: list[Action] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    """For calls that are no action: what is wrong, by id."""
    complaint: str | None = None
    """What to say when there is no call at all."""

    @property
    def call_ids(self) -> list[str]:
        """The ids of all calls, in the model's order."""
        return [call["id"] for call in self.message.get("tool_calls", ())]


def read_reply(message: dict[str, Any], taken: Sequence[str], finish_reason: str | None = None) -> Reply:
    """Take a message apart. A call whose id is missing, or one of the `taken`, or there twice, gets a new one."""
    text = message.get("content")
    kept: dict[str, Any] = {"role": "assistant", "content": clean_text(text) if isinstance(text, str) else None}
    reply = Reply(kept)
    calls = message.get("tool_calls")
    used = set(taken)
    for call in calls if isinstance(calls, list) else []:
        given = call if isinstance(call, dict) else {}
        own_id = _own_id(given.get("id"), used)
        used.add(own_id)
        kept.setdefault("tool_calls", []).append(_plain(given, own_id))
        try:
            reply.actions.append(Action.from_openai_tool_call({**given, "id": own_id, "call_id": None}))
        except ValueError as exc:
            reply.refusals[own_id] = _CUT_OFF if finish_reason == "length" else f"Not executed: {exc}"
    if not reply.call_ids:
        reply.complaint = _CUT_OFF if finish_reason == "length" else _NO_CALL
        kept["content"] = kept["content"] or "(nothing)"  # endpoints refuse an assistant message without either
    return reply


def _own_id(given: object, used: set[str]) -> str:
    if isinstance(given, str) and given and given not in used:
        return clean_text(given)
    return next(name for name in (f"call_{number}" for number in range(len(used) + 1)) if name not in used)


def _plain(call: dict[str, Any], own_id: str) -> dict[str, Any]:
    """The call as the history has it: with a name and arguments that any endpoint takes back.

    What is no JSON object becomes {}: some endpoints parse it again, and the refusal quotes it.
    """
    inner = call.get("function")
    body = inner if isinstance(inner, dict) else call
    name, arguments = body.get("name"), body.get("arguments")
    try:
        parsed = json.loads(arguments) if isinstance(arguments, str) else jsonable(arguments)
    except (ValueError, RecursionError):
        parsed = None
    text = json.dumps(parsed if isinstance(parsed, dict) else {}, ensure_ascii=False)
    function = {"name": name if isinstance(name, str) and name else "unknown", "arguments": clean_text(text)}
    return {"id": own_id, "type": "function", "function": function}
