"""Answers: the forms in which a fact counts, and refusals that must name what they found."""

from __future__ import annotations

from benchmarks.phone.clock import MONTHS, day_text, parse_day
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import DECLINED


def amount_forms(cents: int) -> tuple[str, ...]:
    """Ways to write an amount.

    >>> amount_forms(120000)
    ('1200.00', '1200.00 €', '€1200.00', '1,200.00', '1,200.00 €', '€1,200.00', '1200', '1200 €', '€1200')
    """
    texts = [f"{cents / 100:.2f}", f"{cents / 100:,.2f}"]
    texts += [str(cents // 100)] if cents % 100 == 0 else []
    return tuple(form for text in dict.fromkeys(texts) for form in (text, f"{text} €", f"€{text}"))


def day_forms(day: str) -> tuple[str, ...]:
    """Ways to write a day that is given as `YYYY-MM-DD`."""
    moment = parse_day(day)
    short = f"{moment.day} {MONTHS[moment.month - 1]}"
    return (day, day_text(moment), f"{short} {moment.year}", short)


def refusals(*facts: str) -> tuple[str, ...]:
    """Answers that decline and name one of these facts.

    >>> refusals("3 Mar")[:2]
    ('impossible: 3 Mar', 'impossible, 3 Mar')
    """
    return tuple(f"{DECLINED}{joint}{fact}" for fact in facts for joint in (": ", ", ", " ", ". ", " - "))


def refuse(hand: Hand, fact: str) -> Steps:
    """Decline and name what was found."""
    yield from hand.answer(f"{DECLINED}: {fact}")
