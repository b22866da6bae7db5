"""Which Chromium runs the pages, and with which switches."""

import os
import shutil
from pathlib import Path

OVERRIDE = "CUBE_GYM_CHROMIUM"
"""The environment variable that names the program to run."""
HEADLESS_SHELL = Path("/usr/lib/chromium/chromium-headless-shell")
"""Debian's, which starts fastest: the one on PATH is a shell script around it."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

UNHURRIED = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
"""A picture of the page does not wait for a screen that nobody looks at. A whole Chromium stalls with two pages so."""
SWITCHES = (
    # Playwright turns the first on: a picture would wait for a surface of its own. The second holds back first frames.
    "--disable-features=CDPScreenshotNewSurface,PaintHolding,Translate",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name leads anywhere, whatever asks (sockets too)
    "--disable-smooth-scrolling",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--remote-debugging-port=0",  # besides Playwright's pipe; on this machine's own address alone
    "--disable-partial-raster",  # else the edges of a picture depend on what was drawn before
)

INSTALL = (
    "install one with `apt-get install chromium-headless-shell` (Debian) or with "
    f"`playwright install --only-shell chromium`, or name one in {OVERRIDE}"
)


def find_chromium() -> str | None:
    """The program to run; None for the one that Playwright downloaded.

    Raises:
        FileNotFoundError: the override names no file.
    """
    named = os.environ.get(OVERRIDE)
    if named:
        if not Path(named).is_file():
            raise FileNotFoundError(f"{OVERRIDE}={named!r} is not a file: unset it, or name a Chromium")
        return named
    if HEADLESS_SHELL.is_file():
        return str(HEADLESS_SHELL)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def switches(path: str | None) -> list[str]:
    """The switches for a program (None is Playwright's headless shell) and this user: root has no sandbox."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    shell = path is None or "headless" in Path(path).name
    return [*SWITCHES, *(UNHURRIED if shell else ()), *(["--no-sandbox"] if root else [])]
