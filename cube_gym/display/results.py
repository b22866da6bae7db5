"""How the results of a run, and what is said of them, show themselves."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cube_core.display import Html, chip, code, dim, element, error_block, fields, folded, joined, line, table
from cube_core.display.pieces import value_text
from cube_gym.statistics.text import number, percent, rate_text, verdict

if TYPE_CHECKING:
    from cube_gym.evaluation.results import EpisodeResult
    from cube_gym.evaluation.runner import Evaluation
    from cube_gym.statistics import Comparison, Group, Interval, Summary

_HEADINGS: Final = ("episodes", "", "success (95 %)", "reward", "steps", "seconds", "faults")
_NUMBERS: Final = (1, 3, 4, 5, 6, 7)


def evaluation_view(evaluation: "Evaluation") -> Html:
    """The statistics, and the episodes on a click, failures first."""
    notes = [dim(note) for note in evaluation.notes]
    where = dim(f"kept in {evaluation.directory}") if evaluation.directory is not None else None
    episodes = folded(f"{len(evaluation.results)} episodes", result_table(evaluation.results))
    return joined(summary_view(evaluation.summary()), *map(line, notes), where, episodes)


def summary_view(summary: "Summary") -> Html:
    """The whole, then by task."""
    total = summary.total
    missing = chip(f"{total.missing} not played yet") if total.missing else None
    faults = chip(f"{total.faulted} faulted", "bad") if total.faulted else None
    rate = chip(f"success {rate_text(total)}") if summary.withheld is None else None
    reliable = [chip(f"pass^{k} {percent(share)}") for k, share in summary.pass_hat.items() if k > 1]
    return joined(
        line(rate, chip(f"{total.completed} of {total.requested} episodes completed"), faults, missing, *reliable),
        error_block("no success rate", summary.withheld) if summary.withheld is not None else None,
        group_table("task", summary.by_task),
        folded("by tag", group_table("tag", summary.by_tag)) if summary.by_tag else None,
    )


def group_table(first: str, groups: Sequence["Group"]) -> Html:
    """A row a group, with a bar from 0 to 1 for its success rate and the interval."""
    rows = [
        (
            code(group.name),
            group.requested,
            interval_bar(group.success_rate, group.interval),
            rate_text(group),
            number(group.mean_reward, 2),
            number(group.mean_steps),
            number(group.mean_seconds, 2),
            group.faulted,
        )
        for group in groups
    ]
    return table((first, *_HEADINGS), rows, right=_NUMBERS)


def interval_bar(rate: float | None, interval: "Interval | None") -> Html:
    """The interval as a bar from 0 to 1, with a line at the rate; empty for none."""
    if rate is None or interval is None:
        return element("span", class_="cube-bar")
    band = element("i", style=f"left:{100 * interval.low:.1f}%;width:{100 * (interval.high - interval.low):.1f}%")
    mark = element("b", style=f"left:calc({100 * rate:.1f}% - 1px)")
    return element("span", band, mark, class_="cube-bar", title=f"{interval.low:.1%} to {interval.high:.1%}")


def result_table(results: Iterable["EpisodeResult"]) -> Html:
    """Episodes, a row each: failures, then successes, then faults."""
    ordered = sorted(results, key=lambda result: (result.faulted, bool(result.success), result.task_id, result.seed))
    rows = [
        (
            verdict_chip(result),
            code(result.task_id),
            result.seed,
            number(result.reward, 2),
            result.steps,
            result.end.value,
            result.problem,
        )
        for result in ordered
    ]
    return table(("", "task", "seed", "reward", "steps", "end", "problem"), rows, right=(2, 3, 4))


def result_view(result: "EpisodeResult") -> Html:
    """One episode."""
    told = result.model_dump(exclude={"task_id", "seed", "problem", "success", "template", "tags"})
    kept = [
        (name, code(value_text(value))) for name, value in told.items() if value not in (None, {}) and name != "_type"
    ]
    problem = error_block(result.end.value, result.problem) if result.problem is not None else None
    return joined(line(verdict_chip(result), code(result.task_id), f" seed {result.seed}"), problem, fields(kept))


def verdict_chip(result: "EpisodeResult") -> Html:
    """Success, failure or fault."""
    if result.faulted:
        return chip("fault")
    return chip("success", "good") if result.success else chip("failure", "bad")


def comparison_view(found: "Comparison") -> Html:
    """The verdict, and the pairs it rests on."""
    rows = [
        (element("b", "A succeeds"), found.both, found.only_a),
        (element("b", "A fails"), found.only_b, found.neither),
    ]
    pairs = chip(f"{found.pairs} pairs of the same task and seed")
    return joined(line(pairs), line(verdict(found)), table(("", "B succeeds", "B fails"), rows, right=(1, 2)))
