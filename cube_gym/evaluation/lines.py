"""Strict JSON, one value a line, in files that survive the death of whoever writes them."""

import json
import os
from pathlib import Path
from typing import Any


def to_line(value: Any) -> str:  # noqa: ANN401, any JSON value
    """`value` as one line of strict JSON, without the line break.

    Raises:
        ValueError: it holds a NaN or an infinity, which JSON does not have.
    """
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def from_line(line: str | bytes) -> Any:  # noqa: ANN401, any JSON value
    """The value of one line.

    Raises:
        ValueError: it is not strict JSON.
    """
    return json.loads(line, parse_constant=_refuse)


def read_lines(path: Path) -> tuple[list[Any], list[bytes]]:
    """The values of a file's complete lines, and the lines that are no JSON. A last line without its end is left out.

    A writer ends each line, so that what has no end was cut off while it was written.
    """
    values: list[Any] = []
    damaged: list[bytes] = []
    if path.exists():
        for line in path.read_bytes().split(b"\n")[:-1]:
            try:
                values.append(from_line(line))
            except ValueError:
                damaged.append(line)
    return values, damaged


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at any moment it is there completely, or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


class LineWriter:
    """Appends lines to a file; what a dead writer left half-written is cut off first."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self._end = _end_of_last_line(self._file)
        os.ftruncate(self._file, self._end)
        os.lseek(self._file, self._end, os.SEEK_SET)

    def append(self, line: str) -> None:
        """Append one line, or nothing at all.

        Raises:
            OSError: it cannot be written, as on a full disk; the file is as it was.
        """
        data = line.encode() + b"\n"
        try:
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError:
            os.ftruncate(self._file, self._end)
            os.lseek(self._file, self._end, os.SEEK_SET)
            raise
        self._end += len(data)

    def close(self) -> None:
        """Bring everything to the disk, and close the file."""
        if self._file >= 0:
            os.fsync(self._file)
            os.close(self._file)
            self._file = -1


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _end_of_last_line(file: int, block: int = 1 << 16) -> int:
    """The length of a file up to its last line break."""
    end = os.lseek(file, 0, os.SEEK_END)
    while end > 0:
        start = max(0, end - block)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
