"""Statistics as text, "-" for what there is none of."""

from cube_gym.statistics.comparison import Comparison
from cube_gym.statistics.intervals import Interval
from cube_gym.statistics.summary import Group


def percent(share: float | None) -> str:
    """A share in per cent.

    >>> percent(0.25), percent(None)
    ('25.0%', '-')
    """
    return "-" if share is None else f"{share:.1%}"


def interval_text(interval: Interval | None) -> str:
    """An interval in per cent."""
    return "-" if interval is None else f"{interval.low:.1%} to {interval.high:.1%}"


def rate_text(group: Group) -> str:
    """A success rate with its 95 % interval."""
    if group.success_rate is None or group.interval is None:
        return "-"
    low, high = group.interval
    return f"{group.success_rate:.1%} ({100 * low:.0f}-{100 * high:.0f})"


def number(value: float | None, digits: int = 1) -> str:
    """A number with so many digits."""
    return "-" if value is None else f"{value:,.{digits}f}"


def verdict(found: Comparison) -> str:
    """What a comparison says, in a sentence or two."""
    left_out = f" Left out: {found.only_in_a} of A and {found.only_in_b} of B without a completed partner."
    rest = left_out if found.only_in_a or found.only_in_b else ""
    if found.difference is None:
        return f"No episode in common: nothing can be said.{rest}"
    rates = f"A {percent(found.rate_a)}, B {percent(found.rate_b)}, difference {found.difference:+.1%}"
    interval = f"95 % interval {interval_text(found.interval)}"
    told = "no ranking: the interval holds 0" if found.better is None else f"{found.better} is better"
    if found.interval is None:
        interval, told = "no interval for a single pair", "no ranking"
    return f"{rates}, {interval}: {told}.{rest}"
