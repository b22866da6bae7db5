import pytest

from benchmarks.phone.config import task_config
from benchmarks.phone.task import PhoneTask
from benchmarks.phone.templates import TEMPLATES
from benchmarks.phone.templates.replies import amount_forms, day_forms, refusals
from benchmarks.phone.verify import DECLINED, answers

MIXED = [name for name, template in TEMPLATES.items() if template.kind in ("policy", "infeasible")]
SEEDS = range(24)


@pytest.mark.parametrize("name", MIXED)
def test_about_half_of_the_worlds_allow_what_is_asked_for(name: str) -> None:
    task = task_config(name, TEMPLATES[name].splits[0]).make()
    assert isinstance(task, PhoneTask)
    refused = 0
    for seed in SEEDS:
        task.reset(seed=seed)
        refused += task.template.answers(task.params) is not None
    assert 0.2 < refused / len(SEEDS) < 0.8


def test_a_refusal_counts_only_with_its_fact() -> None:
    accepted = refusals(*day_forms("2025-03-14"))
    assert answers("Impossible: 14 Mar.", accepted)
    assert answers("impossible, Fri 14 Mar 2025", accepted)
    assert not answers(DECLINED, accepted)
    assert not answers("impossible: 15 Mar", accepted)


def test_an_amount_counts_in_every_way_to_write_it() -> None:
    accepted = amount_forms(123_450)
    assert all(answers(text, accepted) for text in ("1234.50 €", "1,234.50", "1234,50 €", "€1234.50"))
    assert not answers("1234.5 €", accepted[:1])
