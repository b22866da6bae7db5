"""The messages that answer a turn, as chat APIs demand them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cube_core import (
    Action,
    AudioContent,
    Content,
    ImageContent,
    Observation,
    StructuredContent,
    TextContent,
    Tool,
    tool_action,
    turn_messages,
)

PICTURE = Image.new("RGB", (2, 2))
calls = st.sampled_from([None, "A", "B", "C"])
contents = st.one_of(
    st.builds(TextContent, data=st.text(), tool_call_id=calls),
    st.builds(StructuredContent, data=st.lists(st.integers()), tool_call_id=calls),
    st.builds(ImageContent, data=st.just(PICTURE), tool_call_id=calls),
    st.builds(AudioContent, data=st.binary(), tool_call_id=calls),
)


class Camera(Tool):
    @tool_action
    def look(self) -> Image.Image:
        """Take a picture."""
        return PICTURE

    @tool_action
    def both(self) -> Observation:
        """Take a picture and describe it."""
        return Observation(contents=[TextContent(data="a wall"), ImageContent(data=PICTURE), TextContent(data="grey")])

    @tool_action
    def fail(self) -> None:
        """Fail."""
        raise ValueError("dark")

    @tool_action
    def empty(self) -> str:
        """Say nothing."""
        return ""


def check_order(messages: list[dict[str, Any]], calls: list[str]) -> None:
    """What the API checks: each call answered once, in text, before anything else."""
    roles = [message["role"] for message in messages]
    assert roles == sorted(roles), "tool messages come first"
    assert [message["tool_call_id"] for message in messages if message["role"] == "tool"] == calls
    assert all(isinstance(message["content"], str) for message in messages if message["role"] == "tool")
    json.dumps(messages, allow_nan=False).encode()


@given(st.lists(st.builds(Observation, contents=st.lists(contents, max_size=4)), max_size=4))
def test_any_turn_is_answered_in_the_order_of_the_api(turn: list[Observation]) -> None:
    everything: list[Content] = [content for observation in turn for content in observation.contents]
    calls = list(dict.fromkeys(c.tool_call_id for c in everything if c.tool_call_id is not None))
    messages = turn_messages(turn)
    check_order(messages, calls)
    text = "\n".join(str(message["content"]) for message in messages)
    assert text.count("image_url") == 2 * sum(isinstance(content, ImageContent) for content in everything)
    assert len([message for message in messages if message["role"] == "user"]) <= 1


def test_parallel_calls_are_each_answered_once_and_pictures_follow() -> None:
    camera = Camera()
    names = ["both", "fail", "look", "none_such"]
    turn = [camera.execute_action(Action(id=name, name=name)) for name in names]
    messages = turn_messages(turn)
    check_order(messages, names)
    assert messages[0]["content"] == "a wall\n\ngrey"
    assert messages[1]["content"] == "ValueError: dark"
    assert messages[2]["content"] == "The result is a picture; it follows."
    assert "no action 'none_such'" in messages[3]["content"]
    parts = messages[4]["content"]
    assert [part["type"] for part in parts] == ["text", "image_url", "text", "image_url"]
    assert [part["text"] for part in parts[::2]] == ["picture of call both:", "picture of call look:"]


def test_a_result_of_empty_text_is_said_as_it_is() -> None:
    assert turn_messages(Camera().execute_action(Action(id="A", name="empty"))) == [
        {"role": "tool", "tool_call_id": "A", "content": ""}
    ]


def test_what_answers_no_call_is_the_users() -> None:
    first = Observation(contents=[TextContent(data="Find it.", name="goal"), StructuredContent(data={"a": 1})])
    assert turn_messages(first) == [{"role": "user", "content": 'Find it.\n\n{"a": 1}'}]
    assert turn_messages([]) == turn_messages(Observation()) == []


def test_a_picture_is_introduced_by_its_name() -> None:
    parts = turn_messages(Observation(contents=[ImageContent(data=PICTURE, name="screenshot")]))[0]["content"]
    assert parts[0] == {"type": "text", "text": "screenshot:"}
    assert parts[1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_a_content_of_ones_own_is_told_as_it_shows_itself() -> None:
    class Table(Content):
        data: list[list[str]]

        def to_markdown(self) -> str:
            return "\n".join(" | ".join(row) for row in self.data)

        def to_llm_message(self) -> dict[str, Any]:
            return self._message(self.to_markdown())

    observation = Observation(
        contents=[Table(data=[["a", "b"]], tool_call_id="A"), AudioContent(data=b"", tool_call_id="A")]
    )
    assert turn_messages(observation)[0]["content"] == "a | b\n\n(AudioContent, which a message cannot show)"


@pytest.mark.parametrize("name", ["look", "both", "fail", "empty"])
def test_one_message_a_content_never_puts_a_picture_into_a_tool_message(name: str) -> None:
    for message in Camera().execute_action(Action(id="A", name=name)).to_llm_messages():
        assert message["role"] == "user" or isinstance(message["content"], str)
