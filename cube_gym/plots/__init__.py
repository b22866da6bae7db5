"""Figures of what came of training and evaluation, for notebooks and papers. They need the extra `plots`.

Each draws into `ax`, or into a new figure, and returns the Axes; `ax.figure.savefig(...)` keeps it.
"""

from cube_gym.plots.curves import learning_curve
from cube_gym.plots.strip import film_strip
from cube_gym.plots.success import success_by_template

__all__ = ["film_strip", "learning_curve", "success_by_template"]
