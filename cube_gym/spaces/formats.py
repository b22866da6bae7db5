"""Random texts of the formats that JSON Schema names."""

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np


def _moment(rng: np.random.Generator) -> dt.datetime:
    start = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
    return start + dt.timedelta(seconds=int(rng.integers(2_000_000_000)))


def _word(rng: np.random.Generator) -> str:
    return "".join(chr(ord("a") + int(letter)) for letter in rng.integers(26, size=6))


def _address(rng: np.random.Generator) -> str:
    return ".".join(str(part) for part in rng.integers(1, 255, size=4))


FORMATS: Final[Mapping[str, Callable[[np.random.Generator], str]]] = {
    "date": lambda rng: _moment(rng).date().isoformat(),
    "date-time": lambda rng: _moment(rng).isoformat(),
    "time": lambda rng: _moment(rng).timetz().isoformat(),
    "duration": lambda rng: f"PT{int(rng.integers(1, 1000))}S",
    "uuid": lambda rng: str(uuid.UUID(bytes=rng.bytes(16), version=4)),
    "email": lambda rng: f"{_word(rng)}@example.com",
    "uri": lambda rng: f"https://example.com/{_word(rng)}",
    "hostname": lambda rng: f"{_word(rng)}.example.com",
    "ipv4": _address,
    "ipv6": lambda rng: ":".join(f"{int(part):x}" for part in rng.integers(2**16, size=8)),
}
"""One value of each format, drawn from the generator."""
