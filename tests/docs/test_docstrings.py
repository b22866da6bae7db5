"""Every public class and function shows by an example, which runs, what it does."""

import doctest
import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType

import pytest
from _pytest.mark import ParameterSet

PACKAGES = (
    "cube_core",
    "world",
    "cube_gym",
    "cube_gym.plots",
    "cube_gym.statistics",
    "cube_gym.testing",
    "cube_gym.wrappers",
)
HEADINGS = (
    "## Description",
    "## Action Space",
    "## Observation Space",
    "## Rewards",
    "## Starting State",
    "## Episode End",
    "## Arguments",
    "## Version History",
)


def public() -> Iterator[ParameterSet]:
    seen: list[object] = []
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if (inspect.isclass(value) or inspect.isfunction(value)) and value not in seen:
                seen.append(value)
                yield pytest.param(module, name, value, id=f"{package}.{name}")


@pytest.mark.parametrize(("module", "name", "value"), list(public()))
def test_every_public_name_has_an_example_that_runs(module: ModuleType, name: str, value: object) -> None:
    known = {each: getattr(module, each) for each in module.__all__}
    example = doctest.DocTestParser().get_doctest(inspect.getdoc(value) or "", known, name, None, None)
    assert example.examples, f"{name} shows no example: add one with >>> to its docstring"
    if inspect.isfunction(value):
        return  # pytest finds it in its module; a class that calls itself one of its package, it does not
    told: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert told == []


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_are_listed_in_order(package: str) -> None:
    names = importlib.import_module(package).__all__
    assert list(names) == sorted(names, key=lambda name: (not name.isupper(), name))


@pytest.mark.parametrize("name", ["cube_gym:TaskEnv", "benchmarks.phone", "benchmarks.miniwob"])
def test_environments_are_described_under_gymnasiums_headings(name: str) -> None:
    module, _, attribute = name.partition(":")
    described = importlib.import_module(module)
    told = inspect.getdoc(getattr(described, attribute) if attribute else described) or ""
    assert [line for line in told.splitlines() if line.startswith("## ")] == list(HEADINGS)
