"""Whether another process could make the same things again."""

import importlib.util
import io
import pickle
import sys
from typing import Any


def why_not_elsewhere(thing: object) -> str | None:
    """Why another process could not rebuild `thing`, or None when it could.

    What is sent to a worker is data and the names of classes and functions, which it imports. It cannot import what a
    script or a notebook itself defines (`__main__`), nor what is defined inside a function.
    """
    names = _Names()
    try:
        names.dump(thing)
    except Exception as exc:  # noqa: BLE001, whatever `__reduce__` and `__getstate__` do
        return f"{type(thing).__name__} cannot be sent to another process ({exc})"
    for module, name in sorted(names.found):
        reason = _why_not_importable(module)
        if reason is not None:
            return f"{name!r} {reason}: move it to a module that can be imported"
    return None


class _Names(pickle.Pickler):
    """Notes where the classes and functions come from that a pickle refers to."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())
        self.found: set[tuple[str, str]] = set()

    def persistent_id(self, obj: Any) -> None:  # noqa: ANN401, pickle asks about everything
        if isinstance(obj, type) or (callable(obj) and hasattr(obj, "__qualname__")):
            self.found.add((str(getattr(obj, "__module__", None)), str(obj.__qualname__)))


def _why_not_importable(module: str) -> str | None:
    if module in {"None", "builtins"}:
        return None
    if module == "__main__":
        return "is defined in the script or notebook that runs"
    try:
        found = importlib.util.find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        found = None
    if found is None and module.partition(".")[0] not in sys.builtin_module_names:
        return f"is of a module {module!r} that no other process can find"
    return None
