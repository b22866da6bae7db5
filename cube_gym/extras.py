"""The command that installs an extra of a package, as that package was installed itself."""

import json
from importlib.metadata import PackageNotFoundError, distribution


def install_command(extra: str, package: str = "cube-gym") -> str:
    """What installs `extra`, for error messages.

    A package that was installed from a folder, a file or a repository need not be on any index: it is installed from
    there again.
    """
    from urllib.parse import urlsplit  # noqa: PLC0415, `import cube_gym` need not load what only an error needs
    from urllib.request import url2pathname  # noqa: PLC0415, see above

    origin = _origin(package)
    url = str(origin.get("url", ""))
    if not url:
        return f"pip install '{package}[{extra}]'"
    parts = urlsplit(url)
    if parts.scheme == "file":
        edited = "--editable " if origin.get("dir_info", {}).get("editable") else ""
        return f"pip install {edited}'{url2pathname(parts.path)}[{extra}]'"
    vcs = origin.get("vcs_info", {})
    where = f"{vcs['vcs']}+{url}@{vcs['commit_id']}" if vcs else url
    return f"pip install '{package}[{extra}] @ {where}'"


def _origin(package: str) -> dict[str, dict[str, object]]:
    """What the installer noted of where the package came from; nothing when it came from an index."""
    try:
        noted = distribution(package).read_text("direct_url.json")
    except PackageNotFoundError:
        return {}
    return json.loads(noted) if noted else {}
