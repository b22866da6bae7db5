"""A process that holds one environment and does what it is asked."""

import pickle
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import gymnasium as gym

from cube_gym.streams import Stream


class Request(NamedTuple):
    """What the process is asked: the name of a command, and its arguments."""

    command: str
    arguments: tuple[Any, ...] = ()


class Ready(NamedTuple):
    """The first answer: what there is to know of the environment."""

    observation_space: gym.Space[Any]
    action_space: gym.Space[Any]
    metadata: dict[str, Any]
    render_mode: str | None


class Started(NamedTuple):
    """The answer to "reset"."""

    observation: Any
    info: dict[str, Any]
    stream: Stream
    """From where the next episode is drawn."""


class Failed(NamedTuple):
    """The answer to a request that raised."""

    exception: Exception


def serve(pipe: Connection, recipe: bytes) -> None:
    """Make the environment of a pickled recipe, and answer requests until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then closes
    signal.signal(signal.SIGTERM, _exit)  # so that the environment is closed
    try:
        env: gym.Env[Any, Any] = pickle.loads(recipe).make()  # noqa: S301, the parent wrote it
        ready = Ready(env.observation_space, env.action_space, dict(env.metadata), env.render_mode)
    except Exception as exc:  # noqa: BLE001, the parent raises it
        _send(pipe, Failed(_noted(exc)))
        return
    try:
        _send(pipe, ready)
        with suppress(EOFError, BrokenPipeError):
            while True:
                _send(pipe, _answer(env, pipe.recv()))
    finally:
        env.close()


def _answer(env: gym.Env[Any, Any], request: Request) -> object:
    try:
        return _COMMANDS[request.command](env, *request.arguments)
    except Exception as exc:  # noqa: BLE001, the parent raises it
        return Failed(_noted(exc))


def _reset(env: gym.Env[Any, Any], seed: int | None, options: dict[str, Any] | None) -> Started:
    observation, info = env.reset(seed=seed, options=options)
    return Started(observation, info, env.unwrapped.stream)  # type: ignore[attr-defined]


def _step(env: gym.Env[Any, Any], action: object) -> tuple[Any, ...]:
    return tuple(env.step(action))


def _go_on(env: gym.Env[Any, Any], stream: Stream) -> None:
    env.unwrapped.stream = stream  # type: ignore[attr-defined]


def _call(env: gym.Env[Any, Any], name: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> object:
    found = env.get_wrapper_attr(name)
    return found(*arguments, **keywords) if callable(found) else found


_COMMANDS: dict[str, Callable[..., object]] = {
    "reset": _reset,
    "step": _step,
    "go_on": _go_on,
    "call": _call,
    "set": lambda env, name, value: env.set_wrapper_attr(name, value),
}


def _send(pipe: Connection, answer: object) -> None:
    try:
        pipe.send(answer)
    except (OSError, EOFError):
        raise
    except Exception as exc:  # noqa: BLE001, an answer that cannot be pickled is an answer too
        pipe.send(Failed(RuntimeError(f"what the environment gave cannot be pickled: {type(exc).__name__}: {exc}")))


def _noted(exc: Exception) -> Exception:
    """The exception itself where it can be sent, with its traceback as a note."""
    text = "".join(traceback.format_exception(exc))
    try:
        exc = pickle.loads(pickle.dumps(exc))  # noqa: S301, it was made here
    except Exception:  # noqa: BLE001, somebody else's class
        exc = RuntimeError(f"{type(exc).__name__}: {exc}")
    exc.add_note(f"In the worker process:\n{text}")
    return exc


def _exit(*_: object) -> None:
    raise SystemExit
