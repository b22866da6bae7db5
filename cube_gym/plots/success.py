"""How often each template succeeds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cube_gym.evaluation.results import EpisodeResult
from cube_gym.plots.axes import axes_or_new, plain
from cube_gym.statistics import Group, summarize

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW = 0.26  # inches


def success_by_template(
    results: Sequence[EpisodeResult], *, allow_faults: bool = False, ax: "Axes | None" = None
) -> "Axes":
    """The success rate of each template with its 95 % interval, the best above, and that of all of them below.

    The intervals are those of `cube_gym.statistics`: Wilson's for a template, clustered by template for the whole.

    Args:
        results: the episodes of a run; faulted ones are in no rate.
        allow_faults: draw rates also above 5 % faults.
        ax: where to draw; a new figure by default.

    Raises:
        ImportError: Matplotlib is not installed; it names the command that installs it.
        ValueError: no episode counts, or too many faulted.

    >>> from cube_gym import evaluate
    >>> axes = success_by_template(evaluate("phone/rename-note", "oracle", seeds=2).results)
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['all (2)', 'rename-note (2)']
    """
    summary = summarize(results, allow_faults=allow_faults)
    if summary.total.success_rate is None:
        raise ValueError(summary.withheld or "there is no episode that counts: nothing to draw")
    rated = sorted((group for group in summary.by_template if group.interval is not None), key=_by_rate)
    rows = [summary.total, *rated]
    axes = axes_or_new(ax, (6.4, 1.2 + _ROW * len(rows)))
    for place, group in enumerate(rows):
        _draw(axes, place, group, colour="black" if place == 0 else "tab:blue")
    axes.axhline(0.5, color="grey", linewidth=0.6)
    axes.set_yticks(range(len(rows)), [f"{group.name} ({group.completed})" for group in rows])
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.6, len(rows) - 0.4), xlabel="success rate, 95 % interval")
    axes.grid(visible=True, axis="x", alpha=0.25)
    return plain(axes)


def _by_rate(group: Group) -> tuple[float, str]:
    return group.success_rate or 0.0, group.name


def _draw(axes: "Axes", place: int, group: Group, colour: str) -> None:
    if group.interval is None or group.success_rate is None:
        return
    axes.hlines(place, *group.interval, color=colour, linewidth=2, alpha=0.6)
    axes.plot(group.success_rate, place, "o", color=colour, markersize=5)
