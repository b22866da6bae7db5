"""How a benchmark of the catalogue, and a certificate, show themselves."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cube_core.display import Html, chip, code, dim, element, joined, line, table

if TYPE_CHECKING:
    from cube_gym.testing import Certificate


def listed_view(name: str, description: str, tasks: Iterable[Mapping[str, Any]], missing: Iterable[str] = ()) -> Html:
    """A benchmark with what its table says of each task."""
    rows = [(code(task["id"]), task.get("description", ""), task.get("split", "test")) for task in tasks]
    needs = [chip(f"needs {module}", "bad") for module in missing]
    head = line(element("b", name), " ", description, " ", chip(f"{len(rows):,} tasks"), *needs)
    return joined(head, table(("task", "description", "split"), rows))


def certificate_view(certificate: "Certificate") -> Html:
    """Each clause with how many tasks keep it, and what breaks one."""
    counts = Counter((finding.clause, finding.verdict.value) for finding in certificate.findings)
    clauses = dict.fromkeys(finding.clause for finding in certificate.findings)
    verdicts = ("kept", "broken", "not applicable")
    rows = [(clause, *(counts[clause, verdict] or "" for verdict in verdicts)) for clause in clauses]
    broken = [(code(found.task_id), found.clause, found.text) for found in certificate.broken]
    mark = chip("passed", "good") if certificate.passed else chip(f"{len(broken)} broken", "bad")
    told = table(("task", "breaks", "how"), broken) if broken else None
    kept = table(("clause", *verdicts), rows, right=(1, 2, 3))
    return joined(line(element("b", certificate.benchmark), " ", mark, dim(f"{len(rows)} clauses")), told, kept)
