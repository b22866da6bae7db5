"""The agent for models behind an OpenAI-compatible chat completions API: hosted ones, vLLM, Ollama and the like."""

import importlib
from typing import TYPE_CHECKING, Any

from cube_gym.agents.chat.config import ChatAgentConfig

if TYPE_CHECKING:
    from cube_gym.agents.chat.agent import ChatAgent

__all__ = ["ChatAgent", "ChatAgentConfig"]


def __getattr__(name: str) -> Any:  # noqa: ANN401, whatever the name stands for
    if name != "ChatAgent":
        raise AttributeError(f"module 'cube_gym.agents.chat' has no attribute {name!r}")
    return importlib.import_module("cube_gym.agents.chat.agent").ChatAgent  # which needs the extra `llm`
