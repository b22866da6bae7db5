"""The machine's own Chromium for browser tools of CUBE packages, which know only Playwright's download."""

import os
import shutil
import sys
from typing import Any, Final, TypeVar

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)

_PROGRAMS: Final = (
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)
_SESSIONS: Final = "cube_browser_playwright"


def with_chromium(config: M) -> M:
    """A copy of a CUBE config whose browser sessions start the Chromium that $CUBE_GYM_CHROMIUM or PATH names.

    A session that names its own program or channel keeps it; where the machine has none, Playwright's is started.
    """
    program = os.environ.get("CUBE_GYM_CHROMIUM") or next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None or _SESSIONS not in sys.modules:
        return config
    copy = config.model_copy(deep=True)
    _name(copy, program)
    return copy


def _name(node: Any, program: str) -> None:  # noqa: ANN401, whatever a config holds
    if isinstance(node, BaseModel):
        extra = getattr(node, "pw_extra_kwargs", None)
        if type(node).__module__.startswith(_SESSIONS) and isinstance(extra, dict) and "channel" not in extra:
            extra.setdefault("executable_path", program)
        for name in type(node).model_fields:
            _name(getattr(node, name), program)
    elif isinstance(node, list | tuple):
        for item in node:
            _name(item, program)
    elif isinstance(node, dict):
        for item in node.values():
            _name(item, program)
