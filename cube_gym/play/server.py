"""The page on which a person plays: on loopback, for whoever was given its address."""

import json
import secrets
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any, Final, Self

from pydantic import ValidationError

from cube_core import Action
from cube_gym.play.person import PersonAgent

_LONGEST_WAIT: Final = 20.0
_LONGEST_BODY: Final = 1_000_000
_LAST_PORT: Final = 65535
_POLICY: Final = (
    "default-src 'none'; img-src data:; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class PlayServer:
    """Serves the page until it is closed.

    Only this machine reaches it, and only pages that know the secret in its address can play: another page that is open
    in the same browser cannot.

    Raises:
        ValueError: `port` is no port.
        OSError: it is taken.
    """

    def __init__(self, person: PersonAgent, *, port: int = 0) -> None:
        if not 0 <= port <= _LAST_PORT:
            raise ValueError(f"a port is a number from 0 to {_LAST_PORT}, got {port}; 0 takes a free one")
        self.person = person
        self.wishes: list[str] = []
        """What the person asked for after an episode: "again" or "quit"."""
        self.wished = threading.Event()
        self.secret = secrets.token_urlsafe(16)
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The page's address, secret included."""
        return f"http://127.0.0.1:{self.port}/?secret={self.secret}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def page(self) -> bytes:
        """The page."""
        play, report = files("cube_gym.play"), files("cube_gym.report")
        page = play.joinpath("play.html").read_text(encoding="utf-8")
        parts = {
            "/*style*/": report.joinpath("report.css").read_text(encoding="utf-8"),
            "/*screen*/": report.joinpath("screen.js").read_text(encoding="utf-8"),
            "/*play*/": play.joinpath("play.js").read_text(encoding="utf-8"),
            "/*secret*/": json.dumps(self.secret),
        }
        for mark, part in parts.items():
            page = page.replace(mark, part)
        return page.encode()

    def do(self, wish: dict[str, Any]) -> str | None:
        """What the page asks for: an action, to give up, to play again, to quit. Gives what is wrong with it."""
        if "action" in wish:
            try:
                self.person.answer(Action.model_validate(wish["action"]))
            except ValidationError as exc:
                return str(exc.errors()[0]["msg"])
        elif wish.get("wish") == "give up":
            self.person.answer(None)
        elif wish.get("wish") in {"again", "quit"}:
            self.wishes.append(wish["wish"])
            self.wished.set()
        else:
            return "neither an action nor a wish"
        return None


def _handler(server: PlayServer) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"play": server})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    play: PlayServer

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/":
            self._guarded(lambda: self._send(self.play.page(), "text/html; charset=utf-8"), query)
        elif path == "/moment":
            self._guarded(self._moment, query)
        else:
            self._send(b"", "text/plain", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, _LONGEST_BODY))
        self._guarded(lambda: self._do(body), "")

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _moment(self) -> None:
        after = self.headers.get("X-After", "0")
        moment = self.play.person.moment(int(after) if after.isdigit() else 0, _LONGEST_WAIT)
        self._json({"number": moment.number, **moment.content})

    def _do(self, body: bytes) -> None:
        try:
            wish = json.loads(body)
            problem = self.play.do(wish) if isinstance(wish, dict) else "not a JSON object"
        except ValueError as exc:
            problem = str(exc)
        self._json({"problem": problem}, HTTPStatus.OK if problem is None else HTTPStatus.BAD_REQUEST)

    def _guarded(self, answer: Callable[[], None], query: str) -> None:
        """Answer only pages of this server: its name is checked against rebinding, the secret against others."""
        known = {f"127.0.0.1:{self.play.port}", f"localhost:{self.play.port}"}
        given = self.headers.get("X-Secret") or query.removeprefix("secret=")
        if self.headers.get("Host") not in known or not secrets.compare_digest(
            given.encode(), self.play.secret.encode()
        ):
            self._send(b"Open the address that `cube-gym play` printed.", "text/plain", HTTPStatus.FORBIDDEN)
        else:
            answer()

    def _json(self, value: Any, status: HTTPStatus = HTTPStatus.OK) -> None:  # noqa: ANN401, JSON
        self._send(json.dumps(value, ensure_ascii=False).encode(), "application/json", status)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", _POLICY)
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the page was closed
            self.close_connection = True
