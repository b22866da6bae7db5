"""Results as tables."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cube_gym.evaluation.results import EpisodeResult
from cube_gym.statistics import Group, Summary
from cube_gym.statistics.text import number, percent, rate_text

_MOST_PROBLEMS = 10


def print_summary(summary: Summary, results: Sequence[EpisodeResult], console: Console, title: str) -> None:
    """Print the table by task, the one by tag, pass^k, and what went wrong."""
    parts = summary.by_task if len(summary.by_task) > 1 else []
    console.print(_table("task", parts, summary.total, title))
    if len(summary.by_template) not in {1, len(summary.by_task)}:
        console.print(_table("template", summary.by_template, None, "by template"))
    if summary.by_tag:
        console.print(_table("tag", summary.by_tag, None, "by tag"))
    total = summary.total
    missing = f", {total.missing} not played yet" if total.missing else ""
    console.print(
        f"{total.requested} episodes requested, {total.completed} completed, {total.faulted} faulted{missing}."
    )
    if summary.withheld:
        console.print(f"No success rate: {summary.withheld}. --allow-faults prints it.", soft_wrap=True)
    if len(summary.pass_hat) > 1:
        shares = ", ".join(f"pass^{k} {percent(share)}" for k, share in summary.pass_hat.items())
        console.print(f"{shares} (over tasks with k seeds or more)", highlight=False)
    _print_problems(results, console)


def _table(first: str, groups: Iterable[Group], total: Group | None, title: str) -> Table:
    shown = list(groups)
    counted = [*shown, *([total] if total is not None else [])]
    costly = any(group.mean_tokens is not None or group.cost is not None for group in counted)
    table = Table(title=escape(title), box=SIMPLE_HEAD, padding=0, pad_edge=False)
    table.add_column(first, overflow="fold")  # a name that is cut off cannot be used
    headings = ("episodes", "success (95 %)", "reward", "steps", "seconds", "faults")
    for heading in (*headings, *(("tokens", "cost") if costly else ())):
        table.add_column(heading, justify="right", no_wrap=True)
    for group in shown:
        table.add_row(*_row(group, costly=costly))
    if total is not None:
        table.add_section()
        table.add_row(*_row(total, costly=costly), style="bold")
    return table


def _row(group: Group, *, costly: bool) -> list[str]:
    row = [
        escape(group.name),
        str(group.requested),
        rate_text(group),
        number(group.mean_reward, 2),
        number(group.mean_steps),
        number(group.mean_seconds, 2),
        str(group.faulted),
    ]
    return [*row, number(group.mean_tokens, 0), number(group.cost, 4)] if costly else row


def _print_problems(results: Sequence[EpisodeResult], console: Console) -> None:
    troubled = [result for result in results if result.problem is not None]
    for result in troubled[:_MOST_PROBLEMS]:
        line = f"{result.task_id}, seed {result.seed}: {result.end.value}: {result.problem}"
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    if len(troubled) > _MOST_PROBLEMS:
        console.print(f"... and {len(troubled) - _MOST_PROBLEMS} more.")
