"""The pieces that an observation is made of: text, structured data, pictures."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Annotated, Any, Final, Self

from PIL import Image
from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    WithJsonSchema,
    field_serializer,
    field_validator,
    model_validator,
)

from cube_core.image import DATA_URL_PREFIX, as_storable, from_data_url, png_of, same_picture, to_data_url, to_png
from cube_core.short import Short
from cube_core.typed import TypedBaseModel, assemble
from cube_core.wire import CleanText, clean_text, jsonable

NO_OUTPUT: Final = "(no output)"
"""What stands for the result of an action that gives None."""
_IMMUTABLE: Final = frozenset({str, int, float, bool, bytes, type(None)})


class Content(TypedBaseModel, ABC):
    """One piece of an observation.

    >>> [type(Content.from_data(data)).__name__ for data in ("text", 3, [1, 2], {"a": 1})]
    ['TextContent', 'TextContent', 'StructuredContent', 'StructuredContent']
    """

    __module__ = "cube_core"

    tool_call_id: CleanText | None = None
    """The id of the tool call that this answers, None if it answers none."""
    name: CleanText | None = None
    """What the piece is, such as "goal", "tree" or "screenshot"."""
    data: Any

    @abstractmethod
    def to_markdown(self) -> str:
        """The piece as Markdown."""

    @abstractmethod
    def to_llm_message(self) -> dict[str, Any]:
        """The piece as one message in the format of OpenAI's chat completions (which litellm takes too)."""

    @staticmethod
    def from_data(data: Any, *, tool_call_id: str | None = None, name: str | None = None) -> "Content":  # noqa: ANN401, the type of the data decides
        """The content that holds `data`, which stays the caller's: later changes to it are not seen here.

        Text and numbers become TextContent, dicts, lists, models and arrays StructuredContent, Pillow images
        ImageContent; None becomes a short text that says there was no output. A content is copied, and keeps its own
        `tool_call_id` and `name` where none is given.

        Raises:
            TypeError: for bytes, which could be sound or film, and for what has no JSON form.

        >>> Content.from_data(0).data, Content.from_data([]).data, Content.from_data(None).data
        ('0', [], '(no output)')
        """
        if type(data) is str:
            return TextContent.of(data, tool_call_id=tool_call_id, name=name)
        if isinstance(data, Content):
            copy = data.answering(data.tool_call_id if tool_call_id is None else clean_text(tool_call_id))
            copy.name = data.name if name is None else clean_text(name)
            return copy
        if isinstance(data, Image.Image):
            return ImageContent(data=data, tool_call_id=tool_call_id, name=name)
        if isinstance(data, bytes | bytearray | memoryview):
            msg = f"{type(data).__name__} could be sound or film: construct AudioContent or VideoContent"
            raise TypeError(msg)
        plain = NO_OUTPUT if data is None else jsonable(data, keep_nonfinite=True, strict=True)
        if isinstance(plain, dict | list):
            return StructuredContent(data=plain, tool_call_id=tool_call_id, name=name)
        return TextContent.of(str(plain), tool_call_id=tool_call_id, name=name)

    def answering(self, tool_call_id: str | None) -> Self:
        """A copy that answers the tool call of this id; the two share nothing that can be changed."""
        copy = self.model_copy()
        fields = copy.__dict__
        fields.update({field: _own(value) for field, value in fields.items() if type(value) not in _IMMUTABLE})
        fields["tool_call_id"] = tool_call_id
        copy.model_fields_set.add("tool_call_id")
        return copy

    def _repr_html_(self) -> str:
        from cube_core.display import content_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(content_view(self))

    def _message(self, body: str) -> dict[str, Any]:
        if self.tool_call_id is None:
            return {"role": "user", "content": body}
        return {"role": "tool", "tool_call_id": self.tool_call_id, "content": body}


class TextContent(Content):
    """Plain text. Numbers are taken as the text that prints them; lone surrogates become U+FFFD.

    >>> from cube_core import TextContent
    >>> TextContent(data="done", tool_call_id="call_1").to_llm_message()
    {'role': 'tool', 'tool_call_id': 'call_1', 'content': 'done'}
    """

    __module__ = "cube_core"

    data: str

    @classmethod
    def of(cls, text: str, *, tool_call_id: str | None = None, name: str | None = None) -> Self:
        """A piece of text. The same as the constructor for what is known to be text, and faster."""
        call = tool_call_id if tool_call_id is None else clean_text(tool_call_id)
        return assemble(
            cls, {"tool_call_id": call, "name": name if name is None else clean_text(name), "data": clean_text(text)}
        )

    @field_validator("data", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        if isinstance(value, str):
            return clean_text(value)
        return str(value) if isinstance(value, int | float) else value

    def to_markdown(self) -> str:
        """The text as it is."""
        return self.data

    def to_llm_message(self) -> dict[str, Any]:
        """A tool message when it answers a tool call, otherwise a user message."""
        return self._message(self.data)


class StructuredContent(Content):
    """Data with structure: a JSON object or array. What is given is copied and made JSON (see `jsonable`).

    >>> import datetime as dt
    >>> from cube_core import StructuredContent
    >>> StructuredContent(data={"due": dt.date(2025, 5, 7), "tags": ("a", "b")}).data
    {'due': '2025-05-07', 'tags': ['a', 'b']}
    """

    __module__ = "cube_core"

    data: dict[str, Any] | list[Any]

    @field_validator("data", mode="wrap")
    @classmethod
    def _as_json(cls, value: object, _handler: object) -> dict[str, Any] | list[Any]:
        plain = jsonable(value)
        if not isinstance(plain, dict | list):
            msg = f"structured data is a dict, a list or a model, not {type(value).__name__}: use TextContent"
            raise ValueError(msg)  # noqa: TRY004, pydantic reports ValueErrors with their place
        return plain

    def to_markdown(self) -> str:
        """The data as a block of JSON."""
        return f"```json\n{json.dumps(self.data, indent=2, ensure_ascii=False)}\n```"

    def to_llm_message(self) -> dict[str, Any]:
        """The data as JSON: a tool message when it answers a tool call, otherwise a user message."""
        return self._message(json.dumps(self.data, ensure_ascii=False))


class ImageContent(Content):
    """A picture, kept as a copy in a mode that PNG stores and encoded once. Equal by mode, size and pixels.

    >>> from PIL import Image
    >>> from cube_core import ImageContent
    >>> ImageContent(data=Image.new("RGB", (4, 2)), name="screenshot")
    ImageContent(tool_call_id=None, name='screenshot', data='RGB 4x2')
    """

    __module__ = "cube_core"

    model_config = ConfigDict(arbitrary_types_allowed=True)

    data: Annotated[
        Image.Image,
        BeforeValidator(lambda value: from_data_url(value) if isinstance(value, str) else value),
        WithJsonSchema({"type": "string", "description": "data:image/png;base64,..."}),
    ]
    """Not to be drawn on: its PNG is kept. Make a new content of a changed copy."""
    _url: str | None = PrivateAttr(default=None)

    @model_validator(mode="wrap")
    @classmethod
    def _keep_file(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401, a validator sees everything
        """A picture that is read from a PNG is written as that very file: dumps that are read and written are equal."""
        content = handler(value)
        url = value.get("data") if isinstance(value, Mapping) else None
        if isinstance(url, str) and url.startswith(DATA_URL_PREFIX):
            content._url = url  # noqa: SLF001, its own class
        return content

    @field_validator("data")
    @classmethod
    def _as_storable(cls, image: Image.Image) -> Image.Image:
        return as_storable(image)

    @field_serializer("data")
    def _as_url(self, _image: Image.Image) -> str:
        return self.url

    @property
    def url(self) -> str:
        """The picture as a `data:` URL that holds a PNG."""
        if self._url is None:
            self._url = to_data_url(to_png(self.data))
        return self._url

    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
        return png_of(self.url)

    def to_markdown(self) -> str:
        """The picture as a Markdown image, its data inside."""
        return f"![{self.name or 'image'}]({self.url})"

    def to_llm_message(self) -> dict[str, Any]:
        """A user message: chat APIs refuse pictures in tool messages (`turn_messages` answers the tool call)."""
        return {"role": "user", "content": [self.to_llm_part()]}

    def to_llm_part(self) -> dict[str, Any]:
        """The picture as a part of a message."""
        return {"type": "image_url", "image_url": {"url": self.url}}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImageContent):
            return NotImplemented
        mine, others = dict(self), dict(other)
        picture, others_picture = mine.pop("data"), others.pop("data")
        return type(self) is type(other) and mine == others and same_picture(picture, others_picture)

    __hash__ = None  # type: ignore[assignment]

    def __repr_args__(self) -> Iterator[tuple[str, object]]:
        for field, value in self:
            yield (
                field,
                f"{value.mode} {value.width}x{value.height}" if isinstance(value, Image.Image) else Short(value),
            )


class _MediaContent(Content, ABC):
    """Sound or film: a placeholder, whose rendering is open."""

    __module__ = "cube_core"

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    data: bytes
    duration_seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)

    def to_markdown(self) -> str:
        """Not settled yet: raises NotImplementedError."""
        raise NotImplementedError(self._open())

    def to_llm_message(self) -> dict[str, Any]:
        """Not settled yet: raises NotImplementedError."""
        raise NotImplementedError(self._open())

    def _open(self) -> str:
        return f"how {type(self).__name__} is shown is not settled yet: send its data by hand"


class AudioContent(_MediaContent):
    """Sound, as the bytes of a file. It is stored and read back; messages and Markdown raise NotImplementedError.

    >>> from cube_core import AudioContent
    >>> AudioContent(data=b"RIFF", duration_seconds=0.5).model_dump(mode="json")["data"]
    'UklGRg=='
    """

    __module__ = "cube_core"


class VideoContent(_MediaContent):
    """Film, as the bytes of a file. It is stored and read back; messages and Markdown raise NotImplementedError.

    >>> from cube_core import VideoContent
    >>> VideoContent(data=b"1234")
    VideoContent(tool_call_id=None, name=None, data=<4 bytes>, duration_seconds=None)
    """

    __module__ = "cube_core"


def _own(value: Any) -> Any:  # noqa: ANN401, any value
    """A copy that shares nothing with `value`; much faster than deepcopy for JSON and pictures."""
    kind = type(value)
    if kind in _IMMUTABLE:
        return value
    if kind is dict:
        return {key: item if type(item) in _IMMUTABLE else _own(item) for key, item in value.items()}
    if kind is list:
        return [item if type(item) in _IMMUTABLE else _own(item) for item in value]
    return value.copy() if isinstance(value, Image.Image) else deepcopy(value)
