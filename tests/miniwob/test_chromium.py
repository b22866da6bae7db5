import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.miniwob import chromium
from benchmarks.miniwob.keys import find_key


def test_the_named_program_goes_before_all_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.touch()
    monkeypatch.setenv(chromium.OVERRIDE, str(program))
    assert chromium.find_chromium() == str(program)


def test_a_name_that_is_no_file_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.OVERRIDE, "/no/such/chromium")
    with pytest.raises(FileNotFoundError, match="/no/such/chromium"):
        chromium.find_chromium()


def test_the_path_is_searched_when_debian_s_program_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(chromium.OVERRIDE, raising=False)
    monkeypatch.setattr(chromium, "HEADLESS_SHELL", tmp_path / "nothing")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find_chromium() is None
    for name in ("google-chrome", "chromium"):
        tmp_path.joinpath(name).touch(mode=0o755)
        assert chromium.find_chromium() == str(tmp_path / name)


def test_only_the_headless_shell_draws_without_a_frame_rate() -> None:
    limit = "--disable-frame-rate-limit"
    assert limit in chromium.switches(None)
    assert limit in chromium.switches("/usr/lib/chromium/chromium-headless-shell")
    assert limit not in chromium.switches("/usr/bin/chromium")


def test_without_a_browser_the_error_says_how_to_install_one() -> None:
    script = (
        "from benchmarks.miniwob import CONFIG\n"
        "task = CONFIG(tasks=('click-test',)).make().tasks['click-test'].make()\n"
        "try: task.reset(seed=0)\nexcept RuntimeError as error: print(error)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), chromium.OVERRIDE: sys.executable}
    ended = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert "playwright install --only-shell chromium" in ended.stdout


def test_a_key_is_a_character_or_a_name() -> None:
    assert (find_key("a").number, find_key("A").shifted, find_key("Space").text) == (65, True, " ")
    with pytest.raises(ValueError, match="no key 'é'"):
        find_key("é")
