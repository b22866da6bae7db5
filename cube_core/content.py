"""The pieces that an observation is made of: text, structured data, pictures."""

import datetime
import enum
import json
from abc import ABC, abstractmethod
from typing import Annotated, Any

from PIL import Image
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PrivateAttr,
    WithJsonSchema,
    field_validator,
)

from cube_core.image import as_storable, from_data_url, to_data_url, to_png
from cube_core.typed import TypedBaseModel
from cube_core.wire import clean_text, jsonable

NO_OUTPUT = "(no output)"


def _label(value: object) -> object:
    return clean_text(value) if isinstance(value, str) else value


Label = Annotated[str, BeforeValidator(_label)]


class Content(TypedBaseModel, ABC):
    """One piece of an observation."""

    __module__ = "cube_core"

    tool_call_id: Label | None = None
    """The id of the tool call that this answers, None if it answers none."""
    name: Label | None = None
    """What the piece is, such as "goal", "tree" or "screenshot"."""
    data: Any

    @abstractmethod
    def to_markdown(self) -> str:
        """The piece as Markdown."""

    @abstractmethod
    def to_llm_message(self) -> dict[str, Any]:
        """The piece as one message in the format of OpenAI's chat completions (which litellm takes too)."""

    @staticmethod
    def from_data(data: Any, **kwargs: Any) -> "Content":  # noqa: ANN401, the type of the data decides
        """The content that holds `data`; `kwargs` are `tool_call_id` and `name`.

        Text and numbers become TextContent, dicts, lists, models and arrays StructuredContent, Pillow images
        ImageContent; None becomes a short text that says there was no output.

        Raises:
            TypeError: for bytes, which could be sound or film, and for what has no JSON form.

        >>> Content.from_data(0).data, Content.from_data([]).data, Content.from_data(None).data
        ('0', [], '(no output)')
        """
        if isinstance(data, Content):
            return data.model_copy(update=kwargs)
        if data is None:
            return TextContent(data=NO_OUTPUT, **kwargs)
        if isinstance(data, bytes | bytearray | memoryview):
            msg = f"{type(data).__name__} could be sound or film: construct AudioContent or VideoContent"
            raise TypeError(msg)
        if isinstance(data, Image.Image):
            return ImageContent(data=data, **kwargs)
        if isinstance(data, BaseModel):
            return StructuredContent(data=data, **kwargs)
        return _from_plain(data, kwargs)

    def _message(self, body: str) -> dict[str, Any]:
        if self.tool_call_id is None:
            return {"role": "user", "content": body}
        return {"role": "tool", "tool_call_id": self.tool_call_id, "content": body}


def _from_plain(data: object, labels: dict[str, Any]) -> Content:
    plain = jsonable(data, strict=True)
    if isinstance(plain, dict | list):
        return StructuredContent(data=plain, **labels)
    if isinstance(data, str | enum.Enum | datetime.date | datetime.time):
        return TextContent(data=str(plain), **labels)
    return TextContent(data=str(data), **labels)


class TextContent(Content):
    """Plain text. Numbers are taken as the text that prints them; lone surrogates become U+FFFD."""

    __module__ = "cube_core"

    data: str

    @field_validator("data", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        if isinstance(value, str):
            return clean_text(value)
        return str(value) if isinstance(value, int | float) else value

    def to_markdown(self) -> str:
        return self.data

    def to_llm_message(self) -> dict[str, Any]:
        return self._message(self.data)


class StructuredContent(Content):
    """Data with structure: a JSON object or array. What is given is copied and made JSON (see `jsonable`)."""

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
        return f"```json\n{json.dumps(self.data, indent=2, ensure_ascii=False)}\n```"

    def to_llm_message(self) -> dict[str, Any]:
        return self._message(json.dumps(self.data, ensure_ascii=False))


class ImageContent(Content):
    """A picture, kept as a copy in a mode that PNG stores and encoded once. Equal by mode, size and pixels."""

    __module__ = "cube_core"

    model_config = ConfigDict(arbitrary_types_allowed=True)

    data: Annotated[
        Image.Image,
        BeforeValidator(lambda value: from_data_url(value) if isinstance(value, str) else value),
        PlainSerializer(lambda image: to_data_url(to_png(image)), return_type=str),
        WithJsonSchema({"type": "string", "description": "data:image/png;base64,..."}),
    ]
    _png: bytes | None = PrivateAttr(default=None)

    @field_validator("data")
    @classmethod
    def _as_storable(cls, image: Image.Image) -> Image.Image:
        return as_storable(image)

    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
        if self._png is None:
            self._png = to_png(self.data)
        return self._png

    def to_markdown(self) -> str:
        return f"![{self.name or 'image'}]({to_data_url(self.png)})"

    def to_llm_message(self) -> dict[str, Any]:
        """A user message: chat APIs refuse pictures in tool messages (`turn_messages` answers the tool call)."""
        return {"role": "user", "content": [self.to_llm_part()]}

    def to_llm_part(self) -> dict[str, Any]:
        """The picture as a part of a message."""
        return {"type": "image_url", "image_url": {"url": to_data_url(self.png)}}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImageContent):
            return NotImplemented
        return (
            (self.tool_call_id, self.name) == (other.tool_call_id, other.name)
            and (self.data.mode, self.data.size) == (other.data.mode, other.data.size)
            and self.data.tobytes() == other.data.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr_args__(self) -> Any:
        yield "tool_call_id", self.tool_call_id
        yield "name", self.name
        yield "data", f"{self.data.mode} {self.data.width}x{self.data.height}"


class _MediaContent(Content, ABC):
    """Sound or film: a placeholder, whose rendering is open."""

    __module__ = "cube_core"

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    data: bytes
    duration_seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)

    def to_markdown(self) -> str:
        raise NotImplementedError(self._open())

    def to_llm_message(self) -> dict[str, Any]:
        raise NotImplementedError(self._open())

    def _open(self) -> str:
        return f"how {type(self).__name__} is shown is not settled yet: send its data by hand"


class AudioContent(_MediaContent):
    """Sound, as the bytes of a file. It can be stored and read back; messages and Markdown raise NotImplementedError."""

    __module__ = "cube_core"


class VideoContent(_MediaContent):
    """Film, as the bytes of a file. It can be stored and read back; messages and Markdown raise NotImplementedError."""

    __module__ = "cube_core"
