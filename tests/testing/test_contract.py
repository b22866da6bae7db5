"""Every flaw is found by the check that is made for it, and nothing good is accused."""

import pytest

from cube_core import TaskConfig
from cube_gym.testing import Subject, TaskContract, Verdict, Violation, certify
from cube_gym.testing.checks import CHECKS
from tests.testing.flawed import FLAWED, GOOD, SafeConfig

BY_NAME = {check.name: check for check in CHECKS}


@pytest.mark.parametrize(("check", "config"), FLAWED, ids=[f"{config.task}-{config.solution}" for _, config in FLAWED])
def test_each_flaw_is_found_by_its_check(check: str, config: TaskConfig) -> None:
    with pytest.raises(Violation):
        BY_NAME[check].run(Subject(lambda: config))


@pytest.mark.parametrize("config", GOOD, ids=lambda config: config.task)
def test_no_good_task_is_accused(config: TaskConfig) -> None:
    broken = certify([config]).broken

    assert not broken, broken


def test_every_check_finds_some_flaw() -> None:
    found = {check for check, _ in FLAWED}
    missing = set(BY_NAME) - found

    # these four can only be broken by the environment itself, which the environment's own tests do
    assert missing == {"answers_by_id", "satisfies_gymnasium", "sums_to_its_score", "survives_random_play"}


class TestSafeKeepsTheContract(TaskContract):
    """The suite as an author uses it."""

    def make(self) -> TaskConfig:
        return SafeConfig()


def test_a_certificate_counts_what_is_broken() -> None:
    config = next(config for check, config in FLAWED if check == "starts_with_a_goal")

    certificate = certify([config])

    assert not certificate.passed
    assert {finding.check for finding in certificate.broken} >= {"starts_with_a_goal"}
    assert all(finding.text for finding in certificate.broken)
    assert any(finding.verdict is Verdict.KEPT for finding in certificate.findings)
