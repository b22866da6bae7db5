"""A CUBE task as a task of this project."""

from collections.abc import Callable, Collection
from typing import Any, Final, Self

from cube.task import Task as CubeStandardTask
from cube.task import TaskConfig as CubeStandardTaskConfig
from gymnasium.error import DependencyNotInstalled

from cube_core import Action, ActionSchema, InvalidAction, Observation, Task, Tool
from cube_core.tool import unknown_action
from cube_gym.adapters.cube_standard.chromium import with_chromium
from cube_gym.adapters.cube_standard.config import CubeTaskConfig, LiveCubeTaskConfig
from cube_gym.adapters.cube_standard.dumps import load
from cube_gym.adapters.cube_standard.live import LiveBenchmark, lease, release
from cube_gym.adapters.cube_standard.session import CubeSession
from cube_gym.adapters.cube_standard.thread import CallersThread, OwnThread, Place

_SCHEMAS: Final[dict[str, list[ActionSchema]]] = {}
"""The action schemas of tasks that were made once, by what decides on their tools."""


class CubeTool(Tool):
    """The actions of a CUBE tool. What they are is known when the first CUBE Task was made."""

    def __init__(self, schemas: Callable[[], list[ActionSchema]], act: Callable[[Action], Observation]) -> None:
        self._schemas = schemas
        self._act = act

    @property
    def action_set(self) -> list[ActionSchema]:
        """The schemas of all actions, `final_step` last."""
        return list(self._schemas())

    def problem(self, action: Action) -> str | None:
        """Why `execute_action` would refuse this action, or None when it would run it."""
        known = next((schema for schema in self._schemas() if schema.name == action.name), None)
        return unknown_action(action.name, self.action_set) if known is None else known.problem(action.arguments)

    def execute_action(self, action: Action) -> Observation:
        """Run one action and say how it went, every content under the action's id. As `Tool.execute_action`."""
        problem = self.problem(action)
        if problem is not None:
            return InvalidAction.because(problem).to_observation(action.id)
        return self._act(action).answering(action.id)

    async def async_execute_action(self, action: Action) -> Observation:
        """As `execute_action`."""
        return self.execute_action(action)


class CubeTask(Task):
    """A CUBE Task that is made anew for each episode, since its own `reset` takes no seed.

    It runs in a thread of its own. What its package sets up for it is shared within the process, and taken down with
    the last task that uses it.
    """

    tool: CubeTool

    def __init__(self, config: CubeTaskConfig | LiveCubeTaskConfig) -> None:
        super().__init__(config, CubeTool(self._schemas, self._act))
        self._place: Place | None = None
        self._session: CubeSession | None = None
        self._lease: str | None = None

    @classmethod
    def of(cls, task: CubeStandardTask) -> Self:
        """A live CUBE Task as it is, for `TaskEnv(CubeTask.of(task))`: used in the caller's thread, and never remade.

        Its `reset` knows no seed, so that every episode starts as the Task likes.
        """
        made = cls(LiveCubeTaskConfig.of(task))
        made._place, made._session = CallersThread(), CubeSession(task)
        return made

    @property
    def evaluate_each_step(self) -> bool:  # type: ignore[override]  # a CUBE Task says it of itself
        """Whether the CUBE Task is judged after each step."""
        return self._session is not None and self._session.judges_each_step

    def reset(self, *, seed: int | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start an episode of a new CUBE Task, whose config got the seed.

        Raises:
            DependencyNotInstalled: the task needs a container or a machine that nobody provides.
            Exception: whatever the package raises while it sets up.
        """
        config = self.config
        if isinstance(config, CubeTaskConfig):
            self._close_session()
            self._place = self._place or OwnThread(f"cube-{self.metadata.id}")
            self._session = self._place.run(self._open, config, seed)
        place, session = self._played()
        return place.run(session.reset)

    def evaluate(self) -> tuple[float, dict[str, Any]]:
        """What the CUBE Task's own `evaluate` says of the last observation."""
        place, session = self._played()
        return place.run(session.evaluate)

    def finished(self) -> bool:
        """Whether the CUBE Task was finished after the last action."""
        return self._session is not None and self._session.finished

    def allowed_actions(self) -> Collection[str] | None:
        """The names of the actions that the CUBE Task offers now; None for all."""
        if self._session is None or not self._session.filters:
            return None
        place, session = self._played()
        return place.run(session.allowed)

    def close(self) -> None:
        """Close the CUBE Task, and end its thread. Can be called twice."""
        try:
            self._close_session()
        finally:
            if self._place is not None:
                self._place.close()
                self._place = None
            key, self._lease = self._lease, None
            if key is not None:
                release(key)

    def _act(self, action: Action) -> Observation:
        place, session = self._played()
        return place.run(session.act, action)

    def _played(self) -> tuple[Place, CubeSession]:
        if self._place is None or self._session is None:
            raise RuntimeError(f"the CUBE task {self.metadata.id!r} has no episode: call reset() first")
        return self._place, self._session

    def _open(self, config: CubeTaskConfig, seed: int | None) -> CubeSession:
        """A session of a new CUBE Task. Runs in the thread that will drive it."""
        theirs = load(CubeStandardTaskConfig, config.cube)
        if config.benchmark is None:
            task = with_chromium(theirs).model_copy(update={"seed": seed}).make()
        else:
            task = self._benchmark(config.benchmark, config.infra).spawn(theirs.task_id, seed)
        try:
            return CubeSession(task)
        except BaseException:
            task.close()
            raise

    def _benchmark(self, benchmark: dict[str, Any], infra: dict[str, Any] | None) -> LiveBenchmark:
        key, live = lease(benchmark, infra)
        if self._lease is not None:
            release(self._lease)
        self._lease = key
        return live

    def _close_session(self) -> None:
        session, self._session = self._session, None
        if session is not None and self._place is not None:
            self._place.run(session.close)

    def _schemas(self) -> list[ActionSchema]:
        """The schemas of this episode, or of a CUBE Task that is made and closed to be asked, once a kind of task."""
        if self._session is not None:
            return self._session.schemas
        if not isinstance(self.config, CubeTaskConfig):
            raise TypeError("a live CUBE Task that was closed has no actions")
        for key in (self.config.key(), self.config.key_of_tool()):
            if key in _SCHEMAS:
                return _SCHEMAS[key]
        return self._ask_for_schemas(self.config)

    def _ask_for_schemas(self, config: CubeTaskConfig) -> list[ActionSchema]:
        place = OwnThread(f"cube-{self.metadata.id}-actions")
        try:
            session = place.run(self._open, config, None)
            place.run(session.close)
        except DependencyNotInstalled:
            raise
        except Exception as exc:
            raise RuntimeError(
                f"the CUBE task {self.metadata.id!r} could not be made: {type(exc).__name__}: {exc}"
            ) from exc
        finally:
            place.close()
        _SCHEMAS[config.key() if session.has_own_tool else config.key_of_tool()] = session.schemas
        return session.schemas
