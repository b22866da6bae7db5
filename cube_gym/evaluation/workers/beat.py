"""How work that runs in a worker tells the process that watches it what it is at, and how long that may take."""

from collections.abc import Callable

_listeners: list[Callable[[str, float], None]] = []


def beat(phase: str, seconds: float) -> None:
    """Say that `phase` begins now, and takes at most `seconds`; a worker that takes longer is replaced."""
    for listener in _listeners:
        listener(phase, seconds)


def is_watched() -> bool:
    """Whether this process is a worker that is watched."""
    return bool(_listeners)


def listen(listener: Callable[[str, float], None]) -> None:
    """Have `listener` hear each beat of this process."""
    _listeners[:] = [listener]
