"""One peer behind JSON lines: `worker.py MODULE [ARGUMENT ...]` opens it, and times what it is asked to.

It says `{"ready": [names]}`, then answers each `{"name": ..., "number": ...}` with `{"seconds": a call's}`. What goes
wrong it says as `{"failed": text}`, and ends. Standard input's end is its own.
"""

import contextlib
import importlib
import json
import os
import sys

from stopwatch import seconds_of


def main(module: str, *arguments: str) -> None:
    """Serve until standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the peer prints is no answer

    def tell(**answer: object) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    try:
        with contextlib.contextmanager(importlib.import_module(module).open_peer)(*arguments) as calls:
            tell(ready=list(calls))
            for line in sys.stdin:
                asked = json.loads(line)
                tell(seconds=seconds_of(calls[asked["name"]], asked["number"]))
    except Exception as exc:  # noqa: BLE001, whatever it is, the parent is told
        tell(failed=f"{type(exc).__name__}: {str(exc).strip()[:300]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
