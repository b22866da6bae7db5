"""What the training scripts share: tasks, a curriculum, a network over slots, evaluation, and the record of results.

Raises:
    ImportError: the extra `rl` is not installed.
"""

from importlib.util import find_spec

_MISSING = [name for name in ("matplotlib", "sb3_contrib", "torch") if find_spec(name) is None]
if _MISSING:
    raise ImportError(f"{', '.join(_MISSING)} not found, which training needs: run `pip install 'cube-gym[rl]'`")
