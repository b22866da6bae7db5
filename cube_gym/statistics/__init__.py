"""Statistics of results: success rates with intervals, pass^k, costs, and comparisons."""

from cube_gym.statistics.comparison import Comparison, compare
from cube_gym.statistics.intervals import Interval, clustered_variance, success_interval, t_quantile
from cube_gym.statistics.reliability import pass_hat_k
from cube_gym.statistics.summary import MOST_FAULTS, Group, Summary, summarize

__all__ = [
    "MOST_FAULTS",
    "Comparison",
    "Group",
    "Interval",
    "Summary",
    "clustered_variance",
    "compare",
    "pass_hat_k",
    "success_interval",
    "summarize",
    "t_quantile",
]
