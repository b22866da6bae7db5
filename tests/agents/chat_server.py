"""A server on loopback that speaks chat completions: as strict as the API, and as unreliable as one likes."""

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Request = dict[str, Any]


@dataclass
class Say:
    """An answer with these calls: (name, arguments) or (name, arguments, id)."""

    calls: Sequence[Sequence[Any]] = ()
    text: str | None = None
    usage: dict[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})
    finish_reason: str = "tool_calls"


@dataclass
class Fail:
    """An error status."""

    status: int
    message: str = "no"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Broken:
    """Status 200 with this body."""

    body: bytes = b'{"choices": [{"mess'


@dataclass
class Slow:
    """An answer after some seconds."""

    seconds: float
    say: Say


@dataclass
class Drop:
    """The connection is closed without a word."""


Turn = Say | Fail | Broken | Slow | Drop
Model = Callable[[Request], Turn]


class ChatServer:
    """The endpoint. `model` decides what it does with each request that the API would accept."""

    def __init__(self, model: Model | Sequence[Turn], *, images: bool = True) -> None:
        script = None if callable(model) else iter(model)
        self.model: Model = model if callable(model) else lambda _: next(script)  # type: ignore[arg-type]
        self.images = images
        self.requests: list[Request] = []
        self.keys: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, request: Request) -> Turn:
        self.requests.append(request)
        problem = protocol_problem(request["messages"], images=self.images)
        if problem is not None:
            return Fail(400, problem)
        return self.model(request)


def protocol_problem(  # noqa: C901, PLR0911, one rule after the other
    messages: Sequence[dict[str, Any]], *, images: bool = True
) -> str | None:
    """What the API has against these messages."""
    open_calls: list[str] = []
    for message in messages:
        role, content = message["role"], message.get("content")
        if role == "tool":
            if not open_calls or message["tool_call_id"] not in open_calls:
                return (
                    f"a tool message for {message['tool_call_id']!r}, which no call of the last assistant message has"
                )
            if not isinstance(content, str):
                return "a tool message holds text only"
            if message["tool_call_id"] != open_calls.pop(0):
                return "tool messages come in the order of their calls"
            continue
        if open_calls:
            return f"calls without an answer: {open_calls}"
        if role == "assistant":
            open_calls = [call["id"] for call in message.get("tool_calls", ())]
            if len(set(open_calls)) != len(open_calls):
                return "two calls with one id"
            if content is None and not open_calls:
                return "an assistant message with neither content nor calls"
            for call in message.get("tool_calls", ()):
                json.loads(call["function"]["arguments"])
        elif not isinstance(content, str) and not images and any(part["type"] != "text" for part in content or ()):
            return "this model takes no image input"
    return f"calls without an answer: {open_calls}" if open_calls else None


def _handler(server: ChatServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.keys.append(self.headers["Authorization"])
            turn = server.answer(json.loads(body))
            if isinstance(turn, Slow):
                time.sleep(turn.seconds)
                turn = turn.say
            if isinstance(turn, Drop):
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            if isinstance(turn, Fail):
                error = {"error": {"message": turn.message, "code": turn.code, "type": "error"}}
                self._send(turn.status, json.dumps(error).encode(), turn.headers)
            else:
                self._send(200, turn.body if isinstance(turn, Broken) else completion(turn), {})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            try:
                self.send_response(status)
                for name, value in {
                    "Content-Type": "application/json",
                    "Content-Length": str(len(body)),
                    **headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
            except OSError:  # a client that did not wait
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def completion(say: Say) -> bytes:
    message: dict[str, Any] = {"role": "assistant", "content": say.text}
    calls = []
    for number, (name, arguments, *given) in enumerate(say.calls):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        own_id = given[0] if given else f"id_{time.monotonic_ns()}_{number}"
        calls.append({"id": own_id, "type": "function", "function": {"name": name, "arguments": text}})
    if calls:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "finish_reason": say.finish_reason}
    body = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return json.dumps({**body, **({"usage": say.usage} if say.usage else {})}).encode()


def climber(request: Request) -> Turn:
    """A model that climbs the ladders of the evaluation tests."""
    goal = request["messages"][1]["content"]
    top = int(goal.split()[4].rstrip(","))
    climbed = sum(message["role"] == "assistant" for message in request["messages"])
    return Say([("climb", {"rungs": 1})] if climbed < top else [("final_step", {})])
