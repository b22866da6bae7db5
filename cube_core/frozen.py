"""JSON values that cannot be changed, for what is shared between a world and those who look at it."""

from typing import Any, Never, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _refuse(self: object, *_: object, **__: object) -> Never:
    msg = f"this {type(self).__name__} is read-only; take a copy: `thaw(value)`"
    raise TypeError(msg)


class FrozenDict(dict[K, V]):
    """A dict that refuses every write; it pickles, hashes, compares and dumps like the dict it is."""

    __slots__ = ()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class FrozenList(list[V]):
    """A list that refuses every write and hashes by its items."""

    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[list[V]]]:
        return type(self), (list(self),)


def freeze(value: Any) -> Any:  # noqa: ANN401, any JSON value
    """A read-only copy of a JSON value that still equals it.

    >>> frozen = freeze({"a": [1]})
    >>> frozen == {"a": [1]}
    True
    >>> frozen["a"].append(2)
    Traceback (most recent call last):
    TypeError: this FrozenList is read-only; take a copy: `thaw(value)`
    """
    if isinstance(value, dict):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return FrozenList([freeze(item) for item in value])
    return value


def thaw(value: Any) -> Any:  # noqa: ANN401, any JSON value
    """A copy of a JSON value in plain dicts and lists, which can be changed."""
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [thaw(item) for item in value]
    return value
