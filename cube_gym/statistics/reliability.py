"""pass^k: how likely an agent is to succeed k times in a row at the same task."""

from collections.abc import Sequence
from math import comb


def pass_hat_k(trials: Sequence[Sequence[bool]], k: int) -> float | None:
    """The mean over tasks of the chance that k of its trials, drawn without replacement, all succeed.

    For a task with c successes in n trials that is C(c, k) / C(n, k), an unbiased estimate of the k-th power of its
    success probability (Yao et al. 2024, tau-bench, arXiv 2406.12045). Tasks with fewer than k trials are left out;
    None when that leaves none.

    >>> round(pass_hat_k([[True, True, False, False], [True, True, True, True]], k=2), 3)
    0.583

    Raises:
        ValueError: k is below 1.
    """
    if k < 1:
        raise ValueError(f"k is a whole number from 1 on, got {k}")
    shares = [comb(sum(task), k) / comb(len(task), k) for task in trials if len(task) >= k]
    return sum(shares) / len(shares) if shares else None
