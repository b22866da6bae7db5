"""Learning curves as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import numpy as np

mpl.use("agg")  # drawn into a file, with or without a screen
from matplotlib import pyplot as plt


class Point(NamedTuple):
    """Where a run was at one time."""

    seconds: float
    steps: int
    rate: float
    """The share of held-out episodes that were solved."""


class Curve(NamedTuple):
    """One run."""

    name: str
    seed: int
    points: tuple[Point, ...]


def draw_curves(file: Path, curves: Sequence[Curve], chance: Mapping[str, float]) -> None:
    """Success over minutes, for each name the mean of its runs with a band from the worst to the best of them.

    Args:
        file: Where the PNG is written.
        curves: The runs.
        chance: The success of random play by name, drawn as dotted lines.
    """
    figure, axes = plt.subplots(figsize=(8, 4.5), dpi=110, layout="constrained")
    for index, name in enumerate(dict.fromkeys(curve.name for curve in curves)):
        runs = [curve.points for curve in curves if curve.name == name]
        minutes = np.linspace(0, min(points[-1].seconds for points in runs), 200)
        rates = np.stack([np.interp(minutes, [p.seconds for p in run], [p.rate for p in run]) for run in runs])
        (line,) = axes.plot(minutes / 60, rates.mean(0), label=f"{name} ({len(runs)} seeds)" if len(runs) > 1 else name)
        axes.fill_between(minutes / 60, rates.min(0), rates.max(0), color=line.get_color(), alpha=0.2, linewidth=0)
        if name in chance:
            label = "random play" if index == 0 else None
            axes.axhline(chance[name], color=line.get_color(), linestyle=":", linewidth=1, label=label)
    axes.set(xlabel="minutes of training, on two cores", ylabel="held-out tasks solved", ylim=(-0.02, 1.02))
    axes.set_xlim(left=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(file)
    plt.close(figure)
