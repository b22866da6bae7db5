"""How training went, over seeds."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cube_gym.plots.axes import axes_or_new, plain
from cube_gym.statistics import t_quantile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Runs: TypeAlias = Sequence[ArrayLike] | Mapping[str, Sequence[ArrayLike]]
_Curve: TypeAlias = NDArray[np.float64]


def learning_curve(
    runs: Runs,
    *,
    window: int = 1,
    bounds: tuple[float, float] = (-np.inf, np.inf),
    xlabel: str = "episode",
    ylabel: str = "return",
    ax: "Axes | None" = None,
) -> "Axes":
    """The mean over seeds as a line, with its 95 % interval (Student's t, point by point) as a band.

    Args:
        runs: one run a seed, or such a list for each label. A run is the values of its episodes in order, shape (n,),
            or points (x, value), shape (n, 2), by rising x. Runs are compared where all of them have been.
        window: each point is the mean of the last so many values of its run; none is drawn before there are so many.
        bounds: the least and the greatest that a value can be, (0, 1) for a success rate: the band ends there.
        xlabel: what x counts.
        ylabel: what is learned.
        ax: where to draw; a new figure by default.

    Raises:
        ImportError: Matplotlib is not installed; it names the command that installs it.
        ValueError: a run is no curve, the window is below 1, or the runs of a label have no x in common, or less
            values than the window.

    >>> axes = learning_curve({"ours": [[0, 1, 1], [0, 0, 1]], "theirs": [[0, 0, 0]]}, window=2)
    >>> [line.get_label() for line in axes.get_lines()]
    ['ours (2 seeds)', 'theirs (1 seed)']
    """
    if window < 1:
        raise ValueError(f"window is a whole number from 1 on, got {window}")
    labelled = runs if isinstance(runs, Mapping) else {"": runs}
    curves = {label: mean_curve([_curve(run, window) for run in seeds], label) for label, seeds in labelled.items()}
    axes = axes_or_new(ax, (6.4, 3.6))
    for label, (x, mean, half) in curves.items():
        count = len(labelled[label])
        told = f"{count} seed{'s' * (count != 1)}"
        (line,) = axes.plot(x, mean, label=f"{label} ({told})" if label else told, linewidth=1.8)
        if count > 1:
            low, high = np.clip([mean - half, mean + half], *bounds)
            axes.fill_between(x, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.grid(visible=True, alpha=0.25)
    axes.legend(frameon=False)
    return plain(axes)


def mean_curve(seeds: Sequence[_Curve], label: str = "") -> tuple[_Curve, _Curve, _Curve]:
    """x, the mean over seeds, and half the width of its 95 % interval (0 for a single seed).

    The x are those of all seeds within what all of them reached; between its points a seed's values lie on a line.
    """
    if not seeds:
        raise ValueError(f"there is no run to draw{f' for {label!r}' if label else ''}")
    first, last = max(run[0, 0] for run in seeds), min(run[-1, 0] for run in seeds)
    if first > last:
        raise ValueError(
            f"the runs {f'of {label!r} ' if label else ''}have no x in common: one ends before another begins"
        )
    x = np.unique(np.concatenate([run[:, 0] for run in seeds]))
    x = x[(x >= first) & (x <= last)]
    values = np.stack([np.interp(x, run[:, 0], run[:, 1]) for run in seeds])
    if len(seeds) == 1:
        return x, values[0], np.zeros_like(x)
    error = values.std(axis=0, ddof=1) / np.sqrt(len(seeds))
    return x, values.mean(axis=0), t_quantile(len(seeds) - 1) * error


def _curve(run: Any, window: int) -> _Curve:  # noqa: ANN401, what becomes an array
    points = np.asarray(run, dtype=np.float64)
    if points.ndim == 1:
        points = np.column_stack([np.arange(1, len(points) + 1), points])
    if points.ndim != 2 or points.shape[1:] != (2,) or not len(points) or not np.isfinite(points).all():  # noqa: PLR2004, x and value
        raise ValueError(f"a run has shape (n,) or (n, 2), n at least 1, and finite values; got {points.shape}")
    if (np.diff(points[:, 0]) <= 0).any():
        raise ValueError("the x of a run rise from point to point")
    if len(points) < window:
        raise ValueError(f"a run has {len(points)} values, less than a window of {window}: ask for a smaller one")
    means = np.convolve(points[:, 1], np.full(window, 1 / window), mode="valid")
    return np.column_stack([points[window - 1 :, 0], means])
