"""Which episodes there are to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from cube_core import TaskConfig, TaskMetadata
from cube_gym import catalogue
from cube_gym.selection import select

TEMPLATE_TAG = "template:"


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode to play: a task and a seed."""

    config: TaskConfig
    seed: int

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from the other episodes of a run: task id and seed."""
        return self.config.metadata.id, self.seed


def deal(configs: Sequence[TaskConfig], *, episodes: int | None = None, seeds: int = 1, seed: int = 0) -> list[Episode]:
    """The episodes to play, task by task.

    Args:
        configs: the tasks.
        episodes: how many in all, dealt round-robin over the tasks; None gives each task `seeds` episodes.
        seeds: how many for each task.
        seed: the first seed; a task's episodes have consecutive ones, so that two runs can be compared in pairs.

    Raises:
        ValueError: there is no task, or a number is below 1.
    """
    if not configs:
        raise ValueError("there is no task to play")
    for name, number in (("episodes", episodes), ("seeds", seeds)):
        if number is not None and number < 1:
            raise ValueError(f"{name} is a whole number from 1 on, got {number}")
    if episodes is None:
        return [Episode(config, seed + index) for config in configs for index in range(seeds)]
    share, left = divmod(episodes, len(configs))
    return [
        Episode(config, seed + index)
        for position, config in enumerate(configs)
        for index in range(share + (position < left))
    ]


def template_of(task: TaskMetadata) -> str:
    """The template that a task is an instance of: episodes of one template are alike, and statistics cluster by it.

    It is what follows "template:" in one of the task's tags, else the id up to the first ":".

    >>> template_of(TaskMetadata(id="send-mail:to=Ann")), template_of(TaskMetadata(id="a", tags=("template:b",)))
    ('send-mail', 'b')
    """
    tagged = next((tag for tag in task.tags if tag.startswith(TEMPLATE_TAG)), None)
    return task.id.partition(":")[0] if tagged is None else tagged.removeprefix(TEMPLATE_TAG)


def check_distinct(episodes: Sequence[Episode]) -> None:
    """Raise ValueError unless task id and seed tell an episode, and the id its config: results keep no more of them."""
    if not episodes:
        raise ValueError("there is no episode to play")
    configs = {episode.config.metadata.id: episode.config for episode in episodes}
    seen: set[tuple[str, int]] = set()
    for episode in episodes:
        if episode.key in seen:
            name, seed = episode.key
            raise ValueError(f"task {name!r} with seed {seed} is there twice: give each episode its own id or seed")
        seen.add(episode.key)
        if episode.config != configs[episode.key[0]]:
            raise ValueError(
                f"task {episode.key[0]!r} is there with two configs, such as two splits: play each in a run of its own"
            )


def configs_of(tasks: str, pattern: str | None = None, split: str | None = None) -> list[TaskConfig]:
    """The configs of the tasks that a text names, each in its first split, or in `split`.

    Args:
        tasks: "benchmark" for all of its tasks, or "benchmark/pattern" with a shell pattern of ids.
        pattern: the pattern, when it is not in `tasks`.
        split: "train", "val" or "test".

    Raises:
        KeyError: there is no such benchmark, or no task fits; it names the nearest.
        ValueError: no task that fits is in this split, or there are two patterns.
    """
    benchmark, slash, inside = tasks.partition("/")
    if slash and pattern is not None:
        raise ValueError(f"{tasks!r} says which tasks already: leave {pattern!r} out")
    wanted = inside if slash else pattern or "*"
    known: Mapping[str, TaskConfig] = catalogue.benchmark(benchmark).configs()
    names = [name for name in known if name == wanted or fnmatchcase(name, wanted)]  # an id may look like a pattern
    if not names:
        hint = catalogue.nearest(wanted, known)
        raise KeyError(f"no task of {benchmark!r} fits {wanted!r}.{hint} `cube-gym list {benchmark}` prints all")
    if split is None:
        return [known[name] for name in names]
    there = {config.metadata.id: config for config in select(None, benchmark, split)}
    chosen = [there[name] for name in names if name in there]
    if not chosen:
        raise ValueError(
            f"no task of {benchmark!r} that fits {wanted!r} is in split {split!r}: leave it out, or name another"
        )
    return chosen


def benchmark_of(config: TaskConfig) -> str:
    """The name of the benchmark that a task is of: an announced one, else the last name of the config's module.

    What was registered by hand counts as its module: another process does not know its name.
    """
    module = type(config).__module__
    homes = {found.module: name for name, found in catalogue.announced().items()}
    return next(
        (name for home, name in homes.items() if f"{module}.".startswith(f"{home}.")), module.rpartition(".")[2]
    )
