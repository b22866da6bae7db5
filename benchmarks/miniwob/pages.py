"""Where the pages of MiniWoB++ are: in the package `miniwob`, found without importing it (it would load selenium)."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cube_gym.extras import install_command

SCREEN = (160, 210)
"""Width and height of the part of a page that belongs to the task, in pixels."""
WINDOW = (500, 320)
"""Width and height of the browser's window: the page's own displays, beside the task, fit in without scrolling."""


@cache
def pages_root() -> Path:
    """The folder that holds the pages and all that they load.

    Raises:
        ModuleNotFoundError: the package `miniwob` is not installed.
    """
    spec = find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the pages of MiniWoB++ are missing: {install_command('browser')}", name="miniwob")
    return Path(spec.submodule_search_locations[0], "html").resolve()


def page_url(page: str) -> str:
    """The address of a page, such as `click-test`.

    Raises:
        FileNotFoundError: the installed version of `miniwob` does not have the page.
    """
    path = pages_root() / "miniwob" / f"{page}.html"
    if not path.is_file():
        raise FileNotFoundError(f"the installed `miniwob` has no page {page!r} ({path}): pip install -U miniwob")
    return path.as_uri()
