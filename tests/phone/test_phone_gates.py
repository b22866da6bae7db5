"""The gates that keep the tasks honest.

The usual run measures every template on one seed, which the commit chooses; the report's header prints it, and
`CUBE_GYM_SAMPLE` repeats it. The slow run measures all templates on 30 seeds, and the shares over all of them.
"""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from benchmarks.phone.config import PhoneTaskConfig, task_config
from benchmarks.phone.gates.measures import measure
from benchmarks.phone.gates.report import gates
from benchmarks.phone.gates.tables import gate_table, template_table
from benchmarks.phone.templates import TEMPLATES
from tests.sampling import chosen_seed

ALL = 30
CONFIGS = [task_config(name, split) for name in sorted(TEMPLATES) for split in TEMPLATES[name].splits]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.template}-{config.metadata.split}")
def test_a_template_keeps_the_gates_on_a_seed(config: PhoneTaskConfig) -> None:
    found = measure(config, [chosen_seed()])

    assert found.solved == (1, 1), [run.lost for run in found.runs]
    assert found.nothing[0] == found.spam[0] == found.declining[0] == found.meddled[0] == 0
    # A search can be left out where chance puts the row on the first screen: the slow test bounds the share over all.
    assert found.survived[0] <= 1, "steps can be left out: shorten the oracle, or name them in optional_steps"
    assert found.changed_by_nothing == 0
    assert found.lengths[1] <= TEMPLATES[config.template].steps


@pytest.mark.slow
def test_all_templates_keep_all_gates_on_thirty_seeds(at_the_end: Callable[..., None]) -> None:
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(partial(measure, seeds=range(ALL)), CONFIGS))
    held = gates(found)
    at_the_end(template_table(found), gate_table(held))

    broken = [gate for gate in held if not gate.holds]
    assert not broken, broken
