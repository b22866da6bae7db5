"""Tasks of this project as CUBE Tasks."""

from typing import Any, ClassVar

from cube.container import Container
from cube.core import Action as CubeAction
from cube.core import ActionSchema as CubeSchema
from cube.core import AgentStop as CubeStop
from cube.core import Observation as CubeObservation
from cube.task import Task as CubeStandardTask
from cube.task import TaskConfig as CubeStandardTaskConfig
from cube.task import TaskMetadata as CubeStandardMetadata
from cube.tool import AbstractTool, ToolConfig

from cube_core import Action, ActionSchema, Task
from cube_core.frozen import thaw
from cube_core.task import ObservationKind
from cube_core.wire import jsonable
from cube_gym import catalogue
from cube_gym.adapters.cube_standard.contents import observation_to_cube

DEFAULT_SEED = 0
"""The seed of a task whose config has none: cube-standard wants two resets of it to be equal."""


class OurTool(AbstractTool):
    """The actions of a task, each followed by what the agent sees then."""

    def __init__(self, task: Task) -> None:
        self.task = task

    @property
    def action_set(self) -> list[CubeSchema]:
        """The schemas of the actions that are allowed now."""
        return [_schema(schema) for schema in self.task.action_set]

    def execute_action(self, action: CubeAction) -> CubeObservation:
        """Run one action. A refused or failed one is an observation with an error.

        Raises:
            AgentStop: cube-standard's, when the agent ends the episode.
        """
        output = self.task.step(Action(id=action.id, name=action.name, arguments=action.arguments))
        seen = observation_to_cube(output.obs)
        if output.done and not self.task.finished():
            raise CubeStop(seen)
        return seen

    def close(self) -> None:
        """Close the task. Can be called twice."""
        self.task.close()


class OurToolConfig(ToolConfig):
    """What the agent is shown."""

    observation: tuple[ObservationKind, ...] = ("tree",)

    def make(self, container: Container | None = None) -> AbstractTool:
        """There is no tool without its task.

        Raises:
            NotImplementedError: always; `OurTask` makes its own.
        """
        del container
        raise NotImplementedError("the tool belongs to a task: make the task of a TaskConfig")


class OurTask(CubeStandardTask[CubeStandardMetadata, OurTool]):
    """A task of a benchmark of this project."""

    benchmark: str
    seed: int = DEFAULT_SEED

    def reset(self) -> tuple[CubeObservation, dict[str, Any]]:
        """Start the episode of the config's seed. The goal is in the observation and in info."""
        observation, info = self.tool.task.reset(seed=self.seed)
        return observation_to_cube(observation), jsonable(info)

    def evaluate(self, obs: CubeObservation | None = None) -> tuple[float, dict[str, Any]]:
        """The score of the task's state; observations are not looked at."""
        del obs
        score, details = self.tool.task.evaluate()
        return float(score), jsonable(details)

    def finished(self, obs: CubeObservation | None = None) -> bool:
        """Whether the task is over without the agent saying so."""
        del obs
        return bool(self.tool.task.finished())

    def _make_tool(self, role: str | None = None) -> OurTool:
        del role
        config = catalogue.benchmark(self.benchmark).configs()[self.metadata.id]
        return OurTool(config.model_copy(update={"observation": self.tool_config.observation}).make())


class OurTaskConfig(CubeStandardTaskConfig[CubeStandardMetadata]):
    """The config of a task; a subclass names the benchmark."""

    home: ClassVar[str]

    def make(self, runtime_context: dict[str, Any] | None = None) -> OurTask:
        """A new task; nothing is started before its reset."""
        return OurTask(
            metadata=self.metadata,
            tool_config=self.tool_config or OurToolConfig(),
            runtime_context=runtime_context,
            benchmark=self.home,
            seed=DEFAULT_SEED if self.seed is None else self.seed,
        )


def metadata_of(benchmark: str) -> dict[str, CubeStandardMetadata]:
    """What is known of the tasks of an announced benchmark, by id; its table is read, nothing is imported."""
    return {
        task["id"]: CubeStandardMetadata(
            id=task["id"],
            split=task.get("split", "test"),
            abstract_description=task.get("description", ""),
            recommended_max_steps=task.get("recommended_max_steps"),
        )
        for task in catalogue.benchmark(benchmark).tasks
    }


def _schema(schema: ActionSchema) -> CubeSchema:
    return CubeSchema(name=schema.name, description=schema.description, parameters=thaw(schema.parameters))
