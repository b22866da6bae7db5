"""A template as a cube_core task, and the benchmark's configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.device import Device, Snapshot
from benchmarks.phone.diff import Change, diff
from benchmarks.phone.pages import tables_apart
from benchmarks.phone.pools import Split
from benchmarks.phone.store import Dump, Store, defaults_of
from benchmarks.phone.template import Template
from benchmarks.phone.tool import PhoneTool
from benchmarks.phone.ui.element import HEIGHT, WIDTH
from benchmarks.phone.verify import Verdict, judge
from benchmarks.phone.world import generate
from cube_core import ImageContent, Observation, StructuredContent, Task, TaskConfig, TextContent
from cube_core.content import Content
from world import Scene, SemanticScene


class PhoneSnapshot(NamedTuple):
    """A phone task at one moment: picklable, hashable."""

    device: Snapshot
    start: bytes
    params: str
    goal: str
    answered: str | None


class PhoneTask(Task):
    """A goal on a phone of its own. It ends by `final_step`, by `answer`, or with the budget."""

    __module__ = "benchmarks.phone"
    tool: PhoneTool

    def __init__(self, config: TaskConfig, template: Template, split: Split) -> None:
        super().__init__(config, PhoneTool())
        self.template = template
        self.split: Split = split
        self._start = b""
        self._params: dict[str, Any] = {}
        self._goal = ""
        self._scene: tuple[Any, Scene] | None = None

    @property
    def device(self) -> Device:
        """The phone of this episode."""
        return self.tool.device

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters of this episode."""
        return self._params

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new phone for the seed, set up for the template's task."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        rng = np.random.Generator(np.random.PCG64([seed, *self.split.encode(), *self.template.name.encode()]))
        world = generate(seed, self.split, self.tool.db)
        with world.db.atomic():
            self._params = self.template.sample(rng, world)
            self.template.setup(world, self._params)
        self._goal = self.template.goal(rng, self._params)
        self._start = world.db.serialize()
        self.tool.connect(Device(world.db, world.now, rng))
        goal = TextContent(data=self._goal, name="goal")
        return Observation.model_construct(contents=[goal, *self._contents()], error=None), {"goal": self._goal}

    def observe(self) -> Observation:
        """The screen, in the kinds that the config asks for."""
        return Observation.model_construct(contents=self._contents(), error=None)

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """1 when the expected changed, nothing else did, and the answer is right; else 0. Details hold the shares."""
        verdict = self.verdict()
        return float(verdict.success), verdict.details()

    def verdict(self) -> Verdict:
        """The judgement of the phone as it is now."""
        changes = changes_since(self._start, self.device.db)
        expected = self.template.expected(self._params)
        answers = self.template.answers(self._params)
        return judge(changes, expected, defaults_of(SCHEMA), self.tool.answered, answers)

    def state_hash(self) -> str:
        """Hash of the phone's whole state, which a replay compares."""
        return self.device.state_hash()

    def snapshot(self) -> PhoneSnapshot:
        """The whole task."""
        params = json.dumps(self._params, ensure_ascii=False)
        return PhoneSnapshot(self.device.snapshot(), self._start, params, self._goal, self.tool.answered)

    def restore(self, snapshot: Any) -> Observation:  # noqa: ANN401, as snapshot gave it
        """Go on from a snapshot."""
        state = PhoneSnapshot(*snapshot)
        if not self.tool.connected:
            self.tool.connect(Device(self.tool.db, 0, np.random.Generator(np.random.PCG64(0))))
        self.device.restore(state.device)
        self.tool.answered = state.answered
        self._start, self._params, self._goal = state.start, json.loads(state.params), state.goal
        return self.observe()

    def scene(self) -> Scene:
        """The elements on the screen."""
        elements = self.device.elements
        if self._scene is None or self._scene[0] != elements:
            self._scene = (elements, Scene([element.as_dict() for element in elements], screen_size=(WIDTH, HEIGHT)))
        return self._scene[1]

    def semantic_scene(self) -> SemanticScene:
        """The page, what can be done there, and what its widgets are for."""
        device = self.device
        return semantic_scene(device.page, device.intents)

    def picture(self) -> Any:  # noqa: ANN401, a Pillow image
        """The screen, drawn."""
        return self.device.picture()

    def _contents(self) -> list[Content]:
        return [self._content(kind) for kind in self.config.observation]

    def _content(self, kind: str) -> Content:
        if kind == "text":
            return TextContent(data=self.device.text(), name="screen")
        if kind == "screenshot":
            return ImageContent(data=self.device.picture(), name="screenshot")
        # The tree is made anew for each observation, of JSON types only: there is nothing to check or to copy.
        return StructuredContent.model_construct(data=self.device.tree(), name="tree", tool_call_id=None)


def changes_since(start: bytes, db: Store) -> list[Change]:
    """What differs between an image and a database; only the tables are read in which a page differs."""
    tables = tuple(name for name in tables_apart(SCHEMA, start, db.image()) if not SCHEMA.tables[name].silent)
    return diff(SCHEMA, _dump(start, tables), db.dump(tables)) if tables else []


@lru_cache(maxsize=16)
def _dump(image: bytes, tables: tuple[str, ...]) -> Dump:
    """What some tables of an image hold. Kept, since episodes that go on from one snapshot have one start."""
    store = Store(SCHEMA, image)
    try:
        return store.dump(tables)
    finally:
        store.close()


@lru_cache(maxsize=4096)
def semantic_scene(page: str, intents: tuple[str, ...]) -> SemanticScene:
    """The scene of a page; intents are `app.action` or `app.screen` for each widget, in their order."""
    return SemanticScene(page=page, intents=tuple(dict.fromkeys(intents)), widgets=intents)
