"""Whether one run is better than another: on the episodes that both have.

The difference of the success rates is taken in pairs of the same task and seed, which cancels how hard the episodes
are. Its 95 % interval is Wald's for matched pairs with half a case added to each of the four cells (Agresti and Min
2005, Statistics in Medicine 24), on the effective number of pairs, clustered by template as in `intervals`:

    a, b   = n_eff times the share of the pairs that only A, only B won, plus 1/2 each
    N      = n_eff + 2
    d      = (a - b) / N
    d +- t * sqrt(a + b - (a - b)^2 / N) / N

t is Student's 0.975 quantile for C - 1 degrees of freedom, C templates (n - 1 for a single template).
"""

import math
from collections.abc import Sequence

from cube_core import TypedBaseModel
from cube_gym.evaluation.results import EpisodeResult
from cube_gym.statistics.intervals import Interval, effective_size, t_quantile


class Comparison(TypedBaseModel):
    """Two runs, compared on the episodes that both completed.

    >>> from cube_gym.statistics import compare
    >>> compare([], []).better is None
    True
    """

    __module__ = "cube_gym.statistics"

    pairs: int
    only_in_a: int
    """Completed episodes of A that B has not, or that faulted there."""
    only_in_b: int
    both: int
    """Pairs that both won."""
    only_a: int
    only_b: int
    neither: int
    rate_a: float | None
    """Success rate of A over the pairs."""
    rate_b: float | None
    difference: float | None
    """`rate_a - rate_b`."""
    interval: Interval | None
    """The 95 % interval of the difference; None for less than two pairs."""

    @property
    def better(self) -> str | None:
        """Which one is, "A" or "B"; None when the interval holds 0, so that the episodes do not tell."""
        if self.interval is None or self.interval.low <= 0 <= self.interval.high:
            return None
        return "A" if self.interval.low > 0 else "B"

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.results import comparison_view  # noqa: PLC0415, only notebooks draw

        return whole(comparison_view(self))


def compare(a: Sequence[EpisodeResult], b: Sequence[EpisodeResult]) -> Comparison:
    """Compare two runs. See the module for the formula.

    >>> from cube_gym import evaluate
    >>> a, b = (evaluate("phone/rename-note", agent, seeds=8).results for agent in ("oracle", "random"))
    >>> found = compare(a, b)
    >>> found.pairs, found.better
    (8, 'A')
    """
    in_a = {result.key: result for result in a if not result.faulted}
    in_b = {result.key: result for result in b if not result.faulted}
    keys = [key for key in in_a if key in in_b]
    wins = [(in_a[key].success is True, in_b[key].success is True) for key in keys]
    n = len(keys)
    only_a, only_b = wins.count((True, False)), wins.count((False, True))
    return Comparison(
        pairs=n,
        only_in_a=len(in_a) - n,
        only_in_b=len(in_b) - n,
        both=wins.count((True, True)),
        only_a=only_a,
        only_b=only_b,
        neither=wins.count((False, False)),
        rate_a=sum(won for won, _ in wins) / n if n else None,
        rate_b=sum(won for _, won in wins) / n if n else None,
        difference=(only_a - only_b) / n if n else None,
        interval=_interval(wins, [in_a[key].template for key in keys]),
    )


def _interval(wins: Sequence[tuple[bool, bool]], templates: Sequence[str]) -> Interval | None:
    n = len(wins)
    if n < 2:  # noqa: PLR2004, one pair shows no variation
        return None
    differences = [float(won_a) - float(won_b) for won_a, won_b in wins]
    mean = sum(differences) / n
    variance = sum(value * value for value in differences) / n - mean * mean
    size = effective_size(differences, templates, variance)
    clusters = len(set(templates))
    a = size * sum(value > 0 for value in differences) / n + 0.5
    b = size * sum(value < 0 for value in differences) / n + 0.5
    total = size + 2
    centre = (a - b) / total
    half = t_quantile((clusters if clusters > 1 else n) - 1) * math.sqrt(a + b - (a - b) ** 2 / total) / total
    return Interval(max(-1.0, centre - half), min(1.0, centre + half))
