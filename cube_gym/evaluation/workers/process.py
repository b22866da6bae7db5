"""One watched worker process, started again when it dies or hangs."""

import os
import pickle
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Final

from cube_gym.evaluation.workers.loss import WorkerLost, died, hung
from cube_gym.evaluation.workers.messages import BEAT

START_SECONDS: Final = 120.0
"""How long a new process may take until it says something, imports included."""
GRACE_SECONDS: Final = 5.0
"""How much later than its own deadlines a worker is given up."""
_LAST_WORDS: Final = 600
_STALLED_SECONDS: Final = 60


@dataclass(slots=True)
class _Running:
    process: subprocess.Popen[bytes]
    connection: Connection
    lifeline: int
    said: IO[bytes]


class WorkerProcess:
    """A process that runs functions, one at a time, each pickled as `(function, arguments)`.

    It is a fresh interpreter which imports nothing of `__main__`, in a session of its own (so that Ctrl-C reaches only
    its parent), and it ends when its parent does, however that happens.
    """

    def __init__(self, grace: float = GRACE_SECONDS, path: Sequence[str] = ()) -> None:
        """`path` is where it looks for modules, by default where this process does."""
        self._grace = grace
        self._path = list(path) or import_path()
        self._running: _Running | None = None
        self._busy = threading.Lock()
        self._closed = False

    def call(self, request: bytes) -> bytes:
        """Run a request; gives the answer as `child` writes it.

        Raises:
            WorkerLost: the process died, or did not answer in time; the next call starts a new one.
        """
        with self._busy:
            return self._call(request)

    def close(self) -> None:
        """End the process, whatever it is at; callable from any thread, more than once."""
        self._closed = True
        running = self._running
        if running is not None:
            running.process.kill()
        with self._busy:  # a call in another thread notices at once, and returns
            self._end()

    def _call(self, request: bytes) -> bytes:
        phase, seconds = "its start", START_SECONDS
        running = self._started()
        try:
            running.connection.send_bytes(request)
            while running.connection.poll(seconds + self._grace):
                message = running.connection.recv_bytes()
                if message[:1] != BEAT:
                    return message
                said, _, phase = message[1:].decode().partition(" ")
                seconds = float(said)
        except (EOFError, OSError):
            raise self._ended(running, phase) from None
        self._end()
        raise hung(phase, seconds)

    def _started(self) -> _Running:
        if self._closed:
            raise WorkerLost("its start", "was closed")
        if self._running is None:
            self._running = _start(self._path)
        return self._running

    def _ended(self, running: _Running, phase: str) -> WorkerLost:
        try:
            code = running.process.wait(self._grace)
        except subprocess.TimeoutExpired:  # it closed its pipe, or stalled in the middle of a message
            code = None
        words = _last_words(running.said)
        self._end()
        return died(phase, code, words)

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.process.kill()
            running.process.wait()
            os.close(running.lifeline)
            running.connection.close()
            running.said.close()


def import_path() -> list[str]:
    """Where this process looks for modules, its working directory by name."""
    return [place or str(Path.cwd()) for place in sys.path]


def _start(path: list[str]) -> _Running:
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", _STALLED_SECONDS, 0))
    read_end, lifeline = os.pipe()
    said = tempfile.TemporaryFile()  # noqa: SIM115, closed with the process
    try:
        process = subprocess.Popen(  # noqa: S603, this interpreter and this package
            [sys.executable, "-m", f"{__package__}.child", str(theirs.fileno()), str(read_end)],
            pass_fds=(theirs.fileno(), read_end),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        )
    finally:
        theirs.close()
        os.close(read_end)
    connection = Connection(ours.detach())
    connection.send_bytes(pickle.dumps(path))
    return _Running(process, connection, lifeline, said)


def _last_words(said: IO[bytes]) -> str:
    """The end of what a process printed, on one line."""
    said.seek(0, os.SEEK_END)
    said.seek(max(0, said.tell() - _LAST_WORDS))
    return " | ".join(said.read().decode(errors="replace").split("\n")).strip(" |")
