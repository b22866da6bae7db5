"""Settings that all tests share."""

import functools
import io
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from rich.console import Console

from tests.sampling import SEED_VARIABLE, chosen_seed

INSTALL_CHROMIUM = Path(__file__).resolve().parent.parent / "scripts" / "install_chromium.sh"

# How long an example takes says more about the machine than about the code. `make test` selects hypothesis' own profile
# "ci", which has no deadline either and draws the same examples each time.
settings.register_profile("local", deadline=None)
settings.load_profile("local")

FIGURES = "figures"
"""The name of the property by which a test hands in what it measured."""


@functools.cache
def chromium_found() -> bool:
    """Whether there is a Chromium, as the installing script sees it."""
    return subprocess.run([INSTALL_CHROMIUM, "--find"], check=False, capture_output=True).returncode == 0


def pytest_report_header() -> str:
    """What repeats the sampled parts of a run."""
    return f"sample: {SEED_VARIABLE}={chosen_seed()}"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test without a browser fails: a skipped one would pass for green."""
    if item.get_closest_marker("browser") and not chromium_found():
        pytest.fail("no Chromium for this test: run `make chromium`, or set CUBE_GYM_CHROMIUM", pytrace=False)


@pytest.fixture
def at_the_end(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Prints tables at the end of the run, whatever process the test ran in."""

    def record(*tables: object) -> None:
        paper = io.StringIO()
        Console(file=paper, width=200).print(*tables)
        record_property(FIGURES, paper.getvalue())

    return record


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured."""
    reports = [report for name in ("passed", "failed") for report in terminalreporter.getreports(name)]
    for report in reports:
        for name, value in report.user_properties:
            if name == FIGURES:
                terminalreporter.section(report.nodeid)
                terminalreporter.write_line(str(value))
