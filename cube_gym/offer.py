"""What an environment has to offer: the tasks that it draws from, and the spaces of what is seen and done there."""

from typing import NamedTuple, Self

from cube_core import ActionSchema, Task, TaskConfig
from cube_core.task import ObservationKind
from cube_gym.memory import offer_memory
from cube_gym.selection import TaskSpec, all_actions, configured, select
from cube_gym.slot import TaskSlot
from cube_gym.spaces import ActionSpace, ObservationSpace


class Offer(NamedTuple):
    """Tasks and their spaces."""

    slot: TaskSlot
    """Holds the live task, where there is one."""
    configs: list[TaskConfig]
    action_space: ActionSpace
    """The union over the tasks."""
    observation_space: ObservationSpace

    @classmethod
    def of_task(cls, task: Task, *, memory: bool) -> Self:
        """A live task, as it is."""
        return cls(
            TaskSlot(task),
            [task.config],
            _space(task.tool.action_set, memory=memory),
            ObservationSpace(task.config.observation),
        )

    @classmethod
    def of_tasks(
        cls,
        task: TaskSpec,
        benchmark: str,
        split: str | None,
        kinds: tuple[ObservationKind, ...],
        reward: str,
        *,
        memory: bool,
    ) -> Self:
        """The task named, or what there is in a benchmark. With `memory`, each action takes a `remember`."""
        configs = [configured(config, kinds, reward) for config in select(task, benchmark, split)]
        return cls(TaskSlot(), configs, _space(all_actions(configs), memory=memory), ObservationSpace(kinds))


def _space(schemas: list[ActionSchema], *, memory: bool) -> ActionSpace:
    return ActionSpace(map(offer_memory, schemas) if memory else schemas)
