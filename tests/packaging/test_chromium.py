import subprocess
from pathlib import Path

import pytest

from benchmarks.miniwob.chromium import find_chromium

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "install_chromium.sh"


def script_finds() -> subprocess.CompletedProcess[str]:
    return subprocess.run([SCRIPT, "--find"], check=False, capture_output=True, text=True)


@pytest.mark.browser
def test_the_installing_script_and_the_library_find_the_same_chromium() -> None:
    assert script_finds().stdout.strip() == (find_chromium() or "Playwright's own Chromium")


def test_both_take_the_program_that_the_environment_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "my-chromium"
    program.touch(mode=0o755)
    monkeypatch.setenv("CUBE_GYM_CHROMIUM", str(program))
    assert script_finds().stdout.strip() == find_chromium() == str(program)


def test_both_refuse_a_name_without_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CUBE_GYM_CHROMIUM", str(tmp_path / "nothing"))
    refused = script_finds()
    assert refused.returncode == 1
    assert "CUBE_GYM_CHROMIUM" in refused.stderr
    with pytest.raises(FileNotFoundError, match="CUBE_GYM_CHROMIUM"):
        find_chromium()
