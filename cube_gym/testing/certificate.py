"""The contract as a report on a benchmark."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from cube_core import BenchmarkConfig, TaskConfig, TypedBaseModel
from cube_gym import catalogue
from cube_gym.testing.checks import CHECKS
from cube_gym.testing.subject import Check, NotApplicable, Subject, Violation


class Verdict(StrEnum):
    """What a check found.

    >>> [verdict.value for verdict in Verdict]
    ['kept', 'broken', 'not applicable']
    """

    KEPT = "kept"
    BROKEN = "broken"
    NOT_APPLICABLE = "not applicable"


class Finding(TypedBaseModel):
    """What one check found of one task.

    >>> Finding(task_id="a", check="ends", clause="It ends", verdict="kept").verdict
    <Verdict.KEPT: 'kept'>
    """

    task_id: str
    check: str
    clause: str
    verdict: Verdict
    text: str = ""


class Certificate(TypedBaseModel):
    """All findings on a benchmark.

    >>> from cube_gym.testing import Certificate, Finding
    >>> finding = Finding(task_id="a", check="x", clause="It ends", verdict=Verdict.BROKEN, text="it goes on")
    >>> Certificate(benchmark="mine", findings=[finding]).passed
    False
    """

    benchmark: str
    findings: list[Finding]

    @property
    def passed(self) -> bool:
        """Whether no task breaks a clause."""
        return not self.broken

    @property
    def broken(self) -> list[Finding]:
        """The clauses that are broken, with the task that breaks them."""
        return [finding for finding in self.findings if finding.verdict is Verdict.BROKEN]

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.benchmarks import certificate_view  # noqa: PLC0415, only notebooks draw

        return whole(certificate_view(self))


def certify(benchmark: "str | BenchmarkConfig | Iterable[TaskConfig]") -> Certificate:
    """Check tasks against the contract that all tasks keep: a benchmark by name, a choice of its tasks, or configs.

    >>> from benchmarks.phone import PhoneConfig
    >>> certificate = certify(PhoneConfig(tasks=("rename-note",)))
    >>> certificate.passed
    True
    """
    if isinstance(benchmark, str):
        return Certificate(
            benchmark=benchmark, findings=list(findings(catalogue.benchmark(benchmark).configs().values()))
        )
    if isinstance(benchmark, BenchmarkConfig):
        configs = benchmark.get_task_configs()
        return Certificate(benchmark=benchmark.benchmark().name, findings=list(findings(configs)))
    return Certificate(benchmark="tasks", findings=list(findings(benchmark)))


def findings(configs: Iterable[TaskConfig]) -> Iterator[Finding]:
    """The findings on these tasks, as they come."""
    for config in configs:
        subject = Subject(lambda config=config: config)  # type: ignore[misc]
        for check in CHECKS:
            verdict, text = _verdict(check, subject)
            yield Finding(task_id=config.metadata.id, check=check.name, clause=check.clause, verdict=verdict, text=text)


def _verdict(check: Check, subject: Subject) -> tuple[Verdict, str]:
    try:
        check.run(subject)
    except NotApplicable as exc:
        return Verdict.NOT_APPLICABLE, str(exc)
    except Violation as exc:
        return Verdict.BROKEN, str(exc)
    except Exception as exc:  # noqa: BLE001, what the author's code raises is a finding too
        return Verdict.BROKEN, f"{type(exc).__name__}: {exc}"
    return Verdict.KEPT, ""
