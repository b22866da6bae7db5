"""The peers' environments: `python -m benchmarks.speed.peers.environments` makes those that are missing.

They lie in the user's cache, `$XDG_CACHE_HOME/cube-gym/peers`, and are kept: the peers' releases are pinned here.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

REQUIREMENTS = {
    "gymnasium": ("gymnasium==1.4.0", "miniwob==1.1.0"),
    "browsergym": ("browsergym-core==0.14.3", "browsergym-miniwob==0.14.3", "miniwob==1.1.0"),
    "cube-standard": ("cube-standard==0.1.0rc10", "numpy", "pillow"),
    "miniwob-cube": ("miniwob-cube==1.1.0", "cube-browser-tool[bgym]==0.3.0", "miniwob==1.1.0"),
}
"""What each environment is made of; `miniwob` brings the pages, the same for all."""
PYTHON = "python3.12"
"""The CUBE packages ask for it; the other peers get the same."""


class MissingError(RuntimeError):
    """Something that a peer needs is not on this machine; it says what, and how to get it."""


def python_of(name: str) -> Path:
    """The interpreter of an environment.

    Raises:
        MissingError: it was not made yet.
    """
    python = _folder(name) / "bin" / "python"
    if not (_folder(name) / "made").is_file():
        raise MissingError(f"the environment {name!r}: python -m benchmarks.speed.peers.environments")
    return python


def make_all() -> Iterator[str]:
    """Make the environments that are missing; yields a line on each.

    Raises:
        MissingError: there is no Python to make them with.
    """
    for name in REQUIREMENTS:
        yield f"{name}: {_make(name)}"


def _make(name: str) -> str:
    folder = _folder(name)
    stamp = folder / "made"
    wanted = "\n".join(REQUIREMENTS[name])
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return f"is there, {folder}"
    subprocess.run([_find_python(), "-m", "venv", "--clear", folder], check=True)  # noqa: S603, the line above names it
    pip: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--pre",
    ]
    done = subprocess.run([*pip, *REQUIREMENTS[name]], check=False, capture_output=True, text=True)  # noqa: S603, pinned
    if done.returncode != 0:
        return f"could not be installed: {done.stderr.strip().splitlines()[-1]}"
    stamp.write_text(wanted, encoding="utf-8")
    return f"made, {folder}"


def _find_python() -> str:
    """A Python that runs: pyenv's stand-ins on PATH may point at a version that is not selected."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    candidates = [found] if (found := shutil.which(PYTHON)) else []
    candidates += sorted(map(str, versions.glob(f"{PYTHON.removeprefix('python')}.*/bin/{PYTHON}")), reverse=True)
    for candidate in candidates:
        tried = subprocess.run([candidate, "-c", ""], check=False, capture_output=True)  # noqa: S603, a Python
        if tried.returncode == 0:
            return candidate
    raise MissingError(f"{PYTHON}: install it (on PATH, or with pyenv), the peers' environments are made with it")


def _folder(name: str) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "cube-gym" / "peers" / name


if __name__ == "__main__":
    try:
        for line in make_all():
            sys.stdout.write(f"{line}\n")
    except MissingError as exc:
        sys.exit(f"missing: {exc}")
