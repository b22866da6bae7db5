"""From the observations of one turn to the chat messages that answer it."""

import json
from collections.abc import Iterable
from typing import Any

from cube_core.content import Content, ImageContent, StructuredContent, TextContent
from cube_core.observation import Observation


def turn_messages(observations: Observation | Iterable[Observation]) -> list[dict[str, Any]]:
    """The messages that answer one assistant turn, in the order that OpenAI's chat completions API demands.

    First one tool message for each tool call id, text only, errors included; then what answers no call, and all
    pictures, as one user message. A call that gave only pictures is answered by a short text.

    >>> from cube_core import Observation, TextContent
    >>> a = Observation(contents=[TextContent(data="opened", tool_call_id="A")])
    >>> turn_messages([a, Observation.from_text("It is raining.")])
    [{'role': 'tool', 'tool_call_id': 'A', 'content': 'opened'}, {'role': 'user', 'content': 'It is raining.'}]
    """
    turn = [observations] if isinstance(observations, Observation) else list(observations)
    answers: dict[str, list[str]] = {}
    parts: list[dict[str, Any]] = []
    for content in (content for observation in turn for content in observation.contents):
        texts = answers.setdefault(content.tool_call_id, []) if content.tool_call_id is not None else None
        if isinstance(content, ImageContent):
            parts += [_text_part(_caption(content)), content.to_llm_part()]
        elif texts is not None:
            texts.append(_text(content))
        else:
            parts.append(_text_part(_text(content)))
    tools = [_tool_message(call, texts) for call, texts in answers.items()]
    return [*tools, *_user_message(parts)]


def _tool_message(call: str, texts: list[str]) -> dict[str, Any]:
    body = "\n\n".join(texts) if texts else "The result is a picture; it follows."
    return {"role": "tool", "tool_call_id": call, "content": body}


def _user_message(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if not parts:
        return []
    if all(part["type"] == "text" for part in parts):
        return [{"role": "user", "content": "\n\n".join(part["text"] for part in parts)}]
    return [{"role": "user", "content": parts}]


def _text(content: Content) -> str:
    if isinstance(content, TextContent):
        return content.data
    if isinstance(content, StructuredContent):
        return json.dumps(content.data, ensure_ascii=False)
    try:
        return content.to_markdown()
    except NotImplementedError:
        return f"({type(content).__name__}, which a message cannot show)"


def _caption(content: ImageContent) -> str:
    caption = content.name or "picture"
    return f"{caption}:" if content.tool_call_id is None else f"{caption} of call {content.tool_call_id}:"


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
