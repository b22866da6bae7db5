"""A peer as this process sees it: a worker in the peer's environment, whose cases take turns with ours."""

import json
import os
import select
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from benchmarks.speed.peers.environments import MissingError, python_of
from benchmarks.speed.timing import LostError

WORKER = Path(__file__).parent / "inside" / "worker.py"
ANSWER_SECONDS = 120.0
CLOSE_SECONDS = 15.0
PROGRAMS = {"PEER_CHROMIUM": "chromium", "PEER_CHROMEDRIVER": "chromedriver"}
"""What the browser peers start, by the variable that tells them where it is."""
INSTALL = "apt-get install chromium chromium-driver (Debian)"


@dataclass(frozen=True, slots=True)
class PeerCase:
    """A case that a peer's process times itself, without the way there and back."""

    name: str
    peer: "Peer"
    call: str
    number: int

    def seconds(self, number: int) -> float:
        """Seconds a call.

        Raises:
            LostError: the peer failed, or did not answer.
        """
        return float(self.peer.ask(name=self.call, number=number)["seconds"])


class Peer:
    """A worker process; closed as a context manager, or by `close`.

    Raises:
        MissingError: its environment or a program it needs is not here, or it does not start; it says why.
    """

    def __init__(self, environment: str, module: str, *arguments: str, browser: bool = False) -> None:
        variables = {**os.environ, **(_programs() if browser else {})}
        command: list[str | Path] = [python_of(environment), WORKER, module, *arguments]
        self._process = subprocess.Popen(  # noqa: S603, a table of this package names it
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=variables, text=True
        )
        try:
            self._answer()
        except LostError as exc:
            self.close()
            raise MissingError(str(exc)) from exc

    def case(self, name: str, call: str, number: int) -> PeerCase:
        """A case called `name`, of `number` calls a round."""
        return PeerCase(name, self, call, number)

    def ask(self, **question: object) -> dict[str, Any]:
        """The worker's answer; raises as `PeerCase.seconds`."""
        stdin = self._process.stdin
        if stdin is None or stdin.closed:
            raise LostError("the peer is closed")
        try:
            stdin.write(json.dumps(question) + "\n")
            stdin.flush()
        except OSError as exc:
            raise LostError("the peer's process ended") from exc
        return self._answer()

    def close(self) -> None:
        """End the process. Can be called twice."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # what was written last was never read: the process is gone
                    stream.close()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self) -> dict[str, Any]:
        stdout = self._process.stdout
        if stdout is None or not select.select([stdout], [], [], ANSWER_SECONDS)[0]:
            raise LostError(f"no answer within {ANSWER_SECONDS:g} s")
        line = stdout.readline()
        if not line:
            raise LostError("the peer's process ended")
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise LostError(answer["failed"])
        return answer


def _programs() -> dict[str, str]:
    found = {variable: shutil.which(name) for variable, name in PROGRAMS.items()}
    for variable, path in found.items():
        if path is None:
            raise MissingError(f"{PROGRAMS[variable]}: {INSTALL}")
    return {variable: path for variable, path in found.items() if path is not None}
