"""What it takes to run CUBE packages."""

import platform
import re
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from gymnasium.error import DependencyNotInstalled

_PYTHON: Final = (3, 12)
_INSTALL: Final = "pip install 'cube-gym[cube]'"
_FIRST_CANDIDATE: Final = 10
"""0.1.0rc10 is the first release that was tried."""


def require_cube_standard() -> None:
    """Check that cube-standard is here and of a version whose behaviour is known.

    Raises:
        DependencyNotInstalled: it is not; what is missing is named, and the command that installs it.
    """
    running = platform.python_version()
    if tuple(map(int, running.split(".")[:2])) < _PYTHON:
        raise DependencyNotInstalled(
            f"CUBE packages need Python 3.12 or later, as cube-standard does, and this is {running}: "
            f"make an environment of a later Python, and there {_INSTALL}"
        )
    try:
        installed = version("cube-standard")
    except PackageNotFoundError:
        raise DependencyNotInstalled(f"CUBE packages need cube-standard, which is not installed: {_INSTALL}") from None
    if not is_supported(installed):
        raise DependencyNotInstalled(
            f"cube-standard {installed} is not supported: from 0.1.0rc{_FIRST_CANDIDATE} to before 0.2 is. {_INSTALL}"
        )


def is_supported(installed: str) -> bool:
    """Whether this version of cube-standard is one that the adapter knows.

    >>> is_supported("0.1.0rc10"), is_supported("0.1.3"), is_supported("0.1.0rc9"), is_supported("0.2.0")
    (True, True, False, False)
    """
    candidate = re.fullmatch(r"0\.1\.0rc(\d+)", installed)
    if candidate is not None:
        return int(candidate[1]) >= _FIRST_CANDIDATE
    return re.fullmatch(r"0\.1\.\d+(\.post\d+)?", installed) is not None
