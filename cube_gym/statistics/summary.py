"""The statistics of a run."""

from collections.abc import Callable, Sequence
from typing import Final

from cube_core import TypedBaseModel
from cube_gym.evaluation.episodes import TEMPLATE_TAG
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.statistics.intervals import Interval, success_interval
from cube_gym.statistics.reliability import pass_hat_k

MOST_FAULTS: Final = 0.05
"""The share of faulted episodes above which there is no success rate, unless it is asked for."""
_MOST_TRIALS: Final = 8


class Group(TypedBaseModel):
    """Episodes, counted. What was not measured is None, never 0. Faulted episodes are in no mean.

    >>> from cube_gym import evaluate
    >>> total = evaluate("phone/rename-note", "oracle", seeds=2).summary().total
    >>> total.completed, total.success_rate, total.cost
    (2, 1.0, None)
    """

    __module__ = "cube_gym.statistics"

    name: str
    requested: int
    """Episodes that were asked for."""
    completed: int
    """Episodes that are over and count."""
    faulted: int
    """Episodes that broke on the task's side."""
    templates: int
    successes: int
    success_rate: float | None
    """Over the completed episodes; None when there is none, or when too many faulted."""
    interval: Interval | None
    """The 95 % interval of the success rate."""
    mean_reward: float | None
    mean_steps: float | None
    mean_seconds: float | None
    mean_tokens: float | None
    """Input and output tokens of an episode, over the completed episodes that report both."""
    cost: float | None
    """What all episodes cost together, the faulted ones included: they were paid, too."""

    @property
    def missing(self) -> int:
        """Episodes that are not over yet."""
        return self.requested - self.completed - self.faulted


class Summary(TypedBaseModel):
    """The statistics of a run, as a whole and in parts.

    >>> from cube_gym import evaluate
    >>> summary = evaluate("phone/rename-note", "oracle", seeds=2).summary()
    >>> [group.name for group in summary.by_template], summary.pass_hat
    (['rename-note'], {1: 1.0, 2: 1.0})
    """

    __module__ = "cube_gym.statistics"

    total: Group
    by_task: list[Group]
    by_template: list[Group]
    by_tag: list[Group]
    pass_hat: dict[int, float | None]
    """pass^k by k: over the tasks, with their seeds as trials."""
    withheld: str | None
    """Why there is no success rate, where too many episodes faulted."""

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.results import summary_view  # noqa: PLC0415, only notebooks draw

        return whole(summary_view(self))


def summarize(results: Sequence[EpisodeResult], *, requested: int | None = None, allow_faults: bool = False) -> Summary:
    """The statistics of results; `requested` is how many episodes there should be, by default as many as there are.

    Above 5 % faults there is no success rate, no interval and no pass^k unless `allow_faults`: faults that strike the
    hard episodes more often would make the rest look better than it is.

    >>> summarize([]).total.success_rate is None
    True
    """
    faulted = sum(result.faulted for result in results)
    withheld = None
    if results and faulted / len(results) > MOST_FAULTS and not allow_faults:
        withheld = (
            f"{faulted} of {len(results)} episodes faulted, more than {MOST_FAULTS:.0%}: the success rate would be "
            "that of the episodes that happened to work"
        )

    def group(name: str, own: Sequence[EpisodeResult], asked: int) -> Group:
        return _group(name, own, asked, rated=withheld is None)

    def groups(name_of: Callable[[EpisodeResult], Sequence[str]]) -> list[Group]:
        own: dict[str, list[EpisodeResult]] = {}
        for result in results:
            for name in name_of(result):
                own.setdefault(name, []).append(result)
        return [group(name, members, len(members)) for name, members in own.items()]

    return Summary(
        total=group("all", results, len(results) if requested is None else requested),
        by_task=groups(lambda result: [result.task_id]),
        by_template=groups(lambda result: [result.template]),
        by_tag=sorted(groups(_plain_tags), key=lambda found: found.name),
        pass_hat={} if withheld else _pass_hat(results),
        withheld=withheld,
    )


def _plain_tags(result: EpisodeResult) -> list[str]:
    """The tags that are not the template's name."""
    return [tag for tag in result.tags if not tag.startswith(TEMPLATE_TAG)]


def _group(name: str, results: Sequence[EpisodeResult], requested: int, *, rated: bool) -> Group:
    completed = [result for result in results if not result.faulted]
    outcomes = [result.success is True for result in completed]
    costs = [result.cost for result in results if result.cost is not None]
    rated = rated and bool(completed)
    return Group(
        name=name,
        requested=requested,
        completed=len(completed),
        faulted=len(results) - len(completed),
        templates=len({result.template for result in results}),
        successes=sum(outcomes),
        success_rate=sum(outcomes) / len(outcomes) if rated else None,
        interval=success_interval(outcomes, [result.template for result in completed]) if rated else None,
        mean_reward=_mean([result.reward for result in completed if result.reward is not None]) if rated else None,
        mean_steps=_mean([result.steps for result in completed]),
        mean_seconds=_mean([result.seconds for result in completed]),
        mean_tokens=_mean([tokens for result in completed if (tokens := _tokens(result)) is not None]),
        cost=sum(costs) if costs else None,
    )


def _pass_hat(results: Sequence[EpisodeResult]) -> dict[int, float | None]:
    trials: dict[str, list[bool]] = {}
    for result in results:
        if not result.faulted:
            trials.setdefault(result.task_id, []).append(result.success is True)
    most = min(max((len(own) for own in trials.values()), default=0), _MOST_TRIALS)
    return {k: pass_hat_k(list(trials.values()), k) for k in range(1, most + 1)}


def _tokens(result: EpisodeResult) -> int | None:
    if result.input_tokens is None or result.output_tokens is None:
        return None
    return result.input_tokens + result.output_tokens


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
