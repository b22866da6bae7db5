"""A CUBE package as an author could write it: its tool and its tasks show what the environment has to deal with."""

import itertools
import math
import socket
from typing import Any, ClassVar, Literal

from cube.benchmark import Benchmark, BenchmarkConfig, BenchmarkMetadata
from cube.container import Container
from cube.core import Action, ActionSchema, Content, ImageContent, Observation, StepError
from cube.infra_local import LocalInfraConfig
from cube.resource import ContainerConfig
from cube.task import Task, TaskConfig, TaskMetadata
from cube.tool import Tool, Toolbox, ToolboxConfig, ToolConfig, tool_action
from PIL import Image

__all__ = ["Action", "OddBenchmark", "OddBenchmarkConfig", "ThisMachine", "ToolboxConfig", "task_config"]

COUNT = itertools.count()


class Drawer(Tool):
    """Actions with results and arguments of many kinds."""

    def __init__(self) -> None:
        self.drawn: list[Any] = []
        self.asked_for_actions = 0

    @property
    def action_set(self) -> list[ActionSchema]:
        self.asked_for_actions += 1
        actions: list[ActionSchema] = super().action_set
        return actions

    def reset(self) -> None:
        self.drawn = []

    @tool_action
    def draw(self, colour: Literal["red", "green"], widths: list[int] | None = None) -> str:
        """Draw a line.

        Args:
            colour: Its colour.
            widths: How wide it is, point by point.
        """
        self.drawn.append((colour, widths))
        return f"{colour} {widths}"

    @tool_action
    def count(self, times: int) -> str:
        """Say which type `times` has.

        Args:
            times: A whole number.
        """
        return type(times).__name__

    @tool_action
    def give(self, what: str) -> object:
        """Give a result.

        Args:
            what: Its name.
        """
        return {
            "zero": 0,
            "no": False,
            "empty": "",
            "nothing found": [],
            "none": None,
            "pair": (1, 2),
            "picture": Image.new("RGB", (2, 2), "red"),
            "content": Content.from_data("said", name="label"),
        }[what]

    @tool_action
    async def give_later(self, what: str) -> object:
        """Give a result after a while.

        Args:
            what: Its name.
        """
        return self.give(what)

    @tool_action
    def extra(self, **more: object) -> str:
        """Take whatever is given."""
        return str(sorted(more))


class DrawerConfig(ToolConfig):
    def make(self, container: Container | None = None) -> Drawer:
        del container
        return Drawer()


class Bare(Drawer):
    """Goes about executing in its own way: it gives a bare error where an observation is promised."""

    def execute_action(self, action: Action) -> Observation | StepError:
        if action.name == "give":
            return StepError.from_exception(RuntimeError("the page is gone"))
        seen: Observation = super().execute_action(action)
        return seen


class BareConfig(ToolConfig):
    def make(self, container: Container | None = None) -> Bare:
        del container
        return Bare()


class OddMetadata(TaskMetadata):
    nondeterministic: bool = False


class OddTask(Task[OddMetadata, Drawer]):
    seed: int | None = None
    unstartable: bool = False

    @property
    def drawer(self) -> Drawer:
        drawer: Drawer = self.tool.tools[0] if isinstance(self.tool, Toolbox) else self.tool
        return drawer

    def reset(self) -> tuple[Observation, dict[str, Any]]:
        if self.unstartable:
            raise OSError("no display")
        self.tool.reset()
        start = {"follows": self.seed, "varies": next(COUNT)}.get(self.id, 0)
        return Observation.from_text(f"Draw line {start}.") + Observation(
            contents=[ImageContent(data=Image.new("RGB", (4, 4), "blue"), name="screenshot")]
        ), {}

    def evaluate(self, obs: Observation | None = None) -> tuple[float, dict[str, Any]]:
        if self.id == "nan":
            return math.nan, {}
        return float(len(self.drawer.drawn)) / 2, {"seen": [] if obs is None else [item.name for item in obs.contents]}

    def finished(self, obs: Observation | None = None) -> bool:
        del obs
        if self.id == "breaks":
            raise OSError("the browser is gone")
        return len(self.drawer.drawn) > 1

    def obs_postprocess(self, obs: Observation, role: str | None = None) -> Observation:
        del role
        for content in obs.contents:
            content.name = "touched"
        return obs

    def _filter_actions(self, actions: list[ActionSchema], role: str | None = None) -> list[ActionSchema]:
        del role
        if self.id == "masks" and self.drawer.drawn:
            return [action for action in actions if action.name == "draw"]
        return actions


class OddTaskConfig(TaskConfig[OddMetadata]):
    unstartable: bool = False

    def make(self, runtime_context: dict[str, Any] | None = None) -> OddTask:
        return OddTask(
            metadata=self.metadata,
            tool_config=self.tool_config or DrawerConfig(),
            runtime_context=runtime_context,
            seed=self.seed,
            unstartable=self.unstartable,
        )


class OddBenchmark(Benchmark["OddBenchmarkConfig"]):
    open: ClassVar[list[str]] = []

    rivals: ClassVar[list[socket.socket]] = []

    def _setup(self) -> None:
        if self.config.broken:
            raise OSError("no server")
        if self.config.contested and not self.rivals:
            self.rivals.append(socket.create_server(("", self.config.port)))
        socket.create_server(("", self.config.port)).close()
        self.open.append("set up")
        self._runtime_context["infra"] = self._infra
        self._runtime_context["shared"] = "yes"

    def close(self) -> None:
        self.open.pop()


class OddBenchmarkConfig(BenchmarkConfig[OddMetadata]):
    benchmark_metadata: ClassVar = BenchmarkMetadata(name="odd-cube", version="1", description="Odd tasks")
    task_metadata: ClassVar = {
        "follows": OddMetadata(id="follows", recommended_max_steps=7, split="train"),
        "ignores": OddMetadata(id="ignores"),
        "varies": OddMetadata(id="varies"),
        "says so": OddMetadata(id="says so", nondeterministic=True),
        "nan": OddMetadata(id="nan"),
        "breaks": OddMetadata(id="breaks"),
        "masks": OddMetadata(id="masks"),
        "contained": OddMetadata(id="contained", container_config=ContainerConfig(image="odd/image:1")),
    }
    task_config_class: ClassVar = OddTaskConfig
    benchmark_class: ClassVar = OddBenchmark

    broken: bool = False
    contested: bool = False
    """Somebody takes the port before it does, once."""
    port: int = 0


class ThisMachine(LocalInfraConfig):
    """This machine with what it has: nothing is installed for it, and nothing of earlier runs is swept up."""

    def install(self) -> None:
        pass

    def cleanup_stale(self, max_age_seconds: int | None = None) -> list[str]:
        del max_age_seconds
        return []


def task_config(task_id: str, **fields: object) -> OddTaskConfig:
    """The config of one of the tasks, standing alone."""
    return OddTaskConfig(metadata=OddBenchmarkConfig.task_metadata[task_id], **fields)
