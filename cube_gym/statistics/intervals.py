"""95 % intervals for shares of episodes that are alike within a template.

Episodes of one template tend to succeed or fail together, so that they say less than as many independent ones. The
interval is Wilson's score interval (Wilson 1927, JASA 22) on the effective number of episodes, as Korn and Graubard
(1998, Survey Methodology 24) have it for the share in a clustered sample:

    p      = successes / n
    V      = C / (C - 1) * sum over templates of (sum over its episodes of (x - p))^2 / n^2      (C templates)
    n_eff  = p (1 - p) / V * (t(n - 1) / t(C - 1))^2, at most n

V is the cluster-robust variance that Miller (2024, "Adding Error Bars to Evals", arXiv 2411.00640) proposes for
evaluations, with the usual correction for few clusters; t(v) is the 0.975 quantile of Student's distribution. Where
all episodes succeeded, or none, nothing shows how alike those of a template are, and n_eff is C. With a single template
the interval is about that template, and its episodes count as independent.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from statistics import NormalDist
from typing import Final, NamedTuple

Z: Final = NormalDist().inv_cdf(0.975)
_LARGE: Final = 1000  # degrees of freedom from which on Student's distribution counts as normal


class Interval(NamedTuple):
    """A 95 % interval, both ends included.

    >>> low, high = Interval(0.25, 0.75)
    >>> high - low
    0.5
    """

    low: float
    high: float


def success_interval(outcomes: Sequence[bool], templates: Sequence[Hashable]) -> Interval | None:
    """The interval of the success rate; None for no episode. See the module for the formula.

    >>> low, high = success_interval([True, False] * 10, list("aabbccddeeffgghhiijj"))
    >>> round(low, 2), round(high, 2)
    (0.3, 0.7)
    """
    n = len(outcomes)
    if not n:
        return None
    rate = sum(outcomes) / n
    return wilson(rate, effective_size([float(outcome) for outcome in outcomes], templates, rate * (1 - rate)))


def wilson(rate: float, n: float) -> Interval:
    """Wilson's score interval for a share of `n` independent cases; `n` may be a fraction."""
    spread = Z * Z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return Interval(min(low, rate), max(high, rate))


def effective_size(values: Sequence[float], templates: Sequence[Hashable], variance: float) -> float:
    """How many independent cases say as much as these; `variance` is that of a single case."""
    n, clusters = len(values), len(set(templates))
    if clusters < 2:  # noqa: PLR2004, one template shows nothing of how templates differ
        return float(n)
    if variance <= 0:
        return float(clusters)
    observed = clustered_variance(values, templates)
    if observed <= 0:
        return float(n)
    shrunk = variance / observed * (t_quantile(n - 1) / t_quantile(clusters - 1)) ** 2
    return min(float(n), shrunk)


def clustered_variance(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """The cluster-robust variance of the mean of `values`, with the correction C / (C - 1) for C clusters.

    Raises:
        ValueError: there are less than two clusters.

    >>> clustered_variance([0, 0, 1, 1], ["a", "a", "b", "b"])
    0.25
    >>> clustered_variance([0, 1, 0, 1], ["a", "a", "b", "b"])
    0.0
    """
    mean = sum(values) / len(values)
    sums: dict[Hashable, float] = defaultdict(float)
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] += value - mean
    if len(sums) < 2:  # noqa: PLR2004, see above
        raise ValueError("a clustered variance needs at least two clusters")
    return len(sums) / (len(sums) - 1) * sum(total * total for total in sums.values()) / len(values) ** 2


@cache
def t_quantile(freedom: int) -> float:
    """The 0.975 quantile of Student's t distribution with a whole number of degrees of freedom.

    >>> round(t_quantile(1), 3), round(t_quantile(9), 3), round(t_quantile(60), 3)
    (12.706, 2.262, 2.0)
    """
    if freedom < 1:
        raise ValueError(f"degrees of freedom are 1 or more, got {freedom}")
    if freedom >= _LARGE:
        return Z
    low, high = 0.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _central_share(middle, freedom) < 0.95 else (low, middle)  # noqa: PLR2004, 95 %
    return (low + high) / 2


def _central_share(t: float, freedom: int) -> float:
    """P(|T| < t), by the finite series for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
