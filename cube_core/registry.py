"""Named configurations that nobody can change by accident."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final, Generic, TypeVar

from pydantic import BaseModel

from cube_core.short import cut

_LONGEST_REPR: Final = 200

T = TypeVar("T", bound=BaseModel)


class ConfigRegistry(Mapping[str, T], Generic[T]):
    """A read-only catalogue of named configurations; every read gives a deep copy of one's own.

    Raises:
        KeyError: on reading an unknown name; it lists the names that exist, the nearest first.

    >>> from cube_core import TaskMetadata
    >>> catalogue = ConfigRegistry({"short": TaskMetadata(id="short", recommended_max_steps=5)})
    >>> catalogue["short"].recommended_max_steps = 50
    >>> catalogue["short"].recommended_max_steps
    5
    """

    __module__ = "cube_core"

    def __init__(self, configs: Mapping[str, T]) -> None:
        self._configs = {name: config.model_copy(deep=True) for name, config in configs.items()}

    def __getitem__(self, name: str) -> T:
        try:
            config = self._configs[name]
        except KeyError:
            raise KeyError(self._unknown(name)) from None
        return config.model_copy(deep=True)

    def __iter__(self) -> Iterator[str]:
        return iter(self._configs)

    def __len__(self) -> int:
        return len(self._configs)

    def __contains__(self, name: object) -> bool:
        return name in self._configs

    def __repr__(self) -> str:
        return f"ConfigRegistry({cut(', '.join(sorted(self._configs)), _LONGEST_REPR)})"

    def _unknown(self, name: str) -> str:
        names = sorted(self._configs)
        nearest = get_close_matches(str(name), names, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        return f"no config {name!r}.{hint} There is: {', '.join(names) or 'none'}"
