"""Finding benchmarks: announced by packages, or registered by hand."""

# Anything is tried here.
# ruff: noqa: ANN401

import json
import logging
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.error import DependencyNotInstalled

import cube_gym
from cube_core import BenchmarkConfig, BenchmarkMetadata, TaskConfig
from cube_gym import TaskEnv, catalogue, registration
from cube_gym.extras import install_command
from tests.env.tasks import Rooms, add, counting

TABLE = {"benchmark": {"name": "third", "description": "Someone else's."}, "tasks": [{"id": "one"}, {"id": "two"}]}


class Announcing:
    """Packages on disk that announce a benchmark, as installed ones do."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.entries: list[EntryPoint] = []
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(catalogue, "entry_points", lambda group: [e for e in self.entries if e.group == group])
        catalogue.announced.cache_clear()

    def announce(self, name: str, table: object, *, code: str = "raise AssertionError('imported')") -> None:
        package = self.folder / f"{name}_package"
        package.mkdir()
        (package / "__init__.py").write_text(code)
        text = table if isinstance(table, str) else json.dumps(table)
        (package / "tasks.json").write_text(text)
        self.entries.append(EntryPoint(name, f"{name}_package", catalogue.GROUP))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    before, own = dict(gym.registry), dict(catalogue._OWN)
    yield Announcing(tmp_path, monkeypatch)
    catalogue._OWN.clear()
    catalogue._OWN.update(own)
    catalogue.announced.cache_clear()
    catalogue._announced_configs.cache_clear()
    for name in [name for name in sys.modules if name.endswith("_package")]:
        del sys.modules[name]
    gym.registry.clear()
    gym.registry.update(before)


def test_a_package_is_announced_by_its_table_and_not_imported(packages: Announcing) -> None:
    packages.announce("third", TABLE)
    registration.register_announced()
    assert {"cube/third.one-v0", "cube/third.two-v0"} <= set(gym.registry)
    assert catalogue.benchmark("third").description == "Someone else's."
    assert "third_package" not in sys.modules


@pytest.mark.parametrize(
    "table",
    [
        "not json",
        "",
        "[1]",
        "null",
        {"benchmark": {}},
        {"benchmark": [], "tasks": []},
        {"benchmark": {}, "tasks": {"id": "x"}},
        {"benchmark": {}, "tasks": [{"name": "x"}]},
        {"benchmark": {}, "tasks": [{"id": 5}]},
        {"benchmark": {}, "tasks": [{"id": "with space"}]},
        {"benchmark": {}, "tasks": [{"id": "a"}, {"id": "a"}]},
        {"benchmark": {}, "tasks": ["x"]},
    ],
    ids=str,
)
def test_a_broken_announcement_is_logged_and_left_out(
    packages: Announcing, table: object, caplog: pytest.LogCaptureFixture
) -> None:
    packages.announce("broken", table)
    packages.announce("third", TABLE)
    with caplog.at_level(logging.WARNING):
        registration.register_announced()
    assert set(catalogue.announced()) == {"third"}
    assert "benchmark 'broken' of broken_package cannot be read" in caplog.text
    assert not [name for name in gym.registry if "broken" in name]


def test_an_announcement_of_what_is_not_there_is_left_out(packages: Announcing) -> None:
    packages.entries.append(EntryPoint("ghost", "no_such_package.inside", catalogue.GROUP))
    packages.entries.append(EntryPoint("ghost2", "json:decoder", catalogue.GROUP))
    assert catalogue.announced() == {}


def test_of_two_announcements_of_one_name_the_second_is_left_out(
    packages: Announcing, caplog: pytest.LogCaptureFixture
) -> None:
    packages.announce("third", TABLE)
    packages.announce("other", TABLE)
    packages.entries[1] = EntryPoint("third", "other_package", catalogue.GROUP)
    with caplog.at_level(logging.WARNING):
        found = catalogue.announced()
    assert len(found) == 1
    assert "another has its name" in caplog.text


@pytest.mark.parametrize(
    ("benchmark", "command"),
    [
        ({"requires": ["no_such_module"], "extra": "browser"}, r"pip install 'third_package\[browser\]'"),
        ({"requires": ["no_such_module.inside"]}, "pip install no_such_module.inside"),
    ],
)
def test_a_missing_extra_gives_the_command_that_installs_it(
    packages: Announcing, benchmark: dict[str, Any], command: str
) -> None:
    packages.announce("third", {**TABLE, "benchmark": benchmark})
    registration.register_announced()
    with pytest.raises(DependencyNotInstalled, match=command):
        gym.make("cube/third.one-v0")


@pytest.mark.parametrize(
    ("noted", "command"),
    [
        (None, "pip install 'third[x]'"),
        (
            {"url": "file:///my%20home/third", "dir_info": {"editable": True}},
            "pip install --editable '/my home/third[x]'",
        ),
        ({"url": "file:///home/third", "dir_info": {}}, "pip install '/home/third[x]'"),
        ({"url": "file:///w/third-1.whl", "archive_info": {"hash": "sha256=0"}}, "pip install '/w/third-1.whl[x]'"),
        (
            {"url": "https://example.org/third", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "pip install 'third[x] @ git+https://example.org/third@abc'",
        ),
        (
            {"url": "https://example.org/third.whl", "archive_info": {}},
            "pip install 'third[x] @ https://example.org/third.whl'",
        ),
    ],
)
def test_an_extra_is_installed_from_where_its_package_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: dict[str, Any] | None, command: str
) -> None:
    folder = tmp_path / "third-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: third\nVersion: 1\n")
    if noted is not None:
        (folder / "direct_url.json").write_text(json.dumps(noted))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert install_command("x", "third") == command


def test_an_announced_task_is_made_by_its_config(packages: Announcing) -> None:
    packages.announce("third", TABLE, code="from tests.env.tasks import Rooms as CONFIG\n")
    registration.register_announced()
    assert TaskEnv("third/count-3").reset(seed=0)[1]["goal"] == "Count to 3."


def test_the_dump_of_an_announced_task_is_read_where_nobody_imported_it(packages: Announcing) -> None:
    code = "from tests.env.tasks import CounterConfig\nclass ThirdConfig(CounterConfig): pass\n"
    packages.announce("third", TABLE, code=code)
    dump = {**counting(target=4).model_dump(mode="json"), "_type": "third_package.ThirdConfig"}
    assert "third_package" not in sys.modules
    assert TaskEnv(dump).reset(seed=0)[1]["goal"] == "Count to 4."


def test_the_dump_of_a_task_of_an_unknown_package_is_refused_and_not_imported(packages: Announcing) -> None:
    packages.announce("hidden", TABLE)
    packages.entries.clear()
    dump = {**counting().model_dump(mode="json"), "_type": "hidden_package.ThirdConfig"}
    with pytest.raises(ValueError, match="names no class that is loaded"):
        TaskEnv(dump)


def test_registering_gives_ids_that_make_the_tasks() -> None:
    assert cube_gym.register(Rooms) == [
        "cube/rooms.count-3-v0",
        "cube/rooms.count-5-v0",
        "cube/rooms.open-door-v0",
        "cube/rooms.noise-v0",
    ]
    env = gym.make("cube/rooms.count-5-v0")
    env.reset(seed=0)
    assert env.step(add(5))[1] == 1.0
    assert gym.spec("cube/rooms.noise-v0").nondeterministic
    assert not gym.spec("cube/rooms.count-3-v0").nondeterministic


def test_registering_twice_is_silent_and_the_newest_counts() -> None:
    cube_gym.register(Rooms())
    assert cube_gym.register(Rooms(tasks=("count-*",))) == ["cube/rooms.count-3-v0", "cube/rooms.count-5-v0"]
    assert "cube/rooms.open-door-v0" not in gym.registry
    with pytest.raises(KeyError):
        TaskEnv("rooms/open-door")
    cube_gym.register(Rooms)
    cube_gym.register(Rooms)
    registration.register_announced()
    assert "cube/rooms.open-door-v0" in gym.registry


def test_a_class_that_a_cell_defines_again_takes_its_own_place() -> None:
    for tasks in (("count-*",), ("*",)):

        class Cell(Rooms):
            pass

        assert cube_gym.register(Cell(tasks=tasks), replace=tasks != ("*",))
    assert "cube/rooms.open-door-v0" in gym.registry
    cube_gym.register(Rooms, replace=True)


@pytest.mark.parametrize("name", ["third", "rooms"])
def test_the_name_of_another_benchmark_is_taken_only_when_that_is_asked_for(packages: Announcing, name: str) -> None:
    packages.announce("third", TABLE)
    registration.register_announced()
    cube_gym.register(Rooms)

    class Mine(Rooms):
        @classmethod
        def benchmark(cls) -> BenchmarkMetadata:
            return BenchmarkMetadata(name=name)

    holder = "of the package 'third_package'" if name == "third" else "tests.env.tasks.Rooms"
    before = set(gym.registry)
    with pytest.raises(ValueError, match=f"a benchmark '{name}' already, {holder}: .*replace=True"):
        cube_gym.register(Mine)
    assert set(gym.registry) == before
    assert cube_gym.register(Mine, replace=True)[0] == f"cube/{name}.count-3-v0"
    assert cube_gym.register(Mine)
    assert gym.make(f"cube/{name}.count-3-v0").reset(seed=0)[1]["goal"] == "Count to 3."


@pytest.mark.parametrize("ids", [["with space"], ["a", "a"], ["a/b"]])
def test_ids_that_cannot_be_are_refused_and_nothing_is_registered(ids: list[str]) -> None:
    class Bad(BenchmarkConfig):
        @classmethod
        def benchmark(cls) -> BenchmarkMetadata:
            return BenchmarkMetadata(name="bad")

        def all_task_configs(self) -> list[TaskConfig]:
            return [counting(id=name) for name in ids]

    with pytest.raises(ValueError, match=r"cannot be part of an id|more than one task"):
        cube_gym.register(Bad)
    assert "bad" not in catalogue.benchmarks()


def test_what_is_no_benchmark_is_refused() -> None:
    with pytest.raises(TypeError, match="BenchmarkConfig"):
        cube_gym.register(5)  # type: ignore[arg-type]


def test_importing_the_package_is_quiet_quick_and_imports_no_benchmark() -> None:
    code = (
        "import sys, time; start = time.process_time(); import cube_gym; spent = time.process_time() - start\n"
        "import gymnasium\n"
        "assert 'cube/Task-v0' in gymnasium.registry\n"
        "heavy = {'cube_core', 'world', 'pydantic', 'PIL', 'playwright', 'benchmarks', 'torch', 'openai', 'rich'}\n"
        "loaded = heavy & {name.partition('.')[0] for name in sys.modules}\n"
        "assert not loaded, loaded\n"
        "assert spent < 5, spent\n"
    )
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("", "")


def test_all_public_names_are_there_sorted_and_loaded_when_asked_for() -> None:
    assert cube_gym.__all__ == sorted(cube_gym.__all__)
    assert all(getattr(cube_gym, name) is not None for name in cube_gym.__all__)
    assert dir(cube_gym) == cube_gym.__all__
    assert cube_gym.TaskEnv.__module__ == cube_gym.EnvStep.__module__ == "cube_gym"
    with pytest.raises(AttributeError, match="TaskEnvs"):
        _ = cube_gym.TaskEnvs
