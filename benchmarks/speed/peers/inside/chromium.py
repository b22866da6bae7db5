"""The Chromium that the browser peers run: the same for all, and as each starts it."""

import os

PROGRAM = os.environ.get("PEER_CHROMIUM", "chromium")
DRIVER = os.environ.get("PEER_CHROMEDRIVER", "chromedriver")
SWITCHES = ["--no-sandbox"] if os.geteuid() == 0 else []
"""Root has no sandbox."""
SPOT = (80, 20)
"""Where the neutral click goes, in pixels: into the instruction's box, so that it ends no episode."""


def launch_with_ours(browser_type: type, method: str) -> None:
    """Let Playwright start the Chromium that is installed: its own cannot be downloaded everywhere."""
    original = getattr(browser_type, method)

    def launch(self, *arguments, **options):  # noqa: ANN001, ANN002, ANN003, ANN202, as Playwright has it
        options["executable_path"] = PROGRAM
        options["args"] = [*(options.get("args") or []), *SWITCHES]
        return original(self, *arguments, **options)

    setattr(browser_type, method, launch)
