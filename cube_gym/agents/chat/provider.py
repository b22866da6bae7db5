"""One completion from an OpenAI-compatible endpoint, with retries."""

import os
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from cube_gym.agents.chat.config import ChatAgentConfig
from cube_gym.agents.errors import AgentFailure, AgentUnusable, DeadlineMissed, ProviderOutage
from cube_gym.extras import install_command

try:
    import openai
except ImportError as exc:
    raise ImportError(f"ChatAgent needs the openai package: {install_command('llm')}") from exc

_TRANSIENT: Final = frozenset({408, 409, 425, 429})
_SERVER_ERROR: Final = 500
_NO_MONEY: Final = "insufficient_quota"
_KEPT_TEXT: Final = 300


class ContextTooLongError(Exception):
    """The conversation does not fit the model's context."""


class ImagesRefusedError(Exception):
    """The endpoint takes no pictures."""


class _TransientError(Exception):
    """Worth another try."""

    def __init__(self, problem: str, wait: float | None = None) -> None:
        super().__init__(problem)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model answered, as the endpoint sent it, and what it cost. None where the endpoint does not say."""

    message: dict[str, Any]
    finish_reason: str | None
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None


class Provider:
    """Asks an endpoint, again if need be."""

    def __init__(self, config: ChatAgentConfig) -> None:
        self._config = config
        self._jitter = np.random.default_rng()
        self.calls = 0
        """Requests so far, those that failed included."""

    def complete(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Completion:
        """The model's answer.

        Raises:
            ContextTooLongError, ImagesRefusedError: what is wrong with the request can be mended.
            ProviderOutage: there is no answer after all retries, or within the agent's deadline.
            AgentUnusable: no key, no permission, no such model, no money.
            AgentFailure: the endpoint refuses the request for another reason.
        """
        failures: list[str] = []
        try:
            for attempt in range(self._config.retries + 1):
                try:
                    return self._once(messages, tools)
                except _TransientError as exc:
                    failures.append(str(exc))
                    if attempt < self._config.retries:
                        time.sleep(self._wait(attempt, exc.wait))
        except DeadlineMissed:
            if not failures:
                raise  # the model took its time: that is the agent's
        raise ProviderOutage(f"no answer in {len(failures)} tries, the last one: {failures[-1]}")

    def _once(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Completion:
        config = self._config
        request: dict[str, Any] = {"model": config.model, "messages": messages, "tools": tools, **config.options}
        if config.temperature is not None:
            request["temperature"] = config.temperature
        if not config.parallel:
            request["parallel_tool_calls"] = False
        client = _client(config.base_url, _key(config), config.request_seconds)
        self.calls += 1
        try:
            body = client.chat.completions.with_raw_response.create(**request).http_response.json()
        except openai.APIStatusError as exc:
            raise self._meaning(exc) from exc
        except openai.APIConnectionError as exc:  # timeouts, too
            cause = f" ({exc.__cause__})" if exc.__cause__ is not None and str(exc.__cause__) else ""
            raise _TransientError(f"{exc}{cause}") from exc
        except ValueError as exc:
            raise _TransientError(f"an answer that is no JSON ({exc})") from exc
        return _read(body)

    def _meaning(self, exc: "openai.APIStatusError") -> Exception:  # noqa: PLR0911, one line a meaning reads best
        """What an error status means for the agent."""
        status, text = exc.status_code, str(exc)[:_KEPT_TEXT]
        if status == 429 and exc.code == _NO_MONEY:  # noqa: PLR2004, the status of a rate limit
            return AgentUnusable(f"the account has no money left: {text}")
        if status in _TRANSIENT or status >= _SERVER_ERROR:
            return _TransientError(text, _seconds(exc.response.headers.get("retry-after")))
        if isinstance(exc, openai.AuthenticationError | openai.PermissionDeniedError):
            return AgentUnusable(f"the endpoint refuses the key in {self._config.api_key_variable}: {text}")
        if isinstance(exc, openai.NotFoundError):
            where = self._config.base_url or "OpenAI's endpoint"
            return AgentUnusable(f"{where} has no model {self._config.model!r}: {text}")
        lowered = text.lower()
        if exc.code == "context_length_exceeded" or ("context" in lowered and "token" in lowered):
            return ContextTooLongError(text)
        if "image" in lowered:
            return ImagesRefusedError(text)
        return AgentFailure(f"the endpoint refuses the request: {text}")

    def _wait(self, attempt: int, asked: float | None) -> float:
        """Seconds until the next try: what the server asks for, else twice the last, with jitter against herds."""
        if asked is not None:
            return min(asked, self._config.longest_wait)
        spread = 0.75 + 0.5 * self._jitter.random()
        return float(min(self._config.first_wait * 2**attempt * spread, self._config.longest_wait))


@lru_cache(maxsize=8)
def _client(base_url: str | None, key: str, seconds: float) -> "openai.OpenAI":
    """One client for each endpoint in a process: it keeps its connections."""
    return openai.OpenAI(base_url=base_url, api_key=key, timeout=seconds, max_retries=0)


def _key(config: ChatAgentConfig) -> str:
    key = os.environ.get(config.api_key_variable)
    if key:
        return key
    if config.base_url is None:
        raise AgentUnusable(
            f"there is no key: set {config.api_key_variable}, or name another variable (api_key_variable), "
            "or give the base_url of an endpoint of your own"
        )
    return "none"  # the client sends one in any case


def _read(body: Any) -> Completion:  # noqa: ANN401, an endpoint may send anything
    choices = body.get("choices") if isinstance(body, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise _TransientError(f"an answer without a message: {str(body)[:_KEPT_TEXT]}")
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        message=message,
        finish_reason=choice.get("finish_reason") if isinstance(choice, dict) else None,
        input_tokens=_number(usage.get("prompt_tokens")),
        output_tokens=_number(usage.get("completion_tokens")),
        cost=usage["cost"] if isinstance(usage.get("cost"), float) else None,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _seconds(header: str | None) -> float | None:
    try:
        return max(0.0, float(header)) if header is not None else None
    except ValueError:
        return None  # a date
