"""What is said where cube-standard, or a package that needs it, is not as it should be."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import gymnasium as gym
import pytest

from cube_core import TaskMetadata
from cube_gym.adapters.cube_standard import CubeTaskConfig
from cube_gym.adapters.cube_standard.requirement import is_supported, require_cube_standard

TABLE = """[
    {"id": "first task", "abstract_description": "One.", "split": "train"},
    {"id": "second", "nondeterministic": true}
]"""


@pytest.mark.parametrize(
    ("version", "supported"),
    [
        ("0.1.0rc10", True),
        ("0.1.0rc12", True),
        ("0.1.0", True),
        ("0.1.4.post1", True),
        ("0.1.0rc8", False),
        ("0.2.0", False),
        ("1.0", False),
    ],
)
def test_versions_that_were_tried_and_their_repairs_are_supported(version: str, supported: bool) -> None:  # noqa: FBT001, a table
    assert is_supported(version) is supported


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="an earlier Python is needed to be told so")
def test_an_earlier_python_is_told_what_cube_packages_need() -> None:
    config = CubeTaskConfig(metadata=TaskMetadata(id="x"), cube={"_type": "some_cube.Config"})
    with pytest.raises(
        gym.error.DependencyNotInstalled, match=r"need Python 3.12 or later.*pip install 'cube-gym\[cube\]'"
    ):
        config.make()


@pytest.mark.skipif(find_spec("cube") is not None or sys.version_info < (3, 12), reason="cube-standard is here")
def test_without_cube_standard_the_command_that_installs_it_is_named() -> None:
    with pytest.raises(gym.error.DependencyNotInstalled, match=r"pip install 'cube-gym\[cube\]'"):
        require_cube_standard()


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder of installed packages: one with a table, one with a CSV table, one that is broken, one that is gone."""
    for name, files in {
        "tabled": {"__init__.py": "", "benchmark.py": "1/0", "task_metadata.json": TABLE},
        "listed": {
            "__init__.py": "",
            "benchmark.py": "1/0",
            "task_metadata.csv": "id,recommended_max_steps\na,3\nb,\n",
        },
        "broken": {"__init__.py": "import a_module_that_is_not_there"},
        "doubled": {"__init__.py": "", "task_metadata.json": '[{"id": "a"}, {"id": "a"}]'},
    }.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)
    for name in ("tabled", "listed", "broken", "doubled", "gone"):
        info = tmp_path / f"{name}_cube-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}-cube\nVersion: 1\nSummary: The {name} one\n"
        )
        (info / "entry_points.txt").write_text(f"[cube.benchmarks]\n{name}-cube = {name}.benchmark:Config\n")
    return tmp_path


def run(code: str, folder: Path) -> str:
    """What Python prints that finds the packages of a folder; errors too."""
    found = os.pathsep.join([str(folder), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": found, "COLUMNS": "200"},
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ).stdout


def test_tables_give_ids_without_an_import_and_packages_that_cannot_be_read_are_left_out(packages: Path) -> None:
    printed = run(
        "import sys, gymnasium as gym, cube_gym\n"
        "packages = 'cube/tabled', 'cube/listed', 'cube/doubled'\n"
        "print(sorted(name for name in gym.registry if name.startswith(packages)))\n"
        "print([name for name in ('cube', 'pydantic', 'tabled', 'listed', 'broken') if name in sys.modules])\n"
        "print(gym.spec('cube/tabled-cube.second-v0').nondeterministic)",
        packages,
    )
    ids = [
        "cube/listed-cube.a-v0",
        "cube/listed-cube.b-v0",
        "cube/tabled-cube.first-task-v0",
        "cube/tabled-cube.second-v0",
    ]
    *logged, found, imported, nondeterministic = printed.splitlines()
    assert (found, imported, nondeterministic) == (str(ids), "[]", "True")
    assert [line.partition(" cannot")[0] for line in logged] == [
        "CUBE package 'doubled-cube'",
        "CUBE package 'gone-cube'",
    ]


def test_a_list_of_benchmarks_tells_of_the_packages_that_can_be_read(packages: Path) -> None:
    printed = run("from cube_gym.cli import main; main(['list', 'tabled-cube'])", packages)
    assert "first-task" in printed
    assert "train" in printed


@pytest.mark.skipif(find_spec("cube") is None, reason="cube-standard needs Python 3.12: `make test-cube` has it")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tabled", "ZeroDivisionError"),
        ("broken", "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"),
    ],
)
def test_a_package_that_fails_to_import_is_named_and_the_others_work(packages: Path, name: str, said: str) -> None:
    printed = run(
        "import cube_gym, gymnasium as gym\n"
        "from cube_gym.adapters.cube_standard import register_cube_packages\n"
        f"try: gym.make('cube/Task-v0', benchmark='{name}-cube')\n"
        "except gym.error.DependencyNotInstalled as error: print(error)\n"
        f"try: register_cube_packages('{name}-cube')\n"
        "except gym.error.DependencyNotInstalled as error: print('again')\n"
        "ids = register_cube_packages(check='none')\n"
        "name = 'cube/arithmetic-cube.add-3-4-v0'\n"
        "print(name in ids, gym.make(name).reset(seed=0)[1]['goal'])",
        packages,
    )
    assert f"the CUBE package '{name}-cube' cannot be loaded: {said}" in printed
    assert f"its distribution is '{name}-cube'" in printed
    assert "again\n" in printed
    assert printed.endswith("True What is 3 + 4?\n")
