"""The contract that every task keeps, as checks: a suite for authors, and a report for users."""

from cube_gym.testing.certificate import Certificate, Finding, Verdict, certify
from cube_gym.testing.checks import CHECKS
from cube_gym.testing.contract import TaskContract
from cube_gym.testing.subject import Check, NotApplicable, Subject, Violation

__all__ = [
    "CHECKS",
    "Certificate",
    "Check",
    "Finding",
    "NotApplicable",
    "Subject",
    "TaskContract",
    "Verdict",
    "Violation",
    "certify",
]
