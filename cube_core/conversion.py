"""From JSON to the values that types stand for."""

from typing import Any, Protocol

from pydantic import ValidationError
from pydantic_core import to_json


class Validator(Protocol):
    """A validator of pydantic's core."""

    def validate_python(self, value: Any, /) -> Any:  # noqa: ANN401, any type
        """Read Python values."""

    def validate_json(self, text: bytes, /) -> Any:  # noqa: ANN401, any type
        """Read JSON text."""


def read_json(validator: Validator, value: Any) -> Any:  # noqa: ANN401, JSON in, any type out
    """What `value`, which is JSON, stands for: models, enums and dates made of objects and texts.

    Raises:
        pydantic.ValidationError: it does not stand for anything that the validator takes.
    """
    try:
        return validator.validate_python(value)
    except ValidationError:  # as JSON text, also strict types take dates, and arrays for tuples
        return validator.validate_json(to_json(_with_integers(value)))


def _with_integers(value: Any) -> Any:  # noqa: ANN401, JSON
    """JSON with its whole numbers as int. 1e300 is an integer there, and pydantic makes none of a float that large."""
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
