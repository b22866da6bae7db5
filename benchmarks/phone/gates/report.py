"""The figures of all gates, and the table of templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from benchmarks.phone.gates.measures import Measures

ALIKE = 0.8
LONG = 25


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure, and the bound that it keeps."""

    name: str
    figure: str
    holds: bool
    where: str = ""
    """Which templates break it."""


def gates(found: Sequence[Measures]) -> list[Gate]:
    """Every gate, over the measures of all templates."""
    return [
        _all("the oracle solves it", found, "solved"),
        _none("doing nothing solves it", found, "nothing"),
        _none("answering with anything solves it", found, "spam"),
        _none("declining solves what is not to be declined", found, "declining"),
        _share("random play solves it", found, "randomly", 0.01),
        _share("the actions of another seed solve it", found, "blindly", 0.05),
        _none("the oracle and an unrelated edit solve it", found, "meddled"),
        _share("a step can be left out", found, "survived", 0.05),
        _optional(found),
        _lengths(found),
        _starts(found),
        _rows(found),
        _kinds(found),
        _overlap(found),
    ]


def alike(found: Sequence[Measures]) -> list[tuple[str, str, float]]:
    """Pairs of templates whose tables, predicates and oracle actions overlap by more than 80 %, most alike first."""
    single = list({one.config.template: one for one in found}.values())
    pairs = [
        (
            one.config.template,
            other.config.template,
            len(one.features & other.features) / len(one.features | other.features),
        )
        for one, other in combinations(single, 2)
    ]
    return sorted((pair for pair in pairs if pair[2] > ALIKE), key=lambda pair: -pair[2])


def kinds(found: Sequence[Measures]) -> Counter[str]:
    """How many templates there are of each kind."""
    return Counter({one.config.template: one.config.metadata.tags[0] for one in found}.values())


def _rates(found: Sequence[Measures], name: str) -> tuple[int, int, list[str]]:
    pairs = {one.name: getattr(one, name) for one in found}
    hits, tried = (sum(pair[index] for pair in pairs.values()) for index in (0, 1))
    return hits, tried, [task for task, pair in pairs.items() if pair[0]]


def _all(name: str, found: Sequence[Measures], attribute: str) -> Gate:
    pairs = {one.name: getattr(one, attribute) for one in found}
    short = [task for task, (hits, tried) in pairs.items() if hits < tried]
    hits, tried = (sum(pair[index] for pair in pairs.values()) for index in (0, 1))
    return Gate(name, f"{hits} of {tried}", hits == tried, ", ".join(short))


def _none(name: str, found: Sequence[Measures], attribute: str) -> Gate:
    hits, tried, where = _rates(found, attribute)
    return Gate(name, f"{hits} of {tried}", hits == 0, ", ".join(where))


def _share(name: str, found: Sequence[Measures], attribute: str, bound: float) -> Gate:
    hits, tried, where = _rates(found, attribute)
    share = hits / tried if tried else 0.0
    return Gate(name, f"{hits} of {tried} ({share:.1%}), bound {bound:.0%}", share < bound, ", ".join(where))


def _optional(found: Sequence[Measures]) -> Gate:
    declared, steps = sum(one.optional for one in found), sum(one.survived[1] for one in found)
    share = declared / steps if steps else 0.0
    return Gate("steps that are declared optional", f"{share:.1%}, bound 10%", share <= 0.1)  # noqa: PLR2004, the bound


def _lengths(found: Sequence[Measures]) -> Gate:
    from benchmarks.phone.templates import TEMPLATES  # noqa: PLC0415, a table that is only needed here

    wrong = [one.name for one in found if one.lengths[1] > TEMPLATES[one.config.template].steps]
    return Gate("runs are as long as declared at most", f"{len(wrong)} longer", not wrong, ", ".join(wrong))


def _starts(found: Sequence[Measures]) -> Gate:
    starts = [run.start for one in found for run in one.runs]
    share = len(set(starts)) / len(starts)
    changed = sum(one.changed_by_nothing for one in found)
    text = f"{share:.2%} distinct, bound 99%; {changed} changed by stopping at once"
    return Gate("starts differ", text, share >= 0.99 and changed == 0)  # noqa: PLR2004, the bound


def _rows(found: Sequence[Measures]) -> Gate:
    rows = {row for one in found for row in one.rows}
    return Gate("rows read by goals and verifiers", f"{len(rows)}, at least 200", len(rows) >= 200)  # noqa: PLR2004, the bound


def _kinds(found: Sequence[Measures]) -> Gate:
    counted = kinds(found)
    total = sum(counted.values())
    several = {one.config.template for one in found if len(one.config.metadata.tags) > 2}  # noqa: PLR2004, kind and two apps
    long = {one.config.template for one in found if one.lengths[0] >= LONG}
    longest = max(one.lengths[1] for one in found)
    shares = (
        f"{len(several) / total:.0%} over several apps (bound 30%), {len(long) / total:.0%} of {LONG} steps (bound 15%)"
    )
    text = f"{total} templates, {shares}, the longest {longest}; {dict(sorted(counted.items()))}"
    enough = len(several) >= 0.3 * total and len(long) >= 0.15 * total and longest > 60  # noqa: PLR2004, the bounds
    return Gate("kinds of templates", text, enough)


def _overlap(found: Sequence[Measures]) -> Gate:
    pairs = alike(found)
    text = ", ".join(f"{one} ~ {other} ({share:.0%})" for one, other, share in pairs)
    return Gate("pairs that overlap by more than 80 %", f"{len(pairs)}", all(share < 1 for *_, share in pairs), text)
