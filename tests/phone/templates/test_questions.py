"""What the gates do not measure: whether a question could be answered by a good guess, and whether goals read back."""

from collections import Counter

import pytest

from benchmarks.phone.config import PhoneTaskConfig, task_config
from benchmarks.phone.task import PhoneTask
from benchmarks.phone.templates import MODULES, TEMPLATES, questions_people, questions_things, questions_time

SEEDS = range(8)
QUESTIONS = [t for module in (questions_people, questions_things, questions_time) for t in module.TEMPLATES]
CONFIGS = [task_config(template.name, split) for template in QUESTIONS for split in template.splits]


def played(config: PhoneTaskConfig) -> PhoneTask:
    task = config.make()
    assert isinstance(task, PhoneTask)
    return task


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.template}-{config.metadata.split}")
def test_no_answer_is_right_for_many_seeds(config: PhoneTaskConfig) -> None:
    task = played(config)
    given: Counter[str] = Counter()
    for seed in SEEDS:
        task.reset(seed=seed)
        answers = task.template.answers(task.params)
        assert answers
        given[answers[0]] += 1

    assert max(given.values()) <= 2, given


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.template}-{config.metadata.split}")
def test_a_goal_does_not_hold_its_answer_and_reads_back(config: PhoneTaskConfig) -> None:
    task = played(config)
    for seed in SEEDS:
        goal = task.reset(seed=seed)[1]["goal"]
        shown = task.template.read(goal)
        assert shown == {key: task.params[key] for key in shown}
        assert not any(answer in goal for answer in task.template.answers(task.params) or ())


def test_no_two_templates_have_one_name() -> None:
    names = Counter(template.name for module in MODULES for template in module.TEMPLATES)

    assert len(TEMPLATES) == sum(names.values()), [name for name, count in names.items() if count > 1]
