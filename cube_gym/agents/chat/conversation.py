"""The conversation with a model, kept within a number of tokens."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

Message = dict[str, Any]

OMITTED: Final = "(an older observation, left out)"
_CHARACTERS_PER_TOKEN: Final = 4.0
_PICTURE_TOKENS: Final = 1000.0
_MESSAGE_TOKENS: Final = 4.0
_ROOM: Final = 0.75  # what is cut once is cut to this share, so that it need not be cut at each turn
_HEAD: Final = 0.7
_CUT: Final = "\n(... left out ...)\n"


@dataclass(slots=True)
class Turn:
    """What the model said (nothing, in the first turn), and what it was told then: each call answered, in its order."""

    said: Message | None
    told: list[Message]
    shortened: bool = False

    def messages(self) -> list[Message]:
        """Its messages, in the order of the API."""
        return self.told if self.said is None else [self.said, *self.told]


@dataclass(slots=True)
class Conversation:
    """Messages in turns: an answer to a call never stands without its call, whatever is left out."""

    opening: list[Message]
    """What is always sent: the instructions and the goal."""
    turns: list[Turn] = field(default_factory=list)
    tokens_per_estimate: float = 1.0
    """Tokens that the endpoint counts for each that is estimated here: measured at each answer."""

    def messages(self) -> list[Message]:
        """All that is sent."""
        return [*self.opening, *(message for turn in self.turns for message in turn.messages())]

    def size(self) -> float:
        """The tokens of what is sent, estimated."""
        return estimate(self.messages()) * self.tokens_per_estimate

    def measured(self, estimated: float, counted: int | None) -> None:
        """Take in that `counted` tokens were counted for what was estimated as `estimated`, before correction."""
        if counted and estimated:
            self.tokens_per_estimate = min(max(counted / estimated, 0.25), 4.0)

    def call_ids(self) -> list[str]:
        """The ids of all calls that are in the conversation."""
        return [call["id"] for turn in self.turns if turn.said is not None for call in turn.said.get("tool_calls", ())]

    def fit(self, tokens: float) -> None:
        """Leave out the oldest until it fits: observations first, then turns, then the middle of the last texts."""
        if self.size() <= tokens:
            return
        target = tokens * _ROOM
        for turn in self.turns[:-1]:
            if self.size() <= target:
                return
            _shorten(turn)
        while len(self.turns) > 1 and self.size() > target:
            del self.turns[0]
        if self.turns and self.size() > tokens:
            self._cut_last(tokens)

    def without_pictures(self) -> None:
        """Take out all pictures."""
        for turn in self.turns:
            turn.told = [_without_pictures(message) for message in turn.told]

    def _cut_last(self, tokens: float) -> None:
        """Cut the texts of the only turn that is left, the longest first."""
        last = self.turns[-1]
        for _ in range(2 * len(last.told)):
            if self.size() <= tokens:
                return
            over = (self.size() - tokens) * _CHARACTERS_PER_TOKEN / self.tokens_per_estimate
            longest = max(range(len(last.told)), key=lambda index: len(_text_of(last.told[index])))
            text = _text_of(last.told[longest])
            kept = max(0, int(len(text) - over) - len(_CUT))
            cut = text[: int(kept * _HEAD)] + _CUT + text[len(text) - int(kept * (1 - _HEAD)) :]
            last.told[longest] = {**last.told[longest], "content": cut}


def estimate(messages: Iterable[Message]) -> float:
    """About how many tokens messages have."""
    return sum(_MESSAGE_TOKENS + _estimate_one(message) for message in messages)


def _estimate_one(message: Message) -> float:
    content = message.get("content") or ""
    pictures = 0 if isinstance(content, str) else sum(part["type"] != "text" for part in content)
    calls = json.dumps(message["tool_calls"], ensure_ascii=False) if "tool_calls" in message else ""
    return (len(_text_of(message)) + len(calls)) / _CHARACTERS_PER_TOKEN + pictures * _PICTURE_TOKENS


def _text_of(message: Message) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n\n".join(part["text"] for part in content if part["type"] == "text")


def _shorten(turn: Turn) -> None:
    """Leave out what the turn showed; that the calls were answered stays."""
    if not turn.shortened:
        turn.told = [
            {**message, "content": OMITTED} if len(_text_of(message)) > len(OMITTED) or _pictured(message) else message
            for message in turn.told
        ]
        turn.shortened = True


def _pictured(message: Message) -> bool:
    return not isinstance(message.get("content"), str)


def _without_pictures(message: Message) -> Message:
    return message if isinstance(message.get("content"), str) else {**message, "content": _text_of(message)}
