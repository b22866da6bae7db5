"""Where a plot is drawn."""

from typing import TYPE_CHECKING

from cube_gym.extras import install_command

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_or_new(ax: "Axes | None", size: tuple[float, float]) -> "Axes":
    """`ax`, or the Axes of a new figure of this size in inches.

    Raises:
        ImportError: Matplotlib is not installed; it names the command that installs it.
    """
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot as plt  # noqa: PLC0415, only for those who plot
    except ImportError as exc:
        raise ImportError(f"plots need Matplotlib: {install_command('plots')}") from exc
    return plt.subplots(figsize=size, layout="constrained")[1]


def plain(ax: "Axes") -> "Axes":
    """Without the frame's upper and right edge."""
    ax.spines[["top", "right"]].set_visible(False)
    return ax
