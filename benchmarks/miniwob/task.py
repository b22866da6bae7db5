"""A page of MiniWoB++ as a task: its utterance is the goal, its reward the score."""

import secrets
from typing import Any

from PIL import Image

from benchmarks.miniwob.session import Session
from benchmarks.miniwob.state import as_text
from benchmarks.miniwob.tool import MiniWobTool
from cube_core import ImageContent, Observation, StructuredContent, Task, TaskConfig, TextContent
from cube_core.content import Content
from world import SemanticScene

SEED_BITS = 32


class MiniWobTask(Task):
    """A page of MiniWoB++ in a real Chromium. `benchmarks.miniwob` describes it as a user sees it."""

    tool: MiniWobTool

    def __init__(self, config: TaskConfig, *, in_place: bool) -> None:
        self.session = Session(config.metadata.id, in_place=in_place)
        super().__init__(config, MiniWobTool(self.session))

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start the episode of this seed. The goal is what the page asks for."""
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        state = self.session.start(seed)
        contents: list[Content] = [TextContent(data=state.goal, name="goal"), *self.observe().contents]
        return Observation(contents=contents), {"goal": state.goal, "page_seed": str(seed)}

    def observe(self) -> Observation:
        """The page after the last action: its elements, as text too, and a picture, as the config says."""
        return Observation(contents=[self._content(kind) for kind in self.config.observation])

    def picture(self) -> Image.Image | None:
        """The task's part of the page as it looks now; None before the first reset."""
        return self.session.picture() if self.session.opened else None

    def finished(self) -> bool:
        """Whether the page ended the episode, or was left for another document."""
        return self.session.state.done

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """The page's reward, -1 to 1; 0 as long as the page gave none.

        `raw` is what the page gave, `discounted` what its decay over 10 s of its own clock left of it. `end` tells
        where the episode stands: "success", "partial", "zero", "failure", "no reward" (the page ended without one),
        "left" (for another document) or "open".
        """
        state = self.session.state
        raw, discounted = (state.raw or 0.0, state.reward or 0.0) if state.done else (0.0, 0.0)
        details = {
            "raw": state.raw if state.done else None,
            "discounted": state.reward if state.done else None,
            "end": self._end(),
            "reason": state.reason,
            "elapsed_ms": state.elapsed,
            **self.session.records(),
        }
        return float(discounted if self.config.reward == "discounted" else raw), details

    def semantic_scene(self) -> SemanticScene:
        """The page's name: a page of MiniWoB++ stays itself until it is left."""
        return SemanticScene(page="elsewhere" if self.session.state.left else self.metadata.id)

    def _content(self, kind: str) -> Content:
        state = self.session.state
        if kind == "screenshot":
            return ImageContent(data=self.session.picture(), name="screenshot")
        if kind == "tree":
            return StructuredContent(data=list(state.tree), name="tree")
        return TextContent(data=as_text(state.tree), name="screen")

    def _end(self) -> str:
        state = self.session.state
        if state.left:
            return "left"
        if not state.done:
            return "open"
        if state.raw is None:
            return "no reward"
        if state.raw >= self.metadata.success_threshold:
            return "success"
        if state.raw == 0:
            return "zero"
        return "partial" if state.raw > 0 else "failure"
