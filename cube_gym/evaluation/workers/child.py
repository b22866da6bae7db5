"""What runs in a worker's process: it takes work from its pipe until that closes.

Started as `python -m cube_gym.evaluation.workers.child PIPE LIFELINE`, two inherited file descriptors.
"""

import faulthandler
import os
import pickle
import sys
import threading
import traceback
from multiprocessing.connection import Connection

from cube_gym.evaluation.workers.beat import listen
from cube_gym.evaluation.workers.loss import CannotRebuild
from cube_gym.evaluation.workers.messages import BEAT, ERROR, VALUE


def main(pipe: int, lifeline: int) -> None:
    """Work until the pipe is closed."""
    faulthandler.enable()
    threading.Thread(target=_die_with_the_parent, args=(lifeline,), daemon=True).start()
    connection = Connection(pipe)
    listen(lambda phase, seconds: connection.send_bytes(BEAT + f"{seconds!r} {phase}".encode()))
    try:
        sys.path[:] = pickle.loads(connection.recv_bytes())  # noqa: S301, from the process that started this one
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))
    except (EOFError, OSError):
        return


def _answer(request: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(request)  # noqa: S301, as above
    except BaseException as exc:  # noqa: BLE001, importing what was sent may raise anything
        return _error(CannotRebuild(f"{type(exc).__name__}: {exc}"))
    try:
        return VALUE + pickle.dumps(function(*arguments))
    except BaseException as exc:  # noqa: BLE001, the caller hears of everything
        return _error(exc)


def _error(exc: BaseException) -> bytes:
    try:
        data = pickle.dumps(exc)
        pickle.loads(data)  # noqa: S301, an exception with a constructor of its own may not come back
    except BaseException:  # noqa: BLE001, see above
        data = pickle.dumps(RuntimeError("".join(traceback.format_exception(exc))))
    return ERROR + data


def _die_with_the_parent(lifeline: int) -> None:
    """The other end is held by the parent alone: it closes when the parent ends, however that happens."""
    os.read(lifeline, 1)
    os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(0)  # whatever threads the work has left behind
