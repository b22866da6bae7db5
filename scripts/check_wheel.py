"""Build the distributions, install the wheel in a fresh environment, and use it outside the repository.

A test suite that runs inside the repository cannot see that a file is missing from the wheel, that an entry point is
misspelt, or that an import is satisfied only by the folder it runs in.
"""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("cube_core", "world", "cube_gym", "benchmarks")
BROWSER_ENV = "cube_gym:cube/miniwob.click-test-v0"


def main() -> None:
    """Exit with a message at the first thing that is not as it should be."""
    with tempfile.TemporaryDirectory(prefix="cube-gym-wheel-") as name:
        folder = Path(name)
        wheel = build_wheel(folder / "dist")
        check_files(wheel)
        installed = Installed(folder / "venv", folder / "elsewhere")
        installed.install(str(wheel))
        check_core(installed)
        installed.install(f"{wheel}[browser]")
        check_browser(installed)
    print(f"{wheel.name}: built, installed and used outside the repository")


def build_wheel(folder: Path) -> Path:
    """The wheel, built from the source distribution, so that this one is complete as well."""
    run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_files(wheel: Path) -> None:
    """Every file of the packages is in the wheel, and nothing else but metadata; each package says that it is typed."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = {path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    expected = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    expected |= {f"{package}/py.typed" for package in PACKAGES}
    if packed != expected:
        missing, surplus = sorted(expected - packed), sorted(packed - expected)
        sys.exit(f"{wheel.name} is not what the packages hold: missing {missing}, surplus {surplus}")


class Installed:
    """An environment with the wheel in it, used from a folder that holds nothing else."""

    def __init__(self, environment: Path, folder: Path) -> None:
        venv.create(environment, with_pip=True)
        folder.mkdir()
        self._bin = environment / "bin"
        self._folder = folder

    def install(self, requirement: str) -> None:
        """Install what pip is given; its dependencies must agree."""
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement)
        self.run("python", "-m", "pip", "check")

    def run(self, command: str, *arguments: str) -> str:
        """What the command printed, errors included; a failure ends this script."""
        return run([str(self._bin / command), *arguments], cwd=self._folder)


def check_core(installed: Installed) -> None:
    """Without extras: imports are silent, the default id and the command play, and a missing extra is named."""
    for package in PACKAGES:
        if printed := installed.run("python", "-W", "error", "-c", f"import {package}"):
            sys.exit(f"`import {package}` printed: {printed}")
    installed.run("python", "-c", "import gymnasium as gym; gym.make('cube_gym:cube/Task-v0').reset(seed=0)")
    installed.run("cube-gym", "run", "phone", "--tasks", "rename-*", "--agent", "oracle", "--episodes", "2")
    listed = installed.run("cube-gym", "list")
    if "miniwob" not in listed:
        sys.exit(f"`cube-gym list` does not name miniwob: {listed}")
    code = f"import gymnasium as gym\ntry: gym.make('{BROWSER_ENV}')\nexcept Exception as error: print(error)"
    if "[browser]'" not in (printed := installed.run("python", "-c", code)):
        sys.exit(f"without the extra 'browser', gym.make('{BROWSER_ENV}') does not say which to install: {printed}")


def check_browser(installed: Installed) -> None:
    """With the extra: a page starts an episode, and the command plays one."""
    installed.run("python", "-c", f"import gymnasium as gym; gym.make('{BROWSER_ENV}').reset(seed=0)")
    installed.run("cube-gym", "run", "miniwob", "--tasks", "click-test", "--agent", "oracle", "--episodes", "1")


def run(command: Sequence[str], cwd: Path | None = None) -> str:
    """Run a command without anything of the calling environment that could find the repository."""
    print("$", *command, flush=True)
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    result = subprocess.run(
        command, cwd=cwd, env=environment, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if result.returncode:
        sys.exit(f"{result.stdout}\nexit status {result.returncode}")
    return result.stdout


if __name__ == "__main__":
    main()
