"""What `evaluate` was asked for, checked."""

from collections.abc import Iterable, Sequence
from numbers import Integral

from cube_core import BenchmarkConfig, InfraConfig, TaskConfig
from cube_gym.agents import AgentConfig
from cube_gym.agents.named import named_agent
from cube_gym.evaluation.episodes import Episode, check_distinct, configs_of, deal
from cube_gym.evaluation.infra import LocalInfra
from cube_gym.evaluation.job import AgentSource
from cube_gym.evaluation.settings import Settings
from cube_gym.selection import configured
from cube_gym.streams import checked_seed

Tasks = str | BenchmarkConfig | Iterable[TaskConfig] | Iterable[Episode]


def episodes_of(tasks: Tasks, seeds: int | Iterable[int]) -> list[Episode]:
    """The episodes that `tasks` and `seeds` mean.

    Raises:
        TypeError: the tasks are neither configs nor episodes, or a seed is no whole number.
        ValueError: there is nothing to play, or an episode is there twice, or a seed is negative.
    """
    given = _listed(tasks)
    if given and all(isinstance(one, Episode) for one in given):
        episodes = [one for one in given if isinstance(one, Episode)]
    else:
        configs = [one for one in given if isinstance(one, TaskConfig)]
        if len(configs) < len(given):
            stranger = next(one for one in given if not isinstance(one, TaskConfig))
            raise TypeError(f"tasks are TaskConfigs or Episodes, all of one kind; got {type(stranger).__name__}")
        episodes = _dealt(configs, seeds)
    checked = [Episode(episode.config, _checked(episode.seed)) for episode in episodes]
    check_distinct(checked)
    return checked


def agent_of(agent: AgentSource | str) -> AgentSource:
    """The agent, or what makes it.

    Raises:
        TypeError: it is nothing that an agent could come of.
        ValueError: there is none of this name.
    """
    if isinstance(agent, str):
        return named_agent(agent)
    if isinstance(agent, AgentConfig) or hasattr(agent, "act") or callable(agent):
        return agent
    raise TypeError(
        f"an agent is a name, an AgentConfig, an object with `reset` and `act`, or what makes one; got {agent!r}"
    )


def infra_of(infra: InfraConfig | int | None) -> InfraConfig | None:
    """Where to play: a number means so many processes of this machine.

    Raises:
        TypeError: it is neither.
    """
    if infra is None or isinstance(infra, InfraConfig):
        return infra
    if isinstance(infra, bool) or not isinstance(infra, Integral):
        raise TypeError(f"infra is an InfraConfig, a number of processes, or None for this very process; got {infra!r}")
    return LocalInfra(workers=int(infra))


def settings_of(settings: Settings | None, episodes: Sequence[Episode]) -> Settings:
    """The settings, which all tasks can be played with: what a task cannot do is said before anything is played.

    Raises:
        TypeError: they are no Settings.
        ValueError: a task does not give the kind of reward that is asked for.
    """
    chosen = Settings() if settings is None else settings
    if not isinstance(chosen, Settings):
        raise TypeError(f"settings are cube_gym.evaluation.Settings, got {type(chosen).__name__}")
    for config in {episode.config.metadata.id: episode.config for episode in episodes}.values():
        configured(config, chosen.observation, chosen.reward)
    return chosen


def label_of(agent: AgentSource) -> str:
    """What tables and reports call an agent."""
    if isinstance(agent, AgentConfig):
        return agent.label
    return agent.__qualname__ if hasattr(agent, "__qualname__") else type(agent).__name__


def _listed(tasks: Tasks) -> Sequence[object]:
    if isinstance(tasks, str):
        return configs_of(tasks)
    chosen = tasks() if isinstance(tasks, type) and issubclass(tasks, BenchmarkConfig) else tasks
    if isinstance(chosen, BenchmarkConfig):
        return chosen.get_task_configs()
    if isinstance(chosen, TaskConfig) or not isinstance(chosen, Iterable):
        got = type(chosen).__name__
        raise TypeError(
            f"tasks are 'benchmark', 'benchmark/pattern', a BenchmarkConfig, or a list of configs; got {got}"
        )
    return list(chosen)


def _dealt(configs: Sequence[TaskConfig], seeds: int | Iterable[int]) -> list[Episode]:
    if isinstance(seeds, Integral) and not isinstance(seeds, bool):
        return deal(configs, seeds=int(seeds))
    if isinstance(seeds, bool | str | bytes) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds are how many for each task, or a list of them; got {seeds!r}")
    chosen = list(seeds)
    return [Episode(config, seed) for config in configs for seed in chosen]


def _checked(seed: object) -> int:
    checked = checked_seed(seed)
    if checked is None:
        raise TypeError("the seed of an episode is a whole number from 0 on, got None")
    return checked
