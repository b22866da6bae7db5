"""Where episodes begin: a task is reset or restored, and the world with it."""

from typing import NamedTuple

from cube_core import Observation, TaskConfig
from cube_gym.draws import Draw
from cube_gym.episode import Episode
from cube_gym.info import NO_DETAILS, Details
from cube_gym.runtime.execution import DEFAULT_MAX_STEPS, reset_task
from cube_gym.slot import TaskSlot
from cube_gym.snapshot import EnvSnapshot
from world import WorldModel
from world.sources import read_semantic_scene


class Start(NamedTuple):
    """An episode that has begun."""

    episode: Episode
    observation: Observation
    details: Details = NO_DETAILS


class Stage:
    """Begins episodes, one after the other, each in place of the last.

    Args:
        slot: Holds the task.
        world: Tracks the world; None when it is not tracked.
        max_steps: The budget of each episode; None leaves it to the task.
    """

    def __init__(self, slot: TaskSlot, world: WorldModel | None, max_steps: int | None) -> None:
        self.slot = slot
        self._world = world
        self._max_steps = max_steps

    def start(self, drawn: Draw) -> Start:
        """Begin the episode that was drawn.

        Raises:
            TaskFault: the task could not be started, twice.
        """
        how = f"by {drawn.how}, which draws seed {drawn.seed} for the task"
        told = self.slot.start(drawn.config, lambda task: reset_task(task, drawn.seed), how)
        return Start(self._begin(told.goal), told.observation, told.details)

    def restore(self, config: TaskConfig, earlier: EnvSnapshot) -> Start:
        """Go on with an episode from a snapshot of it.

        Raises:
            TaskFault: the task could not be restored, twice.
        """
        observation = self.slot.start(config, lambda task: task.restore(earlier.task), "from a snapshot")
        return Start(self._begin(earlier.goal, earlier), observation)

    def _begin(self, goal: str, earlier: EnvSnapshot | None = None) -> Episode:
        task = self.slot.opened()
        task.begin(0.0 if earlier is None else earlier.score)
        if self._world is not None:
            self._world.reset(read_semantic_scene(task))
            if earlier is not None and earlier.world is not None:
                self._world.restore(earlier.world)
        return Episode(
            task,
            self._world,
            goal=goal,
            max_steps=self._max_steps or task.metadata.recommended_max_steps or DEFAULT_MAX_STEPS,
            steps=0 if earlier is None else earlier.steps,
            running=earlier is None or earlier.running,
        )
